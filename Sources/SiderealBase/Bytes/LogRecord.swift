/// A change that was appended after a slot's payload. The file contains the slot with all its records applied, in
/// order.
///
/// Records use the free space of the slot. Each record begins at a block boundary, so it never shares a block with an
/// acknowledged record. Each record contains the checksum of the bytes before it, so old bytes of earlier commits never
/// match. The layout is frozen and little-endian:
///
/// | Offset | Bytes | Field |
/// |---|---|---|
/// | 0 | 8 | XXH64, seeded with the slots' magic, of everything from offset 8 to the end of the payload |
/// | 8 | 8 | the checksum of the previous record, or of the slot |
/// | 16 | 8 | a random number, so a repeated change is another record; lowest bit: the bytes before it were durable |
/// | 24 | 8 | payload length |
/// | 32 | | payload, and zeros up to the next block |
package struct LogRecord: Equatable, Sendable {
    package static let headerCount = 32
    /// The size of a block. The system can write whole blocks without reading them first.
    package static let block = 4096

    /// Header, payload and padding, exactly as written.
    package let bytes: [UInt8]

    package var checksum: UInt64 { bytes.word(at: 0) }
    package var header: [UInt8] { Array(bytes.prefix(Self.headerCount)) }
    package var payload: [UInt8] {
        Array(bytes.dropFirst(Self.headerCount).prefix(Int(clamping: bytes.word(at: 24))))
    }

    /// Lays out a change after the bytes whose checksum is `previous`. `isDurable` is true if those bytes are known to
    /// be durable.
    package init(payload: [UInt8], after previous: UInt64, isDurable: Bool, nonce: UInt64) {
        var bytes = [UInt8](repeating: 0, count: Self.headerCount)
        bytes.reserveCapacity(Self.span(of: payload.count))
        bytes.put(word: previous, at: 8)
        bytes.put(word: isDurable ? nonce | 1 : nonce & ~1, at: 16)
        bytes.put(word: UInt64(payload.count), at: 24)
        bytes += payload
        bytes.put(word: XXH64.checksum(of: bytes, skipping: 8, seed: Slot.magic), at: 0)
        bytes.append(contentsOf: repeatElement(0, count: Self.span(of: payload.count) &- bytes.count))
        self.bytes = bytes
    }

    private init(verified bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Returns the number of bytes of a record with `payloadCount` bytes of payload.
    package static func span(of payloadCount: Int) -> Int { roundedUp(headerCount &+ payloadCount) }

    /// Returns the offset of the first record in a slot with `payloadCount` bytes of payload.
    package static func start(behind payloadCount: Int) -> Int { roundedUp(Slot.headerCount &+ payloadCount) }

    private static func roundedUp(_ count: Int) -> Int { (count &+ block &- 1) / block &* block }

    /// Returns whether a header contains the checksum of the bytes before it.
    package static func follows(_ header: [UInt8], _ previous: UInt64) -> Bool {
        header.count >= headerCount && header.word(at: 8) == previous
    }

    /// Returns whether the headers of later records, in their order, prove that the bytes with one of these checksums
    /// were durable. If so, those bytes were acknowledged, so they are not a write that was cut off.
    ///
    /// The record after the bytes does not always state that the bytes were durable, but a later record can. So this
    /// method adds the checksum of each record that follows to `checksums`.
    package static func prove(_ header: [UInt8], oneOf checksums: inout [UInt64]) -> Bool {
        guard header.count >= headerCount, checksums.contains(header.word(at: 8)) else { return false }
        checksums.append(header.word(at: 0))
        return header.word(at: 16) & 1 == 1
    }

    /// The content after the last known record.
    package enum Reading: Equatable, Sendable {
        /// No record follows. Bytes of older commits may come after the last record.
        case end
        /// The reader needs more bytes. The value is the number of bytes that it needs.
        case needs(Int)
        /// An incomplete or damaged record. The value lists the checksums of this record that a later record may
        /// contain.
        case cutOff([UInt64])
        /// A record. `isWhole` is false if the reader restored damaged bits.
        case record(LogRecord, isWhole: Bool)
    }

    /// Reads the bytes that follow the bytes whose checksum is `previous`. A record has at most `room` bytes.
    package static func read(_ bytes: [UInt8], after previous: UInt64, room: Int) -> Reading {
        // Until another write, zeros follow the last record.
        guard bytes.count >= headerCount, bytes.word(at: 0) != 0 || bytes.word(at: 8) != 0 else { return .end }
        let isNamed = follows(bytes, previous)
        guard let count = Int(exactly: bytes.word(at: 24)), count <= room &- headerCount, span(of: count) <= room else {
            return isNamed ? .cutOff([bytes.word(at: 0)]) : .end
        }
        let span = span(of: count)
        guard bytes.count >= span else { return .needs(span) }
        var padded = bytes.count == span ? bytes : Array(bytes.prefix(span))
        // A record here must contain the checksum `previous`, so use that value. With it, bytes of older commits don't
        // match their own checksum, but a record with damage in this field does.
        padded.put(word: previous, at: 8)
        let covered = Array(padded.prefix(headerCount &+ count))
        let checksum = XXH64.checksum(of: covered, skipping: 8, seed: Slot.magic)
        guard checksum == bytes.word(at: 0) else { return isNamed ? .cutOff([bytes.word(at: 0), checksum]) : .end }
        // The checksum does not cover the padding, which consists of zeros.
        for index in covered.count..<span { padded[index] = 0 }
        return .record(LogRecord(verified: padded), isWhole: padded.elementsEqual(bytes.prefix(span)))
    }
}
