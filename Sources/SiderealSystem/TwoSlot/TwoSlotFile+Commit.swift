package import SiderealCore

/// What the lock's holder finds.
package enum FoundContent: Equatable, Sendable {
    /// Still the commit that the caller said it knows, which this process wrote and synced in this very file: told by the
    /// headers alone.
    case unchanged
    case snapshot(Snapshot)
}

extension TwoSlotFile {
    /// Replaces the content by what `merge` makes of it, and returns once that is durable.
    ///
    /// To learn that the present content is durable, return it unchanged from `merge`; nil promises nothing.
    ///
    /// - Parameters:
    ///   - lockAttempts: How often the lock is tried for, some milliseconds apart; 1 never waits.
    ///   - isSound: Whether a whole payload is one that the owner understands; otherwise the file counts as damaged.
    ///   - merge: Called under the lock with the present content, never one of a newer version. Returns the new payload,
    ///     or nil to change nothing. A damaged file is kept aside before it is replaced.
    /// - Returns: Nil if `merge` wanted nothing changed.
    /// - Throws: `busy` if the lock was not to be had; `unreadable` and `newerVersion` with nothing changed; `failed` and
    ///   `replaced` if durability could not be reached; `tooLarge`.
    package mutating func commit(
        lockAttempts: Int = 250, isSound: ([UInt8]) -> Bool = { _ in true }, _ merge: (Snapshot) -> [UInt8]?
    ) throws(TwoSlotError) -> Commit? {
        try commit(lockAttempts: lockAttempts, isSound: isSound) { found in
            // Nothing was said to be known, so nothing is found unchanged.
            guard case .snapshot(let snapshot) = found, let payload = merge(snapshot) else { return nil }
            return SlotDraft(payload: payload)
        }?.commit
    }

    /// The same for an owner that keeps the content in memory.
    ///
    /// `generation` is the commit whose content the owner has: where it is still there it is not read again. `older` are the
    /// bytes of the commit before that, as they were returned: where they are what is overwritten, and this process has synced
    /// them, only those blocks are written that differ. `beforeRelease`
    /// is called after a write, before others can take the lock: with false where the write failed, and may be there or not;
    /// what it throws after a durable write is thrown as `failed`. Besides the commit its bytes are returned, header included,
    /// for the owner to keep.
    package mutating func commit(
        knowing generation: UInt64? = nil, over older: [UInt8] = [], lockAttempts: Int = 250,
        isSound: ([UInt8]) -> Bool = { _ in true },
        beforeRelease: (_ isDurable: Bool) throws(SystemError) -> Void = { _ in },
        _ merge: (FoundContent) -> SlotDraft?
    ) throws(TwoSlotError) -> (commit: Commit, bytes: [UInt8])? {
        let taken: SidecarLock<PatientFileSystem<Disk>>?
        do throws(SystemError) {
            taken = try lock(attempts: lockAttempts)
        } catch {
            throw .failed(error)
        }
        guard let lock = taken else { throw .busy }
        defer { lock.unlock() }

        let found = try openUnderLock(knowing: generation, isSound)
        if case .slots(.newerVersion(let version), _) = found { throw .newerVersion(version) }
        guard let draft = merge(found.content) else { return nil }
        guard let newLayout = SlotLayout(holding: draft.payloadCount) else {
            throw .tooLarge(path: path, count: draft.payloadCount)
        }
        let written: (commit: Commit, bytes: [UInt8])
        let isInPlace: Bool
        do throws(SystemError) {
            written = try write(draft, over: found, older, newLayout)
            isInPlace = try held?.identity == disk.identityIfPresent(ofPath: path)
        } catch {
            // A failed sync leaves pages that look clean: nothing that was known before holds any longer.
            release()
            try? beforeRelease(false)
            throw .failed(error)
        }
        guard isInPlace else {
            release()
            try? beforeRelease(false)
            throw .replaced(path: path)
        }
        do throws(SystemError) {
            try beforeRelease(true)
        } catch {
            throw .failed(error)
        }
        return written
    }

