import SiderealBase
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// The normal behavior of a two-slot file, on a disk without faults.
@Suite("a two-slot file on a simulated disk") struct TwoSlotFileTests {
    let disk = SimulatedDisk()
    static let path = "dir/state"

    func file(_ process: Int = 1) -> TwoSlotFile {
        TwoSlotFile(path: Self.path, disk: disk.process(process))
    }

    func value(_ payload: [UInt8], _ generation: UInt64, recovered: SlotDamage? = nil) -> Snapshot {
        .value(SlotValue(payload: payload, generation: generation, recovered: recovered))
    }

    /// Places a file of 32 KiB with these bytes at the start of its slots.
    func place(_ zero: [UInt8], _ one: [UInt8], at path: String = path) {
        var bytes = [UInt8](repeating: 0, count: 32_768)
        bytes.replaceSubrange(0..<zero.count, with: zero)
        bytes.replaceSubrange(16_384..<(16_384 + one.count), with: one)
        try? disk.process(99).makeDirectory("dir")
        disk.place(bytes, at: path)
    }

    func slot(_ generation: UInt64, _ payload: [UInt8], high: UInt64 = 1) -> [UInt8] {
        let fileID = FileID(random: high, name: Self.path.lastPathComponent)
        return Slot(generation: generation, fileID: fileID, payload: payload).bytes
    }

    @Test("a file is absent until the first commit, and each commit reads back")
    func absentThenCommitted() throws {
        var file = file()
        #expect(try file.read() == .absent)
        #expect(disk.names == [".", "/"], "reading leaves nothing behind")
        var found: [Snapshot] = []
        let first = try file.commit { current in
            found.append(current)
            return [1]
        }
        #expect(first?.generation == 3 && first?.isNewFile == true && first?.keptAside == nil)
        let second = try file.commit { current in
            found.append(current)
            return [2, 2]
        }
        #expect(second?.generation == 4 && second?.isNewFile == false && second?.keptAside == nil)
        #expect(found == [.absent, value([1], 3)])
        #expect(try file.read() == value([2, 2], 4))
        #expect(try self.file(2).read() == value([2, 2], 4))
        #expect(disk.contents(of: Self.path)?.count == 32_768)
        #expect(disk.names == [".", "/", "dir", "dir/state", "dir/state.lock"])
    }

    @Test(
        "zeros that overwrite a commit are noticed from the first commit on, and undo only that commit",
        arguments: [(commits: 1, zeroed: 1, left: 1), (2, 0, 1), (2, 1, 2), (3, 1, 2), (3, 0, 3)])
    func zerosAreNoticed(commits: Int, zeroed: Int, left: Int) throws {
        var file = file(1)
        for number in 1...commits { _ = try file.commit { _ in [UInt8(number)] } }
        let layout = try #require(SlotLayout(holding: 1))
        var bytes = try #require(disk.contents(of: Self.path))
        let slot = zeroed * layout.slotSize..<(zeroed + 1) * layout.slotSize
        bytes.replaceSubrange(slot, with: [UInt8](repeating: 0, count: slot.count))
        disk.place(bytes, at: Self.path)
        guard case .value(let value) = try self.file(2).read() else {
            Issue.record("the other slot is whole")
            return
        }
        #expect(value.payload == [UInt8(left)] && value.recovered == .zeroed)
    }

    @Test("an empty payload reads as a value")
    func anEmptyPayloadIsAValue() throws {
        var file = file()
        _ = try file.commit { _ in [] }
        #expect(try file.read() == value([], 3))
    }

    @Test("a commit of nil changes nothing")
    func nilChangesNothing() throws {
        var file = file()
        #expect(try file.commit { _ in nil } == nil)
        #expect(try file.read() == .absent)
        _ = try file.commit { _ in [1] }
        let before = disk.contents(of: Self.path)
        #expect(try file.commit { _ in nil } == nil)
        #expect(difference(disk.contents(of: Self.path), from: before) == nil)
    }

