import SiderealBase
import Testing

@Suite("a change appended after a slot") struct LogRecordTests {
    static let previous: UInt64 = 0x0123_4567_89AB_CDEF
    static let record = LogRecord(
        payload: Array("change".utf8), after: previous, isDurable: false, nonce: 0x1122_3344_5566_7788)

    static let golden: [UInt8] = [
        0x4E, 0x4D, 0x45, 0x9A, 0x6E, 0x18, 0x45, 0x8A,  // checksum
        0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01,  // the one before
        0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11,  // nonce
        0x06, 0, 0, 0, 0, 0, 0, 0,  // payload length
        0x63, 0x68, 0x61, 0x6E, 0x67, 0x65,  // change
    ]

    @Test("a change is encoded byte for byte in the frozen layout, and padded to 4 KiB")
    func goldenBytes() {
        #expect(Self.record.bytes == Self.golden + [UInt8](repeating: 0, count: 4096 - Self.golden.count))
    }

    @Test("a change of any size reads back with its length in bytes", arguments: [0, 1, 4064, 4065, 10_000])
    func roundTrip(count: Int) {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let record = LogRecord(payload: payload, after: Self.previous, isDurable: true, nonce: 3)
        #expect(record.payload == payload)
        #expect(record.bytes.count == LogRecord.span(of: count) && record.bytes.count % 4096 == 0)
        let first = Array(record.bytes.prefix(4096))
        let reading = LogRecord.read(first, after: Self.previous, room: 16_384)
        #expect(reading == (count > 4064 ? .needs(record.bytes.count) : .record(record, isWhole: true)))
        #expect(
            LogRecord.read(record.bytes + [9], after: Self.previous, room: 16_384) == .record(record, isWhole: true))
    }

    /// The same change tried again is another record, so changes that followed the first don't follow it.
    @Test("the same change with another nonce has another checksum")
    func noTwoAreAlike() {
        let other = LogRecord(payload: Array("change".utf8), after: Self.previous, isDurable: false, nonce: 2)
        #expect(other.checksum != Self.record.checksum)
    }

    /// A flip in known bytes is mended. Any other one leaves a change that was cut off, or one that was acknowledged
    /// and is damaged.
    @Test("a flipped bit in a change is detected, wherever it is")
    func everyBitCounts() throws {
        for index in 0..<4096 {
            for bit in 0..<8 {
                var bytes = Self.record.bytes
                bytes[index] ^= 1 << UInt8(bit)
                let reading = LogRecord.read(bytes, after: Self.previous, room: 4096)
                if 8..<16 ~= index || index >= Self.golden.count {
                    try #require(reading == .record(Self.record, isWhole: false), "byte \(index), bit \(bit)")
                } else {
                    guard case .cutOff(let checksums) = reading else { throw Unnoticed(index: index, bit: bit) }
                    // A later record that names it proves that it was acknowledged. Its bytes are known, apart from the
                    // length.
                    let isLengthKnown = !(24..<32 ~= index)
                    try #require(!isLengthKnown || checksums.contains(Self.record.checksum))
                }
            }
        }
    }

    private struct Unnoticed: Error {
        let index: Int
        let bit: Int
    }

    @Test("a change names the durable change before it, and proves nothing about other changes")
    func namesWhatWasDurable() {
        let (before, other) = (Self.record.checksum, Self.previous)
        let behind = LogRecord(payload: [1], after: before, isDurable: true, nonce: 2)
        var named = [other, before]
        #expect(LogRecord.prove(behind.header, oneOf: &named))
        named = [other]
        #expect(!LogRecord.prove(behind.header, oneOf: &named))
        #expect(named == [other])
    }

    @Test("a change that names other changes proves the changes that they name")
    func namedChangesAreProven() {
        let before = Self.record.checksum
        let first = LogRecord(payload: [1], after: before, isDurable: false, nonce: 3)
        let second = LogRecord(payload: [2], after: first.checksum, isDurable: true, nonce: 4)
        var named = [before]
        #expect(!LogRecord.prove(first.header, oneOf: &named))
        #expect(LogRecord.prove(second.header, oneOf: &named))
        // Without the change between them, the later one proves nothing.
        named = [before]
        #expect(!LogRecord.prove(second.header, oneOf: &named))
    }

    @Test("leftovers of older commits end the log, whatever they contain")
    func leftoversEndTheLog() {
        let leftover = LogRecord(payload: [UInt8](repeating: 7, count: 5_000), after: 99, isDurable: true, nonce: 5)
        #expect(LogRecord.read(leftover.bytes, after: Self.previous, room: 16_384) == .end)
        #expect(LogRecord.read(leftover.bytes, after: Self.previous, room: 4096) == .end)
    }

    @Test(
        "the bytes after a slot are a change, a part of a change, or the end of the log",
        arguments: [
            ([], 4096, .end), (Array(golden.prefix(31)), 4096, .end),
            ([UInt8](repeating: 0, count: 4096), 4096, .end),
            (record.bytes, 4095, .cutOff([record.checksum])), (record.bytes, 4096, .record(record, isWhole: true)),
            (golden, 4096, .needs(4096)),
        ] as [([UInt8], Int, LogRecord.Reading)])
    func judges(bytes: [UInt8], room: Int, as expected: LogRecord.Reading) {
        #expect(LogRecord.read(bytes, after: Self.previous, room: room) == expected)
    }

    @Test("a change that claims a huge length counts as cut off", arguments: [UInt8(0x7F), 0x80, 0xFF])
    func hugeLengthsAreNotBelieved(top: UInt8) {
        var bytes = Self.record.bytes
        for index in 24..<31 { bytes[index] = 0xFF }
        bytes[31] = top
        #expect(LogRecord.read(bytes, after: Self.previous, room: 1 << 30) == .cutOff([Self.record.checksum]))
    }
}
