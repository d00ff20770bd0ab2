package import SiderealCore
package import SiderealStorage
package import SiderealSystem

/// A process of an app or an extension. It has a gate and a store on a simulated disk.
///
/// The gate is the library's own gate, with its canary on the disk. Time doesn't pass by itself. The gate and the store
/// check again when the test calls ``letTimePass()``.
package final class SimulatedStoreApp: Sendable {
    /// The directory of the gate's canary. Backups do not contain it.
    package static let stateDirectory = "state"

    package let process: Int
    package let gate: FirstUnlockGate
    package let store: ProtectedStore
    private let isDead: Lock<Bool>
    private let notifications: SimulatedNotifications
    private let gateWaits: HeldWaits
    private let storeWaits: HeldWaits

    /// Launches the process. If `getsNotifications` is true, the system notifies it of locks and unlocks. Pass `true`
    /// for an app and `false` for an extension.
    package init(
        on disk: SimulatedDisk, process: Int, store name: String = "settings", directory: String = "store",
        tier: ProtectionTier = .afterFirstUnlock, getsNotifications: Bool = true
    ) throws(StoreError) {
        let (isDead, gateWaits, storeWaits) = (Lock(false), HeldWaits(), HeldWaits())
        let notifications = SimulatedNotifications(announcing: getsNotifications ? nil : [])
        let files = disk.process(process)
        func environment(_ waits: HeldWaits) -> Environment {
            var environment = Environment.still(on: files)
            environment.scheduler.wait = { span async throws(CancellationError) in
                try await waits.wait(span)
                if isDead.withLock({ $0 }) { throw CancellationError() }
            }
            environment.notifications = notifications.environment
            return environment
        }
        self.process = process
        self.isDead = isDead
        self.notifications = notifications
        self.gateWaits = gateWaits
        self.storeWaits = storeWaits
        gate = FirstUnlockGate(directory: Self.stateDirectory, environment: environment(gateWaits))
        store = try ProtectedStore(
            name, directory: directory, tier: tier, gate: gate, environment: environment(storeWaits))
    }

    /// A Boolean value that indicates whether the store waits for its next attempt, or a task waits for the gate.
    package var isWaiting: Bool { storeWaits.heldCount > 0 || gate.hasListeners }

    /// Notifies the process of a lock or an unlock, as the system does.
    package func post(_ event: Environment.Notifications.Event) { notifications.post(event) }

    /// Ends the waits of the gate and the store, so that they check again. Returns `false` if neither of them waits
    /// now.
    package func letTimePass() -> Bool {
        let isHeld = gateWaits.heldCount > 0 || storeWaits.heldCount > 0
        gateWaits.end()
        storeWaits.end()
        return isHeld
    }

    /// Ends all background work. Call this method after you have killed the process, or when you no longer need the
    /// process.
    package func end() {
        isDead.withLock { $0 = true }
        gateWaits.endForGood()
        storeWaits.endForGood()
    }
}
