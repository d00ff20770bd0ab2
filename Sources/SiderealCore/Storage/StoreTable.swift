/// Why bytes are no table of a store.
package enum StoreTableError: Error, Equatable, Sendable {
    /// A later format, to be left alone.
    case newerVersion(UInt32)
    /// Nothing that was ever written.
    case malformed
}

/// All keys of a store with the bytes of their values, as they lie in a slot.
///
/// The payload, little-endian: the format's version and the number of entries, 32 bits each; then each entry: length of the
/// name and of the value, 32 bits each, the name in UTF-8, the value. Nothing follows. Entries keep the order in which they
/// were first set.
package struct StoreTable: Sendable {
    package static let version: UInt32 = 1
    private static let start = Slot.headerCount
    private static let prefix = 8

    private struct Entry: Sendable {
        /// Where the entry begins, at the length of its name.
        var offset: Int
        let nameCount: Int
        let valueCount: Int

        var valueOffset: Int { offset &+ StoreTable.prefix &+ nameCount }
        var end: Int { valueOffset &+ valueCount }
    }

    /// A slot: room for its header, or the header, and the payload.
    package private(set) var slotBytes: [UInt8]
    private var entries: [Entry] = []
    private var positions: [ExactName: Int] = [:]

    /// No keys at all.
    package init() {
        self.init(reusing: [], capacity: Self.start &+ Self.prefix)
    }

    private init(reusing spare: consuming [UInt8], capacity: Int) {
        spare.removeAll(keepingCapacity: true)
        slotBytes = spare
        slotBytes.reserveCapacity(capacity)
        slotBytes.append(contentsOf: repeatElement(0, count: Self.start))
        slotBytes.append(half: Self.version)
        slotBytes.append(half: 0)
    }

    /// Reads a payload.
    package init(payload: [UInt8]) throws(StoreTableError) {
        var bytes = SlotDraft.room(for: payload.count)
        bytes.append(contentsOf: payload)
        try self.init(slotBytes: bytes)
    }

    /// Reads a slot whose checksum has been verified.
    package init(slotBytes: [UInt8]) throws(StoreTableError) {
        self.slotBytes = slotBytes
        guard slotBytes.count >= Self.start &+ Self.prefix else { throw .malformed }
        let version = slotBytes.half(at: Self.start)
        guard version != 0 else { throw .malformed }
        guard version == Self.version else { throw .newerVersion(version) }
        let count = Int(clamping: slotBytes.half(at: Self.start &+ 4))
        // Each entry takes its lengths at least: a wrong number reserves no memory.
        guard count <= slotBytes.count / Self.prefix else { throw .malformed }
        entries.reserveCapacity(count)
        positions.reserveCapacity(count)
        var offset = Self.start &+ Self.prefix
        for position in 0..<count {
            guard slotBytes.count &- offset >= Self.prefix else { throw .malformed }
            let entry = Entry(
                offset: offset, nameCount: Int(clamping: slotBytes.half(at: offset)),
                valueCount: Int(clamping: slotBytes.half(at: offset &+ 4)))
            // Differences, and the name's length first: no sum of lengths overflows, on 32 bits either.
            guard entry.nameCount <= slotBytes.count &- offset &- Self.prefix,
                entry.valueCount <= slotBytes.count &- entry.valueOffset
            else { throw .malformed }
            let name = ExactName(
                String(decoding: slotBytes[(offset &+ Self.prefix)..<entry.valueOffset], as: UTF8.self))
            guard positions.updateValue(position, forKey: name) == nil else { throw .malformed }
            entries.append(entry)
            offset = entry.end
        }
        guard offset == slotBytes.count else { throw .malformed }
    }

    package var count: Int { entries.count }
    package var names: [ExactName] { positions.keys.sorted() }
    package var payload: [UInt8] { Array(slotBytes[Self.start...]) }

    /// The bytes of a value; nil where the key is absent.
    package func value(of name: ExactName) -> ArraySlice<UInt8>? {
        guard let position = positions[name] else { return nil }
        let entry = entries[position]
        return slotBytes[entry.valueOffset..<entry.end]
    }

    package func contains(_ name: ExactName) -> Bool { positions[name] != nil }

    /// The table after some keys were set, or removed where the new bytes are nil. O(bytes), one copy of them.
    ///
    /// `spare` is bytes of a table that nobody needs any more: their memory is used again, because a fresh megabyte costs the
    /// kernel more than the copy into it.
    package func applying(_ changes: [ExactName: [UInt8]?], reusing spare: consuming [UInt8] = []) -> StoreTable {
        var replaced: [(position: Int, name: ExactName, bytes: [UInt8]?)] = []
        var added: [(name: ExactName, bytes: [UInt8])] = []
        var growth = 0
        for (name, bytes) in changes {
            growth &+= Self.prefix &+ name.text.utf8.count &+ (bytes?.count ?? 0)
            if let position = positions[name] {
                replaced.append((position, name, bytes))
            } else if let bytes {
                added.append((name, bytes))
            }
        }
        replaced.sort { $0.position < $1.position }
        added.sort { $0.name < $1.name }
        return rebuilt(replacing: replaced, adding: added, reusing: spare, capacity: slotBytes.count &+ growth)
    }

    private func rebuilt(
        replacing replaced: [(position: Int, name: ExactName, bytes: [UInt8]?)],
        adding added: [(name: ExactName, bytes: [UInt8])], reusing spare: consuming [UInt8], capacity: Int
    ) -> StoreTable {
        var new = StoreTable(reusing: spare, capacity: capacity)
        new.entries.reserveCapacity(entries.count &+ added.count)
        let removesAny = replaced.contains { $0.bytes == nil }
        new.positions = removesAny ? [:] : positions
        var next = 0
        for change in replaced {
            new.take(entries[next..<change.position], of: self)
            if let bytes = change.bytes { new.append(change.name, bytes) }
            next = change.position &+ 1
        }
        new.take(entries[next...], of: self)
        if removesAny {
            // What follows a removed entry has moved up.
            for (position, entry) in new.entries.enumerated() {
                let name = new.slotBytes[(entry.offset &+ Self.prefix)..<entry.valueOffset]
                new.positions[ExactName(String(decoding: name, as: UTF8.self))] = position
            }
        }
        for (name, bytes) in added {
            new.positions[name] = new.entries.count
            new.append(name, bytes)
        }
        new.slotBytes.put(half: UInt32(truncatingIfNeeded: new.entries.count), at: Self.start &+ 4)
        return new
    }

    /// Appends entries of another table, their bytes as one piece.
    private mutating func take(_ other: ArraySlice<Entry>, of table: StoreTable) {
        guard let first = other.first, let last = other.last else { return }
        let shift = slotBytes.count &- first.offset
        slotBytes.append(contentsOf: table.slotBytes[first.offset..<last.end])
        for entry in other {
            var moved = entry
            moved.offset &+= shift
            entries.append(moved)
        }
    }

    private mutating func append(_ name: ExactName, _ bytes: [UInt8]) {
        let nameCount = name.text.utf8.count
        entries.append(Entry(offset: slotBytes.count, nameCount: nameCount, valueCount: bytes.count))
        slotBytes.append(half: UInt32(truncatingIfNeeded: nameCount))
        slotBytes.append(half: UInt32(truncatingIfNeeded: bytes.count))
        slotBytes.append(contentsOf: name.text.utf8)
        slotBytes.append(contentsOf: bytes)
    }

    /// Gives the bytes away to be written, so that they need not be copied; until they are back the table has no values.
    package mutating func giveBytes() -> SlotDraft {
        var given: [UInt8] = []
        swap(&given, &slotBytes)
        return SlotDraft(withRoom: given)
    }

    /// Takes the bytes back, now with their header.
    package mutating func takeBack(_ bytes: [UInt8]) {
        slotBytes = bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(half: UInt32) {
        for shift in 0..<4 {
            append(UInt8(truncatingIfNeeded: half &>> (UInt32(shift) &* 8)))
        }
    }

    fileprivate mutating func put(half: UInt32, at offset: Int) {
        for index in 0..<4 {
            self[offset &+ index] = UInt8(truncatingIfNeeded: half &>> (UInt32(index) &* 8))
        }
    }

    fileprivate func half(at offset: Int) -> UInt32 {
        var half: UInt32 = 0
        for index in 0..<4 {
            half |= UInt32(self[offset &+ index]) &<< (UInt32(index) &* 8)
        }
        return half
    }
}