    private mutating func lock(attempts: Int) throws(SystemError) -> SidecarLock<PatientFileSystem<Disk>>? {
        if let known = sidecar {
            if try known.retake() { return known }
            known.close()
            sidecar = nil
        }
        sidecar = try .take(path + ".lock", on: disk, attempts: attempts, creatingDirectory: true)
        return sidecar
    }

    /// What the lock's holder finds at the path.
    private enum Found {
        case absent
        /// Still this process's own commit, with the header of the other slot.
        case unchanged(OwnCommit, beside: [UInt8])
        /// The layout is missing only where the pair is damaged.
        case slots(SlotPair, SlotLayout?)

        var content: FoundContent {
            switch self {
            case .absent: .snapshot(.absent)
            case .unchanged: .unchanged
            case .slots(let pair, _): .snapshot(Snapshot(pair))
            }
        }
    }

    /// Opens what the path names now, unless it is open already, and reads it as far as it is not known.
    private mutating func openUnderLock(
        knowing generation: UInt64?, _ isSound: ([UInt8]) -> Bool
    ) throws(TwoSlotError) -> Found {
        do throws(SystemError) {
            if let known = held, try disk.identityIfPresent(ofPath: path) != known.identity { release() }
            if held == nil {
                guard let file = try disk.openIfPresent(path, .readWrite) else { return .absent }
                do throws(SystemError) {
                    let found = try disk.protection(of: file)
                    held = Held(
                        file: file, identity: try disk.identity(of: file), isOfOtherTier: found != nil && found != tier)
                } catch {
                    disk.close(file)
                    throw error
                }
            }
            guard let held else { return .absent }
            if let own = held.synced, own.generation == generation,
                let header = try disk.headerBeside(own, in: held.file)
            {
                return .unchanged(own, beside: header)
            }
            let contents = try disk.readSlots(of: held.file)
            if case .current(let slot, _) = contents.pair, !isSound(slot.payload) {
                return .slots(.damaged(.payload), contents.layout)
            }
            return .slots(contents.pair, contents.layout)
        } catch {
            release()
            throw .unreadable(error)
        }
    }

    private mutating func write(
        _ draft: consuming SlotDraft, over found: Found, _ older: [UInt8], _ newLayout: SlotLayout
    ) throws(SystemError) -> (commit: Commit, bytes: [UInt8]) {
        switch found {
        case .unchanged(let own, let header):
            if let held, held.canHold(draft, in: own.layout) {
                let isKnown = held.before?.header == header && older.starts(with: header)
                return try overwrite(held, after: own, draft, older: isKnown ? older : [])
            }
            return try replace(.init(after: own.generation), draft, newLayout)
        case .slots(.current(let slot, _), let layout?):
            if let held, held.canHold(draft, in: layout) {
                return try overwrite(held, after: try secure(slot, in: held, layout), draft)
            }
            return try replace(.init(after: slot.generation), draft, newLayout)
        case .absent: return try replace(.init(), draft, newLayout)
        case .slots: return try replace(.init(keepingDamaged: true), draft, newLayout)
        }
    }

    private mutating func replace(
        _ kind: NewFile, _ draft: consuming SlotDraft, _ layout: SlotLayout
    ) throws(SystemError) -> (commit: Commit, bytes: [UInt8]) {
        let created = try createFile(kind, draft, layout)
        return (Commit(generation: kind.generation, isNewFile: true, keptAside: created.keptAside), created.bytes)
    }

    /// Makes sure that a commit which was found is durable before the other slot is overwritten.
    private mutating func secure(
        _ slot: Slot, in known: Held, _ layout: SlotLayout
    ) throws(SystemError) -> OwnCommit {
        let own = OwnCommit(slot, layout)
        // The newest commit may live in the page cache alone: its writer was killed, or a sync failed and left pages
        // that are clean in name only. Syncing would prove nothing; the bytes have to be written again.
        if known.synced != own { try put(slot, into: known.file, layout) }
        held?.synced = own
        return own
    }

