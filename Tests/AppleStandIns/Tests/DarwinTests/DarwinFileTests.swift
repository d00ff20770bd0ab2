import AppleFoundation
import DarwinMachine
import Foundation
import Sidereal
import SiderealCore
import SiderealNetwork
import SiderealStorage
import SiderealSystem
import Testing

/// Files, through the calls that a device gets: each with its possible errors, and with protection classes.
@Suite final class DarwinFileTests {
    let root = URL(filePath: "/tmp/sidereal-darwin-\(UUID().uuidString)")
    let machine = DarwinMachine()
    let disk = RealFileSystem(pauseMilliseconds: 0)
    var path: String { root.path + "/file" }
    var other: String { root.path + "/other" }

    init() throws { try Foundation.FileManager.default.createDirectory(at: root, withIntermediateDirectories: true) }

    deinit { try? Foundation.FileManager.default.removeItem(at: root) }

    /// Makes a file of eight bytes.
    func make(_ tier: ProtectionTier = .always) throws -> OpenFile {
        try machine.run {
            let file = try disk.open(path, .createExclusively(tier))
            try disk.writeFully(file, [1, 2, 3, 4, 5, 6, 7, 8], at: 0)
            return file
        }
    }

    // MARK: - Errors

    struct Call: Sendable, CustomTestStringConvertible {
        let name: String
        let operation: SystemError.Operation
        let path: @Sendable (DarwinFileTests) -> String
        let body: @Sendable (DarwinFileTests, OpenFile) throws -> Void
        var testDescription: String { "\(name), \(operation)" }

        init(
            _ name: String, _ operation: SystemError.Operation,
            path: @escaping @Sendable (DarwinFileTests) -> String = { $0.path },
            _ body: @escaping @Sendable (DarwinFileTests, OpenFile) throws -> Void
        ) {
            (self.name, self.operation, self.path, self.body) = (name, operation, path, body)
        }
    }

    static let calls = [
        Call("open", .open) {
            $0.disk.close(try $0.disk.open($0.path, .readOnly)); _ = $1
        },
        Call("open", .open) {
            $0.disk.close(try $0.disk.open($0.path, .readWrite)); _ = $1
        },
        Call("open", .syncDirectory, path: { $0.root.path }) {
            try $0.disk.syncDirectory($0.root.path); _ = $1
        },
        Call("open_dprotected_np", .open, path: { $0.other }) { test, _ in
            test.disk.close(try test.disk.open(test.other, .createExclusively(.always)))
        },
        Call("open_dprotected_np", .open, path: { $0.other }) { test, _ in
            test.disk.close(try test.disk.open(test.other, .openOrCreate))
        },
        Call("pread", .read) { _ = try $0.disk.read($1, at: 0, count: 1) },
        Call("pwrite", .write) { _ = try $0.disk.write($1, [9], from: 0, at: 0) },
        Call("fstat", .status) { _ = try $0.disk.status(of: $1) },
        Call("lstat", .identity) { test, _ in _ = try test.disk.identity(ofPath: test.path) },
        Call("F_GETPROTECTIONCLASS", .protection) { _ = try $0.disk.protection(of: $1) },
        Call("pread", .read) { _ = try $0.disk.readWord($1) },
        Call("F_FULLFSYNC", .sync) { try $0.disk.sync($1, .data) },
        Call("F_FULLFSYNC", .syncDirectory, path: { $0.root.path }) { test, _ in
            try test.disk.syncDirectory(test.root.path)
        },
        Call("rename", .rename) { test, _ in try test.disk.rename(test.path, to: test.other) },
        Call("link", .link, path: { $0.other }) { test, _ in try test.disk.link(test.path, to: test.other) },
        Call("unlink", .unlink) { test, _ in try test.disk.unlink(test.path) },
        Call("flock", .lock) { _ = try $0.disk.tryLock($1) },
        Call("mkdir", .makeDirectory, path: { $0.other }) { test, _ in try test.disk.makeDirectory(test.other) },
    ]

