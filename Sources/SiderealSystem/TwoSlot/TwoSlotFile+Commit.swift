package import SiderealBase

/// The content that a process finds while it holds the lock.
package enum FoundContent: Equatable, Sendable {
    /// The content is still the commit whose mark the caller passed. This process wrote and synced that commit in the
    /// same file. The headers alone prove that the content is unchanged.
    case unchanged
    case snapshot(Snapshot)
}

/// The content to write.
package struct CommitDraft {
    /// The change to the present content, or `nil` if only the whole payload can be written.
    package let change: [UInt8]?
    package let wholeCount: Int
    package let whole: () -> SlotDraft

    /// Creates a draft.
    ///
    /// - Parameters:
    ///   - change: The change, or `nil`.
    ///   - wholeCount: The size of the payload with the change applied, in bytes.
    ///   - whole: A closure that makes the whole payload. The commit calls this closure only if it can't append the
    ///     change.
    package init(change: [UInt8]?, wholeCount: Int, whole: @escaping () -> SlotDraft) {
        self.change = change
        self.wholeCount = wholeCount
        self.whole = whole
    }
}

extension TwoSlotFile {
    /// The number of attempts to take the lock without a pause. A reader that checks for damage or for a writer holds
    /// the lock only for microseconds.
    package static var hastyLockAttempts: Int { 20 }

    /// Replaces the content with the result of `merge`, and returns after that result is durable.
    ///
    /// To make sure that the present content is durable, return it unchanged from `merge`. If `merge` returns `nil`,
    /// the content may not be durable.
    ///
    /// - Parameters:
    ///   - lockAttempts: The number of attempts to take the lock. The first ``hastyLockAttempts`` have no pause
    ///     between them, and the other attempts are some milliseconds apart.
    ///   - isSound: A closure that returns whether the owner can read a commit. If not, the file counts as damaged.
    ///   - merge: A closure called under the lock with the present content, unless a newer version of the library
    ///     wrote the content. The closure returns the new payload, or `nil` to change nothing. Before the commit
    ///     replaces a damaged file, it gives that file a second name.
    /// - Returns: The commit, or `nil` if `merge` returned `nil`.
    /// - Throws: `busy` if another process held the lock. `unreadable` or `newerVersion` if this process can't read the
    ///   content. The file is then unchanged. `failed` or `replaced` if the commit did not become durable. `tooLarge`
    ///   if no slot has room for the payload.
    package mutating func commit(
        lockAttempts: Int = 250, isSound: (SlotValue) -> Bool = { _ in true }, _ merge: (Snapshot) -> [UInt8]?
    ) throws(TwoSlotError) -> Commit? {
        try commit(knowing: nil, lockAttempts: lockAttempts, isSound: isSound) { found in
            // Without a mark, `found` is never `unchanged`.
            guard case .snapshot(let snapshot) = found, let payload = merge(snapshot) else { return nil }
            return CommitDraft(change: nil, wholeCount: payload.count) { SlotDraft(payload: payload) }
        }
    }

