import SiderealBase
import SiderealSystem

/// A store that all openers of its name in a process share.
final class SharedStore: Sendable {
    struct State: Sendable {
        var queue = WriteQueue<PendingWrite>()
        var memory = StoreMemory()
        var sources = ChanceSources()
        var isRecovered = false
        var keptAside: [String] = []
        /// Whether the gate knows that a protected file can be read: it learns it once.
        var hasShownUnlock = false
    }

    let backend: StoreFiles
    let tier: ProtectionTier
    let coding: any StoreCoding
    let gate: FirstUnlockGate
    let environment: Environment
    let state = Lock(State())
    /// Those into this store. They outlive it: what was declared holds until the process ends.
    let migrations: Lock<StoreMigrations>
    /// A change, or a chance that something can be read now.
    let pulses = Broadcaster<Void>()

    private let whenGone: @Sendable () -> Void

    init(
        _ backend: StoreFiles, tier: ProtectionTier, coding: any StoreCoding, gate: FirstUnlockGate,
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

    /// Keys of a migration are not absent before it has run.
    func expect(_ plan: StoreMigrationPlan) { migrations.withLock { $0.expect(plan) } }

    /// A run of a migration failed: those who wait for its keys are told where waiting does not help.
    func failMigration(_ marker: ExactName, for reason: Unavailability?) {
        migrations.withLock { $0.fail(marker, for: reason) }
        pulses.send(())
    }

    /// Tells the gate, once, where it is shown that a file can be read which the system locks until the first unlock.
    /// That the store could be read is no proof: it may still be in another tier, or where nothing is ever locked.
    func recordReadable() {
        guard tier == .afterFirstUnlock, !state.withLock({ $0.hasShownUnlock }), backend.showsUnlock() else { return }
        state.withLock { $0.hasShownUnlock = true }
        gate.recordReadable()
    }

    /// A migration has run: those who wait for its keys look again.
    func finishMigration(_ marker: ExactName) {
        migrations.withLock { $0.finish(marker) }
        pulses.send(())
    }

    private func handle(_ event: Environment.Notifications.Event) {
        if event == .willLock { state.withLock { $0.memory.forget() } }
        giveChance()
    }
}
