import SiderealBase

/// The valid content of a file.
struct FileReading: Sendable {
    let pair: SlotPair
    /// The layout, or `nil` if the pair is damaged.
    let layout: SlotLayout?
    let format: SlotFormat
    /// The first bytes of the slot that does not have the newest commit.
    var beside: [UInt8] = []
    /// The changes after the newest commit.
    var records: [LogRecord] = []
    /// A Boolean value that indicates whether an incomplete change follows the changes in `records`.
    var isCutOff = false
    /// A Boolean value that indicates whether the reader restored decayed bits in the changes. The reader knows the
    /// correct values of these bits.
    var isMended = false

    /// The place of the newest commit and its changes.
    var place: CommitPlace? {
        guard case .current(let slot, _) = pair, let layout else { return nil }
        var place = CommitPlace(slot, layout, format)
        for record in records { place.append(record) }
        return place
    }

    /// A Boolean value that indicates whether another read may find more content, because a writer may be active or a
    /// part is torn.
    var isUnsettled: Bool { isCutOff || pair.isUnsettled }
}

extension FileSystem {
    /// The size of the first read of a slot. Most commits fit. For other commits, the header gives the number of bytes
    /// to read.
    private var firstReadCount: Int { 4096 }
    /// The number of bytes that one step of the search for records after damage reads. It is a multiple of the block
    /// size.
    private static var searchCount: Int { 256 * LogRecord.block }

    /// Returns whether a commit of this process is still the newest content of the file. The sidecar's word alone does
    /// not prove this, because another program may have restored an old word or an old file.
    func isUntouched(_ own: CommitPlace, in file: OpenFile, size: Int64) throws(SystemError) -> Bool {
        // If the file was truncated or extended, no reader accepts this process's next write.
        guard size == own.layout.fileSize else { return false }
        // The last record contains the checksum of everything before it.
        let start = own.layout.offset(of: own.number)
        let hasNext = own.format == .logged && own.layout.slotSize &- own.end >= LogRecord.headerCount
        let span = own.end &- own.last.offset
        // If the next record would begin near the last record, read both at once.
        let isNear = hasNext && span <= LogRecord.block
        let count = isNear ? span &+ LogRecord.headerCount : own.last.header.count
        let newest = try readFully(file, at: start &+ Int64(own.last.offset), count: count)
        guard newest.count == count, newest.starts(with: own.last.header) else { return false }
        let other = try readFully(file, at: own.layout.offset(of: own.number.other), count: Slot.headerCount)
        guard own.isNewest(beside: other) else { return false }
        guard hasNext else { return true }
        let next =
            isNear
            ? Array(newest.suffix(LogRecord.headerCount))
            : try readFully(file, at: start &+ Int64(own.end), count: LogRecord.headerCount)
        return !LogRecord.follows(next, own.checksum)
    }

    /// Reads an open file, or returns `nil` if writers changed it during the read.
    func readSlots(of file: OpenFile, size: Int64, _ format: SlotFormat) throws(SystemError) -> FileReading? {
        guard let layout = SlotLayout(fileSize: size) else {
            // A directory is not a damaged file, so this read fails for a directory.
            _ = try readFully(file, at: 0, count: 1)
            return FileReading(pair: .damaged(.size(size)), layout: nil, format: format)
        }
        let zero = try readFully(file, at: layout.offset(of: .zero), count: firstReadCount)
        let one = try readFully(file, at: layout.offset(of: .one), count: firstReadCount)
        // First read the slot whose header gives the higher generation. If it has an intact commit, don't read an
        // earlier slot.
        let isZeroFirst = zero.word(at: 24) > one.word(at: 24)
        let (first, second): (SlotNumber, SlotNumber) = isZeroFirst ? (.zero, .one) : (.one, .zero)
        let newest = try slot(first, beginning: isZeroFirst ? zero : one, of: file, layout)
        let pair: SlotPair
        if case .valid(let slot) = newest, SlotHeader(isZeroFirst ? one : zero)?.isEarlier(than: slot) == true {
            pair = .current(slot, torn: nil)
        } else {
            let older = try slot(second, beginning: isZeroFirst ? one : zero, of: file, layout)
            pair = isZeroFirst ? SlotPair(newest, older) : SlotPair(older, newest)
        }
        var reading = FileReading(pair: pair, layout: layout, format: format)
        guard case .current(let slot, let torn) = pair else { return reading }
        guard slot.fileID.belongs(to: file.path.lastPathComponent) else {
            return FileReading(pair: .damaged(.otherName), layout: layout, format: format)
        }
        reading.beside = slot.number == .zero ? one : zero
        if format == .logged {
            let log = try readLog(of: file, from: CommitPlace(slot, layout, format))
            (reading.records, reading.isMended, reading.isCutOff) = (log.records, log.isMended, log.cutOff != nil)
            var isDamaged = false
            if let cutOff = log.cutOff {
                isDamaged = try holdsRecord(
                    behind: cutOff.checksums, in: file, slot.number, from: cutOff.offset &+ LogRecord.block, layout)
            }
            if !isDamaged, torn != nil {
                isDamaged = try wasAcknowledged(slot.number.other, beside: slot, in: file, layout)
            }
            if isDamaged { return FileReading(pair: .damaged(.acknowledged), layout: layout, format: format) }
        }
        // During the read, two more whole commits may have replaced the slot's commit. Then the records that were read
        // may not follow the commit, and the other slot may look torn. A writer writes the header first, so compare
        // the header.
        let header = try readFully(file, at: layout.offset(of: slot.number), count: Slot.headerCount)
        return slot.bytes.starts(with: header) ? reading : nil
    }