    @Test("a commit in the steady state is one write and one sync")
    func aCommitInTheSteadyStateIsOneWriteAndOneSync() throws {
        var file = file()
        for number in 1...3 { _ = try file.commit { _ in [UInt8(number)] } }
        let start = disk.trace.count
        _ = try file.commit { _ in [4] }
        let changes = disk.trace[start...].filter { $0.contains(" write ") || $0.contains(" sync") }
        #expect(changes == ["1 write dir/state", "1 sync dir/state"])
    }

    @Test("another process rewrites the present commit before it adds its own")
    func anotherProcessMakesThePresentCommitItsOwnFirst() throws {
        var first = file(1)
        _ = try first.commit { _ in [1] }
        var second = file(2)
        let start = disk.trace.count
        _ = try second.commit { _ in [2] }
        let changes = disk.trace[start...].filter { $0.contains(" write ") || $0.contains(" sync") }
        let put = ["2 write dir/state", "2 sync dir/state"]
        #expect(changes == put + put + ["2 syncDirectory dir"])
    }

    @Test("a file that grows continues its commit count, and other processes notice the growth")
    func growsAndKeepsTheGeneration() throws {
        var first = file(1)
        var second = file(2)
        _ = try first.commit { _ in [1] }
        _ = try second.commit { _ in [2] }
        let large = [UInt8](repeating: 3, count: 20_000)
        let grown = try first.commit { _ in large }
        #expect(grown?.generation == 5 && grown?.isNewFile == true)
        // The second process still has the old file open, and must notice the new file.
        #expect(try second.commit { $0.payload == large ? [4] : nil }?.generation == 6)
        #expect(try first.read() == value([4], 6))
        #expect(disk.contents(of: Self.path)?.count == 65_536)
    }

    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let found: FileDamage
    }

    static let damages = [
        Damage(testDescription: "empty", bytes: [], found: .size(0)),
        Damage(testDescription: "of an odd size", bytes: [1, 2, 3], found: .size(3)),
        Damage(testDescription: "all zeros", bytes: .init(repeating: 0, count: 32_768), found: .bothSlots(nil, nil)),
        Damage(
            testDescription: "all ones", bytes: .init(repeating: 1, count: 65_536), found: .bothSlots(.magic, .magic)),
        Damage(testDescription: "of another name", bytes: ofAnotherName, found: .otherName),
    ]

    static let ofAnotherName: [UInt8] = {
        let slot = Slot(generation: 2, fileID: FileID(random: 1, name: "other"), payload: [1]).bytes
        return slot + [UInt8](repeating: 0, count: 32_768 - slot.count)
    }()

    @Test("damage is reported, left alone by reads, and kept aside at the next commit", arguments: damages)
    func damageIsReportedAndKept(_ damage: Damage) throws {
        var file = file()
        _ = try file.commit { _ in [1] }
        disk.place(damage.bytes, at: Self.path)
        #expect(try file.read() == .damaged(damage.found))
        #expect(difference(disk.contents(of: Self.path), from: damage.bytes) == nil, "reading repairs nothing")
        #expect(try file.commit { $0 == .damaged(damage.found) ? nil : [5] } == nil)
        let commit = try file.commit { $0 == .damaged(damage.found) ? [2] : nil }
        #expect(commit?.generation == 3 && commit?.isNewFile == true)
        #expect(commit?.keptAside == Self.path + ".damaged-1")
        #expect(difference(disk.contents(of: Self.path + ".damaged-1"), from: damage.bytes) == nil)
        #expect(try file.read() == value([2], 3))
    }

    @Test("seven damaged files are kept aside, and later damaged files share the eighth name")
    func evidenceIsNeverOverwrittenBelowTheLimit() throws {
        var file = file()
        _ = try file.commit { _ in [1] }
        for number in 1...10 {
            disk.place([UInt8(number)], at: Self.path)
            let commit = try file.commit { _ in [1] }
            #expect(commit?.keptAside == Self.path + ".damaged-\(min(number, 8))")
        }
        for number in 1...7 { #expect(disk.contents(of: Self.path + ".damaged-\(number)") == [UInt8(number)]) }
        #expect(disk.contents(of: Self.path + ".damaged-8") == [10])
    }

    @Test("a lock on a removed lock file doesn't prevent a commit")
    func aRemovedLockFileIsNotBelieved() throws {
        var first = file(1)
        _ = try first.commit { _ in [1] }
        let other = disk.process(2)
        let lock = try other.open(Self.path + ".lock", .readWrite)
        #expect(try other.tryLock(lock))
        try other.unlink(Self.path + ".lock")
        #expect(try first.commit { _ in [2] }?.generation == 4)
    }

    @Test("a file doesn't count as damaged while a writer holds the lock")
    func damageIsNotJudgedWhileAWriterHoldsTheLock() throws {
        place([1], [1], at: "state")
        let other = disk.process(2)
        let lock = try other.open("state.lock", .openOrCreate)
        #expect(try other.tryLock(lock))
        #expect(throws: TwoSlotError.busy) { try TwoSlotFile(path: "state", disk: disk.process(1)).read() }
        // One whole commit is enough. The other slot may be torn or under way.
        place(slot(2, [2]), [1], at: "state")
        #expect(try TwoSlotFile(path: "state", disk: disk.process(1)).read() == value([2], 2))
    }

    @Test("a lock isn't trusted if the lock file is removed while the lock is acquired", arguments: [true, false])
    func aLockFileRemovedMeanwhileIsNotBelieved(isKeptOpen: Bool) throws {
        let path = "state"
        for call in 0..<6 {
            let disk = SimulatedDisk()
            let sidecar = isKeptOpen ? Sidecar(path: path + ".lock", disk: disk.process(1)) : nil
            var first = TwoSlotFile(path: path, disk: disk.process(1), sidecar: sidecar)
            _ = try first.commit { _ in [1] }
            let other = disk.process(2)
            disk.interpose(process: 1, call: call) {
                // Another process removes it, and locks a new one.
                try? other.unlink(path + ".lock")
                if let lock = try? other.open(path + ".lock", .openOrCreate) { _ = try? other.tryLock(lock) }
            }
            var wasAsked = false
            _ = try? first.commit(lockAttempts: 3) { _ in
                wasAsked = true
                return [2]
            }
            // After these calls the lock was taken and trusted before.
            #expect(wasAsked == (call > (isKeptOpen ? 2 : 3)), "removed before call \(call)")
        }
    }

    /// If the file is replaced at any moment of a read, the result is whole, and never older than the end of the
    /// change.
    @Test("a file replaced during a read is noticed, and the result is complete")
    func aFileReplacedDuringAReadIsNoticed() throws {
        for call in 0..<7 {
            place(slot(2, [3]), slot(3, [3]))
            let (before, after) = (slot(4, [5], high: 9), slot(5, [5], high: 9))
            disk.interpose(process: 7, call: call) { [self] in place(before, after) }
            let seen = try file(7).read()
            // The sixth call is the last one: a later replacement comes after the read.
            #expect(seen == (call < 6 ? value([5], 5) : value([3], 3)), "replaced before call \(call)")
            disk.kill(7)
        }
    }

    @Test("a file that appears during the first commit is not replaced")
    func aFileThatAppearsMeanwhileIsNotReplaced() throws {
        var file = file()
        try disk.process(9).makeDirectory("dir")
        #expect(throws: TwoSlotError.failed(SystemError(.rename, Self.path, .alreadyExists), leavesOld: true)) {
            try file.commit { _ in
                disk.place([7], at: Self.path)
                return [1]
            }
        }
        #expect(disk.contents(of: Self.path) == [7])
        #expect(!disk.names.contains(Self.path + ".new"))
    }

    /// Both headers are as this process wrote them, but other processes wouldn't read its next commit.
    @Test("a file whose size changed doesn't count as the file last committed")
    func aFileOfAnotherSizeIsNotTakenForItsOwn() throws {
        var file = file()
        let mark = try file.commit { _ in [1] }?.mark
        let other = disk.process(9)
        let opened = try other.open(Self.path, .readWrite)
        try other.writeFully(opened, [0], at: 32_768)
        var found: FoundContent?
        _ = try file.commit(knowing: mark) { content in
            found = content
            return nil
        }
        #expect(found == .snapshot(.damaged(.size(32_769))))
    }
}
