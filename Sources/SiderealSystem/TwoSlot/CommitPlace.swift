import SiderealBase

/// The place of a commit and its changes in a file. With the place, a process recognizes the commit without reading all
/// of it.
package struct CommitPlace: Equatable, Sendable {
    let layout: SlotLayout
    let format: SlotFormat
    let generation: UInt64
    let fileID: FileID
    /// The offset of the last record from the start of the slot, and the header at this offset. Without records, the
    /// offset is zero. The checksum in the header covers the rest of the record or slot.
    private(set) var last: (offset: Int, header: [UInt8])
    /// The offset at which the next record would begin, from the start of the slot.
    private(set) var end: Int
    /// The checksum that the next record must contain.
    private(set) var checksum: UInt64

    init(_ slot: Slot, _ layout: SlotLayout, _ format: SlotFormat) {
        self.layout = layout
        self.format = format
        generation = slot.generation
        fileID = slot.fileID
        last = (0, Array(slot.bytes.prefix(Slot.headerCount)))
        end = LogRecord.start(behind: slot.payloadCount)
        checksum = slot.checksum
    }

    var mark: CommitMark { CommitMark(generation: generation, checksum: checksum) }
    var number: SlotNumber { SlotNumber(of: generation) }

    /// Returns whether a change of `count` bytes fits after the commit.
    func hasRoom(for count: Int) -> Bool {
        format == .logged && count <= layout.slotSize && LogRecord.span(of: count) <= layout.slotSize &- end
    }

    /// Extends the place by another record.
    mutating func append(_ record: LogRecord) {
        last = (end, record.header)
        end &+= record.bytes.count
        checksum = record.checksum
    }

    package static func == (one: CommitPlace, other: CommitPlace) -> Bool {
        one.layout == other.layout && one.generation == other.generation && one.fileID == other.fileID
            && one.end == other.end && one.checksum == other.checksum
    }

    /// Returns whether the beginning of the other slot belongs to the previous commit. If so, the other slot is neither
    /// newer nor torn.
    func isNewest(beside other: [UInt8]) -> Bool {
        guard let other = SlotHeader(other) else { return false }
        return other.generation == generation &- 1 && other.fileID == fileID && other.version == Slot.version
    }
}

/// The values that distinguish a commit of a file from all other commits.
package struct CommitMark: Equatable, Sendable {
    /// The generation of the last whole commit.
    package let generation: UInt64
    /// The last checksum. This checksum covers all earlier parts, because each record contains the previous checksum.
    let checksum: UInt64
}

/// An acknowledged commit, which survives a power cut.
package struct Commit: Equatable, Sendable {
    package let place: CommitPlace
    /// A Boolean value that indicates whether the path now names a new file. If so, the caller must set the file's
    /// attributes (backup exclusion) again.
    package let isNewFile: Bool
    /// The path of the damaged file that the commit replaced, or `nil` if the commit did not keep that file.
    package let keptAside: String?
    /// A Boolean value that indicates whether the sidecar's word shows other processes that the commit has ended.
    package internal(set) var isEndAnnounced = false

    package var mark: CommitMark { place.mark }
    package var generation: UInt64 { place.generation }
}
