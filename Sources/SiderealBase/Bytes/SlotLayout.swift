/// The positions of a file's slots. The file's size alone determines the positions, never the content of a slot.
package struct SlotLayout: Equatable, Sendable {
    /// Slots begin on multiples of this number, the largest page and block size in use.
    package static let alignment = 16_384
    /// The largest size of a slot. It fits in 32 bits, and limits the memory that a reader allocates if the size is
    /// damaged.
    package static let maximumSlotSize = 1 << 30

    package let slotSize: Int

    package var fileSize: Int64 { Int64(slotSize) &* 2 }
    package var capacity: Int { slotSize &- Slot.headerCount }

    /// Creates the layout of an existing file, or returns `nil` if the library never writes a file of this size.
    package init?(fileSize: Int64) {
        guard fileSize > 0, fileSize <= Int64(Self.maximumSlotSize) &* 2,
            fileSize % (Int64(Self.alignment) &* 2) == 0, let slotSize = Int(exactly: fileSize / 2)
        else { return nil }
        self.slotSize = slotSize
    }

    /// Creates the layout for a new file, or returns `nil` if the payload is too large. A plain layout has room to
    /// grow by a quarter. A logged layout has room for as many bytes of records as the payload has, within limits.
    package init?(holding payloadCount: Int, _ format: SlotFormat = .plain) {
        guard payloadCount >= 0, payloadCount <= Self.maximumSlotSize &- Slot.headerCount else { return nil }
        let needed: Int64
        switch format {
        case .plain:
            let count = Int64(payloadCount) &+ Int64(Slot.headerCount)
            needed = count &+ count / 4
        case .logged:
            let count = Int64(LogRecord.start(behind: payloadCount))
            needed = count &+ min(max(count, Self.leastLog), Self.mostLog)
        }
        let step = Int64(Self.alignment)
        let rounded = (needed &+ step &- 1) / step &* step
        guard let slotSize = Int(exactly: min(rounded, Int64(Self.maximumSlotSize))) else { return nil }
        self.slotSize = slotSize
    }

    private static var leastLog: Int64 { 12_288 }
    private static var mostLog: Int64 { 16_777_216 }

    /// Returns whether a commit can use this layout, and needs no new file. The payload must fit. There must be room
    /// for enough records, so that the owner rarely rewrites the whole content. The layout must not be far larger than
    /// the commit needs.
    package func suits(_ payloadCount: Int, _ format: SlotFormat) -> Bool {
        guard payloadCount <= capacity else { return false }
        guard format == .logged, let ideal = SlotLayout(holding: payloadCount, format) else { return true }
        let start = LogRecord.start(behind: payloadCount)
        return slotSize &- start >= (ideal.slotSize &- start) / 4 && slotSize / 4 <= ideal.slotSize
    }

    package func offset(of slot: SlotNumber) -> Int64 {
        slot == .zero ? 0 : Int64(slotSize)
    }
}
