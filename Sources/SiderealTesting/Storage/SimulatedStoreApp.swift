package import SiderealCore
package import SiderealStorage
package import SiderealSystem

/// A launched process with a gate and a store on a simulated disk, as an app or an extension has them.
///
/// The gate is the real one, with its canary on the disk. Time doesn't pass by itself: gate and store check again when
/// the test lets them.
package final class SimulatedStoreApp: Sendable {
    /// The directory of the gate's canary. Backups leave it out.
    package static let stateDirectory = "state"

    package let process: Int
    package let gate: FirstUnlockGate
    package let store: ProtectedStore
    private let isDead: Lock<Bool>
    private let notifications: SimulatedNotifications
    private let gateWaits: HeldWaits
    private let storeWaits: HeldWaits

    /// Launches the app. The system notifies it of locks and unlocks only if `getsNotifications` is true, as for an
    /// app. Pass `false` for an extension.
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

    /// Indicates whether the store waits for its next attempt, or a task waits for the gate.
    package var isWaiting: Bool { storeWaits.heldCount > 0 || gate.hasListeners }

    /// Announces a lock or an unlock, as the system does.
    package func post(_ event: Environment.Notifications.Event) { notifications.post(event) }

    /// Ends the time for which gate and store wait before they check again. Returns `false` if neither waits for that
    /// now.
    package func letTimePass() -> Bool {
        let isHeld = gateWaits.heldCount > 0 || storeWaits.heldCount > 0
        gateWaits.end()
        storeWaits.end()
        return isHeld
    }

    /// Ends all background work, after the process was killed or is not needed any more.
    package func end() {
        isDead.withLock { $0 = true }
        gateWaits.endForGood()
        storeWaits.endForGood()
    }
}
