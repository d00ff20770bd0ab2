package import SiderealBase
package import SiderealSystem

/// A part of a commit. The commit includes either all changes of the part or none.
package protocol StorePart: Sendable {
    func apply(to transaction: inout ProtectedStore.Transaction) throws(StoreError)
}

/// The outcome of reading the files.
package struct StoreReadOutcome: Sendable {
    package enum Content: Sendable {
        case table(StoreTable, isRecovered: Bool)
        case absent
        case unavailable(Unavailability)
    }

    package let content: Content
    package let remembered: Remembered?

    /// The evidence that shows whether a read is still current.
    package struct Remembered: Sendable {
        /// The sidecar's word, which changes with every commit. The value at the time of the read is `seen`.
        let word: SharedWord
        package let seen: UInt64
        /// The place in the file that the read reached. The next read starts there, and reads only later changes.
        let place: CommitPlace?

        package init(word: SharedWord, seen: UInt64, place: CommitPlace?) {
            (self.word, self.seen, self.place) = (word, seen, place)
        }

        /// Returns whether two reads found the same content. While another process commits, a second read can reach a
        /// later place although the sidecar's word is still the same.
        func isOfSameContent(as other: Self) -> Bool { seen == other.seen && place == other.place }
    }
}

/// A commit that has written nothing yet.
package struct BegunCommit: Sendable {
    package let words: CommitWords
    /// The table that the commit changes, or `nil` if a reset replaces content that can't be read. If the table is not
    /// durable yet, it becomes durable with this commit.
    let base: StoreTable?
    let word: SharedWord?

    package init(words: CommitWords, base: StoreTable?, word: SharedWord?) {
        (self.words, self.base, self.word) = (words, base, word)
    }
}

/// The outcome of a commit.
package struct StoreCommit: Sendable {
    /// The reason for each part's refusal, or `nil` for an accepted part.
    package var refusals: [StoreError?]
    /// The reason why the whole commit failed, or `nil` if the commit did not fail.
    package var failure: StoreError?
    /// A Boolean value that indicates whether the file certainly has its old content after a failure, so that the parts
    /// can run again.
    package var isUntouched = true
    /// A Boolean value that indicates whether the commit did not begin, because another holder has the lock and the
    /// commit must not wait.
    package var isLockMissed = false
    /// The table in the file after the commit, or `nil` if the commit stored nothing. `changes` has the differences
    /// from the previous table.
    package var content: StoreTable?
    package var changes: [ExactName: [UInt8]?] = [:]
    package var word: SharedWord?
    package var place: CommitPlace?
    /// The values of the sidecar's word that announce the commit, or `nil` if the commit wrote nothing.
    /// `isEndAnnounced` indicates whether the sidecar has the last value.
    package var words: CommitWords?
    package var isEndAnnounced = false
    package var keptAside: String?
    /// A Boolean value that indicates whether the commit built on a file from which the store dropped an interrupted or
    /// damaged change.
    package var isRecovered = false

    package init(refusals: [StoreError?]) { self.refusals = refusals }
}

