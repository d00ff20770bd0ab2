/// The identity of one physical two-slot file: a random number, and a checksum of the number and the file's name. The
/// library draws a new number when it creates the file, and again when the file grows.
///
/// After a crash or a partial restore, blocks of another file may appear in a slot. Those blocks have another identity.
/// If another program exchanges two files, their names no longer match their identities.
package struct FileID: Equatable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Creates the identity of a file with this name. The name has no directory, because directories may move.
    ///
    /// Some file systems find a file by several spellings of its name. In ASCII, these spellings differ only in upper
    /// and lower case. The identity contains no other names.
    package init(random: UInt64, name: String) {
        let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
        self.init(high: random, low: XXH64.checksum(of: isASCII ? name.utf8.map { $0 | 0x20 } : [], seed: random))
    }

    /// Returns whether a file with this identity can have this name. If the identity has no name, or if this name is
    /// not ASCII, the result is `true`.
    package func belongs(to name: String) -> Bool {
        let nameless = FileID(random: high, name: "")
        let named = FileID(random: high, name: name)
        return self == named || self == nameless || named == nameless
    }
}

/// One of the two places in the file for commits. Commits use the two places in turn.
package enum SlotNumber: Sendable, Equatable {
    case zero
    case one

    /// Creates the number of the slot that holds a generation: slot 0 for even generations, slot 1 for odd ones.
    package init(of generation: UInt64) {
        self = generation & 1 == 0 ? .zero : .one
    }

    package var other: SlotNumber { self == .zero ? .one : .zero }
}

/// A commit as a slot stores it: a header, and the payload that the header covers.
///
/// The layout is frozen and little-endian. A later format changes the version and keeps the header:
///
/// | Offset | Bytes | Field |
/// |---|---|---|
/// | 0 | 8 | magic, `89 53 44 52 4C 0D 0A 1A` |
/// | 8 | 8 | XXH64, seeded with the magic, of everything from offset 16 to the end of the payload |
/// | 16 | 4 | format version, 1 |
/// | 20 | 4 | size of a slot in multiples of 16,384 bytes, to detect a file that was truncated or extended |
/// | 24 | 8 | generation, at least 1; its parity is the slot's number |
/// | 32 | 8 | payload length |
/// | 40 | 8 | a random number of the file |
/// | 48 | 8 | XXH64, seeded with that number, of the file's name if it is ASCII; bit 5 of each byte is set |
/// | 56 | 4 | a random number, or zero, so a repeated commit has other bytes |
/// | 60 | 4 | half of the XXH64, seeded with the magic, of offsets 16 to 60, to check a header alone |
/// | 64 | | payload |
///
/// If the file's owner appends changes, records follow (`LogRecord`).
package struct Slot: Equatable, Sendable {
    package static let headerCount = 64
    package static let version: UInt32 = 1
    static let magic: UInt64 = 0x1A0A_0D4C_5244_5389

    package let generation: UInt64
    package let fileID: FileID
    let slotSize: Int
    /// Header and payload, exactly as written.
    package let bytes: [UInt8]

    package var checksum: UInt64 { bytes.word(at: 8) }
    package var number: SlotNumber { SlotNumber(of: generation) }
    package var payload: [UInt8] { Array(bytes.dropFirst(Self.headerCount)) }
    package var payloadCount: Int { max(0, bytes.count &- Self.headerCount) }

    /// Lays out a commit.
    package init(
        generation: UInt64, fileID: FileID, slotSize: Int = SlotLayout.alignment, nonce: UInt64 = 0, payload: [UInt8],
        version: UInt32 = Slot.version
    ) {
        self.init(
            generation: generation, fileID: fileID, slotSize: slotSize, nonce: nonce, SlotDraft(payload: payload),
            version: version)
    }

    /// Lays out a commit in the draft's own memory.
    package init(
        generation: UInt64, fileID: FileID, slotSize: Int, nonce: UInt64, _ draft: consuming SlotDraft,
        version: UInt32 = Slot.version
    ) {
        self.generation = generation
        self.fileID = fileID
        self.slotSize = slotSize
        var bytes = draft.take()
        let payloadCount = UInt64(bytes.count &- Self.headerCount)
        bytes.put(word: Self.magic, at: 0)
        bytes.put(word: UInt64(version) | Self.units(of: slotSize) &<< 32, at: 16)
        bytes.put(word: generation, at: 24)
        bytes.put(word: payloadCount, at: 32)
        bytes.put(word: fileID.high, at: 40)
        bytes.put(word: fileID.low, at: 48)
        bytes.put(word: nonce & 0xFFFF_FFFF, at: 56)
        bytes.put(word: bytes.word(at: 56) | Self.headerCheck(of: bytes) &<< 32, at: 56)
        bytes.put(word: Self.checksum(of: bytes), at: 8)
        self.bytes = bytes
    }

    /// Returns a slot with the same content, as the next commit.
    package func next(nonce: UInt64) -> Slot {
        Slot(
            generation: generation &+ 1, fileID: fileID, slotSize: slotSize, nonce: nonce, SlotDraft(withRoom: bytes))
    }

    /// Returns the checksum of a header and its payload, without the first 16 bytes.
    package static func checksum(of bytes: [UInt8]) -> UInt64 { XXH64.checksum(of: bytes, skipping: 16, seed: magic) }

    /// Returns the checksum of a header's fields.
    fileprivate static func headerCheck(of bytes: [UInt8]) -> UInt64 {
        XXH64.checksum(of: Array(bytes[16..<60]), seed: magic) & 0xFFFF_FFFF
    }

    private static func units(of slotSize: Int) -> UInt64 { UInt64(max(0, slotSize) / SlotLayout.alignment) }

    /// Returns whether a header contains this slot size.
    static func fits(_ header: [UInt8], slotSize: Int) -> Bool { header.word(at: 16) &>> 32 == units(of: slotSize) }

    /// Creates a slot from bytes whose header and checksum have been verified.
    init(verified bytes: [UInt8], generation: UInt64, fileID: FileID, slotSize: Int) {
        self.generation = generation
        self.fileID = fileID
        self.slotSize = slotSize
        self.bytes = bytes
    }

    /// Returns the number of bytes to read at the start of a slot. The slot's first bytes give the length of its
    /// commit.
    ///
    /// The result uses this length only if it fits the slot. Otherwise the result is the length of a header.
    package static func byteCount(announcedBy start: [UInt8], slotSize: Int) -> Int {
        guard start.count >= headerCount, start.word(at: 0) == magic,
            let length = Int(exactly: start.word(at: 32)), length <= slotSize &- headerCount
        else { return headerCount }
        return headerCount &+ length
    }
}

