package import SiderealCore
package import SiderealStorage
package import SiderealSystem

/// A launched process with a gate and a store on a simulated disk, as an app or an extension has them.
///
/// The gate is the real one, with its canary on the disk. Time doesn't pass by itself: gate and store look again when
/// the test lets them.
package final class SimulatedStoreApp: Sendable {
    /// The directory of the gate's canary: backups leave it out.
    package static let stateDirectory = "state"

    package let process: Int
    package let gate: FirstUnlockGate
    package let store: ProtectedStore
    private let isDead: Lock<Bool>
    private let notifications: SimulatedNotifications
    private let gateWaits: HeldWaits
    private let storeWaits: HeldWaits

    /// Launches it. The system announces locks and unlocks to it only if it `getsNotifications`, as an app does and an
    /// extension doesn't.
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

    /// Whether the store is waiting for its next attempt, or a task for the gate.
    package var isWaiting: Bool { storeWaits.heldCount > 0 || gate.hasListeners }

    /// The system announces a lock or an unlock.
    package func post(_ event: Environment.Notifications.Event) { notifications.post(event) }

    /// Lets the time pass for which gate and store wait before they look again; false where neither waits for that now.
    package func letTimePass() -> Bool {
        let isHeld = gateWaits.heldCount > 0 || storeWaits.heldCount > 0
        gateWaits.end()
        storeWaits.end()
        return isHeld
    }

    /// Ends what still runs in the background, after the process was killed or is not needed any more.
    package func end() {
        isDead.withLock { $0 = true }
        gateWaits.endForGood()
        storeWaits.endForGood()
    }
}
