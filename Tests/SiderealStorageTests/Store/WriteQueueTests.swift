import SiderealStorage
import SiderealTesting
import TestSupport
import Testing

/// The decisions that `WriteQueueWalkTests` can't judge: what shares a batch, the kinds of refusals, and superfluous
/// threads and timers.
@Suite("decisions of the write queue") struct WriteQueueTests {
    typealias Queue = WriteQueue<Int>

    static let locked = StoreError(.unavailable(.locked), "locked")
    static let full = StoreError(.noSpace, "full")
    static let failed = StoreError(.notSaved, "failed")
    static let refused = StoreError(.abandoned, "refused")

    enum Event {
        case submit(Int, Queue.WhenLocked = .isRefused, alone: Bool = false)
        case cancel(Int)
        case chance
        case begin
        case end(BatchEnd)
        case readerBegins, readerEnds
        case timer, timerStopped
    }

    /// The result of an event after others: the returned action, as text, and the state.
    struct Transition: CustomTestStringConvertible {
        let testDescription: String
        let before: [Event]
        let event: Event
        let result: String
        let state: Queue.State

        init(_ name: String, after before: [Event], _ event: Event, _ result: String, _ state: Queue.State) {
            (testDescription, self.before, self.event, self.result, self.state) = (name, before, event, result, state)
        }
    }

    static func perform(_ event: Event, on queue: inout Queue) -> String {
        switch event {
        case .submit(let number, let whenLocked, let isAlone):
            return "\(queue.submit(number, id: UInt64(number), whenLocked: whenLocked, isAlone: isAlone))"
        case .cancel(let number): return queue.cancel(UInt64(number)).map { "takes \($0) back" } ?? "nothing"
        case .chance: return "\(queue.giveChance())"
        case .begin: return queue.begin().map { "writes \($0)" } ?? "nothing"
        case .end(let end):
            let ending = queue.end(end)
            var results = ending.answers.map {
                "\($0.write) \($0.refusal.map { $0.unavailability == nil ? "\($0.cause)" : "locked" } ?? "done")"
            }
            if ending.isMoreDue { results.append("more") }
            if ending.startsRetrying { results.append("startRetrying") }
            return results.isEmpty ? "nothing" : results.joined(separator: ", ")
        case .readerBegins: return "\(queue.readerBegins())"
        case .readerEnds: queue.readerEnds()
        case .timer: return queue.goesOnRetrying() ? "goes on" : "stops"
        case .timerStopped: queue.stopRetrying()
        }
        return "nothing"
    }

    /// The events of a write that waits for an unlock.
    static let waiting: [Event] = [.submit(1, .waits), .begin, .end(.locked(locked))]
    /// The events of a waiting write for which a thread was requested.
    static let retried: [Event] = waiting + [.chance]

    static let transitions: [Transition] = [
        // Idle.
        .init("a chance for nobody is nothing", after: [], .chance, "nothing", .idle),
        // Starting.
        .init(
            "writes share a batch", after: [.submit(1), .submit(2, .waits), .submit(3)], .begin, "writes [1, 2, 3]",
            .writing(chanceCame: false)),
        .init(
            "a write alone ends the batch before it", after: [.submit(1), .submit(2, alone: true), .submit(3)], .begin,
            "writes [1]", .writing(chanceCame: false)),
        .init(
            "a write alone shares its batch with none behind it", after: [.submit(1, alone: true), .submit(2)], .begin,
            "writes [1]", .writing(chanceCame: false)),
        // Writing.
        .init(
            "a batch was carried out", after: [.submit(1), .submit(2), .begin], .end(.carriedOut([nil, refused])),
            "1 done, 2 abandoned", .idle),
        .init(
            "a batch that failed is not tried again", after: [.submit(1), .submit(2, .waits), .begin],
            .end(.failed(failed)), "1 notSaved, 2 notSaved", .idle),
        .init(
            "a write that was taken back during a batch is not due after it",
            after: [.submit(1), .begin, .submit(2, .waits), .cancel(2)], .end(.carriedOut([nil])), "1 done", .idle),
        .init(
            "a chance during a batch serves the write that it came too early for",
            after: [.submit(1, .waits), .begin, .chance], .end(.locked(locked)), "more, startRetrying", .starting),
        .init(
            "a write that is taken back too late takes its course", after: [.submit(1, .waits), .begin, .cancel(1)],
            .end(.carriedOut([nil])), "1 done", .idle),
        .init(
            "after a missed lock a batch has whatever came meanwhile",
            after: [.submit(1), .begin, .submit(2), .end(.lockMissed)], .begin, "writes [1, 2]",
            .writing(chanceCame: false)),
        .init(
            "too much by itself is refused", after: [.submit(1), .begin], .end(.tooMuch(full)), "1 noSpace", .idle),
        // Locked.
        .init(
            "what comes next by itself is as locked",
            after: [.submit(1, .waits), .submit(2, .waits), .submit(3), .begin, .end(.tooMuch(full)), .begin],
            .end(.locked(locked)), "3 locked, startRetrying", .waitingForUnlock),
        .init(
            "what comes by itself during a locked batch is tried",
            after: [.submit(1, .waits), .begin, .submit(2, alone: true)],
            .end(.locked(locked)), "more, startRetrying", .starting),
        .init(
            "a new write shares a batch with those that waited for an unlock", after: waiting + [.submit(2)], .begin,
            "writes [1, 2]", .writing(chanceCame: false)),
        // The retry timer.
        .init("the first reader starts the timer", after: [], .readerBegins, "startRetrying", .idle),
        .init(
            "the next reader starts a stopped timer again", after: [.readerBegins, .readerEnds, .timer], .readerBegins,
            "startRetrying", .idle),
        .init(
            "a timer that was stopped is started again", after: retried + [.timerStopped, .begin],
            .end(.locked(locked)), "startRetrying", .waitingForUnlock),
    ]

    @Test("each event has the right action and state", arguments: transitions) func transition(_ transition: Transition)
    {
        var queue = Queue()
        for event in transition.before { _ = Self.perform(event, on: &queue) }
        #expect(Self.perform(transition.event, on: &queue) == transition.result)
        #expect(queue.state == transition.state)
    }

    @Test("each write gets a number of its own") func numbers() {
        var queue = Queue()
        #expect(Set((0..<9).map { _ in queue.makeID() }).count == 9)
    }
}