/// The files of a store: the two-slot file, the sidecar, and the creation marker.
package final class StoreFiles: Sendable {
    package let path: String
    let tier: ProtectionTier
    let coding: any ProtectedStore.Coding
    let disk: RetryingFileSystem
    /// The sidecar, the only file that stays open.
    let sidecar: Sidecar
    let reader: TwoSlotFile
    let marker: CreationMarker
    let writer: Lock<StoreWriter>
    /// A lock between the readers of this process. A reader holds this lock while the reader examines a file under the
    /// lock between processes. Without this lock, two readers of this process would compete for the lock between
    /// processes.
    private let examination = Lock(())

    /// The path of the file whose writes announce commits.
    var notificationPath: String { sidecar.path }

    package init(
        directory: String, name: String, tier: ProtectionTier, coding: any ProtectedStore.Coding,
        disk base: any FileSystem
    ) {
        let start = "\(directory)/\(name)"
        path = start + ".store"
        self.tier = tier
        self.coding = coding
        disk = RetryingFileSystem(base: base)
        sidecar = Sidecar(path: path + ".lock", disk: base)
        reader = TwoSlotFile(path: path, disk: base, tier: tier, format: .logged, sidecar: sidecar)
        marker = CreationMarker(path: start + ".born", disk: disk)
        let file = TwoSlotFile(path: path, disk: base, tier: tier, format: .logged, sidecar: sidecar)
        writer = Lock(StoreWriter(file: file))
    }

    // MARK: - Reads

    /// Returns whether the file can be opened and read now.
    func isReadable() -> Bool { whileReadable { _ in true } == true }

    /// Returns the tier of the file, or `nil` if the file can't be read now or the system has no tiers.
    func readableTier() -> ProtectionTier? {
        guard disk.knowsProtection else { return nil }
        return whileReadable { file throws(SystemError) in try disk.protection(of: file) }
    }

    /// Returns the result of `look`, or `nil` if the file has no readable byte. `look` and the test read use the same
    /// descriptor.
    private func whileReadable<Found>(_ look: (OpenFile) throws(SystemError) -> Found?) -> Found? {
        do throws(SystemError) {
            let file = try disk.open(path, .readOnly)
            defer { disk.close(file) }
            let found = try look(file)
            return try disk.read(file, at: 0, count: 1).isEmpty ? nil : found
        } catch {
            return nil
        }
    }

    /// Tries to create the sidecar, which followers watch for writes.
    func prepareNotifications() {
        if proveDirectory(.unlocked) == nil { _ = sidecar.word(creating: true) }
    }

    /// Reads the files. Takes the lock between processes only to confirm damage, a loss or an unfinished commit, and
    /// never waits for that lock.
    package func read(_ gate: () -> FirstUnlockGate.State) -> StoreReadOutcome {
        // Most reads succeed without the state of the gate.
        let first = read(sidecar.word())
        if case .table = first.content { return StoreReadOutcome(content: first.content, remembered: first.remembered) }
        // A store of tier `always` checks the gate only to explain a denied read. Its file may still be in another
        // tier.
        let asksGate = tier != .always || first.file.isDenied
        var state = asksGate ? gate() : .unlocked
        var outcome = readAgain(state)
        for _ in 0..<3 {
            guard case .unavailable = outcome.content, asksGate else { break }
            // If the gate opened during the read, its state does not explain the denial. So read again.
            let now = gate()
            guard now != state else { break }
            state = now
            outcome = readAgain(state)
        }
        return outcome
    }

    /// Reads the files, and returns the verdict. The argument is the state of the gate before the read.
    private func readAgain(_ gate: FirstUnlockGate.State) -> StoreReadOutcome {
        let proof = proveDirectory(gate)
        let word = sidecar.word(creating: proof == nil)
        // Check the marker before the file. Otherwise, a store that another process creates between the two checks
        // would look lost.
        let marker = marker.state()
        let read = read(word)
        let snapshot = StoreSnapshot(gate: gate, marker: marker, file: read.file)
        let content: StoreReadOutcome.Content =
            switch snapshot.verdict(hasClasses: disk.knowsProtection) {
            case .readable: read.content
            case .unavailable(.lost): confirmLoss(gate)
            case .unavailable(let why): .unavailable(why)
            case .absent: proof.map { .unavailable($0) } ?? .absent
            }
        return StoreReadOutcome(content: content, remembered: read.remembered)
    }

    /// Checks whether a missing name in the directory proves that the file does not exist. Returns `nil` if so, or the
    /// reason why it does not.
    ///
    /// If the kernel lacks the key of an encrypted directory (fscrypt), every name seems to be missing. Only an attempt
    /// to create a file reveals the missing key.
    private func proveDirectory(_ gate: FirstUnlockGate.State) -> Unavailability? {
        guard !disk.knowsProtection else { return nil }
        do throws(SystemError) {
            if let directory = path.parentDirectory { try disk.makeDirectories(directory) }
            disk.close(try disk.open(sidecar.path, .openOrCreate))
            return nil
        } catch {
            return why(error, gate)
        }
    }

    private func why(_ error: SystemError, _ gate: FirstUnlockGate.State) -> Unavailability {
        // The sidecar and the creation marker are in the tier `always`, so no protection class denies them.
        Unavailability(error.number, closed: gate.unavailability, hasClasses: false)
    }

    /// Checks again, while it holds the lock, that the store's file is lost. The store reports a loss only after this
    /// confirmation.
    private func confirmLoss(_ gate: FirstUnlockGate.State) -> StoreReadOutcome.Content {
        do throws(SystemError) {
            let isLost = try disk.withLock(examination) { _ throws(SystemError) in
                try disk.underLock(sidecar.path) { () throws(SystemError) in
                    switch marker.state() {
                    case .recorded: break
                    case .notRecorded: return false
                    case .unreadable(let number): throw SystemError(.identity, marker.path, number)
                    }
                    return try disk.identityIfPresent(ofPath: path) == nil
                }
            }
            return .unavailable(isLost == true ? .lost : .busy)
        } catch {
            return .unavailable(why(error, gate))
        }
    }

    /// The outcome of reading the file.
    fileprivate struct Read {
        let file: StoreSnapshot.File
        let content: StoreReadOutcome.Content
        var remembered: StoreReadOutcome.Remembered?
    }

    /// Returns the changes since an earlier read, in order, or `nil` if the whole file has to be read.
    package func changes(
        since known: StoreReadOutcome.Remembered
    ) -> (changes: [[ExactName: [UInt8]?]], now: StoreReadOutcome.Remembered)? {
        guard let place = known.place, let word = sidecar.word(), let now = word.load(),
            CommitWords.areOfOneRun(now, known.seen)
        else { return nil }
        let isBusy = now & 1 == 1
        // The word announces a commit, but no process is writing, so the commit was interrupted. Read the whole file.
        if isBusy, (try? disk.underLock(sidecar.path) { true }) ?? nil == true { return nil }
        guard let found = (try? reader.changes(since: place)) ?? nil else { return nil }
        let changes = found.changes.compactMap { try? StoreTable.changes(in: $0) }
        guard changes.count == found.changes.count else { return nil }
        // The commit under way has not acknowledged its changes yet. Keep the old word, so that the next reader reads
        // again.
        return (changes, StoreReadOutcome.Remembered(word: word, seen: isBusy ? known.seen : now, place: found.place))
    }

    /// Reads the file without waiting for another process.
    ///
    /// The content may look incomplete, or another process may have announced a commit during the read. In both cases
    /// this method tries to take the lock, and reads again under the lock. If the lock is free, no process is writing,
    /// so the result may stay in memory. The next writer changes the word.
    fileprivate func read(_ word: SharedWord?) -> Read {
        do throws(TwoSlotError) {
            let before = word?.load()
            let found = try reader.readPlaced()
            if case .value = found.snapshot { marker.storeIsThere() }
            if found.isSettled, before.map({ $0 & 1 }) != 1 { return Read(found, word, before) }
            var during: UInt64?
            let (judged, isJudged) = try disk.withLock(examination) { _ throws(TwoSlotError) in
                try reader.judge(found) { during = word?.load() }
            }
            return Read(judged, word, isJudged ? during : nil)
        } catch {
            return Read(file: error.file, content: .unavailable(.busy))
        }
    }
}

