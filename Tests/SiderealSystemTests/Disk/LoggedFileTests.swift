import SiderealBase
import SiderealSystem
import SiderealTesting
import Testing

@Suite("a two-slot file with appended changes") struct LoggedFileTests {
    static let path = "state"
    let disk = SimulatedDisk(sectorSize: 4096)

    /// Appends a byte to the content, or replaces all of it.
    enum Step: Sendable { case change(UInt8), whole(UInt8) }

    /// A process that remembers its last commit.
    final class Writer {
        private var file: TwoSlotFile
        private var mark: CommitMark?
        private var content: [UInt8] = []

        init(_ disk: SimulatedDisk, _ process: Int) {
            file = TwoSlotFile(path: LoggedFileTests.path, disk: disk.process(process), format: .logged)
        }

        /// Returns the expected content of the file, or `nil` if the step was not committed.
        @discardableResult
        func carryOut(_ step: Step) -> [UInt8]? {
            var new: [UInt8] = []
            let commit = try? file.commit(knowing: mark) { found in
                let old = if case .snapshot(let snapshot) = found { snapshot.content } else { content }
                switch step {
                case .change(let byte):
                    new = old + [byte]
                    return CommitDraft(change: [byte], wholeCount: new.count) { SlotDraft(payload: old + [byte]) }
                case .whole(let byte):
                    new = [byte]
                    return CommitDraft(change: nil, wholeCount: 1) { SlotDraft(payload: [byte]) }
                }
            }
            mark = commit?.mark
            content = new
            return commit == nil ? nil : new
        }
    }

    private func readPlaced(_ process: Int, of disk: SimulatedDisk) throws -> PlacedSnapshot {
        try TwoSlotFile(path: Self.path, disk: disk.process(process), format: .logged).readPlaced()
    }

    @Test(
        "if a commit is repeated after a power cut, no older change follows it",
        arguments: [Step.change(2), .whole(2)])
    func noOlderChangeFollowsARepeatedCommit(step: Step) throws {
        var states = 0
        for (first, second) in (0..<6).flatMap({ first in (0..<6).map { (first, $0) } }) {
            let disk = SimulatedDisk(sectorSize: 4096)
            Writer(disk, 1).carryOut(.whole(1))
            disk.schedule(.kill, process: 2, change: first)
            Writer(disk, 2).carryOut(step)
            disk.kill(2)
            disk.schedule(.kill, process: 3, change: second)
            Writer(disk, 3).carryOut(.change(3))
            disk.kill(3)
            for answers in CrashExplorer().allAnswers(to: disk.questions) {
                let copy = disk.copy()
                copy.cutPower(answers)
                let wanted = try #require(Writer(copy, 4).carryOut(step))
                let seen = try readPlaced(5, of: copy).snapshot.content
                #expect(seen == wanted, "killed at \(first) and \(second), medium \(answers)")
                states += 1
            }
        }
        #expect(states > 40)
    }

    /// No change is appended beside a torn slot, because each reader would have to judge it.
    @Test("a damaged slot is overwritten before a change is appended", arguments: [0, 7] as [UInt8], [1, 2])
    func damagedSlotIsOverwritten(byte: UInt8, process: Int) throws {
        let writer = Writer(disk, 1)
        for step in [.whole(1), .whole(2), .change(3)] as [Step] { writer.carryOut(step) }
        let foreign = disk.process(9)
        let file = try foreign.open(Self.path, .readWrite)
        try foreign.writeFully(file, [UInt8](repeating: byte, count: 64), at: 16_384)
        #expect(try !readPlaced(3, of: disk).isSettled)
        let next = process == 1 ? writer : Writer(disk, process)
        #expect(next.carryOut(.change(4)) == [2, 3, 4])
        let seen = try readPlaced(3, of: disk)
        #expect(seen.isSettled && seen.snapshot.content == [2, 3, 4])
    }

    @Test("a reader misses no acknowledged change if two commits are made during its read")
    func overtakenReaderMissesNoChange() throws {
        var all: Set<[UInt8]> = []
        for call in 0..<12 {
            let disk = SimulatedDisk()
            let writer = Writer(disk, 1)
            for step in [.whole(1), .change(2)] as [Step] { writer.carryOut(step) }
            disk.interpose(process: 2, call: call) {
                let writer = Writer(disk, 3)
                for step in [.whole(3), .whole(4), .change(5)] as [Step] { writer.carryOut(step) }
            }
            let seen = try readPlaced(2, of: disk).snapshot.content
            #expect([[1, 2], [4, 5]].contains(seen), "call \(call): \(seen)")
            all.insert(seen)
        }
        #expect(all == [[1, 2], [4, 5]])
    }

    @Test("a reader of appended changes must read the whole file if two commits are made during its read")
    func aReaderOfChangesThatIsOvertakenMissesNone() throws {
        var all: Set<[[UInt8]]?> = []
        for call in 0..<8 {
            let disk = SimulatedDisk()
            let writer = Writer(disk, 1)
            writer.carryOut(.whole(1))
            let known = try #require(try readPlaced(2, of: disk).place)
            writer.carryOut(.change(2))
            disk.interpose(process: 2, call: call) {
                let writer = Writer(disk, 3)
                for step in [.whole(3), .whole(4), .change(5)] as [Step] { writer.carryOut(step) }
            }
            let reader = TwoSlotFile(path: Self.path, disk: disk.process(2), format: .logged)
            all.insert(try reader.changes(since: known)?.changes)
        }
        #expect(all == [nil, [[2]]], "never less than was acknowledged before")
    }

    /// Without birth times another file may have the number of a closed one, and a name that was not synced.
    @Test("a closed file isn't recognized by its inode number alone")
    func closedFileIsNotRecognizedByInode() throws {
        disk.forgetIdentities()
        let writer = Writer(disk, 1)
        writer.carryOut(.whole(1))
        let foreign = disk.process(9)
        let copy = try foreign.open("copy", .createExclusively(.always))
        try foreign.writeFully(copy, try #require(disk.contents(of: Self.path)), at: 0)
        try foreign.rename("copy", to: Self.path)
        #expect(writer.carryOut(.change(2)) == [1, 2])
        disk.cutPower()
        #expect(try readPlaced(2, of: disk).snapshot.content == [1, 2])
    }
}

extension Snapshot {
    /// The payload, with the changes behind it.
    fileprivate var content: [UInt8] {
        if case .value(let value) = self { value.payload + value.changes.joined() } else { [] }
    }
}
