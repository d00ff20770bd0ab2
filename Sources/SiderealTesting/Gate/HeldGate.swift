import SiderealCore
public import SiderealStorage
import SiderealSystem

/// A gate that a test holds closed, and opens at will.
///
/// The gate touches no file, and no time passes. Waiting tasks and listeners receive at once the state that the test
/// sets.
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
    private let found: Lock<FirstUnlockGate.State>
    private let notifications = SimulatedNotifications()
    private let waits = HeldWaits()

    /// Creates a gate that finds a state at its first check.
    public init(_ found: FirstUnlockGate.State = .beforeFirstUnlock) {
        let found = Lock(found)
        self.found = found
        var environment = Environment.live
        environment.scheduler.wait = waits.wait
        environment.notifications = notifications.environment
        environment.notifications.announcesEveryUnlock = true
        gate = FirstUnlockGate(environment: environment) { found.withLock { $0 } }
    }

    /// Opens the gate for good. When this returns, waiting tasks have been woken, and the bodies given to
    /// `onFirstUnlock` have run.
    public func open() { set(.unlocked) }

    /// Sets the state that the gate reads. Has no effect once the gate is open.
    public func set(_ found: FirstUnlockGate.State) {
        self.found.withLock { $0 = found }
        notifications.post(.didUnlock)
    }

    /// Ends every wait that has a timeout, now and from now on.
    ///
    /// Before this call, no timeout passes.
    public func expireTimeouts() { waits.endForGood() }
}
