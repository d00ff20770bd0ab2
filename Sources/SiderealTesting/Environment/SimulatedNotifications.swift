package import SiderealSystem

/// The notifications of a process. A test or a simulated device posts them.
///
/// Observers receive each notification in the order in which they began to observe.
package final class SimulatedNotifications: Sendable {
    package typealias Event = Environment.Notifications.Event

    private struct Observer: Sendable {
        let events: [Event]
        let onEvent: @Sendable (Event) -> Void
    }

    private let observers = SimulatedObservers<Observer>()
    private let announced: Set<Event>?

    /// - Parameter announced: The events that this process can observe, or `nil` for all events.
    package init(announcing announced: Set<Event>? = nil) { self.announced = announced }

    /// The number of all observations so far, and the number of current observations.
    package var begunCount: Int { observers.begunCount }
    package var count: Int { observers.all.count }

    /// The notifications for the environment of the process.
    package var environment: Environment.Notifications {
        Environment.Notifications(observe: { self.observe($0, $1) })
    }

    private func observe(_ events: [Event], _ onEvent: @escaping @Sendable (Event) -> Void) -> (any Sendable)? {
        let events = events.filter { announced?.contains($0) ?? true }
        return events.isEmpty ? nil : observers.add(Observer(events: events, onEvent: onEvent))
    }

    /// Calls the observers of an event on this thread.
    package func post(_ event: Event) {
        for observer in observers.all where observer.events.contains(event) { observer.onEvent(event) }
    }

    /// Ends all observations, because the process has ended.
    package func end() { observers.end { _ in true } }
}
