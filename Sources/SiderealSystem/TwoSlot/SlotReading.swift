import SiderealCore

/// A commit that this process wrote and synced itself: what tells it again without reading all of it.
struct OwnCommit: Equatable, Sendable {
    let generation: UInt64
    let fileID: FileID
    let layout: SlotLayout
    /// The header as written; its checksum covers the payload.
    let header: [UInt8]

    init(_ slot: Slot, _ layout: SlotLayout) {
        generation = slot.generation
        fileID = slot.fileID
        self.layout = layout
        header = Array(slot.bytes.prefix(Slot.headerCount))
    }

    /// Whether the headers of both slots say that this is the newest commit: its own as it was written, and the other one
    /// empty or of the commit before.
    func isNewest(itsSlot: [UInt8], otherSlot: [UInt8]) -> Bool {
        guard itsSlot == header, otherSlot.count == header.count else { return false }
        return otherSlot.allSatisfy { $0 == 0 }
            || Slot.generation(announcedBy: otherSlot, of: fileID) == generation &- 1
    }
}

extension FileSystem {
    /// How much of a slot is read at first: most commits fit, and the header says how much more is needed.
    private var firstReadCount: Int { 4096 }

    /// The header of the other slot, where a commit of this process is still the newest in the file; else nil.
    func headerBeside(_ own: OwnCommit, in file: OpenFile) throws(SystemError) -> [UInt8]? {
        // Cut off or lengthened behind its headers it is no file of ours any more: what is written into it nobody would read.
        guard try size(of: file) == own.layout.fileSize else { return nil }
        let number = SlotNumber(of: own.generation)
        let other: SlotNumber = number == .zero ? .one : .zero
        let itsHeader = try readFully(file, at: own.layout.offset(of: number), count: Slot.headerCount)
        let otherHeader = try readFully(file, at: own.layout.offset(of: other), count: Slot.headerCount)
        return own.isNewest(itsSlot: itsHeader, otherSlot: otherHeader) ? otherHeader : nil
    }

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
