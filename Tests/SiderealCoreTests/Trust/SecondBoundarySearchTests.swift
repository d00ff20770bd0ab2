import SiderealCore
import SiderealTesting
import Testing

@Suite("the search for the moment at which a server's Date advances") struct SecondBoundarySearchTests {
    static let drift = Rate.partsPerMillion(500)
    static let exact = DateHeaderPremises(lag: .milliseconds(20), serverError: .zero)

    static func search(
        _ premises: DateHeaderPremises = exact, known: Bounds? = nil, maximumRequests: Int = 8
    ) -> SecondBoundarySearch {
        SecondBoundarySearch(
            premises: premises, drift: drift, known: known, at: ElapsedInstant(nanoseconds: 0),
            spacing: .milliseconds(500), maximumRequests: maximumRequests)
    }

    static func elapsed(_ milliseconds: Int64) -> ElapsedInstant {
        ElapsedInstant(nanoseconds: milliseconds * 1_000_000)
    }
    static func trueTime(_ milliseconds: Int64) -> TrueInstant { TrueInstant(nanoseconds: milliseconds * 1_000_000) }

    @Test("the first request may go out at once")
    func theFirstQuestionIsAskedAtOnce() throws {
        #expect(Self.search().next == .ask(notBefore: nil))
        let known = try #require(Bounds(lower: .zero, upper: .milliseconds(1)))
        #expect(Self.search(known: known).next == .ask(notBefore: nil))
    }

    /// A request at 1,000 took 60 ms. The Date 5 s bounds the offset to [3,940, 5,020] ms, and drift adds nearly
    /// nothing. The assumed round trip is 20 ms, so the lead is (3,940 + 5,020 + 20 - 20) / 2 = 4,480 ms, and the first
    /// turn after 1,500 + 4,480 is 6,000.
    @Test("the second request aims at the middle of the bounds for the moment when the Date advances")
    func secondRequestAimsAtTheMiddle() {
        var search = Self.search()
        search.take(
            sent: Self.elapsed(1_000), received: Self.elapsed(1_060), earliest: Self.trueTime(5_000),
            latest: Self.trueTime(6_020))
        #expect(search.known.lower == .milliseconds(3_940))
        #expect(search.known.upper == .milliseconds(5_020) + Nanoseconds(30_000))
        #expect(search.next == .ask(notBefore: Self.elapsed(1_520) - Nanoseconds(15_000)))
    }

    @Test("for a server that rounds, the request aims at the middle of a second")
    func aRoundingServerTurnsAtTheHalf() {
        let premises = DateHeaderPremises(lag: .milliseconds(20), serverError: .zero, roundsToNearest: true)
        var search = Self.search(premises)
        search.take(
            sent: Self.elapsed(1_000), received: Self.elapsed(1_060), earliest: Self.trueTime(4_500),
            latest: Self.trueTime(5_520))
        #expect(search.next == .ask(notBefore: Self.elapsed(1_520) - Nanoseconds(15_000)))
    }

    /// Ten seconds at 500 ppm are 5 ms, either way.
    @Test("known bounds widen by the clock's drift")
    func whatIsKnownWidensWithTime() throws {
        let known = try #require(Bounds(lower: .milliseconds(4_990), upper: .milliseconds(5_010)))
        var search = Self.search(known: known)
        search.take(
            sent: Self.elapsed(10_000), received: Self.elapsed(10_000), earliest: Self.trueTime(14_000),
            latest: Self.trueTime(16_000))
        #expect(search.known == Bounds(lower: .milliseconds(4_985), upper: .milliseconds(5_015)))
    }

    /// With the round trip that made the connection, however long that took, and whatever came in between.
    @Test("the search expects a third of the cold round trip, and later the shortest warm round trip")
    func theShortestWarmRoundTripIsExpected() {
        var search = Self.search()
        for (sent, roundTrip, expected) in [(0, 900, 300), (1_000, 60, 60), (2_000, 700, 60), (3_000, 50, 50)] {
            let start = Int64(sent)
            search.take(
                sent: Self.elapsed(start), received: Self.elapsed(start + Int64(roundTrip)),
                earliest: Self.trueTime(start + 5_000), latest: nil)
            #expect(search.expectedRoundTrip == .milliseconds(Int64(expected)))
        }
    }

