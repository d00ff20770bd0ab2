import SiderealSystem
import SiderealTesting
import Testing

@Suite struct SimulatedNotificationsTests {
    typealias Event = SimulatedNotifications.Event

    /// Writes down what an observer receives.
    private final class Received: Sendable {
        private let texts = Lock<[String]>([])
        var all: [String] { texts.withLock { $0 } }

        func observe(_ name: String, _ events: [Event], _ notifications: SimulatedNotifications) -> (any Sendable)? {
            notifications.environment.observe(events) { event in
                self.texts.withLock { $0.append("\(name): \(event)") }
            }
        }
    }

    @Test func observersReceiveTheirEventsInOrderUntilTheyAreReleased() {
        let notifications = SimulatedNotifications()
        let received = Received()
        var first = received.observe("first", [.didUnlock], notifications)
        let second = received.observe("second", [.willLock, .didUnlock], notifications)
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

    /// An extension observes the clock, and no locks.
    @Test func whatIsNotAnnouncedCannotBeObserved() {
        let notifications = SimulatedNotifications(announcing: [.clockSet])
        let received = Received()
        #expect(received.observe("gate", [.didUnlock, .didBecomeActive], notifications) == nil)
        let clock = received.observe("clock", [.clockSet, .willEnterForeground], notifications)
        for event in [.didUnlock, .willEnterForeground, .clockSet] as [Event] { notifications.post(event) }
        #expect(clock != nil && received.all == ["clock: clockSet"])
    }
}
