import SiderealBase
import SiderealSystem

/// A store that all openers of its name in one process share.
final class SharedStore: Sendable {
    struct State: Sendable {
        var queue = WriteQueue<PendingWrite>()
        var memory = StoreMemory()
        var sources = ChanceSources()
        var isRecovered = false
        var keptAside: [String] = []
        var fileTier = FileTier.unknown
    }

    /// The state of the file's tier, as far as this process knows it.
    enum FileTier: Sendable {
        case unknown
        /// The file was in another tier, and this process has begun to move it.
        case moving
        /// The file was already in the store's tier.
        case right
    }

    let backend: StoreFiles
    let tier: ProtectionTier
    let coding: any ProtectedStore.Coding
    let gate: FirstUnlockGate
    let environment: Environment
    let state = Lock(State())
    /// The migrations into this store. The migrations outlive the store, because the app declares them until the
    /// process ends.
    let migrations: Lock<StoreMigrations>
    /// A broadcaster that signals possible changes, and events after which locked values may be readable.
    let pulses = Broadcaster<Void>()

    private let whenGone: @Sendable () -> Void

    init(
        _ backend: StoreFiles, tier: ProtectionTier, coding: any ProtectedStore.Coding, gate: FirstUnlockGate,
        environment: Environment, migrations: Lock<StoreMigrations> = Lock(StoreMigrations()),
        whenGone: @escaping @Sendable () -> Void = {}
    ) {
        self.whenGone = whenGone
        self.backend = backend
        self.tier = tier
        self.coding = coding
        self.gate = gate
        self.environment = environment
        self.migrations = migrations
        guard tier == .whenUnlocked else { return }
        let registration = environment.notifications.observe([.willLock, .didUnlock]) { [weak self] in self?.handle($0)
        }
        state.withLock { $0.sources.locks = .held(registration) }
    }

    deinit { whenGone() }

    /// Adds a migration. Until the migration has run, missing keys that it moves do not count as absent.
    func expect(_ plan: StoreMigrationPlan) { migrations.withLock { $0.expect(plan) } }

    /// Records the failed run of a migration, and wakes the readers of its keys. If waiting can't help, these readers
    /// stop waiting.
    func failMigration(_ marker: ExactName, for reason: Unavailability?) {
        migrations.withLock { $0.fail(marker, for: reason) }
        pulses.send(())
    }

    /// Examines the file's tier after a read or write, until the file is in the store's tier.
    ///
    /// A readable file in the tier `afterFirstUnlock` proves to the gate that the device was unlocked. A readable
    /// store alone is not a proof, because its file may be in another tier. The first call that finds the file in
    /// another tier moves the file to the store's tier.
    func examineTier() {
        guard state.withLock({ $0.fileTier != .right }), let found = backend.readableTier() else { return }
        if found == .afterFirstUnlock { gate.recordReadable() }
        let before = state.withLock { state in
            defer { state.fileTier = found == tier ? .right : .moving }
            return state.fileTier
        }
        if before == .unknown, found != tier { moveToTier() }
    }

    /// Records that a migration has run, and wakes the readers of its keys.
    func finishMigration(_ marker: ExactName) {
        migrations.withLock { $0.finish(marker) }
        pulses.send(())
    }

    private func handle(_ event: Environment.Notifications.Event) {
        if event == .willLock { state.withLock { $0.memory.forget() } }
        giveChance()
    }
}
