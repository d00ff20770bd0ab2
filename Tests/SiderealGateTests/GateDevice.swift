import SiderealBase
import SiderealGate
import SiderealSystem
import SiderealTesting

/// A device as a gate sees it: the test sets the gate's findings.
///
/// Not a `HeldGate`: it counts reads and observations, and ends each pause by itself.
final class GateDevice: Sendable {
    private struct State: Sendable {
        var found: FirstUnlockGate.State
        var reads = 0
        /// Runs right after the gate has begun to observe.
        var whileBeginning: (@Sendable () -> Void)?
    }

    private let state: Lock<State>
    private let notifications = SimulatedNotifications()
    let waits = HeldWaits()

    init(_ found: FirstUnlockGate.State = .beforeFirstUnlock) {
        state = Lock(State(found: found))
    }

    var found: FirstUnlockGate.State {
        get { state.withLock { $0.found } }
        set { state.withLock { $0.found = newValue } }
    }

    var reads: Int { state.withLock { $0.reads } }
    var observationsBegun: Int { notifications.begunCount }
    var observationsEnded: Int { notifications.begunCount - notifications.count }

    /// Makes an observing gate read the state.
    func announce() { notifications.post(.didUnlock) }

    func unlock(announcing: Bool = true) {
        found = .unlocked
        if announcing { announce() }
    }

    func whileObservationBegins(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.whileBeginning = action }
    }

    func gate(announcesEveryUnlock: Bool = false) -> FirstUnlockGate {
        var environment = Environment.still(on: SimulatedDisk().process(1))
        environment.scheduler.wait = waits.wait
        environment.notifications = notifications.environment
        environment.notifications.announcesEveryUnlock = announcesEveryUnlock
        let observe = environment.notifications.observe
        environment.notifications.observe = { [state] events, onEvent in
            let token = observe(events, onEvent)
            state.withLock { $0.whileBeginning }?()
            return token
        }
        return FirstUnlockGate(environment: environment) { [state] in
            state.withLock { state in
                state.reads += 1
                return state.found
            }
        }
    }
}
