package import SiderealCore
package import SiderealStorage
import SiderealSystem

/// A launched process with a gate and a store on a simulated disk, as an app or an extension has them.
///
/// The gate is the real one, with its canary on the disk. Time does not pass by itself: those who look again from time
/// to time do so when the test says so.
package final class SimulatedStoreApp: Sendable {
    private struct State: Sendable {
        var isDead = false
        var gateTold: (@Sendable () -> Void)?
        var lockTold: [@Sendable (LockNotice) -> Void] = []
    }

    /// The directory of the gate's canary: backups leave it out.
    package static let stateDirectory = "state"

    package let process: Int
    package let gate: FirstUnlockGate
    package let store: ProtectedStore
    private let state: Lock<State>
    private let gateWaits: HeldWaits
    private let storeWaits: HeldWaits

    /// Launches it; the system tells it of locks and unlocks, as it tells apps and not extensions, if it
    /// `hearsNotices`.
    package init(
        on disk: SimulatedDisk, process: Int, store name: String = "settings", directory: String = "store",
        tier: ProtectionTier = .afterFirstUnlock, hearsNotices: Bool = true
    ) throws(StoreError) {
        let state = Lock(State())
        let gateWaits = HeldWaits()
        let storeWaits = HeldWaits()
        let files = disk.process(process)
        let probe = CanaryProbe(path: Self.stateDirectory + "/canary", disk: files)
        let gate = FirstUnlockGate(
            surroundings: GateSurroundings(
                look: { probe.look() },
                notices: { told in
                    guard hearsNotices else { return nil }
                    state.withLock { $0.gateTold = told }
                    return true
                },
                wait: { span async throws(CancellationError) in
                    try await gateWaits.wait(span)
                    if state.withLock({ $0.isDead }) { throw CancellationError() }
                }))
        let device = StoreDevice(
            gate: { gate.state }, whenGateOpens: { gate.whenReady($0) }, noteReadable: { gate.noteReadable() },
            background: { $0() },
            wait: { span async throws(CancellationError) in
                try await storeWaits.wait(span)
                if state.withLock({ $0.isDead }) { throw CancellationError() }
            },
            lockNotices: { told in
                guard hearsNotices else { return nil }
                state.withLock { $0.lockTold.append(told) }
                return true
            })
        self.process = process
        self.gate = gate
        self.state = state
        self.gateWaits = gateWaits
        self.storeWaits = storeWaits
        store = try ProtectedStore(name, directory: directory, tier: tier, disk: files, device: device)
    }

    /// Whether the store is waiting for its next attempt.
    package var isWaiting: Bool { storeWaits.heldCount > 0 }

    /// The system tells of a lock or an unlock, to those who hear of it.
    package func tell(_ notice: LockNotice) {
        let (gateTold, lockTold) = state.withLock { ($0.gateTold, $0.lockTold) }
        if notice == .didUnlock { gateTold?() }
        for told in lockTold { told(notice) }
    }

    /// Lets the time pass for which gate and store wait before they look again.
    package func letTimePass() {
        gateWaits.end()
        storeWaits.end()
    }

    /// Ends what still runs in the background, after the process was killed or is not needed any more.
    package func end() {
        state.withLock { $0.isDead = true }
        gateWaits.endForGood()
        storeWaits.endForGood()
    }
}
