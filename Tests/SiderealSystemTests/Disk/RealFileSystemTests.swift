import SiderealBase
import SiderealSystem
import TestSupport
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The same tests on the file system of this machine, in a directory that is removed with the test.
@Suite("two-slot files on the file system of this machine") struct RealFileSystemTests {
    let directory: TemporaryDirectory
    let disk = RealFileSystem(pauseMilliseconds: 0)
    var path: String { directory.path + "/a/b/state" }
    /// A file with the same name in another directory.
    var otherPath: String { directory.path + "/a/c/state" }

    init() throws {
        directory = try TemporaryDirectory()
    }

    func file() -> TwoSlotFile {
        TwoSlotFile(path: path, disk: disk)
    }

    @Test("each commit reads back, and a larger commit makes a new file")
    func commitsAndReads() throws {
        var file = file()
        #expect(try file.read() == .absent)
        for number in 1...5 {
            #expect(try file.commit { _ in [UInt8(number)] }?.generation == UInt64(number) + 2)
            #expect(try self.file().read().payload == [UInt8(number)])
        }
        let large = [UInt8](repeating: 6, count: 100_000)
        #expect(try file.commit { $0.payload == [5] ? large : nil }?.isNewFile == true)
        #expect(difference(try self.file().read().payload, from: large) == nil)
        #expect(throws: SystemError(.identity, path + ".new", .notFound)) { try disk.identity(ofPath: path + ".new") }
    }

    @Test("a file replaced between two commits is noticed")
    func anInodeReplacedBetweenCommitsIsNoticed() throws {
        var first = file()
        _ = try first.commit { _ in [1] }
        var other = TwoSlotFile(path: otherPath, disk: disk)
        for _ in 1...4 { _ = try other.commit { _ in [9] } }
        try disk.rename(otherPath, to: path)
        #expect(try first.read().payload == [9])
        #expect(try first.commit { $0.payload == [9] ? [10] : nil }?.generation == 7)
        #expect(try file().read().payload == [10])
    }