    /// The first request counts, too, if the connection existed before.
    @Test("a first round trip over a warm connection counts in full")
    func aFirstRoundTripThatIsWarmIsTakenAsItIs() {
        var search = Self.search()
        for (roundTrip, expected) in [(90, 90), (60, 60), (70, 60)] {
            let start = Self.elapsed(Int64(search.requests) * 1_000)
            search.take(
                sent: start, received: start + .milliseconds(Int64(roundTrip)), earliest: Self.trueTime(0), latest: nil,
                isWarm: true)
            #expect(search.expectedRoundTrip == .milliseconds(Int64(expected)))
        }
    }

    @Test("the search ends when its requests are used up")
    func itEndsWithTheRequests() {
        var search = Self.search(maximumRequests: 1)
        search.take(
            sent: Self.elapsed(0), received: Self.elapsed(60), earliest: Self.trueTime(5_000),
            latest: Self.trueTime(6_020))
        #expect(search.next == .done)
        #expect(Self.search(maximumRequests: 0).next == .done)
    }

    @Test("the search ends when another request can't narrow the bounds")
    func itEndsWhereNothingIsToBeWon() throws {
        let known = try #require(Bounds(lower: .milliseconds(4_990), upper: .milliseconds(5_010)))
        var search = Self.search(known: known)
        search.take(
            sent: Self.elapsed(0), received: Self.elapsed(60), earliest: Self.trueTime(5_000),
            latest: Self.trueTime(6_020))
        // A Date may not have advanced: the search waits for a later one.
        #expect(search.next != .done)
        search.take(
            sent: Self.elapsed(1_000), received: Self.elapsed(1_060), earliest: Self.trueTime(6_000),
            latest: Self.trueTime(7_020))
        #expect(search.next == .done)
    }

    @Test("the search ends after two answers of unknown age")
    func aCacheIsNotAskedForLong() {
        var search = Self.search()
        for start in [Int64(0), 700] {
            guard case .ask = search.next else { return #expect(Bool(false), "ended after \(start)") }
            search.take(
                sent: Self.elapsed(start), received: Self.elapsed(start + 60), earliest: Self.trueTime(5_000),
                latest: nil)
        }
        #expect(search.next == .done)
    }

    @Test("an answer that excludes the known bounds ends the search as contradicted")
    func anAnswerThatExcludesWhatWasKnownEndsIt() {
        var search = Self.search()
        for date in [Int64(5_000), 50_000] {
            search.take(
                sent: Self.elapsed(1_000), received: Self.elapsed(1_060), earliest: Self.trueTime(date),
                latest: Self.trueTime(date + 1_020))
        }
        #expect(search.next == .contradicted)
    }

    @Test("instants at the ends of the range don't trap", arguments: [Int64.min, .max, 0])
    func instantsAtTheEndsOfTheRangeDoNotTrap(edge: Int64) {
        for date in [Int64.min, .max, 0] {
            var search = Self.search()
            for _ in 0..<2 {
                search.take(
                    sent: ElapsedInstant(nanoseconds: edge), received: ElapsedInstant(nanoseconds: edge),
                    earliest: TrueInstant(nanoseconds: date), latest: TrueInstant(nanoseconds: date))
                _ = search.next
            }
            #expect(search.requests == 2)
        }
    }

    // MARK: - Invented servers

    struct Server {
        var premises: DateHeaderPremises
        /// The duration of a warm round trip in milliseconds, and the most by which it may be longer.
        var roundTrip: Int64
        var jitter: Int64
    }

    static func premises(lag: Int64, error: Int64, rounds: Bool = false) -> DateHeaderPremises {
        DateHeaderPremises(lag: .milliseconds(lag), serverError: .milliseconds(error), roundsToNearest: rounds)
    }

    /// Runs a search against a server with known truth, in microseconds of virtual time. Returns the final width, and
    /// whether each step kept the truth.
    static func run(_ server: Server, seed: UInt64, requests: Int) -> (width: Nanoseconds, isTrue: Bool) {
        var random = SplitMix64(seed: seed)
        // Mistakes show at the ends, so the ends are as likely as all values between.
        func any(_ most: Int64) -> Int64 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: 0
            case 1: max(most, 0)
            default: .random(in: 0...max(most, 0), using: &random)
            }
        }
        let second: Int64 = 1_000_000_000
        let offset = any(1_000_000) * second + any(second)
        // The elapsed clock runs wrong by this many parts per million.
        let skew = any(980) - 490
        func trueTime(_ elapsed: ElapsedInstant) -> Int64 {
            offset + elapsed.nanoseconds + elapsed.nanoseconds / 1_000_000 * skew
        }
        let error = Nanoseconds(clamping: server.premises.serverError).count
        let wrong = any(2 * error) - error
        // Some servers have a nearly constant lag, others any lag.
        let greatestLag = Nanoseconds(clamping: server.premises.lag).count
        let lag = any(greatestLag)
        let lagVaries = Bool.random(using: &random)