    /// EPERM, EINTR, EIO, EACCES, EMFILE, ENOSPC, EROFS, ENAMETOOLONG, EDQUOT, and one without a name in this library.
    @Test("an error names its call", arguments: calls, [1, 4, 5, 13, 24, 28, 30, 63, 69, 104] as [Int32])
    func anErrorNamesItsCall(call: Call, number: Int32) throws {
        let file = try make()
        defer { disk.close(file) }
        machine.fail(call.name, number)
        #expect(throws: SystemError(call.operation, call.path(self), ErrorNumber(rawValue: number))) {
            try machine.run { try call.body(self, file) }
        }
        machine.heal(call.name)
        #expect(throws: Never.self) { try machine.run { try call.body(self, file) } }
    }

    @Test("a call that a signal interrupts is repeated") func aCallThatASignalInterruptsIsRepeated() throws {
        let file = try make()
        defer { disk.close(file) }
        machine.fail("pread", 4, times: 3)
        let patient = RetryingFileSystem(base: disk)
        #expect(try machine.run { try patient.read(file, at: 0, count: 2) } == [1, 2])
        #expect(machine.calls.count { $0 == "pread" } == 4)
    }

    /// The descriptor's number may be in use again by then.
    @Test("closing a file is never repeated") func closingIsNeverRepeated() throws {
        let file = try make()
        machine.fail("close", 4)
        machine.run { disk.close(file) }
        #expect(machine.calls.count { $0 == "close" } == 1)
        DarwinMachine().run { disk.close(file) }
    }

    @Test(
        "errors have Darwin's numbers",
        arguments: [
            (.accessDenied, 13), (.alreadyExists, 17), (.badDescriptor, 9), (.connectionRefused, 61),
            (.inputOutput, 5), (.interrupted, 4), (.invalid, 22), (.isDirectory, 21), (.nameTooLong, 63),
            (.noRoute, 65), (.noSpace, 28), (.notDirectory, 20), (.notFound, 2), (.notPermitted, 1),
            (.notSupported, 45), (.quotaExceeded, 69), (.readOnly, 30), (.tooManyFiles, 24), (.wouldBlock, 35),
        ] as [(ErrorNumber, Int32)])
    func errorsHaveDarwinsNumbers(number: ErrorNumber, value: Int32) {
        #expect(number.rawValue == value)
        #expect(!number.isMissingKey)
        #expect(!number.message.isEmpty && !number.message.hasPrefix("Unknown"))
    }

    @Test("an error number without a name has a message, too") func aNumberThatTheLibraryDoesNotKnowHasATextToo() {
        #expect(ErrorNumber(rawValue: 104).message == "Unknown error: 104")
    }

    // MARK: - Syncing

    /// ENOTSUP, EOPNOTSUPP, ENOTTY, EINVAL: the volume doesn't support a full sync, and fsync(2) is the best available.
    @Test("a volume that doesn't support a full sync gets a plain sync", arguments: [45, 102, 25, 22] as [Int32])
    func aVolumeWithoutAFullSyncGetsAPlainOne(number: Int32) throws {
        let file = try make()
        defer { disk.close(file) }
        machine.fail("F_FULLFSYNC", number)
        try machine.run { try disk.sync(file, .everything) }
        #expect(machine.calls.suffix(2) == ["F_FULLFSYNC", "fsync"])
        machine.fail("fsync", 28)
        #expect(throws: SystemError(.sync, path, .noSpace)) { try machine.run { try disk.sync(file, .data) } }
    }

    /// A full sync that the drive refused is not replaced by a plain one, which would succeed.
    @Test("a full sync that the drive refuses causes an error", arguments: [5, 28, 9, 4] as [Int32])
    func aDriveThatRefusesIsBelieved(
        number: Int32
    ) throws {
        let file = try make()
        defer { disk.close(file) }
        machine.fail("F_FULLFSYNC", number)
        #expect(throws: SystemError(.sync, path, ErrorNumber(rawValue: number))) {
            try machine.run { try disk.sync(file, .data) }
        }
        #expect(!machine.calls.contains("fsync"))
    }

    @Test(
        "a directory that can't be synced is left as it is",
        arguments: [(45, true), (102, true), (22, true), (5, false), (9, false)] as [(Int32, Bool)])
    func aDirectoryThatCannotBeSyncedIsLeft(number: Int32, isLeft: Bool) throws {
        machine.fail("F_FULLFSYNC", 45)
        machine.fail("fsync", number)
        let error = SystemError(.syncDirectory, root.path, ErrorNumber(rawValue: number))
        if isLeft {
            try machine.run { try disk.syncDirectory(root.path) }
        } else {
            #expect(throws: error) { try machine.run { try disk.syncDirectory(root.path) } }
        }
    }

    @Test("a pause sleeps") func aPauseSleeps() {
        machine.run { RealFileSystem(pauseMilliseconds: 1).pause() }
        #expect(machine.calls == ["nanosleep"])
    }

    // MARK: - Locks, words and birth times

    @Test("one descriptor at a time holds a lock") func oneDescriptorAtATimeHoldsALock() throws {
        let file = try make()
        defer { disk.close(file) }
        let second = try disk.open(path, .readWrite)
        defer { disk.close(second) }
        #expect(try disk.tryLock(file))
        #expect(try !disk.tryLock(second))
        disk.unlock(file)
        #expect(try disk.tryLock(second))
    }

    @Test("reading a word returns the value in the file") func aWordIsWhatOthersWrote() throws {
        let file = try make()
        defer { disk.close(file) }
        #expect(try machine.run { try disk.readWord(file) } == 0x0807_0605_0403_0201)
        #expect(machine.calls.last == "pread")
        try disk.writeFully(file, [9], at: 0)
        #expect(try machine.run { try disk.readWord(file) } == 0x0807_0605_0403_0209)
    }

    @Test("a file that is too short has no word", arguments: [0, 7]) func aFileThatIsTooShortHasNoWord(count: Int)
        throws
    {
        let file = try machine.run { try disk.open(path, .openOrCreate) }
        defer { disk.close(file) }
        try disk.writeFully(file, [UInt8](repeating: 1, count: count), at: 0)
        #expect(try machine.run { try disk.readWord(file) } == nil)
    }

    @Test("a file is identified by its birth time") func aFileIsToldByItsBirth() throws {
        machine.set("st_birthtimespec", .nanoseconds(1_700_000_000_000_000_007))
        let file = try make()
        defer { disk.close(file) }
        let status = try machine.run { try disk.status(of: file) }
        #expect(status.size == 8)
        #expect(status.identity.birthNanoseconds == 1_700_000_000_000_000_007)
        #expect(try machine.run { try disk.identity(ofPath: path) } == status.identity)
        machine.set("st_birthtimespec", .nanoseconds(1_700_000_000_000_000_008))
        #expect(try machine.run { try disk.identity(ofPath: path) } != status.identity)
    }

    /// The birth time of a volume without birth times.
    @Test("a birth time of zero counts as missing") func noBirthIsAtTheBeginningOfTime() throws {
        machine.set("st_birthtimespec", .nanoseconds(0))
        let file = try make()
        defer { disk.close(file) }
        #expect(try machine.run { try disk.identity(of: file) }.birthNanoseconds == nil)
    }

    @Test("a path is resolved as far as it exists") func aPathIsResolvedAsFarAsItGoes() throws {
        #expect(machine.run { disk.resolved(root.path + "/./x/../y") }.hasSuffix("/y"))
        machine.fail("realpath", 13)
        #expect(machine.run { disk.resolved("/tmp") } == "/tmp")
    }

    // MARK: - Protection classes

    @Test(
        "a file has its tier's protection class from its first byte on",
        arguments: [(.always, 4), (.afterFirstUnlock, 3), (.whenUnlocked, 1)] as [(ProtectionTier, Int32)])
    func fileHasItsClassFromTheFirstByte(tier: ProtectionTier, protectionClass: Int32) throws {
        let file = try make(tier)
        defer { disk.close(file) }
        #expect(machine.calls.first == "open_dprotected_np")
        #expect(try machine.run { try disk.protection(of: file) } == tier)
        let identity = try disk.identity(of: file)
        let inode = DarwinMachine.Inode(device: identity.device, number: identity.inode)
        #expect(machine.protectionClass(of: inode) == protectionClass)
        #expect(disk.knowsProtection)
    }

    /// The files beside the data, which help to open it, have to be readable always.
    @Test("files beside the data are always readable") func whatLiesBesideTheDataIsReadableAlways() throws {
        let file = try machine.run { try disk.open(path, .openOrCreate) }
        defer { disk.close(file) }
        #expect(try machine.run { try disk.protection(of: file) } == .always)
    }

    @Test(
        "a protection class is read as a tier",
        arguments: [
            (1, .whenUnlocked), (2, .whenUnlocked), (3, .afterFirstUnlock), (4, .always), (7, .whenUnlocked), (5, nil),
            (0, nil),
        ]
            as [(Int32, ProtectionTier?)])
    func aClassIsReadAsATier(protectionClass: Int32, tier: ProtectionTier?) throws {
        let file = try make()
        defer { disk.close(file) }
        let identity = try disk.identity(of: file)
        machine.protect(DarwinMachine.Inode(device: identity.device, number: identity.inode), protectionClass)
        #expect(try machine.run { try disk.protection(of: file) } == tier)
    }

    @Test("files of a volume without classes have no tier") func aVolumeWithoutClassesHasNoTiers() throws {
        let file = try make()
        defer { disk.close(file) }
        machine.fail("F_GETPROTECTIONCLASS", 45)
        #expect(try machine.run { try disk.protection(of: file) } == nil)
    }

    /// The states of the keys in which a file can be created, and an existing one opened.
    @Test(
        "creating or opening a file needs the key of its class",
        arguments: [
            (.always, .beforeFirstUnlock, true), (.always, .locked, true), (.always, .unlocked, true),
            (.afterFirstUnlock, .beforeFirstUnlock, false), (.afterFirstUnlock, .locked, true),
            (.afterFirstUnlock, .unlocked, true), (.whenUnlocked, .beforeFirstUnlock, false),
            (.whenUnlocked, .locked, false), (.whenUnlocked, .unlocked, true),
        ] as [(ProtectionTier, DarwinMachine.Keys, Bool)])
    func aFileNeedsItsKey(tier: ProtectionTier, keys: DarwinMachine.Keys, isThere: Bool) throws {
        disk.close(try make(tier))
        machine.keys = keys
        let tries: [(String, OpenMode)] = [(path, .readOnly), (path, .readWrite), (other, .createExclusively(tier))]
        for (path, mode) in tries {
            if isThere {
                try machine.run { disk.close(try disk.open(path, mode)) }
            } else {
                let error = #expect(throws: SystemError(.open, path, .notPermitted)) {
                    try machine.run { try disk.open(path, mode) }
                }
                #expect(error?.isPermissionDenied == true)
            }
        }
    }
}
