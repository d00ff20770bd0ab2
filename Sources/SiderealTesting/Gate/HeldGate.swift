import SiderealCore
public import SiderealStorage
import SiderealSystem

/// A gate that stays closed until your test opens it.
///
/// The gate uses no file and no clock. When the test sets a state, waiting tasks and listeners receive it at once.
///
/// ```swift
/// let held = HeldGate()
/// let screen = Screen(gate: held.gate)
/// #expect(screen.isPlaceholder)
/// held.open()
/// ```
public final class HeldGate: Sendable {
    /// The gate for the code under test.
    public let gate: FirstUnlockGate
    private let state: Lock<FirstUnlockGate.State>
    private let notifications = SimulatedNotifications()
    private let waits = HeldWaits()

    /// Creates a gate whose first check returns the given state.
    public init(_ state: FirstUnlockGate.State = .beforeFirstUnlock) {
        let state = Lock(state)
        self.state = state
        var environment = Environment.live
        environment.scheduler.wait = waits.wait
        environment.notifications = notifications.environment
        environment.notifications.announcesEveryUnlock = true
        gate = FirstUnlockGate(environment: environment) { state.withLock { $0 } }
    }

    /// Opens the gate forever. Before this method returns, it wakes the waiting tasks, and runs the closures that were
    /// passed to `onFirstUnlock`.
    public func open() { set(.unlocked) }

    /// Sets the state that the gate reads. If the gate is already open, this method has no effect.
    public func set(_ state: FirstUnlockGate.State) {
        self.state.withLock { $0 = state }
        notifications.post(.didUnlock)
    }

    /// Ends all current and future waits that have a timeout.
    ///
    /// Before this call, timeouts do not expire.
    public func expireTimeouts() { waits.endForGood() }
}
