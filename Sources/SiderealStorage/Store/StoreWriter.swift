package import SiderealCore
import SiderealSystem

/// The one that writes a store's files in this process, and what it knows of them.
struct StoreWriter<Disk: FileSystem>: ~Copyable, Sendable {
    var file: TwoSlotFile<Disk>
    var birth: BirthRecord<Disk>
    /// What this process itself committed last, and nothing that was only read: the next commit is built on it where the
    /// file still holds it.
    var base: (generation: UInt64, table: StoreTable)?

    /// The slot of the commit before that, which the next one overwrites: only what differs has to be written.
    var older: [UInt8] = []
    /// The memory of the one before, which nobody needs any more.
    var spare: [UInt8] = []

    init(file: consuming TwoSlotFile<Disk>, birth: BirthRecord<Disk>) {
        self.file = file
        self.birth = birth
    }
}

/// What is to be done to the files.
enum StoreOrder {
    case parts([any StorePart], [StoreMigrationPlan])
    case reset
}

extension StoreFiles {
    package func commit(
        _ parts: [any StorePart], _ gate: () -> FirstUnlockState, _ migrations: [StoreMigrationPlan]
    ) -> StoreCommit {
        let state = tier == .always ? .available : gate()
        return writer.withLock { writer in carryOut(.parts(parts, migrations), state, &writer) }
    }

    package func reset(_ gate: () -> FirstUnlockState) -> StoreCommit {
        let state = tier == .always ? .available : gate()
        return writer.withLock { writer in carryOut(.reset, state, &writer) }
    }

    /// Some seconds: whoever holds the lock may wait for a slow disk, and nobody's actor waits here.
    private static var lockAttempts: Int { 2_500 }

    private func carryOut(
        _ order: StoreOrder, _ gate: FirstUnlockState, _ writer: inout sending StoreWriter<Disk>
    ) -> StoreCommit {
        var plan = StorePlan(order, self, gate, base: writer.base?.table, spare: writer.spare)
        writer.spare = []
        var birth = writer.birth
        var counted: (word: SharedWord, value: UInt64)?
        var result: (commit: Commit, bytes: [UInt8])?
        do throws(TwoSlotError) {
            result = try writer.file.commit(
                knowing: writer.base?.generation, over: writer.older, lockAttempts: Self.lockAttempts,
                isSound: { plan.isSound($0) },
                beforeRelease: { isDurable throws(SystemError) in
                    // In the lock, so that words come in the order of commits; after a failure, too, because others may
                    // have seen what is not there any more.
                    // One that cannot be counted is durable all the same: the word stays as it was begun, and nobody remembers.
                    counted = try? page.end()
                    if isDurable { try birth.record() }
                },
                { found in
                    guard let draft = plan.draft(over: found) else { return nil }
                    // Readers remember nothing until it is told above how it ended.
                    if SlotLayout(holding: draft.payloadCount) != nil { try? page.begin() }
                    return draft
                })
        } catch {
            plan.fail(error)
        }
        writer.birth = birth
        if let result, var table = plan.result {
            table.takeBack(result.bytes)
            writer.spare = writer.older
            writer.older = writer.base?.table.slotBytes ?? []
            writer.base = (result.commit.generation, table)
            plan.commit.content = table
            plan.commit.keptAside = result.commit.keptAside
            if let counted {
                plan.commit.word = counted.word
                plan.commit.seen = counted.value
            }
        } else if plan.commit.failure != nil {
            writer.base = nil
        }
        if tier == .whenUnlocked {
            // What is locked again shall not lie in memory.
            writer.base = nil
            writer.older = []
            writer.spare = []
        }
        return plan.commit
    }
}

/// What becomes of a commit, step by step.
private struct StorePlan {
    var commit: StoreCommit
    var result: StoreTable?
    private let order: StoreOrder
    private let path: String
    private let gate: FirstUnlockState
    private let tier: ProtectionTier
    /// Whether its file may be locked again after the gate has opened.
    private let isLockable: Bool
    private let coding: any StoreCoding
    private let isBorn: () -> StoreSight.Birth
    private let base: StoreTable?
    private var spare: [UInt8]
    /// What the bytes in the file turned out to be, so that they are parsed once.
    private var parsed: Result<StoreTable, StoreTableError>?

