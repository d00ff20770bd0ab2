import SiderealSystem

/// What the processes of a simulated device announce to each other: that one of them wrote a file.
///
/// Each process that observes the file is notified, including the one that wrote it. Observers are called in the order
/// in which they began to observe.
package final class SimulatedWrites: Sendable {
    private struct Observer: Sendable {
        let key: UInt64
        let path: String
        let process: Int
        let onWrite: @Sendable () -> Void
    }

    private struct State: Sendable {
        var observers: [Observer] = []
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
            // Released outside of the lock: the end of what an observer captures may call back.
            _ = state.withLock { [key] state in
                state.observers.firstIndex { $0.key == key }.map { state.observers.remove(at: $0) }
            }
        }
    }

    private let state = Lock(State())

    package init() {}

    /// How many observations go on.
    package var count: Int { state.withLock { $0.observers.count } }

    /// Calls back at each write of a file until the returned value is released or the process ends.
    package func observe(
        _ path: String, process: Int, _ onWrite: @escaping @Sendable () -> Void
    ) -> any Sendable {
        let key = state.withLock { state in
            defer { state.begun &+= 1 }
            state.observers.append(Observer(key: state.begun, path: path, process: process, onWrite: onWrite))
            return state.begun
        }
        return Token(state, key)
    }

    /// Calls the observers of a file on this thread.
    package func announce(_ path: String) {
        for observer in state.withLock({ $0.observers }) where observer.path == path { observer.onWrite() }
    }

    /// Ends the observations of a process, as when it ends.
    package func end(process: Int) {
        _ = state.withLock { state in
            let ended = state.observers.filter { $0.process == process }
            state.observers.removeAll { $0.process == process }
            return ended
        }
    }
}
