import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// The store's values for the keys of the cases.
struct DeviceContent: Hashable {
    var count: Int?
    var other: Int?
    var name: String?
    var ballast: Int?
    var migratedName: String?
    var migratedCount: Int?
}

/// The run of one case: its complaints, and whether the interruption came in the middle.
final class DeviceRun {
    private(set) var complaints: [String] = []
    private let test: DeviceCase
    private let disk: SimulatedDisk
    private let defaults = DefaultsWorld(["name": .string("Grace"), "count": .integer(3)])
    private var situation: DeviceSituation
    private var app: SimulatedStoreApp
    private var lastProcess = 10
    /// The contents that may be stored, by all evidence.
    private var possible: Set<DeviceContent>
    private let backup: SimulatedDisk
    /// A Boolean value that indicates whether the operation waits.
    private var isOpen = false
    private(set) var hasWaited = false
    private(set) var wasRefused = false
    private let outcome = Lock<DeviceOutcome?>(nil)

    static let ballast = String(repeating: "b", count: 40_000)
    static let items: [StoreMigration.Item] = [
        .init("name", to: .migratedName), .init("count", to: .migratedCount),
    ]

    /// Begins on a copy of an earlier disk.
    init(_ test: DeviceCase, base: SimulatedDisk) throws {
        self.test = test
        situation = test.from
        backup = base
        disk = base.copy()
        disk.setLock(test.from.lock)
        possible = [test.isWritten ? DeviceContent(count: 1, name: "Ada") : DeviceContent()]
        app = try SimulatedStoreApp(on: disk, process: 10, tier: test.tier, getsNotifications: !test.isExtension)
        if test.operation == .migrate {
            defaults.change { $0.lock = test.from.lock }
            _ = migration(app)
        }
    }

    /// Makes a disk with a store that was written, or without one. Without classes it is the same.
    static func base(_ tier: ProtectionTier, isWritten: Bool) async throws -> SimulatedDisk {
        let disk = SimulatedDisk(sectorSize: 4096, isTracing: false)
        disk.setLock(.unlocked)
        guard isWritten else { return disk }
        let app = try SimulatedStoreApp(on: disk, process: 1, tier: tier)
        _ = app.gate.state
        try await app.store.set("Ada", for: .name)
        try await app.store.set(1, for: .count)
        app.end()
        disk.cutPower()
        disk.setLock(.unlocked)
        return disk
    }

    /// Runs the case. Returns false if the operation made fewer calls, so that no later moment is left to try.
    func run() async throws -> Bool {
        let crossing = Crossing()
        schedule(crossing)
        let task = begin()
        await settleDown(task)
        let isReached = crossing.end() || disk.isStopped(app.process)
        disk.cancelFaults(process: app.process)
        record(outcome.withLock { $0 }, wasKilled: test.interruption != .none)
        if test.interruption == .none {
            try await crossAlive(task)
        } else {
            task.cancel()
            app.end()
            try await crossDead()
        }
        await finish(task)
        app.end()
        try await outlast()
        return isReached
    }

    // MARK: - The operation

    private func schedule(_ crossing: Crossing) {
        switch test.interruption {
        case .none:
            let (disk, defaults, to) = (disk, defaults, test.to)
            disk.interpose(process: app.process, call: test.call) {
                guard crossing.happen(), let to else { return }
                disk.setLock(to.lock)
                defaults.change { $0.lock = to.lock }
            }
        case .kill, .powerCutOldest, .powerCutNewest: disk.schedule(.kill, process: app.process, call: test.call)
        case .powerCutSome: disk.schedule(.killHalfway, process: app.process, call: test.call)
        }
    }

    private func begin() -> Task<Void, Never> {
        let (store, operation, outcome) = (app.store, test.operation, outcome)
        let migration = operation == .migrate ? migration(app) : nil
        return Task.on(.computing) {
            let result = await operation.carryOut(on: store, migration)
            outcome.withLock { $0 = result }
        }
    }

    private func migration(_ app: SimulatedStoreApp) -> StoreMigration {
        StoreMigration("cases", items: Self.items, from: defaults.defaults(), to: app.store)
    }

    /// Waits until the operation has ended or waits.
    private func settleDown(_ task: Task<Void, Never>) async {
        if !test.operation.mayWait { return await task.value }
        await until { outcome.withLock { $0 != nil } || app.isWaiting }
    }

