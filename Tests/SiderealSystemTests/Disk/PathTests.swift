import SiderealSystem
import Testing

@Suite("paths") struct PathTests {
    @Test(
        "the parent of a path is the part before its last component, or the current directory",
        arguments: [
            ("/a/b", "/a"), ("/a/b/", "/a"), ("/a", "/"), ("a/b", "a"), ("a//b", "a"), ("a", "."), (".", "."),
            ("/", nil),
            ("", nil), ("//a", "/"),
        ] as [(String, String?)])
    func parent(of path: String, is expected: String?) {
        #expect(path.parentDirectory == expected)
    }
}