        var search = SecondBoundarySearch(
            premises: server.premises, drift: drift, at: ElapsedInstant(nanoseconds: 0),
            spacing: .milliseconds(500), maximumRequests: requests)
        var now = ElapsedInstant(nanoseconds: any(second))
        var isTrue = true
        while case .ask(let notBefore) = search.next {
            let sent = max(now, notBefore ?? now) + Nanoseconds(any(2_000_000))
            let cold: Int64 = search.requests == 0 ? 7 : 1
            let roundTrip = (server.roundTrip * cold + any(server.jitter)) * 1_000_000 + any(1_000_000)
            let received = sent + Nanoseconds(roundTrip)
            let stamped = sent + Nanoseconds(any(roundTrip))
            let shown = trueTime(stamped) + wrong - (lagVaries ? any(greatestLag) : lag)
            let date = (server.premises.roundsToNearest ? shown + second / 2 : shown) / second * second
            let ends = server.premises.ends(of: TrueInstant(nanoseconds: date))
            search.take(sent: sent, received: received, earliest: ends.earliest, latest: ends.latest)
            isTrue = isTrue && search.known.contains(Nanoseconds(trueTime(received) - received.nanoseconds))
            now = received
        }
        return (search.known.width, isTrue && search.next == .done)
    }

    /// With the largest accepted median width, in milliseconds. The least possible width is a round trip, the lag and
    /// twice the error.
    @Test(
        "the search never excludes the truth, and narrows the bounds to the expected width",
        arguments: [
            (Server(premises: premises(lag: 0, error: 0), roundTrip: 60, jitter: 0), 8, 95),
            (Server(premises: premises(lag: 0, error: 0), roundTrip: 60, jitter: 0), 6, 125),
            (Server(premises: premises(lag: 0, error: 0), roundTrip: 60, jitter: 60), 8, 160),
            (Server(premises: premises(lag: 0, error: 10), roundTrip: 20, jitter: 5), 8, 75),
            (Server(premises: premises(lag: 0, error: 10, rounds: true), roundTrip: 20, jitter: 5), 8, 75),
            (Server(premises: premises(lag: 1_000, error: 50), roundTrip: 60, jitter: 10), 8, 1_280),
            (Server(premises: premises(lag: 200, error: 50), roundTrip: 300, jitter: 100), 8, 680),
            (Server(premises: premises(lag: 1_000, error: 50, rounds: true), roundTrip: 0, jitter: 0), 8, 1_200),
        ] as [(Server, Int, Int64)])
    func keepsTheTruthAndGetsClose(server: Server, requests: Int, widest: Int64) throws {
        var widths: [Nanoseconds] = []
        for seed in 0..<UInt64(2_000) {
            let outcome = Self.run(server, seed: seed, requests: requests)
            try #require(outcome.isTrue, "seed \(seed)")
            if !outcome.isTrue { return }
            widths.append(outcome.width)
        }
        widths.sort()
        #expect(widths[widths.count / 2] <= .milliseconds(widest))
    }
}
