import SiderealBase

/// The reason to create a new file at the path.
struct NewFile {
    /// The generation of the newer of the file's two commits.
    let generation: UInt64
    let isFirst: Bool
    let isKeepingDamaged: Bool

    /// Creates the reason for a first file. The new file may replace a damaged file that must be kept.
    init(keepingDamaged: Bool = false) {
        generation = 3
        isFirst = true
        isKeepingDamaged = keepingDamaged
    }

    /// Creates the reason for replacing an intact file: the next commit does not fit, or the file has the wrong tier.
    init(after generation: UInt64) {
        // The decoder rejects the largest generation, so this sum does not overflow.
        self.generation = generation &+ 1
        isFirst = false
        isKeepingDamaged = false
    }
}

extension TwoSlotFile {
    /// The maximum number of damaged files to keep. At the limit, a newer damaged file replaces the last kept file.
    private static var keptLimit: Int { 8 }
    private static var zeroChunk: Int { 1 << 20 }

    private var temporaryPath: String { path + ".new" }

    /// Creates a new file at the path, and makes the file's name durable. The file has a commit in both slots, and
    /// zeros up to its full size.
    ///
    /// Both slots hold the same commit, so a slot that contains only zeros is always damaged, and the other slot is a
    /// copy.
    ///
    /// Creation, growth, a change of tier and the replacement of a damaged file all use this method.
    ///
    /// - Returns: The commit, and the path of the damaged predecessor if `kind` keeps it.
    mutating func createFile(
        _ kind: NewFile, _ draft: consuming SlotDraft, _ layout: SlotLayout
    ) throws(SystemError) -> (own: CommitPlace, keptAside: String?) {
        let id = FileID(random: disk.randomWord(), name: path.lastPathComponent)
        let first = Slot(
            generation: kind.generation &- 1, fileID: id, slotSize: layout.slotSize, nonce: disk.randomWord(), draft)
        let slots = [first, first.next(nonce: disk.randomWord())]
        // First make the directory's own name durable. Later processes conclude from the file that its directory is
        // durable.
        if kind.isFirst { try syncAncestors() }
        // After an interrupted sync, repeat everything in another file. A later sync covers only data and sizes that
        // are written anew.
        let file = try disk.retrying { () throws(SystemError) in try makeTemporary(holding: slots, layout) }
        defer { disk.close(file) }
        let identity: FileIdentity
        var keptAside: String?
        do throws(SystemError) {
            identity = try disk.identity(of: file)
            // Replace only the file that was read. A process without the lock may have put another file in place.
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

    /// Creates a durable file under the temporary name. Unlinks a stale file and never truncates it: after a crash,
    /// the stale file may be the two-slot file itself under a second name.
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
            // Try to remove the file, because it takes up space on a disk that may be full.
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

    /// Writes zeros and leaves no hole, so a commit needs no new blocks. Allocating blocks takes time, and the disk
    /// may have no free blocks.
    private func writeZeros(to file: OpenFile, from start: Int64, to end: Int64) throws(SystemError) {
        var offset = start
        while offset < end {
            let count = Int(min(Int64(Self.zeroChunk), end &- offset))
            try disk.writeFully(file, [UInt8](repeating: 0, count: count), at: offset)
            offset &+= Int64(count)
        }
    }

    /// Gives the damaged file a second name, and makes that name durable. So the replacement keeps the damaged file as
    /// evidence, and the path names a file at every moment.
    private func keepAside() throws(SystemError) -> String? {
        guard let identity = try disk.identityIfPresent(ofPath: path) else { return nil }
        var name = path + ".damaged-1"
        for number in 1...Self.keptLimit {
            name = path + ".damaged-\(number)"
            guard let present = try disk.identityIfPresent(ofPath: name) else { break }
            // An earlier attempt has already given the file this name.
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
            // On a file system without hard links, there is no file at the path for a moment.
            try disk.rename(path, to: name)
        }
        try syncDirectory()
        return name
    }

    /// Makes the names of the directory and its parents durable, because their creators may not have done so. Goes up
    /// through the parents as long as this process has access and the file system is the same. The name of a mount
    /// point is already durable.
    private func syncAncestors() throws(SystemError) {
        guard var directory = path.parentDirectory else { return }
        let device = try? disk.identity(ofPath: directory).device
        while let parent = directory.parentDirectory, parent != directory {
            do throws(SystemError) {
                try disk.syncDirectory(parent)
            } catch {
                // This process can't have created a name in a parent that it isn't allowed to open.
                guard error.isPermissionDenied else { throw error }
            }
            guard let above = try? disk.identity(ofPath: parent).device, above == device else { return }
            directory = parent
        }
    }
}
