import Foundation
import SiderealBase
import SiderealGate
import SiderealSystem
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

@Suite("the canary on a real file system") final class RealCanaryTests {
    let root = FileManager.default.temporaryDirectory.appending(path: "sidereal-canary-\(UUID())")
    var directory: URL { root.appending(path: "a/b", directoryHint: .isDirectory) }
    var canary: String { directory.path + "/canary" }

    deinit { try? FileManager.default.removeItem(at: root) }

    func readState() -> FirstUnlockGate.State { FirstUnlockGate(directory: directory).state }

    @Test("a gate creates nothing before its state is first read")
    func nothingIsMadeBeforeTheFirstQuestion() throws {
        let gate = FirstUnlockGate(directory: directory)
        #expect(!FileManager.default.fileExists(atPath: root.path))
        #expect(gate.state == .unlocked)
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["canary"])
        #expect(readState() == .unlocked)
    }

    @Test("a canary that isn't a file is indeterminate, not locked")
    func whatIsNoFileIsNoLock() throws {
        try FileManager.default.createDirectory(atPath: canary, withIntermediateDirectories: true)
        #expect(readState() == .indeterminate(errno: EISDIR))
        try FileManager.default.removeItem(atPath: canary)
        try FileManager.default.createSymbolicLink(atPath: canary, withDestinationPath: "/dev/zero")
        #expect(readState() == .indeterminate(errno: ELOOP))
        try FileManager.default.removeItem(at: directory)
        try Data([1]).write(to: URL(filePath: directory.path))
        #expect(readState() == .indeterminate(errno: ENOTDIR))
    }

    @Test("64 gates at once all find the device available, and leave one file")
    func manyThreadsAtOnceAllFindItOpen() throws {
        let directory = directory
        let found = Lock<[FirstUnlockGate.State]>([])
        DispatchQueue.concurrentPerform(iterations: 64) { _ in
            let state = FirstUnlockGate(directory: directory).state
            found.withLock { $0.append(state) }
        }
        #expect(found.withLock { $0 } == Array(repeating: .unlocked, count: 64))
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["canary"])
    }
}
