import SiderealCore
import SiderealSystem
import SiderealTime
import TestSupport
import Testing

/// Sources that a trusted clock asks together, with their answers in any order, or missing.
@Suite("sources that are asked together", .timeLimit(Patience.ofATest)) struct TogetherTests {
    /// One source's answer: the true time, off by so many seconds, with its margin.
    struct Voice: Sendable, CustomStringConvertible {
        var name: String
        var error: Double
        var margin: Nanoseconds = .milliseconds(500)
        var isAuthenticated = true
        /// A Boolean value that indicates whether the answer has an upper end.
        var isFresh = true

        var description: String { name }
    }

    static let honest = (1...3).map { Voice(name: "honest \($0)", error: 0, margin: .milliseconds($0 * 100)) }
    static let liar = Voice(name: "liar", error: 86_400)

    /// Groups of sources, and the error of the floor at the end in seconds, or `nil` for no floor.
    static let companies: [(voices: [Voice], floor: Double?)] = [
        ([honest[0]], -0.1),
        // Two can't tolerate a liar above: the lesser claim counts.
        ([honest[0], honest[1]], -0.2), ([honest[2], liar], -0.3),
        ([honest[0], honest[1], liar], -0.1), (honest, -0.2), (honest + [liar], -0.2),
        (honest + [Voice(name: "behind", error: -86_400)], -0.2),
        // One with a low claim, and one with high claims that are never too low.
        ([honest[0], Voice(name: "cached", error: -50, isFresh: false)], -50.5),
        // Unauthenticated answers raise no floor, and a liar among them has no effect.
        ([Voice(name: "ntp", error: 0, margin: .milliseconds(5), isAuthenticated: false)], nil),
        (
            [
                honest[0], honest[1], Voice(name: "ntp", error: 0, margin: .milliseconds(5), isAuthenticated: false),
                Voice(name: "ntp liar", error: 86_400, isAuthenticated: false),
            ], -0.2
        ),
    ]

    /// One of three: far off, or near enough to agree with an honest one, and with or without an upper end.
    static let liars: [Voice] = [
        liar, Voice(name: "behind", error: -86_400), Voice(name: "cached", error: 86_400, isFresh: false),
        Voice(name: "a little ahead", error: 0.25, margin: .milliseconds(200)),
        Voice(name: "a little behind", error: -0.25, margin: .milliseconds(200)),
    ]

    /// Returns all orders of so many elements.
    static func orders(of count: Int) -> [[Int]] {
        guard count > 0 else { return [[]] }
        return orders(of: count - 1).flatMap { order in
            (0...order.count).map { index in
                var longer = order
                longer.insert(count - 1, at: index)
                return longer
            }
        }
    }

    /// Returns the orders in which some of so many answer, while the others don't.
    static func ordersOfSome(of count: Int) -> Set<[Int]> {
        Set(orders(of: count).flatMap { order in (0...count).map { Array(order.prefix($0)) } })
    }

    /// Doors at which tasks wait until another task opens them, or the wait is cancelled.
    private final class Doors: Sendable {
        private struct Door: Sendable {
            var isOpen = false
            var waiting: [AsyncStream<Void>.Continuation] = []
        }

        private let doors = Lock<[Int: Door]>([:])

        func open(_ index: Int) {
            let waiting = doors.withLock { doors in
                defer { doors[index] = Door(isOpen: true) }
                return doors[index]?.waiting ?? []
            }
            for one in waiting { one.finish() }
        }

        func wait(_ index: Int) async {
            let (stream, end) = AsyncStream.makeStream(of: Void.self)
            let isOpen = doors.withLock { doors in
                doors[index, default: Door()].waiting.append(end)
                return doors[index]?.isOpen ?? false
            }
            if isOpen { end.finish() }
            for await _ in stream {}
        }
    }

    /// Answers at its turn. Without a turn it is silent until the poll is cancelled.
    private struct Scripted: TimeSource {
        let voice: Voice
        let turn: Int?
        let doors: Doors
        let truth: TrueInstant
        let heard: @Sendable () -> Void

        var name: String { voice.name }
        var isAuthenticated: Bool { voice.isAuthenticated }

        func ask(_ poll: TimePoll) async {
            guard let turn else { return await Doors().wait(0) }
            await doors.wait(turn)
            let told = truth + Nanoseconds(Int64((voice.error * 1e9).rounded()))
            poll.receive(
                TimePoll.Answer(
                    sent: poll.stampSent(), received: poll.stampReceived(), earliest: told - voice.margin,
                    latest: voice.isFresh ? told + voice.margin : nil))
            heard()
            doors.open(turn + 1)
        }
    }

    /// The state after an answer, or at the end.
    struct Known: Hashable {
        var proven: TrustedTime
        var floor: TrueInstant?

        var isNothing: Bool { proven.kind == .unknown && floor == nil }
    }

    private struct Asked {
        var report: TrustedClock.SynchronizationReport
        /// The states after each answer, and at the end.
        var known: [Known]
    }

    /// Asks sources, some of which answer, in this order. The others time out after these.
    private func ask(_ voices: [Voice], in order: [Int]) async throws -> Asked {
        let device = StoryDevice()
        let doors = Doors()
        device.change { $0.launches += 1 }
        var environment = device.environment
        environment.scheduler.wait = { _ async throws(CancellationError) in
            await doors.wait(order.count)
            if Task.isCancelled { throw CancellationError() }
        }
        let observatory = try Observatory(
            directory: StoryDevice.directory, observer: "app", environment: environment, clocks: device.clocks)
        let known = Collected<Known>()
        let record = { @Sendable in
            let keeper = observatory.keeper
            guard let now = keeper.now else { return }
            known.add(
                Known(
                    proven: keeper.trusted(at: now.elapsed, on: .proven), floor: keeper.floor?.earliest))
        }
        let sources = voices.indices.map { index in
            Scripted(
                voice: voices[index], turn: order.firstIndex(of: index), doors: doors, truth: device.truth,
                heard: record)
        }
        let clock = try TrustedClock(observatory, sources: sources, alsoAccepting: .unauthenticated)
        doors.open(0)
        let report = await clock.synchronize()
        record()
        return Asked(report: report, known: known.all)
    }

    @Test("the order of answers changes neither the bounds nor the floor", arguments: companies.indices)
    func theOrderOfAnswersDoesNotMatter(company: Int) async throws {
        let (voices, error) = Self.companies[company]
        let expected = try await ask(voices, in: Array(voices.indices))
        for order in Self.orders(of: voices.count) {
            let result = try await ask(voices, in: order)
            try #require(result.report.trusted == expected.report.trusted, "\(voices), in the order \(order)")
            try #require(result.known.last == expected.known.last, "\(voices), in the order \(order)")
            try #require(
                result.report.outcomes.map { $0.contradictedBy } == expected.report.outcomes.map { $0.contradictedBy },
                "\(voices), in the order \(order)")
        }
        let floor = error.map { StoryDevice().truth + Nanoseconds(Int64(($0 * 1e9).rounded())) }
        #expect(expected.known.last?.floor == floor)
    }

    /// One of three named sources lies, with answers in any order, and any of them missing.
    @Test("if one of three sources lies, no proven bound and no floor passes the true time", arguments: liars.indices)
    func oneLiarOfThreeMovesNothingBeyondTheTruth(liar: Int) async throws {
        let voices = [Self.liars[liar], Self.honest[0], Self.honest[1]]
        let truth = StoryDevice().truth
        for order in Self.ordersOfSome(of: voices.count) {
            let result = try await ask(voices, in: order)
            try #require(result.known.count == order.count + 1)
            for (answers, known) in result.known.enumerated() {
                try #require(known.proven.allows(truth), "\(voices), in the order \(order), after \(answers + 1)")
                try #require(known.floor.map { $0 <= truth } ?? true, "\(voices), in the order \(order)")
            }
            // The missing one may be the honest one.
            if order.count < 2 { try #require(result.known.last?.isNothing == true, "\(order)") }
            // Both honest ones are enough.
            if order.contains(1), order.contains(2) {
                try #require(result.known.last?.proven.isCorroborated == true, "\(order)")
            }
        }
    }

    @Test("a liar is outvoted, and its outcome names the sources that contradict it")
    func aLiarIsNamed() async throws {
        let result = try await ask([Self.liar] + Self.honest, in: [0, 1, 2, 3])
        #expect(result.report.outcomes.map { $0.result } == [.rejected(.outvoted), .used, .used, .used])
        #expect(result.report.outcomes[0].contradictedBy == Self.honest.map { $0.name })
        #expect(result.report.outcomes.dropFirst().allSatisfy { $0.contradictedBy == [Self.liar.name] })
    }

    /// A silent source delays no result: one answer of three is flagged, two are proof.
    @Test("two of three sources prove the time even if the third is silent")
    func oneThatNeverAnswersHoldsNobodyUp() async throws {
        let result = try await ask(Self.honest, in: [0, 1])
        #expect(result.known.map { $0.proven.kind } == [.unknown, .bounded, .bounded])
        #expect(result.report.trusted.isCorroborated)
        #expect(result.report.outcomes.map { $0.result }.prefix(2) == [.used, .used])
        guard case .failed(let error) = result.report.outcomes[2].result else {
            Issue.record("the silent one counts")
            return
        }
        #expect(error.cause == .timedOut)
    }

    @Test("if only one of three sources answers, its time is uncorroborated and proves nothing")
    func oneAnswerOfThreeIsShownAndFlagged() async throws {
        let result = try await ask([Self.liar] + Self.honest.prefix(2), in: [0])
        #expect(result.report.trusted.kind == .bounded)
        #expect(result.report.trusted.earliestSupport == .uncorroborated)
        #expect(result.report.trusted.latestSupport == .uncorroborated)
        #expect(result.known.last?.isNothing == true)
    }
}
