import SiderealSystem

/// The observers of something, in the order in which they began to observe.
///
/// No observer is called or released while the lock is held, because releasing its captures may call back.
final class SimulatedObservers<Observer: Sendable>: Sendable {
    private struct State: Sendable {
        var observers: [(key: UInt64, observer: Observer)] = []
        var begun: UInt64 = 0
    }

    /// Ends an observation when it is released.
    private final class Token: Sendable {
        private let state: Lock<State>
        private let key: UInt64

        init(_ state: Lock<State>, _ key: UInt64) {
            self.state = state
            self.key = key
        }

        deinit {
            _ = state.withLock { [key] state in
                state.observers.firstIndex { $0.key == key }.map { state.observers.remove(at: $0) }
            }
        }
    }

    private let state = Lock(State())

    /// The number of observations that have begun.
    var begunCount: Int { state.withLock { Int(clamping: $0.begun) } }

    var all: [Observer] { state.withLock { $0.observers.map { $0.observer } } }

    /// Begins an observation, which ends when the returned value is released.
    func add(_ observer: Observer) -> any Sendable {
        let key = state.withLock { state in
            defer { state.begun &+= 1 }
            state.observers.append((state.begun, observer))
            return state.begun
        }
        return Token(state, key)
    }

    /// Ends the matching observations, as when their process ends.
    func end(where isEnded: @Sendable (Observer) -> Bool) {
        _ = state.withLock { state in
            let before = state.observers
            state.observers.removeAll { isEnded($0.observer) }
            return before
        }
    }
}