    @Test("a commit into a file that is replaced meanwhile is not acknowledged")
    func anInodeReplacedDuringACommitIsNotAcknowledged() throws {
        var first = file()
        _ = try first.commit { _ in [1] }
        var second = TwoSlotFile(path: otherPath, disk: disk)
        _ = try second.commit { _ in [9] }
        #expect(throws: TwoSlotError.replaced(path: path)) {
            try first.commit { _ in
                #expect(throws: Never.self) { try disk.rename(otherPath, to: path) }
                return [2]
            }
        }
        #expect(try first.read().payload == [9])
        #expect(try first.commit { _ in [3] }?.generation == 4)
    }

    @Test("the lock excludes a second commit in the same process, too")
    func locksExcludeWithinOneProcessToo() throws {
        var first = file()
        _ = try first.commit { _ in [1] }
        var inner: TwoSlotError?
        _ = try first.commit { _ in
            var second = file()
            do throws(TwoSlotError) { _ = try second.commit(lockAttempts: 2) { _ in [9] } } catch { inner = error }
            return [2]
        }
        #expect(inner == .busy)
        #expect(try first.read().payload == [2])
    }

    @Test("a damaged file is kept aside, and the commit succeeds")
    func damageIsKeptAside() throws {
        var first = file()
        _ = try first.commit { _ in [1] }
        let raw = try disk.open(path, .readWrite)
        defer { disk.close(raw) }
        for offset in [0, 16_384] as [Int64] { try disk.writeFully(raw, [0, 1, 2, 3], at: offset) }
        guard case .damaged = try first.read() else {
            Issue.record("damage not seen")
            return
        }
        let commit = try first.commit { _ in [2] }
        #expect(commit?.keptAside == path + ".damaged-1")
        #expect(try disk.identity(ofPath: path + ".damaged-1") == disk.identity(of: raw))
        #expect(try first.read().payload == [2])
    }

    @Test("errors name the call, the path and the reason")
    func errorsNameOperationAndPath() throws {
        let missing = directory.path + "/missing/file"
        #expect(throws: SystemError(.open, missing, .notFound)) { try disk.open(missing, .readOnly) }
        #expect(throws: SystemError(.unlink, missing, .notFound)) { try disk.unlink(missing) }
        #expect(throws: SystemError(.syncDirectory, directory.path + "/missing", .notFound)) {
            try disk.syncDirectory(directory.path + "/missing")
        }
        let plain = directory.path + "/plain"
        disk.close(try disk.open(plain, .createExclusively(.always)))
        #expect(throws: SystemError(.open, plain, .alreadyExists)) { try disk.open(plain, .createExclusively(.always)) }
        #expect(throws: TwoSlotError.unreadable(SystemError(.open, plain + "/state", .notDirectory))) {
            try TwoSlotFile(path: plain + "/state", disk: disk).read()
        }
        #expect(throws: SystemError(.rename, missing, .notFound)) { try disk.rename(missing, to: plain) }
        #expect(throws: SystemError(.link, plain, .alreadyExists)) { try disk.link(plain, to: plain) }
        try disk.makeDirectories(directory.path + "/plain2/x/y")
        try disk.makeDirectories(directory.path + "/plain2/x/y")
        #expect(throws: SystemError(.makeDirectory, plain + "/x", .notDirectory)) {
            try disk.makeDirectories(plain + "/x")
        }
        let closed = OpenFile(descriptor: -1, path: plain)
        #expect(throws: SystemError(.read, plain, .badDescriptor)) { try disk.read(closed, at: 0, count: 1) }
        #expect(throws: SystemError(.write, plain, .badDescriptor)) { try disk.write(closed, [1], from: 0, at: 0) }
        #expect(throws: SystemError(.sync, plain, .badDescriptor)) { try disk.sync(closed, .data) }
        #expect(throws: SystemError(.status, plain, .badDescriptor)) { try disk.size(of: closed) }
    }

    /// A read of a pipe in the record's place would wait for another end.
    @Test("a pipe in place of the file is unreadable at once")
    func aPipeIsUnreadableAtOnce() throws {
        let directory = try TemporaryDirectory()
        let path = directory.path + "/state"
        try #require(mkfifo(path, 0o600) == 0)
        let file = TwoSlotFile(path: path, disk: RealFileSystem())
        #expect(throws: TwoSlotError.self) { _ = try file.read() }
    }

    @Test("a descriptor that the app closed by mistake is neither written nor closed again")
    func closedByTheApp() throws {
        let sidecar = Sidecar(path: path + ".lock", disk: disk)
        var file = TwoSlotFile(path: path, disk: disk, sidecar: sidecar)
        _ = try file.commit { _ in [1] }
        let lock = try disk.identity(ofPath: path + ".lock")
        let kept = try #require(
            (3..<10_000).first { (try? disk.identity(of: OpenFile(descriptor: $0, path: ""))) == lock })
        let mine = try disk.open(directory.path + "/mine", .openOrCreate)
        try disk.writeFully(mine, [UInt8](repeating: 7, count: 16), at: 0)
        // As if the app had closed the descriptor, and opened its own file.
        #expect(dup2(mine.descriptor, kept) == kept)
        _ = try file.commit { _ in [2] }
        sidecar.close()
        #expect(try self.file().read().payload == [2])
        #expect(try disk.identity(of: OpenFile(descriptor: kept, path: "")) == disk.identity(of: mine))
        #expect(try disk.readFully(mine, at: 0, count: 17) == [UInt8](repeating: 7, count: 16))
        disk.close(mine)
        Syscalls.close(kept)
    }

    @Test("a child that a process made by fork(2) does not share the process's lock")
    func child() throws {
        let process = Lock(Int32(1))
        let sidecar = Sidecar(path: path + ".lock", disk: disk, process: { process.withLock { $0 } })
        var file = TwoSlotFile(path: path, disk: disk, sidecar: sidecar)
        _ = try file.commit { _ in [1] }
        var child = TwoSlotFile(path: path, disk: disk, sidecar: sidecar)
        _ = try file.commit { _ in
            process.withLock { $0 = 2 }
            #expect(throws: TwoSlotError.busy) { try child.commit(lockAttempts: 2) { _ in [3] } }
            return [2]
        }
        #expect(try child.commit { _ in [4] } != nil && self.file().read().payload == [4])
    }
}
