import SiderealBase
import SiderealSystem

/// The writer of a store's files in this process, with its latest commit.
struct StoreWriter: ~Copyable, Sendable {
    var file: TwoSlotFile
    /// The latest commit of this process. A read never replaces this commit. The next commit builds on this commit if
    /// the file still holds it.
    var base: (mark: CommitMark, table: StoreTable)?

    init(file: consuming TwoSlotFile) { self.file = file }
}

/// A request to change the files.
enum StoreOrder {
    case parts([any StorePart], StoreMigrations)
    case reset
}

extension StoreFiles {
    /// Applies the parts to the present content, and returns once the result is durable. Calls `willWrite`
    /// before other processes can read any of the result. `waits` determines whether this method waits for the lock if
    /// another holder has it.
    package func commit(
        _ parts: [any StorePart], _ gate: () -> FirstUnlockGate.State, _ migrations: StoreMigrations,
        waits: Bool = true, _ willWrite: (BegunCommit) -> Void = { _ in }
    ) -> StoreCommit {
        disk.withLock(writer) { writer in carryOut(.parts(parts, migrations), gate, &writer, waits, willWrite) }
    }

    /// Starts with an empty store if the stored values are permanently lost or damaged.
    package func reset(
        _ gate: () -> FirstUnlockGate.State, waits: Bool = true, _ willWrite: (BegunCommit) -> Void = { _ in }
    ) -> StoreCommit {
        disk.withLock(writer) { writer in carryOut(.reset, gate, &writer, waits, willWrite) }
    }

    /// The number of attempts to take the lock. All attempts together take some seconds, because the lock's holder may
    /// wait for a slow disk.
    private static var lockAttempts: Int { 2_500 }

    private func carryOut(
        _ order: StoreOrder, _ askGate: () -> FirstUnlockGate.State, _ writer: inout sending StoreWriter, _ waits: Bool,
        _ willWrite: (BegunCommit) -> Void
    ) -> StoreCommit {
        let gate = tier == .always ? .unlocked : askGate()
        // The plan is the only owner of the table, so it can change the table in place.
        var plan = StorePlan(order, self, gate)
        swap(&plan.base, &writer.base)
        let mark = plan.base?.mark
        var words: CommitWords?
        var result: Commit?
        do throws(TwoSlotError) {
            result = try writer.file.commit(
                knowing: mark, lockAttempts: waits ? Self.lockAttempts : TwoSlotFile.hastyLockAttempts,
                isSound: { plan.isSound($0) },
                willWrite: { new in
                    words = new
                    willWrite(plan.begun(new, sidecar.openWord))
                },
                beforeRelease: { isDurable throws(SystemError) in
                    if isDurable { try marker.record() }
                },
                { found in plan.draft(over: found) })
        } catch {
            // If the system denied access to the file, check the gate even for a store of tier `always`, as reads do.
            plan.fail(error, tier == .always && error.file.isDenied ? askGate() : gate)
            plan.commit.isLockMissed = error == .busy && !waits
        }
        plan.commit.words = words
        if let result, let table = plan.takeResult() {
            plan.commit.content = table
            plan.commit.keptAside = result.keptAside
            plan.commit.word = sidecar.openWord
            plan.commit.place = result.place
            plan.commit.isEndAnnounced = result.isEndAnnounced
            writer.base = (result.mark, table)
        } else if plan.commit.failure == nil {
            writer.base = plan.base
        }
        // Locked values must not stay in memory.
        if tier == .whenUnlocked { writer.base = nil }
        return plan.commit
    }
}

/// The state of a commit, which each step of the commit changes.
private struct StorePlan {
    var commit: StoreCommit
    /// The latest commit of this process, until this commit finds other content or makes its draft.
    var base: (mark: CommitMark, table: StoreTable)?
    /// The table that the draft changes.
    private var old: StoreTable?
    /// A Boolean value that indicates whether the draft replaces content that can't be read.
    private var isNewStart = false
    private let order: StoreOrder
    private let path: String
    private let gate: FirstUnlockGate.State
    private let hasClasses: Bool
    private let coding: any ProtectedStore.Coding
    private let markerState: () -> StoreSnapshot.Marker
    /// The table that was parsed from the file, kept so that the bytes are parsed only once.
    private var parsed: Result<StoreTable, StoreTableError>?

    init(_ order: StoreOrder, _ files: StoreFiles, _ gate: FirstUnlockGate.State) {
        self.order = order
        path = files.path
        self.gate = gate
        hasClasses = files.disk.knowsProtection
        coding = files.coding
        markerState = { files.marker.state() }
        commit =
            switch order {
            case .parts(let parts, _): StoreCommit(refusals: parts.map { _ in nil })
            case .reset: StoreCommit(refusals: [])
            }
    }

