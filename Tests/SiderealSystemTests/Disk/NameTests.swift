import Foundation
import SiderealBase
import SiderealSystem
import SiderealTesting
import Testing

@Suite("file names as bytes") struct NameTests {
    /// A slash before a combining mark divides a path, too.
    @Test(
        "the parent of a path is the part before its last component, or the current directory",
        arguments: [
            ("/a/b", "/a"), ("/a/b/", "/a"), ("/a", "/"), ("a/b", "a"), ("a//b", "a"), ("a", "."), (".", "."),
            ("/", nil), ("", nil), ("//a", "/"), ("/a/\u{301}b", "/a"), ("a/\u{301}", "a"),
            ("\u{301}/a/\u{301}/", "\u{301}/a"), ("/\u{301}", "/"),
        ] as [(String, String?)])
    func parent(of path: String, is expected: String?) {
        #expect(path.parentDirectory == expected)
    }

    @Test(
        "a simulated disk distinguishes names that differ only in bytes",
        arguments: [("d/caf\u{E9}", "d/cafe\u{301}"), ("d/K", "d/\u{212A}")])
    func aSimulatedDiskHoldsBoth(one: String, other: String) throws {
        let disk = SimulatedDisk()
        let process = disk.process(1)
        try process.makeDirectory("d")
        for (path, byte) in [(one, 1), (other, 2)] as [(String, UInt8)] {
            let file = try process.open(path, .createExclusively(.always))
            try process.writeFully(file, [byte], at: 0)
            try process.sync(file, .everything)
        }
        try process.syncDirectory("d")
        try process.syncDirectory(".")
        disk.cutPower()
        #expect(disk.names.count == 5)
        #expect(disk.contents(of: one) == [1] && disk.contents(of: other) == [2])
        let later = disk.process(2)
        try later.unlink(one)
        #expect(disk.contents(of: one) == nil && disk.contents(of: other) == [2])
    }

    #if os(Linux)
        @Test("a path is resolved as the kernel resolves it")
        func aPathIsResolvedAsTheKernelDoesIt() throws {
            let root = RealFileSystem().resolved(NSTemporaryDirectory()) + "/names-\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: root) }
            for name in ["a/deep", "caf\u{E9}", "cafe\u{301}", "\u{301}x"] {
                try FileManager.default.createDirectory(atPath: "\(root)/\(name)", withIntermediateDirectories: true)
            }
            for (link, target) in [("link", "a/deep"), ("accent", "cafe\u{301}")] {
                try FileManager.default.createSymbolicLink(atPath: "\(root)/\(link)", withDestinationPath: target)
            }
            let expected = [
                "a": "a", "a/": "a", "a//deep": "a/deep", "./a/./deep/.": "a/deep", "link": "a/deep",
                "a/../link": "a/deep",
                "link/..": "a", "link/../../a": "a", "accent": "cafe\u{301}", "caf\u{E9}": "caf\u{E9}",
                "\u{301}x": "\u{301}x", "link/missing/more": "a/deep/missing/more", "link/missing/./": "a/deep/missing",
                "accent/../accent/x": "cafe\u{301}/x", "missing/../a": "a", "missing/./../new": "new",
            ]
            for (path, real) in expected {
                #expect(
                    RealFileSystem().resolved("\(root)/\(path)").utf8.elementsEqual("\(root)/\(real)".utf8), "\(path)")
            }
            #expect(
                RealFileSystem().resolved("/") == "/" && RealFileSystem().resolved("/names-missing") == "/names-missing"
            )
            let here = RealFileSystem().resolved(".")
            #expect(RealFileSystem().resolved("missing") == (here == "/" ? "" : here) + "/missing")
        }
    #endif
}
