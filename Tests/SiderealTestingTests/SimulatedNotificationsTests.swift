import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

@Suite("simulated notifications") struct SimulatedNotificationsTests {
    typealias Event = SimulatedNotifications.Event

    let received = Collected<String>()

    /// Observes under a name, and records what it receives.
    private func observe(
        _ name: String, _ events: [Event], _ notifications: SimulatedNotifications
    ) -> (any Sendable)? {
        notifications.environment.observe(events) { [received] event in received.add("\(name): \(event)") }
    }

    @Test("each observer receives its events in order, until it is released")
    func observersReceiveTheirEventsInOrderUntilTheyAreReleased() {
        let notifications = SimulatedNotifications()
        var first = observe("first", [.didUnlock], notifications)
        let second = observe("second", [.willLock, .didUnlock], notifications)
        notifications.post(.didUnlock)
        notifications.post(.willLock)
        notifications.post(.clockSet)
        #expect(received.all == ["first: didUnlock", "second: didUnlock", "second: willLock"])
        #expect(first != nil && second != nil && notifications.count == 2)
        first = nil
        notifications.post(.didUnlock)
        #expect(received.all.count == 4 && notifications.count == 1 && notifications.begunCount == 2)
        notifications.end()
        notifications.post(.didUnlock)
        #expect(received.all.count == 4 && notifications.count == 0)
    }

    /// An extension can observe the clock, but no locks.
    @Test("events that the system doesn't announce can't be observed")
    func whatIsNotAnnouncedCannotBeObserved() {
        let notifications = SimulatedNotifications(announcing: [.clockSet])
        #expect(observe("gate", [.didUnlock, .didBecomeActive], notifications) == nil)
        let clock = observe("clock", [.clockSet, .willEnterForeground], notifications)
        for event in [.didUnlock, .willEnterForeground, .clockSet] as [Event] { notifications.post(event) }
        #expect(clock != nil && received.all == ["clock: clockSet"])
    }
}