extension StoreFiles.Read {
    init(_ found: PlacedSnapshot, _ word: SharedWord?, _ seen: UInt64?) {
        if let word, let seen { remembered = .init(word: word, seen: seen, place: found.place) }
        switch found.snapshot {
        case .absent: (file, content) = (.missing, .absent)
        case .newerVersion(let version):
            (file, content) = (.newerVersion(version), .unavailable(.newerVersion(version)))
        case .damaged: (file, content) = (.damaged, .unavailable(.damaged))
        case .value(let value):
            switch StoreTable.parsing(value) {
            case .success(let table):
                (file, content) = (.whole, .table(table, isRecovered: value.recovered != nil))
            case .failure(.newerVersion(let version)):
                (file, content) = (.newerVersion(version), .unavailable(.newerVersion(version)))
            case .failure(.malformed): (file, content) = (.damaged, .unavailable(.damaged))
            }
        }
    }
}

extension StoreTable {
    static func parsing(_ value: SlotValue) -> Result<StoreTable, StoreTableError> {
        do throws(StoreTableError) {
            return .success(try StoreTable(payload: value.payload, changes: value.changes))
        } catch {
            return .failure(error)
        }
    }
}

extension TwoSlotError {
    /// The state of the file that the failure shows.
    var file: StoreSnapshot.File {
        switch self {
        case .unreadable(let error), .failed(let error, _): .failed(error.number)
        case .newerVersion(let version): .newerVersion(version)
        case .busy, .replaced, .tooLarge: .busy
        }
    }
}

extension StoreSnapshot.File {
    /// A Boolean value that indicates whether the file may be locked.
    var isDenied: Bool { if case .failed(let number) = self { number.isOfLock(mayDeny: true) } else { false } }
}
