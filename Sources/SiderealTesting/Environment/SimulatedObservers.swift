import SiderealSystem

/// A list of observers, in the order in which they began to observe.
///
/// This type calls and releases observers only outside its lock. Releasing an observer's captures can run code that
/// calls this type again.
final class SimulatedObservers<Observer: Sendable>: Sendable {
    private struct State: Sendable {
        var observers: [(key: UInt64, observer: Observer)] = []
        var begun: UInt64 = 0
    }

    /// A token that ends its observation when it is released.
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

    /// The number of all observations so far.
    var begunCount: Int { state.withLock { Int(clamping: $0.begun) } }

    var all: [Observer] { state.withLock { $0.observers.map { $0.observer } } }

    /// Begins an observation. The observation ends when the caller releases the returned value.
    func add(_ observer: Observer) -> any Sendable {
        let key = state.withLock { state in
            defer { state.begun &+= 1 }
            state.observers.append((state.begun, observer))
            return state.begun
        }
        return Token(state, key)
    }

    /// Ends the observations for which the closure returns true.
    func end(where isEnded: @Sendable (Observer) -> Bool) {
        _ = state.withLock { state in
            let before = state.observers
            state.observers.removeAll { isEnded($0.observer) }
            return before
        }
    }
}
