public import SiderealCore
public import SiderealStorage
import SiderealSystem

/// A gate that a test holds closed, and opens when it wants to.
///
/// No file is touched and no time passes. What the test sets is told at once to those who wait and listen.
///
/// ```swift
/// let held = HeldGate()
/// let screen = Screen(gate: held.gate)
/// #expect(screen.isPlaceholder)
/// held.open()
/// ```
public final class HeldGate: Sendable {
    private struct State: Sendable {
        var found: FirstUnlockState
        var told: (@Sendable () -> Void)?
    }

    /// The gate for the code under test.
    public let gate: FirstUnlockGate
    private let state: Lock<State>
    private let waits = HeldWaits()

    /// A gate that is in a state when it is first asked.
    public init(_ found: FirstUnlockState = .beforeFirstUnlock) {
        let state = Lock(State(found: found))
        self.state = state
        gate = FirstUnlockGate(
            surroundings: GateSurroundings(
                look: { state.withLock { $0.found } },
                notices: { told in
                    state.withLock { $0.told = told }
                    return state
                },
                wait: waits.wait, noticesSuffice: true))
    }

    /// Opens the gate, for good: returns when those who wait have been woken and what `whenReady` was given has run.
    public func open() { set(.available) }

    /// Lets the gate find a state, as long as it is not open.
    public func set(_ found: FirstUnlockState) {
        let told = state.withLock { state in
            state.found = found
            return state.told
        }
        told?()
    }

    /// Lets the time be up, now and from now on, for all who wait with a timeout.
    ///
    /// Before that no timeout ever passes.
    public func letTimeoutsPass() { waits.endForGood() }
}
