import SiderealBase
import Testing

@Suite("one slot of a two-slot file") struct SlotTests {
    static let id = FileID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)
    static let slot = Slot(generation: 5, fileID: id, payload: Array("true time".utf8))

    /// The frozen layout, byte for byte: today's files have to stay readable.
    static let golden: [UInt8] = [
        0x89, 0x53, 0x44, 0x52, 0x4C, 0x0D, 0x0A, 0x1A,  // magic
        0xB8, 0x86, 0xEC, 0xEC, 0x43, 0x6A, 0x37, 0x82,  // checksum
        0x01, 0, 0, 0, 0x01, 0, 0, 0,  // version, and size of a slot
        0x05, 0, 0, 0, 0, 0, 0, 0,  // generation
        0x09, 0, 0, 0, 0, 0, 0, 0,  // payload length
        0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11, 0x00,  // identity
        0xFF, 0xEE, 0xDD, 0xCC, 0xBB, 0xAA, 0x99, 0x88,
        0, 0, 0, 0, 0xCF, 0x2A, 0x1D, 0x46,  // nonce, and check of the header
        0x74, 0x72, 0x75, 0x65, 0x20, 0x74, 0x69, 0x6D, 0x65,  // true time
    ]

    @Test("a slot is encoded byte for byte in the frozen layout")
    func goldenBytes() {
        #expect(Self.slot.bytes == Self.golden)
    }

    @Test("a payload of any size reads back, and bytes after the slot are ignored", arguments: [0, 1, 100, 5000])
    func roundTrip(count: Int) {
        let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
        let slot = Slot(generation: 8, fileID: Self.id, payload: payload)
        // Leftovers of a longer commit behind the slot don't count.
        let content = SlotContent(decoding: slot.bytes + [9, 9, 9], in: .zero, slotSize: 16_384)
        #expect(content == .valid(slot))
        #expect(slot.payload == payload)
        #expect(Slot.byteCount(announcedBy: slot.bytes, slotSize: 16_384) == slot.bytes.count)
    }

    @Test("a slot with a flipped bit anywhere is damaged")
    func everyBitCounts() {
        for index in Self.golden.indices {
            for bit in 0..<8 {
                var bytes = Self.golden
                bytes[index] ^= 1 << UInt8(bit)
                guard case .damaged = SlotContent(decoding: bytes, in: .one, slotSize: 16_384) else {
                    Issue.record("byte \(index), bit \(bit) does not count")
                    continue
                }
            }
        }
    }

    @Test("a flipped bit in a header makes the header invalid, unless the bit is in the slot's checksum")
    func everyBitOfAHeaderCounts() throws {
        #expect(SlotHeader(Self.golden)?.generation == 5)
        for index in 0..<Slot.headerCount where !(8..<16 ~= index) {
            for bit in 0..<8 {
                var bytes = Self.golden
                bytes[index] ^= 1 << UInt8(bit)
                try #require(SlotHeader(bytes) == nil, "byte \(index), bit \(bit)")
            }
        }
    }

    @Test("a slot of a file that was truncated or extended is damaged", arguments: [32_768, 49_152])
    func anotherLayoutIsDamage(slotSize: Int) {
        #expect(SlotContent(decoding: Self.golden, in: .one, slotSize: slotSize) == .damaged(.layout))
    }

    @Test("a slot that is truncated at any byte is damaged")
    func everyTruncationIsDamage() throws {
        for count in 0..<Self.golden.count {
            try #require(
                SlotContent(decoding: Array(Self.golden.prefix(count)), in: .one, slotSize: 16_384) == .damaged(.length)
            )
        }
    }

    @Test(
        "zeros read as an empty slot, an impossible header as damage, and newer versions are reported",
        arguments: [
            ([UInt8](repeating: 0, count: 64), SlotNumber.zero, SlotContent.empty),
            ([UInt8](repeating: 0, count: 63) + [1], .zero, .damaged(.magic)),
            (slot.bytes, .zero, .damaged(.generation)),
            (Slot(generation: 0, fileID: id, payload: []).bytes, .zero, .damaged(.generation)),
            (Slot(generation: .max, fileID: id, payload: []).bytes, .one, .damaged(.generation)),
            (Slot(generation: 1, fileID: id, payload: [], version: 0).bytes, .one, .damaged(.version)),
            (Slot(generation: 1, fileID: id, payload: [7], version: 2).bytes, .one, .newerVersion(2)),
            (Slot(generation: 1, fileID: id, payload: [7], version: .max).bytes, .zero, .newerVersion(.max)),
        ])
    func decodes(_ bytes: [UInt8], in number: SlotNumber, to expected: SlotContent) {
        #expect(SlotContent(decoding: bytes, in: number, slotSize: 16_384) == expected)
    }

    @Test("a slot that claims a huge length is damaged, and only its header is read")
    func hugeLengthsAreNotBelieved() {
        var bytes = Self.golden
        for index in 32..<40 { bytes[index] = 0xFF }
        #expect(SlotContent(decoding: bytes, in: .one, slotSize: 16_384) == .damaged(.length))
        #expect(Slot.byteCount(announcedBy: bytes, slotSize: 16_384) == Slot.headerCount)
        #expect(Slot.byteCount(announcedBy: [], slotSize: 16_384) == Slot.headerCount)
    }
}