    /// Makes a commit for an owner that keeps the content in memory.
    ///
    /// - Parameters:
    ///   - mark: The mark of the commit that the owner has in memory. If this commit is still the newest, this method
    ///     does not read it.
    ///   - lockAttempts: The same as in ``commit(lockAttempts:isSound:_:)``.
    ///   - isSound: The same as in ``commit(lockAttempts:isSound:_:)``.
    ///   - willWrite: A closure called before the write. It receives the sidecar's words that announce the commit to
    ///     other processes.
    ///   - beforeRelease: A closure called after a write, before other openers can take the lock. The closure receives
    ///     `false` if the write failed. In that case, the file may or may not have the new content. If the closure
    ///     throws after a durable write, the method throws `failed`.
    ///   - merge: The same as in ``commit(lockAttempts:isSound:_:)``, but it returns a draft.
    /// - Returns: The commit, or `nil` if `merge` returned `nil`.
    /// - Throws: The errors of ``commit(lockAttempts:isSound:_:)``.
    package mutating func commit(
        knowing mark: CommitMark?, lockAttempts: Int = 250, isSound: (SlotValue) -> Bool = { _ in true },
        willWrite: (CommitWords) -> Void = { _ in },
        beforeRelease: (_ isDurable: Bool) throws(SystemError) -> Void = { _ in },
        _ merge: (FoundContent) -> CommitDraft?
    ) throws(TwoSlotError) -> Commit? {
        isExposed = false
        let taken: SidecarLock?
        do throws(SystemError) {
            taken = try sidecar.lock(attempts: lockAttempts)
        } catch {
            throw .failed(error, leavesOld: true)
        }
        guard let lock = taken else { throw .busy }
        defer {
            lock.release()
            if !isSidecarKept { sidecar.close() }
        }

        let word = isSidecarKept ? lock.word : nil
        let (file, found) = try openUnderLock(knowing: mark, isSound)
        defer { if let file { disk.close(file.open) } }
        if case .slots(let reading) = found, case .newerVersion(let version) = reading.pair {
            throw .newerVersion(version)
        }
        guard let draft = merge(found.content) else { return nil }
        guard let newLayout = SlotLayout(holding: draft.wholeCount, format) else {
            throw .tooLarge(path: path, count: draft.wholeCount)
        }
        var words: CommitWords?
        if isSidecarKept {
            let isContinuing = if case .unchanged = found { word != nil && word == known?.word } else { false }
            words = CommitWords(before: word, random: disk.randomWord(), isContinuing: isContinuing)
        }
        do throws(SystemError) {
            if let words {
                willWrite(words)
                try lock.begin(words)
            }
            let result = Result { () throws(SystemError) -> Commit? in
                let commit = try write(draft, over: found, in: file, newLayout)
                // Another program may have replaced the file.
                return try disk.identityIfPresent(ofPath: path) == known?.identity ? commit : nil
            }
            var commit = (try? result.get()) ?? nil
            let release = Result { () throws(SystemError) in try beforeRelease(commit != nil) }
            // Write the end under the lock, so that words come in the order of commits. Also write it after a failure,
            // because other processes may have read content that is gone. If this write fails, the word stays odd, and
            // no process keeps the content in memory.
            if let words, (try? lock.end(words, isDurable: commit != nil)) != nil {
                known?.word = words.after
                commit?.isEndAnnounced = true
            }
            _ = try result.get()
            if commit != nil { try release.get() }
            if let commit { return commit }
        } catch {
            throw .failed(error, leavesOld: !isExposed)
        }
        throw .replaced(path: path)
    }

    /// A file that a process has open while it holds the lock.
    struct OpenedFile: Sendable {
        let open: OpenFile
        let identity: FileIdentity
        /// A Boolean value that indicates whether the file was created in a protection tier other than the tier of
        /// this `TwoSlotFile`.
        let isOfOtherTier: Bool
    }

    /// The content that a process finds at the path while it holds the lock.
    enum Found {
        case absent
        /// The content is still this process's own commit.
        case unchanged(CommitPlace)
        case slots(FileReading)

        var content: FoundContent {
            switch self {
            case .absent: .snapshot(.absent)
            case .unchanged: .unchanged
            case .slots(let reading): .snapshot(Snapshot(reading))
            }
        }
    }

    /// Opens the file that the path names now. Reads the content, unless the mark and the headers show that the
    /// content is unchanged.
    private mutating func openUnderLock(
        knowing mark: CommitMark?, _ isSound: (SlotValue) -> Bool
    ) throws(TwoSlotError) -> (OpenedFile?, Found) {
        var opened: OpenFile?
        do throws(SystemError) {
            opened = try disk.openIfPresent(path, .readWrite)
            guard let open = opened else {
                known = nil
                return (nil, .absent)
            }
            let tier = try disk.protection(of: open)
            let status = try disk.status(of: open)
            let file = OpenedFile(
                open: open, identity: status.identity, isOfOtherTier: tier != nil && tier != self.tier)
            // While the file was closed, another file may have received its inode number.
            if known?.identity != file.identity || !file.identity.isLasting { known = Known(identity: file.identity) }
            if let own = known?.synced, own.mark == mark, try disk.isUntouched(own, in: open, size: status.size) {
                return (file, .unchanged(own))
            }
            // Under the lock, no process of this library writes. If the file changes during this read, the file is not
            // valid.
            let found = try disk.readSlots(of: open, size: status.size, format)
            var reading = found ?? FileReading(pair: .damaged(.differentFiles), layout: nil, format: format)
            if case .value(let value) = Snapshot(reading), !isSound(value) {
                reading = FileReading(pair: .damaged(.payload), layout: reading.layout, format: format)
            }
            return (file, .slots(reading))
        } catch {
            known = nil
            if let opened { disk.close(opened) }
            throw .unreadable(error)
        }
    }

