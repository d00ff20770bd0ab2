package import SiderealBase
package import SiderealSystem

/// A part of a commit. All of its changes count, or none.
package protocol StorePart: Sendable {
    func apply(to transaction: inout StoreTransaction) throws(StoreError)
}

/// What reading the files found.
package struct StoreReadOutcome: Sendable {
    package enum Content: Sendable {
        case table(StoreTable, isRecovered: Bool)
        case absent
        case unavailable(Unavailability)
    }

    package let content: Content
    let remembered: Remembered?

    /// By what it is known whether what was seen is still what there is.
    package struct Remembered: Sendable {
        /// The word of the sidecar, and what it was.
        let word: SharedWord
        package let seen: UInt64
        /// Where it lies in the file, so that only what follows has to be read.
        let place: CommitPlace?

        package init(word: SharedWord, seen: UInt64, place: CommitPlace?) {
            (self.word, self.seen, self.place) = (word, seen, place)
        }
    }
}

/// A commit of which nothing is written yet.
package struct BegunCommit: Sendable {
    package let words: CommitWords
    /// What it goes on from, where that was read for it: acknowledged, or to be made durable with it.
    let found: StoreTable?
    let word: SharedWord?

    package init(words: CommitWords, found: StoreTable? = nil, word: SharedWord? = nil) {
        (self.words, self.found, self.word) = (words, found, word)
    }
}

/// What became of a commit.
package struct StoreCommit: Sendable {
    /// For each part why it was not taken up, or nil.
    package var refusals: [StoreError?]
    /// Why nothing was stored, whatever the parts wanted.
    package var failure: StoreError?
    /// Whether a failure left the old content for certain, so that it does no harm to carry the parts out again.
    package var isUntouched = true
    /// Whether nothing was tried, because another has the lock, and this must not wait for it.
    package var isLockMissed = false
    /// What the file holds now, where something was stored, and by what it differs from before.
    package var content: StoreTable?
    package var changes: [ExactName: [UInt8]?] = [:]
    package var word: SharedWord?
    package var place: CommitPlace?
    /// The words that announced it, if anything was written, and whether the last of them could be written.
    package var words: CommitWords?
    package var isEndAnnounced = false
    package var keptAside: String?
    /// Whether what it went on from is what was left of a file.
    package var isRecovered = false

    package init(refusals: [StoreError?]) { self.refusals = refusals }
}

