/// Where the slots of a file lie: derived from the file's size alone, never read from a slot.
package struct SlotLayout: Equatable, Sendable {
    /// Slots begin on multiples of this, the largest page and block size in use.
    package static let alignment = 16_384
    /// The largest slot: what a damaged size may make a reader allocate; fits 32 bits.
    package static let maximumSlotSize = 1 << 30

    package let slotSize: Int

    package var fileSize: Int64 { Int64(slotSize) &* 2 }
    package var capacity: Int { slotSize &- Slot.headerCount }

    /// The layout of an existing file, or nil if no such file was ever written.
    package init?(fileSize: Int64) {
        guard fileSize > 0, fileSize <= Int64(Self.maximumSlotSize) &* 2,
            fileSize % (Int64(Self.alignment) &* 2) == 0, let slotSize = Int(exactly: fileSize / 2)
        else { return nil }
        self.slotSize = slotSize
    }

    /// The layout for a new file with a quarter of room to grow, or nil if the payload is too large.
    package init?(holding payloadCount: Int) {
        guard payloadCount >= 0, payloadCount <= Self.maximumSlotSize &- Slot.headerCount else { return nil }
        let needed = Int64(payloadCount) &+ Int64(Slot.headerCount)
        let step = Int64(Self.alignment)
        let rounded = (needed &+ needed / 4 &+ step &- 1) / step &* step
        guard let slotSize = Int(exactly: min(rounded, Int64(Self.maximumSlotSize))) else { return nil }
        self.slotSize = slotSize
    }

    package func offset(of slot: SlotNumber) -> Int64 {
        slot == .zero ? 0 : Int64(slotSize)
    }
}