    /// Records the outcome of the operation.
    private func record(_ outcome: DeviceOutcome?, wasKilled: Bool) {
        let old = possible
        let new = Set(old.map { test.operation.applied(to: $0) })
        possible = old.union(new)
        if wasKilled { return }
        switch outcome {
        case nil:
            if !test.operation.mayWait { complain("it waits") }
            if !mayWait(in: test.from), test.to.map({ mayWait(in: $0) }) != true { complain("it waits for nothing") }
            // Not under way: none of it may be there yet.
            isOpen = true
            hasWaited = true
            possible = old
        case .done: possible = new
        case .refused(let error) where isOfLockedWrite(error): wasRefused = true
        case .migrationFailed(.notWritten(let error)) where isOfLockedWrite(error): wasRefused = true
        case .refused(let error):
            if test.operation.mayWait { complain("waiting ended with \(error)") }
            guard let why = error.unavailability else { return complain("refused with \(error)") }
            possible = old
            expectRefusal(why)
        case .value(let value):
            if !old.contains(where: { $0.count == value }) { complain("waited for \(String(describing: value))") }
        case .reading(.absent): if test.isWritten { complain("read as absent") }
        case .reading(.value(let value)): if value != 1 { complain("read \(value)") }
        case .reading(.unavailable(let why)): expectRefusal(why)
        case .migrationFailed(let error): complain("migrating: \(error)")
        }
    }

    /// Returns whether the operation can wait: for the store's unlock, and a migration in any tier for the first
    /// unlock.
    private func mayWait(in situation: DeviceSituation) -> Bool {
        !situation.allows(test.tier) || test.operation == .migrate && situation == .beforeFirstUnlock
    }

    /// Returns whether an error is that of a write during which the device was locked: it may be stored or not.
    private func isOfLockedWrite(_ error: StoreError) -> Bool {
        error.cause == .notSaved && test.to == .lockedAgain && test.tier == .whenUnlocked
    }

    private func expectRefusal(_ why: Unavailability) {
        wasRefused = true
        let reasons = [test.from, test.to].compactMap { $0 }.filter { !$0.allows(test.tier) }.map { $0.unavailability }
        if !reasons.contains(why) { complain("refused: \(why)") }
    }

    // MARK: - The crossing

    private func enter(_ next: DeviceSituation) {
        situation = next
        disk.setLock(next.lock)
        defaults.change { $0.lock = next.lock }
    }

    private func tell() {
        switch situation {
        case .unlocked: app.post(.didUnlock)
        case .lockedAgain: app.post(.willLock)
        default: break
        }
    }

    /// Launches a second process, while the first one lives on.
    private func crossAlive(_ task: Task<Void, Never>) async throws {
        guard let to = test.to else { return }
        enter(to)
        tell()
        if situation.allows(test.tier) { await finish(task) }
        check("crossed", app)
        let other = try SimulatedStoreApp(on: disk, process: 99, tier: test.tier, getsNotifications: false)
        if test.operation == .migrate { _ = migration(other) }
        check("another process", other)
        other.end()
        disk.kill(99)
    }

    private func crossDead() async throws {
        disk.kill(app.process)
        defaults.relaunch()
        if test.interruption.cutsPower {
            cutPower(test.interruption)
            enter(test.from == .unprotected ? .unprotected : test.to == .noPasscode ? .noPasscode : .beforeFirstUnlock)
        } else if test.to == nil {
            restore()
            enter(test.from == .unprotected ? .unprotected : .beforeFirstUnlock)
        }
        // Before that the process may have read, and has the values in memory.
        try launch()
        check("launched", app)
        if let to = test.to, to != situation {
            enter(to)
            tell()
            check("launched and crossed", app)
        }
    }

    private func launch() throws {
        lastProcess += 1
        app = try SimulatedStoreApp(
            on: disk, process: lastProcess, tier: test.tier, getsNotifications: !test.isExtension)
        if test.operation == .migrate { _ = migration(app) }
    }

    private func cutPower(_ interruption: DeviceInterruption) {
        let questions = disk.questions
        switch interruption {
        case .powerCutNewest: disk.cutPower(questions.map { $0.count - 1 })
        case .powerCutSome: disk.cutPower(questions.enumerated().map { ($0 * 5 + test.call) % $1.count })
        default: disk.cutPower()
        }
        defaults.cutPower()
    }

    /// Restores the backup's part of the store on an otherwise empty disk.
    private func restore() {
        for path in disk.names where path.hasPrefix("store/") || path.hasPrefix("state/") { disk.remove(path) }
        disk.cutPower()
        for path in backup.names where path.hasPrefix("store/") {
            guard let bytes = backup.contents(of: path), let tier = backup.protection(of: path) else { continue }
            disk.place(bytes, at: path, tier: tier)
        }
        possible = [test.isWritten ? DeviceContent(count: 1, name: "Ada") : DeviceContent()]
        defaults.restore(["name": .string("Grace"), "count": .integer(3)])
    }

    // MARK: - Afterwards

    /// Unlocks the device. A waiting operation has to end.
    private func finish(_ task: Task<Void, Never>) async {
        if situation != .unprotected { enter(.unlocked) }
        tell()
        if test.interruption == .none { await awaitOutcome(task) }
        check("unlocked", app)
    }