/// The files of a store: two slots with changes behind them, the sidecar, the birth record.
package final class StoreFiles: Sendable {
    package let path: String
    let tier: ProtectionTier
    let coding: any StoreCoding
    let disk: RetryingFileSystem
    /// The one file that stays open.
    let sidecar: Sidecar
    let reader: TwoSlotFile
    let marker: CreationMarker
    let writer: Lock<StoreWriter>
    /// Held while a file is examined under the lock between processes, which else one reader of this process would find
    /// taken by another.
    private let examination = Lock(())

    /// The file whose writes tell of commits.
    var notificationPath: String { sidecar.path }

    package init(
        directory: String, name: String, tier: ProtectionTier, coding: any StoreCoding, disk base: any FileSystem
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

    // MARK: - Looking

    /// Whether the file can be opened and read now.
    func isReadable() -> Bool { isReadable { _ in true } }

    /// Whether the file can be read now, and the system would not allow it before the first unlock.
    func showsUnlock() -> Bool {
        disk.knowsProtection
            && isReadable { file throws(SystemError) in try disk.protection(of: file) == .afterFirstUnlock }
    }

    /// Whether a byte can be read of a file that is as it should be, through one descriptor.
    private func isReadable(_ isRight: (OpenFile) throws(SystemError) -> Bool) -> Bool {
        do throws(SystemError) {
            let file = try disk.open(path, .readOnly)
            defer { disk.close(file) }
            guard try isRight(file) else { return false }
            return try !disk.read(file, at: 0, count: 1).isEmpty
        } catch {
            return false
        }
    }

    /// Makes sure, as far as possible, that there is a file to watch for writes.
    func prepareNotifications() {
        if proveDirectory(.unlocked) == nil { _ = sidecar.word(creating: true) }
    }

    /// Reads. Takes a lock only to judge damage or loss, and never waits for one.
    package func read(_ gate: () -> FirstUnlockState) -> StoreReadOutcome {
        // Most reads succeed, and need not ask the gate.
        let first = read(sidecar.word())
        if case .table = first.content { return StoreReadOutcome(content: first.content, remembered: first.remembered) }
        // A store that waits for no unlock asks the gate only why it was denied: its file may be in another tier.
        let asksGate = tier != .always || first.file.isDenied
        var state = asksGate ? gate() : .unlocked
        var outcome = readAgain(state)
        for _ in 0..<3 {
            guard case .unavailable = outcome.content, asksGate else { break }
            // What was denied before the gate opened is not explained by an open gate.
            let now = gate()
            guard now != state else { break }
            state = now
            outcome = readAgain(state)
        }
        return outcome
    }

    /// Judges what is there, the gate having been asked first.
    private func readAgain(_ gate: FirstUnlockState) -> StoreReadOutcome {
        let proof = proveDirectory(gate)
        let word = sidecar.word(creating: proof == nil)
        // The birth first: a store that another process makes in between is then not taken for a lost one.
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

    /// Shows that names in the directory mean what they say; nil where that is so.
    ///
    /// In an encrypted directory without its key (fscrypt) every name seems to be missing. Only making one tells.
    private func proveDirectory(_ gate: FirstUnlockState) -> Unavailability? {
        guard !disk.knowsProtection else { return nil }
        do throws(SystemError) {
            if let directory = path.parentDirectory { try disk.makeDirectories(directory) }
            disk.close(try disk.open(sidecar.path, .openOrCreate))
            return nil
        } catch {
            return why(error, gate)
        }
    }

    private func why(_ error: SystemError, _ gate: FirstUnlockState) -> Unavailability {
        // What is beside the data is in the tier `always`.
        Unavailability(error.number, closed: gate.unavailability, hasClasses: false)
    }

    /// Loss, like damage, is reported only after a check under the lock.
    private func confirmLoss(_ gate: FirstUnlockState) -> StoreReadOutcome.Content {
        do throws(SystemError) {
            let isLost = try examination.withLock { _ throws(SystemError) in
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

    /// What became of reading the file.
    fileprivate struct Read {
        let file: StoreSnapshot.File
        let content: StoreReadOutcome.Content
        var remembered: StoreReadOutcome.Remembered?
    }

    /// What changed since something was remembered, in order; nil where all has to be looked at.
    func changes(
        since known: StoreReadOutcome.Remembered
    ) -> (changes: [[ExactName: [UInt8]?]], now: StoreReadOutcome.Remembered)? {
        guard let place = known.place, let word = sidecar.word(), let now = word.load(),
            CommitWords.areOfOneRun(now, known.seen)
        else { return nil }
        let isBusy = now & 1 == 1
        // No process is writing, though the word says so: a commit was cut off, and has to be judged.
        if isBusy, (try? disk.underLock(sidecar.path) { true }) ?? nil == true { return nil }
        guard let found = (try? reader.changes(since: place)) ?? nil else { return nil }
        let changes = found.changes.compactMap { try? StoreTable.changes(in: $0) }
        guard changes.count == found.changes.count else { return nil }
        // What was seen during a commit may be more than was acknowledged: it is not the newest before the commit has
        // ended.
        return (changes, StoreReadOutcome.Remembered(word: word, seen: isBusy ? known.seen : now, place: found.place))
    }

    /// Reads without waiting for another process.
    ///
    /// What looks torn, or was read while the word says that a commit is being made, is judged under the lock, if that
    /// is free: then no process is writing, and the verdict may be remembered. The next writer sets another word.
    fileprivate func read(_ word: SharedWord?) -> Read {
        do throws(TwoSlotError) {
            let before = word?.load()
            let found = try reader.readPlaced()
            if case .value = found.snapshot { marker.storeIsThere() }
            if found.isSettled, before.map({ $0 & 1 }) != 1 { return Read(found, word, before) }
            var during: UInt64?
            let (judged, isJudged) = try examination.withLock { _ throws(TwoSlotError) in
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
    /// What the failure shows of the file.
    var file: StoreSnapshot.File {
        switch self {
        case .unreadable(let error), .failed(let error, _): .failed(error.number)
        case .newerVersion(let version): .newerVersion(version)
        case .busy, .replaced, .tooLarge: .busy
        }
    }
}

extension StoreSnapshot.File {
    /// Whether it may be locked.
    var isDenied: Bool { if case .failed(let number) = self { number.isOfLock(mayDeny: true) } else { false } }
}
