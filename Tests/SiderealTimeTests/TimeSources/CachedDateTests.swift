import Foundation
import SiderealCore
import SiderealSystem
import SiderealTime
import TestSupport
import Testing

@Suite("Dates from a cache that hides their age") struct CachedDateTests {
    let device = StoryDevice()

    /// A web server with several machines. Each keeps its answer for a while, whatever the query of a request. After
    /// that, it sends the kept answer once more, and fetches a new one.
    ///
    /// nginx does this with `proxy_cache_key $uri`, `proxy_pass_header Date` and `proxy_cache_background_update`.
    struct Server: Sendable {
        struct Copy: Sendable {
            var date: String
            var end: Int64
        }

        let device: StoryDevice
        let lifetimeMilliseconds: Int64
        /// The error of each machine's clock in seconds.
        let errors: [Int64]
        private let state: Lock<(copies: [Int: Copy], requests: Int)>

        init(_ device: StoryDevice, keptFor milliseconds: Int64 = 0, errors: [Int64] = [0]) {
            self.device = device
            lifetimeMilliseconds = milliseconds
            self.errors = errors
            state = Lock(([:], 0))
        }

        func date() -> String {
            let now = device.now.now
            return state.withLock { state in
                let machine = state.requests % errors.count
                state.requests += 1
                let fresh = Copy(
                    date: device.dateHeader(offBy: .seconds(errors[machine])),
                    end: now + lifetimeMilliseconds * 1_000_000)
                let kept = state.copies[machine] ?? fresh
                if kept.end <= now || state.copies[machine] == nil { state.copies[machine] = fresh }
                return lifetimeMilliseconds == 0 ? fresh.date : kept.date
            }
        }

        /// Makes a source of this server, and a clock that has no other source.
        func sourceAndClock(maximumRequests: Int = 8) throws -> (source: HTTPDateSource, clock: TrustedClock) {
            let source = try source(maximumRequests: maximumRequests)
            return (source, try TrustedClock(device.launch(), sources: [source]))
        }

        func source(over scheme: String = "https", maximumRequests: Int = 8) throws -> HTTPDateSource {
            try HTTPDateSource(
                #require(URL(string: "\(scheme)://time.example.com/")), maximumRequests: maximumRequests,
                connect: {
                    HTTPExchange(ask: { (method, _, _, poll) async throws(TimeSourceError) in
                        let sent = poll.stampSent()
                        device.pass(nanoseconds: 10_000_000)
                        let head = AnswerHead(method: method.rawValue, status: 200, ["Date": date()])
                        device.pass(nanoseconds: 10_000_000)
                        return HTTPAnswer(head: head, sent: sent, received: poll.stampReceived())
                    })
                })
        }
    }

    /// Polls a source, and returns whether the clock's bounds contained the truth after each answer.
    @discardableResult
    private func staysTrue(_ source: any TimeSource, _ clock: TrustedClock) async throws -> Bool {
        let shared = clock.observatory.shared
        let isTrue = Lock(true)
        let poll = TimePoll(
            source, timeout: .seconds(15), drift: .partsPerMillion(500),
            driver: TimePoll.Driver(
                elapsed: { shared.elapsed() },
                receive: { sample in
                    let rejection = shared.receive(sample)
                    let allows = clock.now().allows(device.truth)
                    isTrue.withLock { $0 = $0 && allows }
                    return rejection
                },
                wait: { instant throws(CancellationError) in
                    device.pass(nanoseconds: max((instant - shared.elapsed()).count, 0))
                },
                bookTurn: { _, earliest in earliest }, knownOffset: { shared.knownOffset }))
        try await source.ask(poll)
        return isTrue.withLock { $0 }
    }

    /// Each poll but the first begins with an answer that is an hour old. With a single request, each poll gets only
    /// such an answer, and the Dates advance from poll to poll.
    @Test("hourly polls of a cache never call a right clock wrong", arguments: [1, 2, 3, 8])
    func hourlyPolls(requests: Int) async throws {
        let (source, clock) = try Server(device, keptFor: 3_599_000).sourceAndClock(maximumRequests: requests)
        for _ in 0..<4 {
            #expect(try await staysTrue(source, clock))
            #expect(clock.now().kind != .unknown)
            #expect(try clock.systemClockVerdict(tolerance: .seconds(2)).answer != .ahead)
            device.pass(seconds: 3_600)
        }
        #expect(clock.now().kind == .atLeast)
    }

    @Test("the first poll bounds the time from both sides, and a single request from below only", arguments: [1, 8])
    func honest(requests: Int) async throws {
        let (source, clock) = try Server(device).sourceAndClock(maximumRequests: requests)
        for _ in 0..<3 {
            #expect(try await staysTrue(source, clock))
            #expect(clock.now().kind == (requests == 1 ? .atLeast : .bounded))
            device.pass(seconds: 60)
        }
        if let width = clock.now().width { #expect(width < .milliseconds(1_400), "\(width)") }
    }

    /// Either machine may be right.
    @Test("two machines that contradict each other exclude neither time", arguments: [30, -30])
    func twoMachines(error: Int64) async throws {
        let (source, clock) = try Server(device, errors: [0, error]).sourceAndClock()
        #expect(try await staysTrue(source, clock))
        #expect(clock.now().allows(device.truth) && clock.now().allows(device.truth + .seconds(error)))
    }

    @Test(
        "a server whose clock was wrong counts again an hour after its clock is right", arguments: [86_400, -86_400],
        ["https", "http"])
    func rightAgain(error: Int64, scheme: String) async throws {
        let wrong = try Server(device, errors: [error]).source(over: scheme)
        let right = try Server(device).source(over: scheme)
        let other = device.server("https://a.example")
        let sources: [any TimeSource] = scheme == "http" ? [wrong, other] : [wrong]
        let clock = try TrustedClock(device.launch(), sources: sources, alsoAccepting: .unauthenticated)
        if scheme == "http" { try await staysTrue(other, clock) }
        for (source, pause) in [(wrong, Int64(60)), (right, 3_700), (right, 60)] {
            try await staysTrue(source, clock)
            device.pass(seconds: pause)
        }
        #expect(clock.observatory.keeper.status(of: right.name, of: right.operator) == .believed)
        #expect(clock.now().kind == .bounded && clock.now().allows(device.truth))
    }

    /// The page of the premises names this test.
    @Test(
        "a cache that keeps an answer for less than a poll, or has several machines, falsifies the bounds",
        arguments: [(11_000, 1, true), (3_000, 1, false), (3_600_000, 2, false)] as [(Int64, Int, Bool)])
    func premise(milliseconds: Int64, machines: Int, isTrue: Bool) async throws {
        var allTrue = true
        for phase: Int64 in 0..<20 {
            let server = Server(device, keptFor: milliseconds, errors: Array(repeating: 0, count: machines))
            // Other clients have filled the cache.
            for _ in 0..<machines {
                _ = server.date()
                device.pass(seconds: 1)
            }
            device.pass(nanoseconds: (milliseconds / 20 * phase + phase * 37) * 1_000_000)
            let (source, clock) = try server.sourceAndClock()
            if try await !staysTrue(source, clock) { allTrue = false }
        }
        #expect(allTrue == isTrue)
    }
}