/// The way in which a file's owner writes: whole commits, or commits with changes appended to them.
package enum SlotFormat: Sendable {
    case plain
    case logged
}

/// The fields of a slot's header. The header has its own checksum, so the header can be valid even if the payload is
/// damaged.
package struct SlotHeader: Equatable, Sendable {
    package let version: UInt32
    package let generation: UInt64
    package let fileID: FileID

    /// Creates a header, or returns `nil` if the bytes are not the beginning of a slot, or are damaged.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Slot.headerCount, bytes.word(at: 0) == Slot.magic,
            Slot.headerCheck(of: bytes) == bytes.word(at: 56) &>> 32
        else { return nil }
        version = UInt32(truncatingIfNeeded: bytes.word(at: 16))
        generation = bytes.word(at: 24)
        fileID = FileID(high: bytes.word(at: 40), low: bytes.word(at: 48))
    }

    /// Returns whether the header belongs to an earlier commit than `slot` in the same file. `slot` is the other slot,
    /// which is intact.
    package func isEarlier(than slot: Slot) -> Bool {
        generation > 0 && generation < slot.generation && SlotNumber(of: generation) != slot.number
            && version == Slot.version && fileID == slot.fileID
    }
}

/// A payload with room in front of it for a slot's header, so a commit doesn't copy the payload.
package struct SlotDraft: ~Copyable, Sendable {
    private var bytes: [UInt8]

    package init(payload: [UInt8]) {
        bytes = Self.room(for: payload.count)
        bytes.append(contentsOf: payload)
    }

    /// Creates a draft from bytes that begin with the zeros that `room(for:)` returns.
    package init(withRoom bytes: consuming [UInt8]) {
        self.bytes = bytes
    }

    /// Returns zeros in place of the header, with capacity for a payload after them.
    package static func room(for payloadCount: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Slot.headerCount &+ payloadCount)
        bytes.append(contentsOf: repeatElement(0, count: Slot.headerCount))
        return bytes
    }

    package var payloadCount: Int { max(0, bytes.count &- Slot.headerCount) }

    /// Returns the bytes. If the draft has the only reference to the bytes, the caller can change them without a copy.
    fileprivate consuming func take() -> [UInt8] {
        if bytes.count < Slot.headerCount {
            bytes.append(contentsOf: repeatElement(0, count: Slot.headerCount &- bytes.count))
        }
        return bytes
    }
}

extension [UInt8] {
    /// Writes a little-endian word over the eight bytes at an offset. The eight bytes must exist.
    package mutating func put(word: UInt64, at offset: Int) {
        for index in 0..<8 {
            self[offset &+ index] = UInt8(truncatingIfNeeded: word &>> (UInt64(index) &* 8))
        }
    }

    /// Returns the little-endian word at an offset. Bytes beyond the end count as zero.
    package func word(at offset: Int) -> UInt64 {
        var word: UInt64 = 0
        for index in 0..<8 where offset &+ index < count {
            word |= UInt64(self[offset &+ index]) &<< (UInt64(index) &* 8)
        }
        return word
    }
}