    mutating func isSound(_ value: SlotValue) -> Bool {
        let parsed = StoreTable.parsing(value)
        self.parsed = parsed
        if case .failure(.malformed) = parsed { return false }
        return true
    }

    /// Returns the draft that replaces the found content, or `nil` to write nothing. The caller must hold the lock.
    mutating func draft(over found: FoundContent) -> CommitDraft? {
        guard let table = table(of: found) else { return nil }
        let changes = carryOut(over: table)
        // Write an empty change if a part only read, or if a reset found readable values. The callers act on the values
        // that they read, so these values must be durable. Their writer may have been killed before its sync.
        let hasAccepted = commit.refusals.contains { $0 == nil }
        let isRead = if case .snapshot(.value) = found { hasAccepted || isReset } else { isReset }
        guard !changes.isEmpty || isRead else { return nil }
        old = table
        base = nil
        return CommitDraft(change: StoreTable.change(changes), wholeCount: table.payloadCount(after: changes)) {
            var next = table
            next.apply(changes)
            return next.draft
        }
    }

    /// Returns the beginning of the commit that writes the draft.
    func begun(_ words: CommitWords, _ word: SharedWord?) -> BegunCommit {
        BegunCommit(words: words, base: isNewStart ? nil : old, word: word)
    }

    /// Returns the table that the commit has written. Changes the old table in place, so call this method only once.
    mutating func takeResult() -> StoreTable? {
        guard var table = old else { return nil }
        old = nil
        table.apply(commit.changes)
        return table
    }

    private var isReset: Bool { if case .reset = order { true } else { false } }

    /// Runs the parts, and returns their combined changes.
    private mutating func carryOut(over table: StoreTable) -> [ExactName: [UInt8]?] {
        guard case .parts(let parts, let migrations) = order else { return [:] }
        var transaction = ProtectedStore.Transaction(base: table, coding: coding, path: path, migrations: migrations)
        for (index, part) in parts.enumerated() {
            do throws(StoreError) {
                try transaction.run { transaction throws(StoreError) in try part.apply(to: &transaction) }
            } catch {
                commit.refusals[index] = error
            }
        }
        commit.changes = transaction.settled
        return transaction.settled
    }

    /// Returns the table to build on, or `nil` to write nothing. If the commit must not write, `commit.failure` has the
    /// reason.
    private mutating func table(of found: FoundContent) -> StoreTable? {
        guard case .snapshot(let snapshot) = found else { return isReset ? nil : base?.table }
        base = nil
        switch snapshot {
        case .value(let value):
            commit.isRecovered = value.recovered != nil
            switch parsed {
            // A reset also writes a table that it found. Another process may have written this table in a reset, and
            // been killed before the sync.
            case .success(let table):
                parsed = nil
                return table
            case .failure(.newerVersion(let version)): return refuse(.newerVersion(version))
            case .failure(.malformed), nil: return refuse(.damaged)
            }
        case .newerVersion(let version): return refuse(.newerVersion(version))
        case .damaged: return isReset ? startAnew() : refuse(.damaged)
        case .absent:
            let snapshot = StoreSnapshot(gate: gate, marker: markerState(), file: .missing)
            // Don't create a file while the gate is closed, even if the directory can be read.
            switch snapshot.verdict(hasClasses: false) {
            case .absent, .readable: return isReset ? nil : StoreTable()
            case .unavailable(.lost) where isReset: return startAnew()
            case .unavailable(let why): return refuse(why)
            }
        }
    }

    private mutating func startAnew() -> StoreTable {
        isNewStart = true
        return StoreTable()
    }

    private mutating func refuse(_ why: Unavailability) -> StoreTable? {
        commit.failure = StoreError(why, path: path)
        return nil
    }

    /// Records why the two-slot file could not be written.
    mutating func fail(_ error: TwoSlotError, _ gate: FirstUnlockGate.State) {
        let closed = gate.unavailability
        switch error {
        case .unreadable(let failed):
            commit.failure = StoreError(
                Unavailability(failed.number, closed: closed, hasClasses: hasClasses), path: failed.path)
        case .failed(let failed, let leavesOld):
            // If a lock caused the failure, the failure is temporary, unless the file may have the new content. A lock
            // never denies access to a directory or to the sidecar, which is in the tier `always`.
            let isData = failed.path.hasPrefix(path) && failed.path != path + ".lock"
            let why = Unavailability.ofLock(failed.number, closed: closed, hasClasses: hasClasses && isData)
            commit.isUntouched = leavesOld
            commit.failure =
                leavesOld ? why.map { StoreError($0, path: path) } ?? StoreError(failed) : StoreError(failed)
        case .busy, .replaced:
            commit.failure = StoreError(.busy, path: path, "can't write \(path): \(error)")
        case .newerVersion(let version): commit.failure = StoreError(.newerVersion(version), path: path)
        case .tooLarge: commit.failure = StoreError(.tooLarge, path: path, error.description)
        }
    }
}