    init<Disk: FileSystem>(
        _ order: StoreOrder, _ files: StoreFiles<Disk>, _ gate: FirstUnlockState, base: StoreTable?, spare: [UInt8]
    ) {
        self.spare = spare
        self.order = order
        path = files.path
        self.gate = gate
        tier = files.tier
        isLockable = files.tier == .whenUnlocked && files.disk.knowsProtection
        coding = files.coding
        self.base = base
        isBorn = { files.birth.sight() }
        commit =
            switch order {
            case .parts(let parts, _): StoreCommit(refusals: parts.map { _ in nil })
            case .reset: StoreCommit(refusals: [])
            }
    }

    mutating func isSound(_ payload: [UInt8]) -> Bool {
        let parsed = StoreTable.parsing(payload)
        self.parsed = parsed
        if case .failure(.malformed) = parsed { return false }
        return true
    }

    /// Called under the lock: what to write over what was found; nil for nothing.
    mutating func draft(over found: FoundContent) -> SlotDraft? {
        guard let table = table(of: found) else { return nil }
        var next: StoreTable
        switch order {
        case .reset:
            next = table
        case .parts(let parts, let migrations):
            var transaction = StoreTransaction(base: table, coding: coding, path: path, migrations: migrations)
            for (index, part) in parts.enumerated() {
                do throws(StoreError) {
                    try transaction.run { transaction throws(StoreError) in try part.apply(to: &transaction) }
                } catch {
                    commit.refusals[index] = error
                }
            }
            if transaction.isChanged {
                var memory: [UInt8] = []
                swap(&memory, &spare)
                next = transaction.result(reusing: memory)
            } else if commit.refusals.contains(where: { $0 == nil }), case .snapshot(.value) = found {
                // What was seen is told, and acted upon: it has to be as durable as what is written, and may be of one that
                // was killed before it was.
                next = table
            } else {
                return nil
            }
        }
        let draft = next.giveBytes()
        result = next
        return draft
    }

    /// What is there to build on; nil, and why, where nothing may be written.
    private mutating func table(of found: FoundContent) -> StoreTable? {
        let isReset = if case .reset = order { true } else { false }
        switch found {
        case .unchanged: return isReset ? nil : base
        case .snapshot(.value):
            switch parsed {
            // A reset, too, writes what it found: another one, killed before it was durable, may have left it.
            case .success(let table): return table
            case .failure(.newerVersion(let version)): return refuse(.newerVersion(version))
            case .failure(.malformed), nil: return refuse(.damaged)
            }
        case .snapshot(.newerVersion(let version)): return refuse(.newerVersion(version))
        case .snapshot(.damaged): return isReset ? StoreTable() : refuse(.damaged)
        case .snapshot(.absent):
            let sight = StoreSight(gate: gate, birth: isBorn(), file: .missing)
            // Whatever can be read now: nothing is made in a place that is still locked.
            switch sight.verdict(tier: tier, canReadAlways: false) {
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

    /// Whether a call failed before the new content could be seen: one on a file beside, or the write of a slot, which was cut
    /// off then. After a sync, or a call on the directory or the birth record, it may be there.
    private func leavesOld(_ failed: SystemError) -> Bool {
        failed.path.hasPrefix(path + ".") || failed.path == path && failed.operation == .write
            || failed.operation == .makeDirectory
    }

    /// Why the two-slot file took nothing.
    mutating func fail(_ error: TwoSlotError) {
        let closed = tier == .always ? nil : gate.unavailability
        switch error {
        case .unreadable(let failed):
            let sight = StoreSight(gate: gate, birth: .recorded, file: error.sight)
            if case .unavailable(let why) = sight.verdict(tier: tier, canReadAlways: false) {
                commit.failure = StoreError(why, path: failed.path)
            }
        case .failed(let failed):
            // What cannot be made or written while it is locked was not refused for good.
            let isData = failed.path.hasPrefix(path) && failed.path != path + ".lock"
            let locked: Unavailability? = isLockable && isData ? .locked : nil
            commit.isUntouched = leavesOld(failed)
            commit.failure =
                if failed.looksLocked, commit.isUntouched, let why = closed ?? locked {
                    StoreError(why, path: path)
                } else {
                    StoreError(failed)
                }
        case .busy, .replaced:
            commit.failure = StoreError(.busy, path: path, "cannot write \(path): \(error)")
        case .newerVersion(let version): commit.failure = StoreError(.newerVersion(version), path: path)
        case .tooLarge: commit.failure = StoreError(.tooLarge, path: path, error.description)
        }
    }
}
