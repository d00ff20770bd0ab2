package import SiderealSystem

/// The notifications of a process, posted by a test or by a simulated device.
///
/// Observers are called in the order in which they began to observe.
package final class SimulatedNotifications: Sendable {
    package typealias Event = Environment.Notifications.Event

    private struct Observer: Sendable {
        let key: UInt64
        let events: [Event]
        let onEvent: @Sendable (Event) -> Void
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
    private let announced: Set<Event>?

    /// - Parameter announced: The events that this process can observe; nil for all.
    package init(announcing announced: Set<Event>? = nil) { self.announced = announced }

    /// How many observations have begun, and how many still go on.
    package var begunCount: Int { state.withLock { Int($0.begun) } }
    package var count: Int { state.withLock { $0.observers.count } }

    /// For the process that observes them.
    package var environment: Environment.Notifications {
        Environment.Notifications(observe: { self.observe($0, $1) })
    }

    private func observe(_ events: [Event], _ onEvent: @escaping @Sendable (Event) -> Void) -> (any Sendable)? {
        let events = events.filter { announced?.contains($0) ?? true }
        guard !events.isEmpty else { return nil }
        let key = state.withLock { state in
            defer { state.begun += 1 }
            state.observers.append(Observer(key: state.begun, events: events, onEvent: onEvent))
            return state.begun
        }
        return Token(state, key)
    }

    /// Calls the observers of this event on this thread.
    package func post(_ event: Event) {
        for observer in state.withLock({ $0.observers }) where observer.events.contains(event) {
            observer.onEvent(event)
        }
    }

    /// Ends all observations, as when their process ends.
    package func end() {
        _ = state.withLock { state in
            defer { state.observers = [] }
            return state.observers
        }
    }
}
