package import SiderealBase

/// An error that makes bytes unusable as a store's table.
package enum StoreTableError: Error, Equatable, Sendable {
    /// The bytes have a later format, so this version must not change them.
    case newerVersion(UInt32)
    /// The bytes have a form that no store ever wrote.
    case malformed
}

/// All keys of a store with the bytes of their values. The cost of a change depends only on the size of the change.
///
/// All numbers have 32 bits, and are little-endian. The payload has these parts, and nothing after them:
/// 1. the version of the format
/// 2. the number of entries
/// 3. the entries, each with the length of the name, the length of the value, the name in UTF-8, and the value
///
/// A change has the same form. In a change, an entry removes its key if the length of its value is the greatest
/// possible number. Such an entry has no value.
package struct StoreTable: Sendable {
    package static let version: UInt32 = 1
    private static let removal = UInt32.max

    private var entries: [(name: ExactName, bytes: [UInt8])] = []
    private var positions: [ExactName: Int] = [:]
    /// The size of the payload, in bytes.
    package private(set) var payloadCount = 8

    /// Creates a table without keys.
    package init() {}

    /// Reads a payload and the changes that follow it.
    package init(payload: [UInt8], changes: [[UInt8]] = []) throws(StoreTableError) {
        try Self.read(payload) { name, bytes, count throws(StoreTableError) in
            if entries.isEmpty {
                entries.reserveCapacity(count)
                positions.reserveCapacity(count)
            }
            guard let bytes, positions[name] == nil else { throw .malformed }
            set(bytes, name)
        }
        for change in changes {
            try Self.read(change) { name, bytes, _ in set(bytes, name) }
        }
    }

    package var count: Int { entries.count }
    package var names: [ExactName] { positions.keys.sorted() }

    /// Returns the bytes of a value, or `nil` if the key is absent.
    package func value(of name: ExactName) -> [UInt8]? { positions[name].map { entries[$0].bytes } }

    package func contains(_ name: ExactName) -> Bool { positions[name] != nil }

    /// Sets the values of keys. If the new bytes of a key are `nil`, removes the key.
    package mutating func apply(_ changes: [ExactName: [UInt8]?]) {
        // Apply the changes in a fixed order, so that every process has the same order of entries.
        for (name, bytes) in changes.sorted(by: { $0.key < $1.key }) { set(bytes, name) }
    }

    /// Returns the size of the payload after changes, in bytes.
    package func payloadCount(after changes: [ExactName: [UInt8]?]) -> Int {
        changes.reduce(payloadCount) { $0 &+ growth(to: $1.value, $1.key) }
    }

    /// Returns the number of bytes that a change adds to the payload.
    private func growth(to bytes: [UInt8]?, _ name: ExactName) -> Int {
        let size = { (bytes: [UInt8]?) in bytes.map { 8 &+ name.text.utf8.count &+ $0.count } ?? 0 }
        return size(bytes) &- size(value(of: name))
    }

    private mutating func set(_ bytes: [UInt8]?, _ name: ExactName) {
        payloadCount &+= growth(to: bytes, name)
        switch (bytes, positions[name]) {
        case (let bytes?, let position?): entries[position].bytes = bytes
        case (let bytes?, nil):
            positions[name] = entries.count
            entries.append((name, bytes))
        case (nil, let position?):
            positions[name] = nil
            // Move the last entry to the free position.
            let last = entries.removeLast()
            if position < entries.count {
                entries[position] = last
                positions[last.name] = position
            }
        case (nil, nil): break
        }
    }

    // MARK: - Bytes

    /// The whole table, with room for a slot's header. Each access takes O(bytes).
    package var draft: SlotDraft {
        var bytes = SlotDraft.room(for: payloadCount)
        write(to: &bytes)
        return SlotDraft(withRoom: bytes)
    }

    package var payload: [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(payloadCount)
        write(to: &bytes)
        return bytes
    }

    private func write(to bytes: inout [UInt8]) {
        Self.write(entries.count, to: &bytes)
        for entry in entries { Self.write(entry.bytes, entry.name, to: &bytes) }
    }

    /// Returns the bytes of a change, which follow a payload.
    package static func change(_ changes: [ExactName: [UInt8]?]) -> [UInt8] {
        var bytes: [UInt8] = []
        write(changes.count, to: &bytes)
        for (name, value) in changes.sorted(by: { $0.key < $1.key }) { write(value, name, to: &bytes) }
        return bytes
    }

    /// Parses the bytes of a change. If a key's new bytes are `nil`, the change removes the key.
    package static func changes(in bytes: [UInt8]) throws(StoreTableError) -> [ExactName: [UInt8]?] {
        var changes: [ExactName: [UInt8]?] = [:]
        try read(bytes) { name, value, _ in changes[name] = .some(value) }
        return changes
    }

    private static func write(_ count: Int, to bytes: inout [UInt8]) {
        bytes.append(half: version)
        bytes.append(half: UInt32(truncatingIfNeeded: count))
    }

    private static func write(_ value: [UInt8]?, _ name: ExactName, to bytes: inout [UInt8]) {
        bytes.append(half: UInt32(truncatingIfNeeded: name.text.utf8.count))
        bytes.append(half: value.map { UInt32(truncatingIfNeeded: $0.count) } ?? removal)
        bytes.append(contentsOf: name.text.utf8)
        if let value { bytes.append(contentsOf: value) }
    }

    private static func read(
        _ bytes: [UInt8], _ take: (ExactName, [UInt8]?, _ count: Int) throws(StoreTableError) -> Void
    ) throws(StoreTableError) {
        guard bytes.count >= 8 else { throw .malformed }
        let version = bytes.half(at: 0)
        guard version != 0 else { throw .malformed }
        guard version == Self.version else { throw .newerVersion(version) }
        let count = Int(clamping: bytes.half(at: 4))
        // Each entry has at least two lengths of four bytes. Without this check, a wrong count could reserve too much
        // memory.
        guard count <= bytes.count / 8 else { throw .malformed }
        var offset = 8
        for _ in 0..<count {
            guard bytes.count &- offset >= 8 else { throw .malformed }
            let nameCount = Int(clamping: bytes.half(at: offset))
            let length = bytes.half(at: offset &+ 4)
            let valueCount = length == removal ? 0 : Int(clamping: length)
            let start = offset &+ 8
            // Compare each length with the bytes that remain, the name's length first, because a sum of lengths can
            // overflow on 32 bits.
            guard nameCount <= bytes.count &- start, valueCount <= bytes.count &- start &- nameCount else {
                throw .malformed
            }
            let value = start &+ nameCount
            let name = ExactName(String(decoding: bytes[start..<value], as: UTF8.self))
            offset = value &+ valueCount
            try take(name, length == removal ? nil : Array(bytes[value..<offset]), count)
        }
        guard offset == bytes.count else { throw .malformed }
    }
}

extension [UInt8] {
    fileprivate mutating func append(half: UInt32) {
        for shift in 0..<4 {
            append(UInt8(truncatingIfNeeded: half &>> (UInt32(shift) &* 8)))
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
