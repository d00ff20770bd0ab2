import SiderealBase

/// Where a commit and the changes behind it lie: enough to recognise the commit without reading all of it.
package struct CommitPlace: Equatable, Sendable {
    let layout: SlotLayout
    let format: SlotFormat
    let generation: UInt64
    let fileID: FileID
    /// Where the last record begins, from the start of the slot, or the slot where none follows it; and the header
    /// there, whose checksum covers the rest.
    private(set) var last: (offset: Int, header: [UInt8])
    /// Where the next record would begin, from the start of the slot.
    private(set) var end: Int
    /// The checksum that the next record has to name.
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

    /// Whether a change of so many bytes fits behind it.
    func hasRoom(for count: Int) -> Bool {
        format == .logged && count <= layout.slotSize && LogRecord.span(of: count) <= layout.slotSize &- end
    }

    /// Another record follows.
    mutating func append(_ record: LogRecord) {
        last = (end, record.header)
        end &+= record.bytes.count
        checksum = record.checksum
    }

    package static func == (one: CommitPlace, other: CommitPlace) -> Bool {
        one.layout == other.layout && one.generation == other.generation && one.fileID == other.fileID
            && one.end == other.end && one.checksum == other.checksum
    }

    /// Whether the beginning of the other slot shows nothing newer, and nothing torn: it is of the commit before.
    func isNewest(beside other: [UInt8]) -> Bool {
        guard let other = SlotHeader(other) else { return false }
        return other.generation == generation &- 1 && other.fileID == fileID && other.version == Slot.version
    }
}

/// What distinguishes a commit of a file from all others.
package struct CommitMark: Equatable, Sendable {
    /// That of the last whole commit.
    package let generation: UInt64
    /// Of all that it consists of.
    let checksum: UInt64
}

/// An acknowledged commit: durable, power cut or not.
package struct Commit: Equatable, Sendable {
    package let place: CommitPlace
    /// Whether the name now belongs to a new file, whose attributes (backup exclusion) have to be set again.
    package let isNewFile: Bool
    /// Where a damaged predecessor was kept.
    package let keptAside: String?
    /// Whether the sidecar's word has announced its end to other processes.
    package internal(set) var isEndAnnounced = false

    package var mark: CommitMark { place.mark }
    package var generation: UInt64 { place.generation }
}
