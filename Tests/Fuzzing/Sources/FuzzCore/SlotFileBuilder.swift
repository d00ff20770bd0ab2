import SiderealCore

/// Builds a file of two slots from an input of the fuzzer.
struct SlotFileBuilder {
    static let slotSize = SlotLayout.alignment

    private(set) var bytes = [UInt8](repeating: 0, count: 2 * slotSize)

    /// Adds one slot's content: nothing, raw bytes, or a commit with records behind it.
    mutating func add(_ number: SlotNumber, from input: inout InputBytes) {
        let start = number == .zero ? 0 : Self.slotSize
        let kind = input.byte()
        switch kind & 3 {
        case 0: return
        case 1: put(input.counted(), at: start, within: start)
        default: addCommit(kind, at: start, from: &input)
        }
    }

    private mutating func addCommit(_ kind: UInt8, at start: Int, from input: inout InputBytes) {
        // Neighboring generations, and now and then another.
        let generation = kind & 4 == 0 ? UInt64(input.byte()) : input.integer()
        let fileID = FileID(random: UInt64(kind >> 3 & 1), name: "file")
        let version = UInt32(input.byte() & 3)
        // Some are so long that more of the slot has to be read.
        let payload = repeated(input.counted(), kind & 64 == 0 ? 1 : 50)
        let slot = Slot(
            generation: generation, fileID: fileID, nonce: UInt64(kind), payload: payload, version: version)
        put(slot.bytes, at: start, within: start)
        var previous = slot.checksum
        var offset = start + LogRecord.start(behind: payload.count)
        for _ in 0..<(input.byte() & 3) {
            let kind = input.byte()
            let change = repeated(input.counted(), kind & 4 == 0 ? 1 : 50)
            let record = LogRecord(
                payload: change, after: kind & 1 == 0 ? previous : 1, isDurable: kind & 8 == 0, nonce: UInt64(kind))
            put(kind & 2 == 0 ? record.bytes : change, at: offset, within: start)
            previous = record.checksum
            offset += record.bytes.count
        }
    }

    private func repeated(_ bytes: [UInt8], _ times: Int) -> [UInt8] {
        guard times > 1 else { return bytes }
        var whole: [UInt8] = []
        whole.reserveCapacity(bytes.count * times)
        for _ in 0..<times { whole += bytes }
        return Array(whole.prefix(Self.slotSize))
    }

    /// Writes the bytes as far as they fit into the slot.
    private mutating func put(_ part: [UInt8], at offset: Int, within start: Int) {
        let count = min(part.count, start + Self.slotSize - offset)
        if count > 0 { bytes.replaceSubrange(offset..<offset + count, with: part.prefix(count)) }
    }
}

/// Reads a file of two slots by the tables in the documentation of `Slot` and `LogRecord`: all of it, slowly.
struct NaiveJudge {
    enum Verdict: Equatable {
        case commit([UInt8], [[UInt8]])
        case newer
        case damaged
    }

    struct Commit {
        let generation: UInt64
        let fileID: [UInt8]
        let payload: [UInt8]
        var changes: [[UInt8]] = []
        var cutOff: CutOff?
    }

    /// The place of an invalid change, and the checksums by which a later change may name it.
    struct CutOff {
        let offset: Int
        let checksums: [UInt64]
    }

    private(set) var commits: [Commit] = []
    /// The ranges of valid bytes.
    private(set) var whole: [Range<Int>] = []
    private var isNewer = false
    private(set) var verdict = Verdict.damaged

