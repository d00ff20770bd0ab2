import SiderealCore

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
        let taken: SidecarLock<PatientFileSystem<Disk>>?
        do throws(SystemError) {
            taken = try .take(path + ".lock", on: disk, attempts: lockAttempts, creatingDirectory: true)
        } catch {
            throw .failed(error)
        }
        guard let lock = taken else { throw .busy }
        defer { lock.release() }

        var found = try openUnderLock()
        if case .slots(.current(let slot, _), let layout) = found, !isSound(slot.payload) {
            found = .slots(.damaged(.payload), layout)
        }
        if case .slots(.newerVersion(let version), _) = found { throw .newerVersion(version) }
        guard let payload = merge(found.snapshot) else { return nil }
        guard let newLayout = SlotLayout(holding: payload.count) else {
            throw .tooLarge(path: path, count: payload.count)
        }
        let commit: Commit
        let isInPlace: Bool
        do throws(SystemError) {
            commit = try write(payload, over: found, newLayout)
            isInPlace = try held?.identity == disk.identityIfPresent(ofPath: path)
        } catch {
            // A failed sync leaves pages that look clean: nothing that was known before holds any longer.
            release()
            throw .failed(error)
        }
        guard isInPlace else {
            release()
            throw .replaced(path: path)
        }
        return commit
    }

    /// What the lock's holder finds at the path.
    private enum Found {
        case absent
        /// The layout is missing only where the pair is damaged.
        case slots(SlotPair, SlotLayout?)

        var snapshot: Snapshot {
            switch self {
            case .absent: .absent
            case .slots(let pair, _): Snapshot(pair)
            }
        }
    }

    /// Opens what the path names now, unless it is open already, and reads it.
    private mutating func openUnderLock() throws(TwoSlotError) -> Found {
        do throws(SystemError) {
            if let known = held, try disk.identityIfPresent(ofPath: path) != known.identity { release() }
            if held == nil {
                guard let file = try disk.openIfPresent(path, .readWrite) else { return .absent }
                do throws(SystemError) {
                    held = Held(file: file, identity: try disk.identity(of: file))
                } catch {
                    disk.close(file)
                    throw error
                }
            }
            guard let held else { return .absent }
            let contents = try disk.readSlots(of: held.file)
            return .slots(contents.pair, contents.layout)
        } catch {
            release()
            throw .unreadable(error)
        }
    }

    private mutating func write(
        _ payload: [UInt8], over found: Found, _ newLayout: SlotLayout
    ) throws(SystemError) -> Commit {
        if case .slots(.current(let slot, _), let layout?) = found {
            if let held, payload.count <= layout.capacity {
                return try overwrite(held, after: slot, layout, payload)
            }
            let generation = slot.generation &+ 1
            _ = try createFile(holding: payload, generation, newLayout, keepingDamaged: false)
            return Commit(generation: generation, isNewFile: true, keptAside: nil)
        }
        let isDamaged = if case .slots = found { true } else { false }
        let keptAside = try createFile(holding: payload, 1, newLayout, keepingDamaged: isDamaged)
        return Commit(generation: 1, isNewFile: true, keptAside: keptAside)
    }

    private mutating func overwrite(
        _ known: Held, after slot: Slot, _ layout: SlotLayout, _ payload: [UInt8]
    ) throws(SystemError) -> Commit {
        var held = known
        if held.synced != slot.generation {
            // The newest commit may live in the page cache alone: its writer was killed, or a sync failed and left pages
            // that are clean in name only. Syncing would prove nothing; the bytes have to be written again.
            try put(slot, into: held.file, layout)
            held.synced = slot.generation
        }
        // The decoder admits no generation without a successor.
        let next = Slot(generation: slot.generation &+ 1, fileID: slot.fileID, payload: payload)
        try put(next, into: held.file, layout)
        held.synced = next.generation
        self.held = held
        try syncName()
        return Commit(generation: next.generation, isNewFile: false, keptAside: nil)
    }

    private func put(_ slot: Slot, into file: OpenFile, _ layout: SlotLayout) throws(SystemError) {
        // An interrupted sync is repeated with its write, never alone.
        try disk.retrying { () throws(SystemError) in
            try disk.writeFully(file, slot.bytes, at: layout.offset(of: slot.number))
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