    private mutating func write(
        _ draft: CommitDraft, over found: Found, in file: OpenedFile?, _ newLayout: SlotLayout
    ) throws(SystemError) -> Commit {
        var own: CommitPlace
        var pieces: [Piece] = []
        var mayAppend = true
        guard let file else { return try replace(.init(), draft, newLayout) }
        switch found {
        case .absent: return try replace(.init(), draft, newLayout)
        case .unchanged(let known): own = known
        case .slots(let reading):
            guard case .current(let slot, _) = reading.pair, let layout = reading.layout else {
                return try replace(.init(keepingDamaged: true), draft, newLayout)
            }
            (own, pieces) = unproven(slot, reading.records, layout)
            mayAppend = own.isNewest(beside: reading.beside) && !reading.isMended
        }
        guard own.layout.suits(draft.wholeCount, format), !file.isOfOtherTier else {
            return try replace(.init(after: own.generation), draft, newLayout)
        }
        // If the other slot has a torn commit, overwrite it as soon as possible, because a part of it might match
        // later. If bits have decayed, write the whole content again.
        if mayAppend, let change = draft.change, own.hasRoom(for: change.count) {
            let record = LogRecord(
                payload: change, after: own.checksum, isDurable: pieces.isEmpty, nonce: disk.randomWord())
            pieces.append(Piece(bytes: record.bytes, offset: own.layout.offset(of: own.number) &+ Int64(own.end)))
            own.append(record)
        } else {
            // Make these pieces durable before the write to the other slot.
            if !pieces.isEmpty {
                defer { isExposed = false }
                try put(pieces, into: file.open)
            }
            known?.synced = own
            // The decoder rejects the largest generation, so this sum does not overflow.
            let next = Slot(
                generation: own.generation &+ 1, fileID: own.fileID, slotSize: own.layout.slotSize,
                nonce: disk.randomWord(), draft.whole())
            pieces = [Piece(bytes: next.bytes, offset: own.layout.offset(of: next.number))]
            own = CommitPlace(next, own.layout, format)
        }
        try put(pieces, into: file.open)
        known?.synced = own
        try syncName()
        return Commit(place: own, isNewFile: false, keptAside: nil)
    }

    /// The bytes to write, and their offset in the file.
    private struct Piece {
        let bytes: [UInt8]
        let offset: Int64
    }

    /// Returns the place of the commit that was read, and the pieces to write again before a new commit relies on that
    /// commit.
    ///
    /// The commit may be only in the page cache, because its writer was killed, or because a failed sync left pages
    /// marked as clean. Another sync would not prove that the commit is durable. The pieces begin after the last bytes
    /// that this process itself synced, because those bytes are durable.
    private func unproven(
        _ slot: Slot, _ records: [LogRecord], _ layout: SlotLayout
    ) -> (own: CommitPlace, pieces: [Piece]) {
        var own = CommitPlace(slot, layout, format)
        let start = layout.offset(of: slot.number)
        var pieces = [Piece(bytes: slot.bytes, offset: start)]
        if known?.synced == own { pieces = [] }
        for record in records {
            pieces.append(Piece(bytes: record.bytes, offset: start &+ Int64(own.end)))
            own.append(record)
            if known?.synced == own { pieces = [] }
        }
        return (own, pieces)
    }

    private mutating func replace(
        _ kind: NewFile, _ draft: CommitDraft, _ layout: SlotLayout
    ) throws(SystemError) -> Commit {
        let (own, keptAside) = try createFile(kind, draft.whole(), layout)
        return Commit(place: own, isNewFile: true, keptAside: keptAside)
    }

    private mutating func put(_ pieces: [Piece], into file: OpenFile) throws(SystemError) {
        var isDone = false
        // After an interrupted sync, repeat the write and the sync, never the sync alone.
        while !isDone {
            do throws(SystemError) {
                for piece in pieces { try disk.writeFully(file, piece.bytes, at: piece.offset) }
            } catch {
                // If a write ends early, compare the file with the pieces: the missing part may equal the old content.
                if !isExposed { isExposed = (try? holds(pieces, in: file)) ?? true }
                throw error
            }
            isExposed = true
            do throws(SystemError) {
                // The file was written to its full size when it was created, so its size and blocks don't change, and a
                // data sync is enough.
                try disk.sync(file, .data)
                isDone = true
            } catch {
                guard error.number == .interrupted else { throw error }
            }
        }
    }

    private func holds(_ pieces: [Piece], in file: OpenFile) throws(SystemError) -> Bool {
        for piece in pieces
        where try disk.readFully(file, at: piece.offset, count: piece.bytes.count) != piece.bytes { return false }
        return true
    }

    /// Makes the file's name durable, once for each file and process.
    mutating func syncName() throws(SystemError) {
        guard known?.isNameSynced == false else { return }
        try syncDirectory()
        known?.isNameSynced = true
    }

    func syncDirectory() throws(SystemError) {
        guard let directory = path.parentDirectory else { return }
        try disk.syncDirectory(directory)
    }
}
