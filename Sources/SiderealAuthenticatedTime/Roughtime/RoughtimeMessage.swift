/// A Roughtime message (RFC 10049, section 4). A message maps tags to values. A value can itself be a message.
package struct RoughtimeMessage: Sendable, Equatable {
    /// The registered tags, as numbers. The lowest byte of a number is the first letter of its tag.
    package enum Tag: UInt32, Sendable, CaseIterable {
        case signature = 0x0047_4953  // SIG
        case version = 0x0052_4556  // VER
        case server = 0x0056_5253  // SRV
        case nonce = 0x434E_4F4E  // NONC
        case delegation = 0x454C_4544  // DELE
        case type = 0x4550_5954  // TYPE
        case path = 0x4854_4150  // PATH
        case radius = 0x4944_4152  // RADI
        case publicKey = 0x4B42_5550  // PUBK
        case midpoint = 0x5044_494D  // MIDP
        case response = 0x5045_5253  // SREP
        case versions = 0x5352_4556  // VERS
        case earliest = 0x544E_494D  // MINT
        case root = 0x544F_4F52  // ROOT
        case certificate = 0x5452_4543  // CERT
        case latest = 0x5458_414D  // MAXT
        case index = 0x5844_4E49  // INDX
        case padding = 0x5A5A_5A5A  // ZZZZ

        /// The letters of the tag.
        package var letters: String {
            String(decoding: rawValue.littleEndianBytes.filter { $0 != 0 }, as: UTF8.self)
        }
    }

    private let values: [UInt32: [UInt8]]

    /// Reads a message that fills the given bytes. The message may have unregistered tags, which this initializer
    /// ignores.
    package init(_ bytes: [UInt8]) throws(RoughtimeError) {
        guard let count = bytes.littleEndian32(at: 0).map({ Int($0) }), count > 0, count <= bytes.count / 8 else {
            throw .badHeader
        }
        // The header contains the number of values, an offset for each value except the first, and the tags.
        let start = 8 * count
        var tags: [UInt32] = []
        var offsets = [0]
        for index in 0..<count {
            guard let tag = bytes.littleEndian32(at: 4 * (count + index)) else { throw .badHeader }
            guard tags.last.map({ $0 < tag }) ?? true else { throw .badTagOrder }
            tags.append(tag)
            guard index > 0 else { continue }
            guard let offset = bytes.littleEndian32(at: 4 * index).map({ Int($0) }) else { throw .badHeader }
            guard offset % 4 == 0, let last = offsets.last, offset >= last, offset <= bytes.count - start else {
                throw .badOffsets
            }
            offsets.append(offset)
        }
        offsets.append(bytes.count - start)
        var values: [UInt32: [UInt8]] = [:]
        for (index, tag) in tags.enumerated() {
            values[tag] = Array(bytes[start + offsets[index]..<start + offsets[index + 1]])
        }
        self.values = values
    }

    /// Reads a packet. A packet consists of "ROUGHTIM", the message's length, and the message.
    package init(packet bytes: [UInt8]) throws(RoughtimeError) {
        guard bytes.count >= 12, Array(bytes[..<8]) == Self.magic, let length = bytes.littleEndian32(at: 8) else {
            throw .notFramed
        }
        guard Int(length) == bytes.count - 12 else { throw .badLength(claimed: length, count: bytes.count - 12) }
        try self.init(Array(bytes[12...]))
    }

    private static let magic = Array("ROUGHTIM".utf8)

    // MARK: - Values

    package func value(_ tag: Tag) -> [UInt8]? { values[tag.rawValue] }

    func value(_ tag: Tag, count: Int) throws(RoughtimeError) -> [UInt8] {
        guard let value = value(tag) else { throw .missing(tag) }
        guard value.count == count else { throw .badSize(tag, value.count) }
        return value
    }

    func integer32(_ tag: Tag) throws(RoughtimeError) -> UInt32 {
        try value(tag, count: 4).littleEndian32(at: 0) ?? 0
    }

    func integer64(_ tag: Tag) throws(RoughtimeError) -> UInt64 {
        let value = try value(tag, count: 8)
        return UInt64(value.littleEndian32(at: 4) ?? 0) << 32 | UInt64(value.littleEndian32(at: 0) ?? 0)
    }

    /// Returns a list of versions: 1 to 32 numbers in ascending order.
    func versionList(_ tag: Tag) throws(RoughtimeError) -> [UInt32] {
        guard let value = value(tag) else { throw .missing(tag) }
        guard value.count % 4 == 0, (1...32).contains(value.count / 4) else { throw .badSize(tag, value.count) }
        let versions = stride(from: 0, to: value.count, by: 4).compactMap { value.littleEndian32(at: $0) }
        guard zip(versions, versions.dropFirst()).allSatisfy({ $0 < $1 }) else { throw .badVersionList }
        return versions
    }

    func message(_ tag: Tag) throws(RoughtimeError) -> (bytes: [UInt8], message: RoughtimeMessage) {
        guard let value = value(tag) else { throw .missing(tag) }
        return (value, try RoughtimeMessage(value))
    }

    // MARK: - Writing

    /// Returns the bytes of a message. The length of each value must be a multiple of four bytes, and each tag may
    /// occur only once.
    package static func bytes(_ fields: [(Tag, [UInt8])]) -> [UInt8] {
        let fields = fields.sorted { $0.0.rawValue < $1.0.rawValue }
        var bytes = UInt32(truncatingIfNeeded: fields.count).littleEndianBytes
        var offset = 0
        for (_, value) in fields.dropLast() {
            offset += value.count
            bytes += UInt32(truncatingIfNeeded: offset).littleEndianBytes
        }
        for (tag, _) in fields { bytes += tag.rawValue.littleEndianBytes }
        for (_, value) in fields { bytes += value }
        return bytes
    }

    /// Returns the packet that contains a message.
    package static func packet(_ message: [UInt8]) -> [UInt8] {
        magic + UInt32(truncatingIfNeeded: message.count).littleEndianBytes + message
    }
}

extension FixedWidthInteger {
    /// The number's bytes, least significant byte first.
    package var littleEndianBytes: [UInt8] {
        stride(from: 0, to: Self.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: self >> $0) }
    }
}

extension [UInt8] {
    /// Reads a little-endian integer. Returns `nil` if there are fewer than four bytes from `start` on.
    func littleEndian32(at start: Int) -> UInt32? {
        guard start >= 0, start <= count - 4 else { return nil }
        var value: UInt32 = 0
        for byte in self[start..<start + 4].reversed() { value = value << 8 | UInt32(byte) }
        return value
    }
}
