/// The reason why a slot that is not empty has no commit.
package enum SlotDamage: Equatable, Sendable {
    /// The first bytes are not a slot's magic number.
    case magic
    /// The payload length in the header exceeds the size of the slot, or the number of bytes that were read.
    case length
    /// The bytes don't match their checksum, because a write was interrupted or stored bits decayed.
    case checksum
    /// The generation number belongs to the other slot, or is not valid for any commit.
    case generation
    /// The version is zero, which the library never writes.
    case version
    /// The slot belongs to a file of another size.
    case layout
    /// The slot has zeros in place of a commit.
    case zeroed
}

/// The content of one slot, determined from its bytes.
package enum SlotContent: Equatable, Sendable {
    /// The header is zero. A new file has a commit in both slots, so an empty slot next to an intact slot is also
    /// damage.
    case empty
    case valid(Slot)
    /// An intact commit of a newer format, which this code can't read.
    case newerVersion(UInt32)
    case damaged(SlotDamage)

    /// Checks the bytes at the start of a slot.
    ///
    /// - Parameters:
    ///   - bytes: At least as many bytes as `Slot.byteCount(announcedBy:slotSize:)` returns. The rest is ignored.
    ///   - number: The slot that the bytes were read from.
    ///   - slotSize: The size of that slot, computed from the size of the file.
    package init(decoding bytes: [UInt8], in number: SlotNumber, slotSize: Int) {
        guard bytes.count >= Slot.headerCount else {
            self = .damaged(.length)
            return
        }
        if bytes.prefix(Slot.headerCount).allSatisfy({ $0 == 0 }) {
            self = .empty
            return
        }
        guard bytes.word(at: 0) == Slot.magic else {
            self = .damaged(.magic)
            return
        }
        guard let length = Int(exactly: bytes.word(at: 32)), length <= bytes.count &- Slot.headerCount else {
            self = .damaged(.length)
            return
        }
        let total = Slot.headerCount &+ length
        let covered = bytes.count == total ? bytes : Array(bytes.prefix(total))
        guard Slot.checksum(of: covered) == bytes.word(at: 8) else {
            self = .damaged(.checksum)
            return
        }
        let version = UInt32(truncatingIfNeeded: bytes.word(at: 16))
        guard version <= Slot.version else {
            self = .newerVersion(version)
            return
        }
        let generation = bytes.word(at: 24)
        if version == 0 {
            self = .damaged(.version)
        } else if generation == 0 || generation == .max || SlotNumber(of: generation) != number {
            // The last generation has no successor, so no process could write to a file that contains it.
            self = .damaged(.generation)
        } else if !Slot.fits(bytes, slotSize: slotSize) {
            self = .damaged(.layout)
        } else {
            let fileID = FileID(high: bytes.word(at: 40), low: bytes.word(at: 48))
            self = .valid(Slot(verified: covered, generation: generation, fileID: fileID, slotSize: slotSize))
        }
    }
}
