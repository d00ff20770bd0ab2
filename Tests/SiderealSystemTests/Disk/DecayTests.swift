import SiderealBase
import SiderealSystem
import SiderealTesting
import Testing

/// Bits that a disk loses after they were acknowledged: each is noticed, and provable damage doesn't count as a write
/// that was cut off.
@Suite("decay of a two-slot file") struct DecayTests {
    static let path = "state"

    /// Makes a slot with two changes behind it, all of one process: the second names the first, and that names the
    /// slot.
    private static func file() throws -> SimulatedDisk {
        let disk = SimulatedDisk(sectorSize: 4096)
        var file = TwoSlotFile(path: path, disk: disk.process(1), format: .logged)
        var mark: CommitMark?
        for number in [1, 2, 3] as [UInt8] { mark = try commit(number, knowing: mark, to: &file) }
        return disk
    }

    private static func commit(
        _ number: UInt8, knowing mark: CommitMark?, to file: inout TwoSlotFile
    ) throws -> CommitMark? {
        try file.commit(knowing: mark) { _ in
            CommitDraft(change: number == 1 ? nil : [number], wholeCount: Int(number)) {
                SlotDraft(payload: Array(1...number))
            }
        }?.mark
    }

    private static func read(_ disk: SimulatedDisk, flipping bit: Int, of byte: Int) throws -> Snapshot {
        let disk = disk.copy()
        var bytes = try #require(disk.contents(of: path))
        bytes[byte] ^= 1 << UInt8(bit)
        disk.place(bytes, at: path)
        return try TwoSlotFile(path: path, disk: disk.process(2), format: .logged).read()
    }

    /// The damaged bytes: of the newest slot, from 16,384 on, and the changes behind it.
    static let parts: [(name: String, bytes: Range<Int>)] = [
        ("the slot", 16_384..<16_384 + 65), ("the first change", 20_480..<20_480 + 40),
        ("the last change", 24_576..<24_576 + 40),
    ]

    @Test("each flipped bit in stored data is detected", arguments: parts)
    func everyBitIsNoticed(name: String, bytes: Range<Int>) throws {
        let disk = try Self.file()
        print("decay, \(name): \(bytes.count * 8) flipped bits")
        for byte in bytes {
            for bit in 0..<8 {
                switch try Self.read(disk, flipping: bit, of: byte) {
                case .damaged: #expect(name != "the last change", "nothing behind it proves that: \(byte), \(bit)")
                case .value(let value):
                    let content = value.payload + value.changes.joined()
                    #expect(value.recovered != nil, "\(name), byte \(byte), bit \(bit)")
                    #expect(content == [1, 2, 3] || name == "the last change" && content == [1, 2])
                case let other: Issue.record("\(other)")
                }
            }
        }
    }

    @Test(
        "a change that a later change follows was acknowledged, so its damage is reported",
        arguments: parts.prefix(2))
    func acknowledgedBytesAreDamaged(name: String, bytes: Range<Int>) throws {
        // A byte of the payload.
        let byte = name == "the slot" ? bytes.lowerBound + 64 : bytes.lowerBound + 32
        #expect(try Self.read(try Self.file(), flipping: 0, of: byte) == .damaged(.acknowledged))
    }

    /// The writer of the change behind it found it, and did not write it: it was not acknowledged.
    @Test("a killed process's change is torn, even if another change was begun after it")
    func whatWasOnlyFoundProvesNothing() throws {
        let disk = SimulatedDisk(sectorSize: 4096)
        var first = TwoSlotFile(path: Self.path, disk: disk.process(1), format: .logged)
        let mark = try first.commit { _ in [1] }?.mark
        disk.schedule(.kill, process: 1, change: 2)
        _ = try? first.commit(knowing: mark) { _ in
            CommitDraft(change: [2], wholeCount: 2) { SlotDraft(payload: [1, 2]) }
        }
        disk.kill(1)
        var second = TwoSlotFile(path: Self.path, disk: disk.process(2), format: .logged)
        _ = try second.commit(knowing: nil) { found in
            guard case .snapshot(.value(let value)) = found, value.changes == [[2]] else { return nil }
            return CommitDraft(change: [3], wholeCount: 3) { SlotDraft(payload: [1, 2, 3]) }
        }
        let seen = try Self.read(disk, flipping: 0, of: 20_480 + 32)
        guard case .value(let value) = seen else { throw SeenOtherwise(snapshot: seen) }
        #expect(value.payload == [1] && value.changes.isEmpty && value.recovered != nil)
    }

    private struct SeenOtherwise: Error { let snapshot: Snapshot }

    @Test("a truncated or extended file is damaged", arguments: [-32_768, 32_768])
    func anotherLengthIsDamage(change: Int) throws {
        let disk = SimulatedDisk(sectorSize: 4096)
        var file = TwoSlotFile(path: Self.path, disk: disk.process(1))
        for size in [20_000, 20_001] { _ = try file.commit { _ in [UInt8](repeating: 7, count: size) } }
        let bytes = try #require(disk.contents(of: Self.path))
        let padding = [UInt8](repeating: 0, count: max(0, change))
        disk.place(Array(bytes.prefix(bytes.count + min(0, change))) + padding, at: Self.path)
        guard case .damaged = try TwoSlotFile(path: Self.path, disk: disk.process(2)).read() else {
            Issue.record("it is believed")
            return
        }
    }

    /// A process that wrote the data itself assumes that it is durable, and doesn't rewrite it by itself.
    @Test("decayed data that a process remembers is rewritten by its next commit", arguments: [false, true])
    func whatIsKnownIsMended(byWhoWroteIt isOwn: Bool) throws {
        let disk = SimulatedDisk(sectorSize: 4096)
        var first = TwoSlotFile(path: Self.path, disk: disk.process(1), format: .logged)
        // Two whole slots, and room for a further change. Otherwise the next commit writes a whole slot.
        var mark = try Self.commit(1, knowing: nil, to: &first)
        mark = try Self.commit(1, knowing: mark, to: &first)
        _ = try Self.commit(2, knowing: mark, to: &first)
        var second = TwoSlotFile(path: Self.path, disk: disk.process(2), format: .logged)
        _ = try Self.commit(3, knowing: nil, to: &second)
        // In place: all processes would read another file as a whole.
        let byte = try #require(disk.contents(of: Self.path))[4_096 + 8]
        let decay = disk.process(5)
        let file = try #require(try decay.openIfPresent(Self.path, .readWrite))
        try decay.writeFully(file, [byte ^ 1], at: 4_096 + 8)
        decay.close(file)
        func read() throws -> (content: [UInt8], recovered: SlotDamage?) {
            let seen = try TwoSlotFile(path: Self.path, disk: disk.process(4), format: .logged).read()
            guard case .value(let value) = seen else { throw SeenOtherwise(snapshot: seen) }
            return (value.payload + value.changes.joined(), value.recovered)
        }
        #expect(try read().recovered != nil)

        var third = TwoSlotFile(path: Self.path, disk: disk.process(3), format: .logged)
        _ = try isOwn ? Self.commit(4, knowing: nil, to: &first) : Self.commit(4, knowing: nil, to: &third)
        let mended = try read()
        #expect(mended.recovered == nil && mended.content == [1, 2, 3, 4])
    }
}
