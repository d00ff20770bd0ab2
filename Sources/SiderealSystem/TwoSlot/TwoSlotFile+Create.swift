import SiderealBase

/// Why a new file is put in place.
struct NewFile {
    /// Of the newer one of its two commits.
    let generation: UInt64
    let isFirst: Bool
    let isKeepingDamaged: Bool

    /// The first one, perhaps after a damaged one that is to be kept.
    init(keepingDamaged: Bool = false) {
        generation = 3
        isFirst = true
        isKeepingDamaged = keepingDamaged
    }

    /// The next commit does not fit the file that there is.
    init(after generation: UInt64) {
        // The decoder admits no generation without a successor.
        self.generation = generation &+ 1
        isFirst = false
        isKeepingDamaged = false
    }
}

extension TwoSlotFile {
    /// How many damaged files are kept; the last one makes room for a newer one.
    private static var keptLimit: Int { 8 }
    private static var zeroChunk: Int { 1 << 20 }

    private var temporaryPath: String { path + ".new" }

    /// Puts a new file in place that holds a commit in both slots, filled with zeros to its full size, and makes its
    /// name durable.
    ///
    /// In both, so that a slot of zeros is damage from the beginning, and the other slot says the same.
    ///
    /// Creation, growth and the replacement of a damaged file all go this way.
    ///
    /// - Returns: The commit, and where the damaged predecessor was kept, if it was to be kept.
    mutating func createFile(
        _ kind: NewFile, _ draft: consuming SlotDraft, _ layout: SlotLayout
    ) throws(SystemError) -> (own: CommitPlace, keptAside: String?) {
        let id = FileID(high: disk.randomWord(), low: disk.randomWord())
        let first = Slot(
            generation: kind.generation &- 1, fileID: id, slotSize: layout.slotSize, nonce: disk.randomWord(), draft)
        let slots = [first, first.next(nonce: disk.randomWord())]
        // The directory's own name first: a file in place shall prove to later processes that its directory is durable.
        if kind.isFirst { try syncAncestors() }
        // After an interrupted sync all is done again, in another file: only what is written anew, a file's size
        // included, is subject to the next sync.
        let file = try disk.retrying { () throws(SystemError) in try makeTemporary(holding: slots, layout) }
        defer { disk.close(file) }
        let identity: FileIdentity
        var keptAside: String?
        do throws(SystemError) {
            identity = try disk.identity(of: file)
            // Nothing is replaced that was not read: not even what appeared without taking the lock.
            guard try disk.identityIfPresent(ofPath: path) == known?.identity else {
                throw SystemError(.rename, path, .alreadyExists)
            }
            if kind.isKeepingDamaged { keptAside = try keepAside() }
            try disk.rename(temporaryPath, to: path)
            isExposed = true
        } catch {
            try? disk.unlink(temporaryPath)
            throw error
        }
        let own = CommitPlace(slots[1], layout, format)
        known = Known(identity: identity, synced: own)
        try syncName()
        return (own, keptAside)
    }

    /// Makes a durable file under the temporary name. A stale one is unlinked, never truncated: after a crash it may be
    /// the file itself under a second name.
    private func makeTemporary(holding slots: [Slot], _ layout: SlotLayout) throws(SystemError) -> OpenFile {
        do throws(SystemError) {
            try disk.unlink(temporaryPath)
        } catch {
            guard error.isNotFound else { throw error }
        }
        let file = try disk.open(temporaryPath, .createExclusively(tier))
        do throws(SystemError) {
            try fill(file, with: slots, layout)
        } catch {
            disk.close(file)
            // Best effort, so that a full disk is not fuller.
            try? disk.unlink(temporaryPath)
            throw error
        }
        return file
    }

    private func fill(_ file: OpenFile, with slots: [Slot], _ layout: SlotLayout) throws(SystemError) {
        var end: Int64 = 0
        for slot in slots.sorted(by: { layout.offset(of: $0.number) < layout.offset(of: $1.number) }) {
            let start = layout.offset(of: slot.number)
            try writeZeros(to: file, from: end, to: start)
            try disk.writeFully(file, slot.bytes, at: start)
            end = start &+ Int64(slot.bytes.count)
        }
        try writeZeros(to: file, from: end, to: layout.fileSize)
        try disk.sync(file, .everything)
    }

    /// Written, not left as a hole: a commit must need no new blocks, neither for want of space nor for its speed.
    private func writeZeros(to file: OpenFile, from start: Int64, to end: Int64) throws(SystemError) {
        var offset = start
        while offset < end {
            let count = Int(min(Int64(Self.zeroChunk), end &- offset))
            try disk.writeFully(file, [UInt8](repeating: 0, count: count), at: offset)
            offset &+= Int64(count)
        }
    }

    /// Gives the damaged file a second name, durably, so that replacing it loses no evidence and leaves no gap in which
    /// the file would seem to have never been there.
    private func keepAside() throws(SystemError) -> String? {
        guard let identity = try disk.identityIfPresent(ofPath: path) else { return nil }
        var name = path + ".damaged-1"
        for number in 1...Self.keptLimit {
            name = path + ".damaged-\(number)"
            guard let present = try disk.identityIfPresent(ofPath: name) else { break }
            // An earlier attempt came this far.
            if present == identity {
                try syncDirectory()
                return name
            }
            if number == Self.keptLimit { try disk.unlink(name) }
        }
        do throws(SystemError) {
            try disk.link(path, to: name)
        } catch {
            guard error.number == .notPermitted || error.number == .notSupported else { throw error }
            // A file system without hard links: the gap can't be helped.
            try disk.rename(path, to: name)
        }
        try syncDirectory()
        return name
    }

    /// Makes the names of the directory and of those above it durable: whoever made them may have been killed before
    /// that, or never meant to. As far up as this process may see, on this file system: a mount point has its name for
    /// long.
    private func syncAncestors() throws(SystemError) {
        guard var directory = path.parentDirectory else { return }
        let device = try? disk.identity(ofPath: directory).device
        while let parent = directory.parentDirectory, parent != directory {
            do throws(SystemError) {
                try disk.syncDirectory(parent)
            } catch {
                // A parent that may not even be opened is one that this process has not created in.
                guard error.isPermissionDenied else { throw error }
            }
            guard let above = try? disk.identity(ofPath: parent).device, above == device else { return }
            directory = parent
        }
    }
}