    private func slot(
        _ number: SlotNumber, beginning start: [UInt8], of file: OpenFile, _ layout: SlotLayout
    ) throws(SystemError) -> SlotContent {
        let needed = Slot.byteCount(announcedBy: start, slotSize: layout.slotSize)
        // Reading from the start again is cheaper than joining two parts.
        let bytes =
            needed > start.count ? try readFully(file, at: layout.offset(of: number), count: needed) : start
        return SlotContent(decoding: bytes, in: number, slotSize: layout.slotSize)
    }

    /// Returns whether the commit in a torn slot was acknowledged, and is newer than the commit in the other slot.
    private func wasAcknowledged(
        _ number: SlotNumber, beside slot: Slot, in file: OpenFile, _ layout: SlotLayout
    ) throws(SystemError) -> Bool {
        let offset = layout.offset(of: number)
        let header = try readFully(file, at: offset, count: Slot.headerCount)
        var bytes = try readFully(
            file, at: offset, count: Slot.byteCount(announcedBy: header, slotSize: layout.slotSize))
        guard bytes.count >= Slot.headerCount else { return false }
        let checksums = [bytes.word(at: 8), Slot.checksum(of: bytes)]
        var generation = bytes.word(at: 24)
        if SlotHeader(bytes) == nil {
            // The bits of the generation itself may have decayed. If so, the checksum matches with the correct
            // generation.
            for neighbour in [slot.generation &- 1, slot.generation &+ 1] {
                bytes.put(word: neighbour, at: 24)
                if Slot.checksum(of: bytes) == checksums[0] { generation = neighbour }
            }
        }
        // If the torn slot contains the previous commit, no reader needs it any more.
        guard generation != slot.generation &- 1 else { return false }
        // Each record begins at a block boundary. The first block belongs to the slot's commit, so the search starts at
        // the second.
        return try holdsRecord(behind: checksums, in: file, number, from: LogRecord.block, layout)
    }

    /// Returns whether a record in a slot proves that bytes with one of the checksums were durable before a writer
    /// wrote the record.
    private func holdsRecord(
        behind checksums: [UInt64], in file: OpenFile, _ number: SlotNumber, from start: Int, _ layout: SlotLayout
    ) throws(SystemError) -> Bool {
        var (offset, checksums) = (start, checksums)
        while offset < layout.slotSize {
            let bytes = try readFully(
                file, at: layout.offset(of: number) &+ Int64(offset),
                count: min(Self.searchCount, layout.slotSize &- offset))
            guard !bytes.isEmpty else { return false }
            for block in stride(from: 0, to: bytes.count, by: LogRecord.block) {
                if LogRecord.prove(Array(bytes[block...].prefix(LogRecord.headerCount)), oneOf: &checksums) {
                    return true
                }
            }
            offset &+= Self.searchCount
        }
        return false
    }

    /// Reads the new changes after a place. Returns `nil` if the place has changed, the last change was cut off, or the
    /// reader restored bits. In these cases, the caller must read the whole file.
    func readFurther(in file: OpenFile, from place: CommitPlace) throws(SystemError) -> [LogRecord]? {
        guard place.format == .logged, try size(of: file) == place.layout.fileSize else { return nil }
        let start = place.layout.offset(of: place.number)
        let beside = place.layout.offset(of: place.number.other)
        let other = try readFully(file, at: beside, count: Slot.headerCount)
        guard place.isNewest(beside: other),
            try readFully(file, at: start &+ Int64(place.last.offset), count: place.last.header.count)
                == place.last.header
        else { return nil }
        let log = try readLog(of: file, from: place)
        // A whole commit begins with a write to the other slot, so compare that slot's header again.
        let isInPlace = try readFully(file, at: beside, count: Slot.headerCount) == other
        return isInPlace && log.cutOff == nil && !log.isMended ? log.records : nil
    }

    /// Reads the changes after a place.
    private func readLog(
        of file: OpenFile, from place: CommitPlace
    ) throws(SystemError) -> FoundLog {
        var place = place
        var log = FoundLog()
        let start = place.layout.offset(of: place.number)
        while place.layout.slotSize &- place.end >= LogRecord.headerCount {
            let room = place.layout.slotSize &- place.end
            let offset = start &+ Int64(place.end)
            var found = LogRecord.read(
                try readFully(file, at: offset, count: min(LogRecord.block, room)), after: place.checksum, room: room)
            if case .needs(let count) = found {
                found = LogRecord.read(
                    try readFully(file, at: offset, count: count), after: place.checksum, room: room)
            }
            switch found {
            case .end: return log
            case .cutOff(let checksums): log.cutOff = (checksums, place.end)
            case .needs: log.cutOff = ([], place.end)
            case .record(let record, let isWhole):
                log.isMended = log.isMended || !isWhole
                log.records.append(record)
                place.append(record)
            }
            if log.cutOff != nil { return log }
        }
        return log
    }
}

/// The changes after a commit.
private struct FoundLog {
    var records: [LogRecord] = []
    /// A Boolean value that indicates whether the reader restored decayed bits. The reader knows the correct values of
    /// these bits.
    var isMended = false
    /// The offset of a torn change in the slot, and the checksums that a later record may contain for it.
    var cutOff: (checksums: [UInt64], offset: Int)?
}
