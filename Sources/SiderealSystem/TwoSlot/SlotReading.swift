import SiderealCore

extension FileSystem {
    /// How much of a slot is read at first: most commits fit, and the header says how much more is needed.
    private var firstReadCount: Int { 4096 }

    /// Reads both slots of an open file; the layout is nil if the file's size is none that was ever written.
    func readSlots(of file: OpenFile) throws(SystemError) -> (pair: SlotPair, layout: SlotLayout?) {
        let size = try size(of: file)
        guard let layout = SlotLayout(fileSize: size) else {
            // What is no file at all, a directory, cannot be read, rather than being damaged.
            _ = try readFully(file, at: 0, count: 1)
            return (.damaged(.size(size)), nil)
        }
        let zero = try readSlot(.zero, of: file, layout)
        let one = try readSlot(.one, of: file, layout)
        return (SlotPair(zero, one), layout)
    }

    private func readSlot(
        _ number: SlotNumber, of file: OpenFile, _ layout: SlotLayout
    ) throws(SystemError) -> SlotContent {
        let offset = layout.offset(of: number)
        var bytes = try readFully(file, at: offset, count: firstReadCount)
        let needed = Slot.byteCount(announcedBy: bytes, slotSize: layout.slotSize)
        if needed > bytes.count {
            // From the start again: cheaper than to put two parts together.
            bytes = try readFully(file, at: offset, count: needed)
        }
        return SlotContent(decoding: bytes, in: number)
    }
}
