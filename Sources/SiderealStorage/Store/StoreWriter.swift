import SiderealBase
import SiderealSystem

/// The one that writes a store's files in this process, and what it knows of them.
struct StoreWriter: ~Copyable, Sendable {
    var file: TwoSlotFile
    /// What this process itself committed last, and nothing that was only read: the next commit is built on it where
    /// the file still holds it.
    var base: (mark: CommitMark, table: StoreTable)?

    init(file: consuming TwoSlotFile) { self.file = file }
}

/// What is to be done to the files.
enum StoreOrder {
    case parts([any StorePart], StoreMigrations)
    case reset
}

extension StoreFiles {
    /// Carries out the parts over what is there, and returns once that is durable. `willWrite` is called before others
    /// can see anything of it. Where another has the lock it is waited for, if it `waits`.
    package func commit(
        _ parts: [any StorePart], _ gate: () -> FirstUnlockState, _ migrations: StoreMigrations,
        waits: Bool = true, _ willWrite: (BegunCommit) -> Void = { _ in }
    ) -> StoreCommit {
        writer.withLock { writer in carryOut(.parts(parts, migrations), gate, &writer, waits, willWrite) }
    }

    /// Begins anew where what was stored is lost or damaged for good.
    package func reset(
        _ gate: () -> FirstUnlockState, waits: Bool = true, _ willWrite: (BegunCommit) -> Void = { _ in }
    ) -> StoreCommit {
        writer.withLock { writer in carryOut(.reset, gate, &writer, waits, willWrite) }
    }

    /// Some seconds: the process that holds the lock may wait for a slow disk, and no actor waits here.
    private static var lockAttempts: Int { 2_500 }

    private func carryOut(
        _ order: StoreOrder, _ askGate: () -> FirstUnlockState, _ writer: inout sending StoreWriter, _ waits: Bool,
        _ willWrite: (BegunCommit) -> Void
    ) -> StoreCommit {
        let gate = tier == .always ? .unlocked : askGate()
        var base: (mark: CommitMark, table: StoreTable)?
        swap(&base, &writer.base)
        let mark = base?.mark
        // Held by the plan alone, which changes it in place.
        var plan = StorePlan(order, self, gate, base: base?.table)
        base = nil
        var words: CommitWords?
        var result: Commit?
        do throws(TwoSlotError) {
            result = try writer.file.commit(
                knowing: mark, lockAttempts: waits ? Self.lockAttempts : TwoSlotFile.hastyLockAttempts,
                isSound: { plan.isSound($0) },
                willWrite: { new in
                    words = new
                    willWrite(BegunCommit(words: new, found: plan.found, word: sidecar.openWord))
                },
                beforeRelease: { isDurable throws(SystemError) in
                    if isDurable { try marker.record() }
                },
                { found in plan.draft(over: found) })
        } catch {
            // As for a reader: why it was denied is asked also where the gate did not matter.
            plan.fail(error, tier == .always && error.file.isDenied ? askGate() : gate)
            plan.commit.isLockMissed = error == .busy && !waits
        }
        plan.commit.words = words
        if let result, let table = plan.result {
            plan.commit.content = table
            plan.commit.keptAside = result.keptAside
            plan.commit.word = sidecar.openWord
            plan.commit.place = result.place
            plan.commit.isEndAnnounced = result.isEndAnnounced
            writer.base = (result.mark, table)
        } else if plan.commit.failure == nil, let mark, let table = plan.base {
            writer.base = (mark, table)
        }
        // What is locked again shall not lie in memory.
        if tier == .whenUnlocked { writer.base = nil }
        return plan.commit
    }
}

/// What becomes of a commit, step by step.
private struct StorePlan {
    var commit: StoreCommit
    var result: StoreTable?
    /// What this process knows to be there, until it is changed.
    private(set) var base: StoreTable?
    /// What was read for it.
    private(set) var found: StoreTable?
    private let order: StoreOrder
    private let path: String
    private let gate: FirstUnlockState
    private let hasClasses: Bool
    private let coding: any StoreCoding
    private let markerState: () -> StoreSnapshot.Marker
    /// What the bytes in the file turned out to be, so that they are parsed once.
    private var parsed: Result<StoreTable, StoreTableError>?

    init(
        _ order: StoreOrder, _ files: StoreFiles, _ gate: FirstUnlockState, base: StoreTable?
    ) {
        self.order = order
        path = files.path
        self.gate = gate
        hasClasses = files.disk.knowsProtection
        coding = files.coding
        self.base = base
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

    /// Called under the lock: what to write over what was found; nil for nothing.
    mutating func draft(over found: FoundContent) -> CommitDraft? {
        guard var table = table(of: found) else { return nil }
        let changes = carryOut(over: table)
        // What was seen is told, and acted upon: it has to be as durable as what is written, and may be of one that was
        // killed before it was. So the change of a reset, which found what it wanted, and of one that only read, is
        // none.
        let hasAccepted = commit.refusals.contains { $0 == nil }
        let isRead = if case .snapshot(.value) = found { hasAccepted || isReset } else { isReset }
        guard !changes.isEmpty || isRead else { return nil }
        base = nil
        table.apply(changes)
        let next = table
        result = next
        return CommitDraft(change: StoreTable.change(changes), wholeCount: next.payloadCount) { next.draft }
    }

    private var isReset: Bool { if case .reset = order { true } else { false } }

    /// Runs the parts, and returns what they change together.
    private mutating func carryOut(over table: StoreTable) -> [ExactName: [UInt8]?] {
        guard case .parts(let parts, let migrations) = order else { return [:] }
        var transaction = StoreTransaction(base: table, coding: coding, path: path, migrations: migrations)
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

    /// What is there to build on; nil, and why, where nothing may be written.
    private mutating func table(of found: FoundContent) -> StoreTable? {
        switch found {
        case .unchanged: return isReset ? nil : base
        case .snapshot(.value(let value)):
            base = nil
            commit.isRecovered = value.recovered != nil
            switch parsed {
            // A reset, too, writes what it found: another one, killed before it was durable, may have left it.
            case .success(let table):
                (parsed, self.found) = (nil, table)
                return table
            case .failure(.newerVersion(let version)): return refuse(.newerVersion(version))
            case .failure(.malformed), nil: return refuse(.damaged)
            }
        case .snapshot(.newerVersion(let version)): return refuse(.newerVersion(version))
        case .snapshot(.damaged): return isReset ? StoreTable() : refuse(.damaged)
        case .snapshot(.absent):
            let snapshot = StoreSnapshot(gate: gate, marker: markerState(), file: .missing)
            // Whatever can be read now: nothing is made in a place that is still locked.
            switch snapshot.verdict(hasClasses: false) {
            case .absent, .readable: return isReset ? nil : StoreTable()
            case .unavailable(.lost) where isReset: return StoreTable()
            case .unavailable(let why): return refuse(why)
            }
        }
    }

    private mutating func refuse(_ why: Unavailability) -> StoreTable? {
        commit.failure = StoreError(why, path: path)
        return nil
    }

    /// Why the two-slot file took nothing.
    mutating func fail(_ error: TwoSlotError, _ gate: FirstUnlockState) {
        let closed = gate.unavailability
        switch error {
        case .unreadable(let failed):
            commit.failure = StoreError(
                Unavailability(failed.number, closed: closed, hasClasses: hasClasses), path: failed.path)
        case .failed(let failed, let leavesOld):
            // What can't be made or written while it is locked is not refused for good, unless it may be there.
            // A lock denies neither a directory nor the sidecar, which is in the tier `always`.
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