@Suite("the layout of a two-slot file") struct SlotLayoutTests {
    @Test(
        "a file of an invalid size has no layout",
        arguments: [-1, 0, 1, 16_384, 32_767, 32_769, 49_152, 1 << 31 + 32_768, .max] as [Int64])
    func otherSizesAreNone(size: Int64) {
        #expect(SlotLayout(fileSize: size) == nil)
    }

    @Test(
        "a slot has room for its payload, and starts at a multiple of 16 KiB",
        arguments: [(0, 16_384), (13_000, 16_384), (17_000, 32_768), (1 << 20, 1_327_104)])
    func roomToGrow(payload: Int, slotSize: Int) throws {
        let layout = try #require(SlotLayout(holding: payload))
        #expect(layout.slotSize == slotSize)
        #expect(layout.capacity >= payload)
        #expect(SlotLayout(fileSize: layout.fileSize) == layout)
        #expect(layout.offset(of: .one) % 16_384 == 0)
    }

    @Test(
        "a logged slot has as much room for changes as for its payload, within limits",
        arguments: [(0, 16_384), (4_000, 16_384), (5_000, 32_768), (100_000, 212_992), (1 << 26, 83_902_464)])
    func roomForRecords(payload: Int, slotSize: Int) throws {
        let layout = try #require(SlotLayout(holding: payload, .logged))
        #expect(layout.slotSize == slotSize)
        #expect(SlotLayout(fileSize: layout.fileSize) == layout)
        #expect(layout.suits(payload, .logged))
    }

    @Test(
        "a layout suits payloads near the size for which it was made",
        arguments: [
            (100_000, 100_000, true), (100_000, 150_000, true), (100_000, 180_000, false), (100_000, 300_000, false),
            (100_000, 30_000, true), (100_000, 20_000, false), (100_000, 0, false), (4_000, 0, true),
        ])
    func suits(made: Int, now: Int, expected: Bool) throws {
        #expect(try #require(SlotLayout(holding: made, .logged)).suits(now, .logged) == expected)
    }

    @Test("a payload that is larger than the largest slot, or has a negative size, has no layout")
    func limits() {
        let largest = SlotLayout.maximumSlotSize - Slot.headerCount
        #expect(SlotLayout(holding: largest)?.capacity == largest)
        #expect(SlotLayout(holding: largest + 1) == nil)
        #expect(SlotLayout(holding: .max) == nil)
        #expect(SlotLayout(holding: -1) == nil)
    }
}

@Suite("two slots judged together") struct SlotPairTests {
    static func slot(_ generation: UInt64, high: UInt64 = 1) -> Slot {
        Slot(
            generation: generation, fileID: FileID(high: high, low: 0),
            payload: [UInt8(truncatingIfNeeded: generation)])
    }

    @Test(
        "the newer intact slot is current, unless a slot has a newer version or belongs to another file",
        arguments: [
            (.valid(slot(4)), .valid(slot(3)), .current(slot(4), torn: nil)),
            (.valid(slot(4)), .valid(slot(5)), .current(slot(5), torn: nil)),
            // Zeros in place of a commit, of the one before or of a later one.
            (.empty, .valid(slot(9)), .current(slot(9), torn: .zeroed)),
            (.valid(slot(8)), .empty, .current(slot(8), torn: .zeroed)),
            (.valid(slot(4)), .damaged(.checksum), .current(slot(4), torn: .checksum)),
            (.damaged(.magic), .valid(slot(5)), .current(slot(5), torn: .magic)),
            (.valid(slot(4)), .valid(slot(5, high: 2)), .damaged(.differentFiles)),
            (.empty, .empty, .damaged(.bothSlots(nil, nil))),
            (.damaged(.length), .empty, .damaged(.bothSlots(.length, nil))),
            (.empty, .damaged(.magic), .damaged(.bothSlots(nil, .magic))),
            (.damaged(.length), .damaged(.magic), .damaged(.bothSlots(.length, .magic))),
            (.newerVersion(2), .valid(slot(5)), .newerVersion(2)),
            (.valid(slot(4)), .newerVersion(3), .newerVersion(3)),
            (.newerVersion(2), .newerVersion(3), .newerVersion(3)),
            (.damaged(.checksum), .newerVersion(2), .newerVersion(2)),
            (.newerVersion(2), .empty, .newerVersion(2)),
        ] as [(SlotContent, SlotContent, SlotPair)])
    func judges(zero: SlotContent, one: SlotContent, as expected: SlotPair) {
        #expect(SlotPair(zero, one) == expected)
    }
}
