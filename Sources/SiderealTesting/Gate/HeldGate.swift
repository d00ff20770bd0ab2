import SiderealCore
public import SiderealStorage
import SiderealSystem

/// A gate that a test holds closed, and opens when it wants to.
///
/// No file is touched and no time passes. Waiting tasks and listeners receive at once what the test sets.
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
    private let found: Lock<FirstUnlockState>
    private let notifications = SimulatedNotifications()
    private let waits = HeldWaits()

    /// A gate that is in a state when it is first asked.
    public init(_ found: FirstUnlockState = .beforeFirstUnlock) {
        let found = Lock(found)
        self.found = found
        var environment = Environment.live
        environment.scheduler.wait = waits.wait
        environment.notifications = notifications.environment
        environment.notifications.announcesEveryUnlock = true
        gate = FirstUnlockGate(environment: environment) { found.withLock { $0 } }
    }

    /// Opens the gate for good. By the time that this returns, waiting tasks have been woken, and the bodies given to
    /// `onFirstUnlock` have run.
    public func open() { set(.unlocked) }

    /// Lets the gate find a state, as long as it is not open.
    public func set(_ found: FirstUnlockState) {
        self.found.withLock { $0 = found }
        notifications.post(.didUnlock)
    }

    /// Ends every wait that has a timeout, now and from now on.
    ///
    /// Before that no timeout ever passes.
    public func letTimeoutsPass() { waits.endForGood() }
}