    private func awaitOutcome(_ task: Task<Void, Never>) async {
        guard isOpen else { return }
        isOpen = false
        // The system doesn't notify an extension: gate and store find the unlock at their next read.
        var looks = 0
        await until {
            if outcome.withLock({ $0 != nil }) || looks > 8 { return true }
            if test.isExtension, app.letTimePass() { looks += 1 }
            return false
        }
        guard let ended = outcome.withLock({ $0 }) else {
            task.cancel()
            return complain("still waits after the unlock")
        }
        switch ended {
        case .done: possible = Set(possible.map { test.operation.applied(to: $0) })
        case .value(let value):
            if !possible.contains(where: { $0.count == value }) { complain("waited for \(String(describing: value))") }
        default: complain("waiting ended with \(ended)")
        }
    }

    /// Expects that after power cuts and launches all values are there, and that the store accepts writes.
    private func outlast() async throws {
        disk.killAll()
        cutPower(.powerCutOldest)
        if situation != .unprotected { enter(.beforeFirstUnlock) }
        try launch()
        check("after a power cut", app)
        if situation != .unprotected { enter(.unlocked) }
        tell()
        check("after a power cut and an unlock", app, settles: true)
        if test.operation == .migrate {
            defaults.relaunch()
            do throws(StoreMigration.Failure) {
                _ = try await migration(app).run()
                possible = Set(possible.map { test.operation.applied(to: $0) })
            } catch {
                complain("migrating again: \(error)")
            }
            check("migrated", app)
            if defaults.disk?["name"] != nil { complain("the defaults keep what was migrated") }
        }
        do throws(StoreError) {
            try await app.store.set(99, for: .count)
            possible = Set(possible.map { content in changed(content) { $0.count = 99 } })
        } catch {
            complain("no further write: \(error)")
        }
        app.end()
        disk.killAll()
        cutPower(.powerCutOldest)
        if situation != .unprotected { enter(.unlocked) }
        try launch()
        check("at the end", app)
        app.end()
    }

    // MARK: - Reading

    /// Expects that no present value is absent, no acknowledged one lost, and no readable one unavailable, and that the
    /// reasons are true.
    private func check(_ moment: String, _ app: SimulatedStoreApp, settles: Bool = false) {
        let count = value(app.store.read(.count), moment, "count") { $0.count }
        let other = value(app.store.read(.other), moment, "other") { $0.other }
        let name = value(app.store.read(.name), moment, "name") { $0.name }
        let ballast = value(app.store.read(.ballast), moment, "ballast") { $0.ballast.map { _ in Self.ballast } }
        let migratedName = value(app.store.read(.migratedName), moment, "migrated name") { $0.migratedName }
        let migratedCount = value(app.store.read(.migratedCount), moment, "migrated count") { $0.migratedCount }
        guard situation.allows(test.tier), let count, let other, let name, let ballast, let migratedName,
            let migratedCount
        else { return }
        let content = DeviceContent(
            count: count, other: other, name: name, ballast: ballast?.count, migratedName: migratedName,
            migratedCount: migratedCount)
        guard possible.contains(content) else { return complain("\(moment): torn, \(content)") }
        if settles { possible = [content] }
    }

    private func value<Value: Equatable>(
        _ reading: ProtectedReading<Value>, _ moment: String, _ key: String, _ field: (DeviceContent) -> Value?
    ) -> Value?? {
        let values = possible.map(field)
        switch reading {
        case .value(let value):
            if !situation.allows(test.tier) { complain("\(moment): \(key) is read though locked") }
            if !values.contains(value) { complain("\(moment): \(key) is \("\(value)".prefix(20))") }
            return .some(value)
        case .absent:
            if !values.contains(nil) { complain("\(moment): \(key) is called absent") }
            if test.operation == .migrate, key.hasPrefix("migrated") { complain("\(moment): \(key) is called absent") }
            return .some(nil)
        case .unavailable(.notMigrated) where test.operation == .migrate && key.hasPrefix("migrated"):
            if !values.contains(nil) { complain("\(moment): \(key) is called not migrated") }
            return .some(nil)
        case .unavailable(let why):
            if situation.allows(test.tier) || why != situation.unavailability {
                complain("\(moment): \(key) is unavailable, \(why)")
            }
            return nil
        }
    }

    private func complain(_ what: String) { complaints.append("\(test): \(what)") }
}

/// An event that happens once, unless its chance has passed.
private final class Crossing: Sendable {
    private let state = Lock((hasHappened: false, isOver: false))

    func happen() -> Bool {
        state.withLock { state in
            guard !state.isOver, !state.hasHappened else { return false }
            state.hasHappened = true
            return true
        }
    }

    /// Ends the chance. Returns whether it was used.
    func end() -> Bool {
        state.withLock { state in
            state.isOver = true
            return state.hasHappened
        }
    }
}
