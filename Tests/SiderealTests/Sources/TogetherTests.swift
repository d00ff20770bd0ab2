import Sidereal
import SiderealCore
import SiderealSystem
import Testing

/// Sources that a trusted clock asks together, in whatever order they answer.
@Suite struct TogetherTests {
    typealias Voice = HeldSamplesTests.Voice

    /// Doors that anybody waits at until another opens them, or the wait is cancelled.
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

    /// Says its word once its turn comes; never, where it has none.
    private struct Scripted: TimeSource {
        let voice: Voice
        let turn: Int?
        let doors: Doors
        let device: StoryDevice

        var name: String { voice.name }
        var isAuthenticated: Bool { voice.isAuthenticated }

        func ask(_ poll: TimePoll) async {
            guard let turn else {
                // Until the poll is called off.
                await Doors().wait(0)
                return
            }
            await doors.wait(turn)
            let told = TrueInstant(nanoseconds: device.now.now) + .seconds(voice.error)
            poll.hear(
                TimeAnswer(
                    sent: poll.willSend(), received: poll.didReceive(), earliest: told - voice.margin,
                    latest: voice.isFresh ? told + voice.margin : nil))
            doors.open(turn + 1)
        }
    }

    private func synchronize(
        _ voices: [Voice], in order: [Int]
    ) async throws -> (trusted: TrustedTime, floor: TrueInstant?, outcomes: [SourceOutcome.Result]) {
        let device = StoryDevice()
        let observatory = try device.launch()
        let doors = Doors()
        let sources = voices.indices.map { index in
            Scripted(voice: voices[index], turn: order.firstIndex(of: index), doors: doors, device: device)
        }
        doors.open(0)
        let result = await TrustedClock(observatory, sources: sources).synchronize()
        let keeper = observatory.keeper
        let reading = try #require(keeper.latest?.reading)
        let floor = keeper.floor.floor(at: reading.clockState, model: .linux)?.earliest
        return (result.trusted, floor, result.outcomes.map { $0.result })
    }

    @Test(arguments: HeldSamplesTests.companies.indices) func theOrderOfAnswersDoesNotMatter(company: Int) async throws
    {
        let (voices, error) = HeldSamplesTests.companies[company]
        let expected = try await synchronize(voices, in: Array(voices.indices))
        for order in HeldSamplesTests.orders(of: voices.count) {
            let result = try await synchronize(voices, in: order)
            #expect(result.trusted == expected.trusted, "\(voices), in the order \(order)")
            #expect(result.floor == expected.floor, "\(voices), in the order \(order)")
            #expect(result.outcomes == expected.outcomes, "\(voices), in the order \(order)")
        }
        let truth = TrueInstant(nanoseconds: StoryDevice().now.now)
        #expect(expected.floor == error.map { truth + Nanoseconds(Int64(($0 * 1e9).rounded())) })
    }

    @Test func aLiarIsNamed() async throws {
        let voices = [HeldSamplesTests.liar] + HeldSamplesTests.honest
        let result = try await synchronize(voices, in: [0, 1, 2, 3])
        #expect(result.outcomes == [.rejected(.outvoted), .used, .used, .used])
    }

    /// The silent one's time is over when the test says so; until then nothing is believed.
    @Test func oneThatNeverAnswersHoldsTheOthersUntilItEnds() async throws {
        let device = StoryDevice()
        let end = Doors()
        device.change { $0.launches += 1 }
        var observed = device.observed
        observed.wait = { (span) async throws(CancellationError) in
            if span == .seconds(7) { await end.wait(0) }
            if Task.isCancelled { throw CancellationError() }
        }
        let observatory = try Observatory(directory: StoryDevice.directory, observer: "app", device: observed)
        let doors = Doors()
        let voices = HeldSamplesTests.honest
        let sources = voices.indices.map { index in
            Scripted(voice: voices[index], turn: index < 2 ? index : nil, doors: doors, device: device)
        }
        doors.open(0)
        let clock = TrustedClock(observatory, sources: sources)
        let seen = Lock<[TrustedTime.Kind]>([])
        let result = await clock.synchronize(timeout: .seconds(7)) { _ in
            let count = seen.withLock { seen in
                seen.append(clock.now().kind)
                return seen.count
            }
            // Both have said all they have to say.
            if count == 2 { end.open(0) }
        }
        #expect(seen.withLock { $0 } == [.unknown, .unknown, .bounded])
        #expect(result.trusted.kind == .bounded && result.trusted.isCorroborated)
        #expect(result.outcomes.map { $0.result }.prefix(2) == [.used, .used])
        guard case .failed(let error) = result.outcomes[2].result else {
            Issue.record("the silent one counts")
            return
        }
        #expect(error.cause == .timedOut)
    }
}
