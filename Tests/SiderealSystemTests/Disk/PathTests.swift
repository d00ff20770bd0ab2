import SiderealSystem
import Testing

@Suite struct PathTests {
    @Test(
        arguments: [
            ("/a/b", "/a"), ("/a/b/", "/a"), ("/a", "/"), ("a/b", "a"), ("a//b", "a"), ("a", "."), (".", "."),
            ("/", nil),
            ("", nil), ("//a", "/"),
        ] as [(String, String?)])
    func parent(of path: String, is expected: String?) {
        #expect(path.parentDirectory == expected)
    }
}