    init(_ file: [UInt8], _ format: SlotFormat) {
        let slots = [0, 1].map { number in
            Array(file[number * SlotFileBuilder.slotSize..<(number + 1) * SlotFileBuilder.slotSize])
        }
        for (number, slot) in slots.enumerated() {
            let start = number * SlotFileBuilder.slotSize
            let length = slot.word(at: 32)
            guard slot.starts(with: [0x89, 0x53, 0x44, 0x52, 0x4c, 0x0d, 0x0a, 0x1a]), length <= 16_384 - 64 else {
                continue
            }
            let end = 64 + Int(length)
            guard Self.checksum(slot[16..<end]) == slot.word(at: 8) else { continue }
            let version = slot.word(at: 16) & 0xffff_ffff
            let generation = slot.word(at: 24)
            if version > 1 {
                isNewer = true
                continue
            }
            guard version > 0, generation > 0, generation < .max, generation % 2 == UInt64(number),
                slot.word(at: 16) >> 32 == 1
            else { continue }
            whole.append(start..<start + end)
            var commit = Commit(
                generation: generation, fileID: Array(slot[40..<56]), payload: Array(slot[64..<end]))
            if format == .logged { (commit.changes, commit.cutOff) = changes(in: slot, behind: end, at: start) }
            commits.append(commit)
        }
        let sorted = commits.sorted { $0.generation < $1.generation }
        if isNewer {
            verdict = .newer
        } else if let last = sorted.last, sorted.allSatisfy({ $0.fileID == last.fileID }) {
            let own = Int(last.generation % 2)
            let isChangeNamed =
                last.cutOff.map { Self.isNamed($0.checksums, in: slots[own], from: $0.offset + 4_096) } ?? false
            let isSlotNamed =
                format == .logged && commits.count == 1 && Self.wasAcknowledged(slots[1 - own], beside: last)
            verdict = isChangeNamed || isSlotNamed ? .damaged : .commit(last.payload, last.changes)
        }
    }

    /// Returns whether a change in the slot, from an offset on, names one of these as durable, or names one that a
    /// later change names so.
    private static func isNamed(_ checksums: [UInt64], in slot: [UInt8], from start: Int) -> Bool {
        stride(from: start, to: slot.count, by: 4_096).contains { offset in
            guard checksums.contains(slot.word(at: offset + 8)) else { return false }
            return slot.word(at: offset + 16) & 1 == 1
                || isNamed([slot.word(at: offset)], in: slot, from: offset + 4_096)
        }
    }

    /// Returns whether a slot that isn't whole was acknowledged after the commit beside it.
    private static func wasAcknowledged(_ slot: [UInt8], beside last: Commit) -> Bool {
        let magic: [UInt8] = [0x89, 0x53, 0x44, 0x52, 0x4c, 0x0d, 0x0a, 0x1a]
        let holds = slot.starts(with: magic) && checksum(slot[16..<60]) & 0xffff_ffff == slot.word(at: 56) >> 32
        var generation = slot.word(at: 24)
        if holds, generation > 0, generation < last.generation, generation % 2 != last.generation % 2,
            slot.word(at: 16) & 0xffff_ffff == 1, Array(slot[40..<56]) == last.fileID
        {
            return false
        }
        let length = slot.word(at: 32)
        let end = slot.starts(with: magic) && length <= 16_384 - 64 ? 64 + Int(length) : 64
        let checksums = [slot.word(at: 8), checksum(slot[16..<end])]
        if !holds {
            for neighbour in [last.generation - 1, last.generation + 1] {
                var other = slot
                other.put(word: neighbour, at: 24)
                if checksum(other[16..<end]) == slot.word(at: 8) { generation = neighbour }
            }
        }
        return generation != last.generation - 1 && isNamed(checksums, in: slot, from: 4_096)
    }

    private mutating func changes(in slot: [UInt8], behind end: Int, at start: Int) -> ([[UInt8]], CutOff?) {
        var changes: [[UInt8]] = []
        var previous = slot.word(at: 8)
        var offset = (end + 4_095) / 4_096 * 4_096
        while offset + 32 <= slot.count, slot.word(at: offset) != 0 || slot.word(at: offset + 8) != 0 {
            let stored = slot.word(at: offset)
            let isNamed = slot.word(at: offset + 8) == previous
            let length = slot.word(at: offset + 24)
            let recordEnd = length <= 16_384 ? offset + 32 + Int(length) : slot.count + 1
            let next = (recordEnd + 4_095) / 4_096 * 4_096
            guard next <= slot.count else {
                return (changes, isNamed ? CutOff(offset: offset, checksums: [stored]) : nil)
            }
            // The checksum that it has to name is known.
            var record = Array(slot[offset..<recordEnd])
            record.put(word: previous, at: 8)
            let computed = Self.checksum(record[8...])
            guard computed == stored else {
                return (changes, isNamed ? CutOff(offset: offset, checksums: [stored, computed]) : nil)
            }
            changes.append(Array(record[32...]))
            whole.append(start + offset..<start + recordEnd)
            previous = stored
            offset = next
        }
        return (changes, nil)
    }

    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        XXH64.checksum(of: Array(bytes), seed: 0x1A0A_0D4C_5244_5389)
    }
}
