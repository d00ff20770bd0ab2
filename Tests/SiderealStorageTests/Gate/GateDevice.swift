import SiderealCore
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// A device as a gate sees it: what a look finds is what the test says, and it tells of nothing by itself.
final class GateDevice: Sendable {
    private struct State: Sendable {
        var found: FirstUnlockState
        var looks = 0
        var told: (@Sendable () -> Void)?
        var noticesBegun = 0
        var noticesEnded = 0
        /// What happens while the notices begin.
        var whileBeginning: (@Sendable () -> Void)?
    }

    /// Ends the notices when it goes.
    private final class Token: Sendable {
        let state: Lock<State>
        init(_ state: Lock<State>) { self.state = state }
        deinit {
            state.withLock { state in
                state.noticesEnded += 1
                state.told = nil
            }
        }
    }

    private let state: Lock<State>
    let waits = HeldWaits()

    init(_ found: FirstUnlockState = .beforeFirstUnlock) {
        state = Lock(State(found: found))
    }

    var found: FirstUnlockState {
        get { state.withLock { $0.found } }
        set { state.withLock { $0.found = newValue } }
    }

    var looks: Int { state.withLock { $0.looks } }
    var noticesBegun: Int { state.withLock { $0.noticesBegun } }
    var noticesEnded: Int { state.withLock { $0.noticesEnded } }

    /// Tells the gate to look, if it listens.
    func tell() { state.withLock { $0.told }?() }

    func unlock(telling: Bool = true) {
        found = .available
        if telling { tell() }
    }

    func whileNoticesBegin(_ action: @escaping @Sendable () -> Void) {
        state.withLock { $0.whileBeginning = action }
    }

    func gate() -> FirstUnlockGate { FirstUnlockGate(surroundings: surroundings) }

    var surroundings: GateSurroundings {
        GateSurroundings(
            look: { [state] in
                state.withLock { state in
                    state.looks += 1
                    return state.found
                }
            },
            notices: { [state] told in
                let action = state.withLock { state in
                    state.told = told
                    state.noticesBegun += 1
                    return state.whileBeginning
                }
                action?()
                return Token(state)
            },
            wait: waits.wait)
    }
}

/// Counts from any thread.
final class Count: Sendable {
    private let count = Lock(0)
    func add() { count.withLock { $0 += 1 } }
    var value: Int { count.withLock { $0 } }
}