    private mutating func overwrite(
        _ known: Held, after own: OwnCommit, _ draft: consuming SlotDraft, older: [UInt8] = []
    ) throws(SystemError) -> (commit: Commit, bytes: [UInt8]) {
        // The decoder admits no generation without a successor.
        let next = Slot(generation: own.generation &+ 1, fileID: own.fileID, draft)
        try put(next, into: known.file, own.layout, older: older)
        held?.before = own
        held?.synced = OwnCommit(next, own.layout)
        try syncName()
        return (Commit(generation: next.generation, isNewFile: false, keptAside: nil), next.bytes)
    }

    private func put(
        _ slot: Slot, into file: OpenFile, _ layout: SlotLayout, older: [UInt8] = []
    ) throws(SystemError) {
        let start = layout.offset(of: slot.number)
        // What this process synced in this file, and nobody has touched since, need not be written again. The header alone
        // does not show that: a failed sync of somebody else may have brought other blocks to the medium and not this one.
        var pieces = [slot.bytes.indices]
        if !older.isEmpty, try disk.holds(older, in: file, at: start) {
            pieces = slot.bytes.pieces(differingFrom: older)
        }
        // An interrupted sync is repeated with its write, never alone.
        try disk.retrying { () throws(SystemError) in
            // The header's first: until all is there, it must not fit what lies behind it.
            for piece in pieces {
                let bytes = piece == slot.bytes.indices ? slot.bytes : Array(slot.bytes[piece])
                try disk.writeFully(file, bytes, at: start &+ Int64(piece.lowerBound))
            }
            // Size and blocks are settled since the file was filled with zeros.
            try disk.sync(file, .data)
        }
    }

    /// Makes the file's name durable, once for each file and process.
    mutating func syncName() throws(SystemError) {
        guard held?.isNameSynced == false else { return }
        try syncDirectory()
        held?.isNameSynced = true
    }

    func syncDirectory() throws(SystemError) {
        guard let directory = path.parentDirectory else { return }
        try disk.syncDirectory(directory)
    }
}

extension FileSystem {
    /// Whether a file has these very bytes at an offset; read in parts, because a large piece of fresh memory costs more than
    /// the reading.
    func holds(_ bytes: [UInt8], in file: OpenFile, at offset: Int64) throws(SystemError) -> Bool {
        var start = 0
        while start < bytes.count {
            let end = Swift.min(start &+ 65_536, bytes.count)
            let part = try readFully(file, at: offset &+ Int64(start), count: end &- start)
            guard bytes.hasPiece(part, at: start), part.count == end &- start else { return false }
            start = end
        }
        return true
    }
}

extension [UInt8] {
    fileprivate func hasPiece(_ piece: [UInt8], at start: Int) -> Bool {
        withUnsafeBytes { mine in
            piece.withUnsafeBytes { piece in
                piece.count <= mine.count &- start
                    && UnsafeRawBufferPointer(rebasing: mine[start..<(start &+ piece.count)]).hasSameBytes(as: piece)
            }
        }
    }

    /// The blocks in which these bytes differ from older ones, or go beyond them; neighbours as one piece.
    func pieces(differingFrom older: [UInt8]) -> [Range<Int>] {
        let block = 4096
        var pieces: [Range<Int>] = []
        withUnsafeBytes { new in
            older.withUnsafeBytes { old in
                for start in stride(from: 0, to: new.count, by: block) {
                    let end = Swift.min(start &+ block, new.count)
                    let isSame =
                        end <= old.count
                        && UnsafeRawBufferPointer(rebasing: new[start..<end]).hasSameBytes(
                            as: UnsafeRawBufferPointer(rebasing: old[start..<end]))
                    if isSame { continue }
                    if let last = pieces.last, last.upperBound == start {
                        pieces[pieces.count &- 1] = last.lowerBound..<end
                    } else {
                        pieces.append(start..<end)
                    }
                }
            }
        }
        return pieces
    }
}
