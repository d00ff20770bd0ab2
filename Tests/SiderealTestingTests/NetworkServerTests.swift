import Foundation
import Sidereal
import SiderealCore
import SiderealTesting
import Testing

/// The answers of single servers, from the app's side.
@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
private struct Visitor {
    /// An answer, and its time of arrival.
    struct Answer {
        var status: Int
        var date: TrueInstant
        var age: String?
        /// The true time of its arrival.
        var at: TrueInstant
        var roundTrip: Nanoseconds
    }

    let parts: NetworkDevice.Parts
    let clock: TrustedClock
    let url: URL

    /// Creates a visitor of a server, without latency unless the server has one.
    init(_ server: SimulatedServer, seed: UInt64 = 1, others: [SimulatedServer] = []) throws {
        parts = NetworkDevice.parts(others + [server], seed: seed)
        clock = try parts.launch()
        url = try #require(server.url)
    }

    func ask(after pause: Nanoseconds = .zero) throws -> Answer {
        try parts.time.pass(to: parts.device.now + pause, on: parts.executor)
        let begin = parts.device.now
        let response = try parts.executor.run {
            try await parts.network.response(to: url, stampedBy: clock.observatory)
        }
        let date = try HTTPDate(sentNow: try #require(response.headers["Date"]).utf8)
        return Answer(
            status: response.status, date: date.instant, age: response.headers["Age"], at: parts.device.now,
            roundTrip: parts.device.now - begin)
    }

    /// Returns the ages of the Dates of so many answers, a little over half a second apart.
    func ages(_ count: Int) throws -> [Nanoseconds] {
        try (0..<count).map { _ in
            let answer = try ask(after: .milliseconds(517))
            return answer.at - answer.date
        }
    }
}

@Suite("answers of simulated servers") struct NetworkServerTests {
    static let server = SimulatedServer.https("a.example").slow(outbound: .zero ... .zero)

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "the ages of a server's Dates fill the range that its kind allows",
        arguments: [
            ("honest", server, 0, 1_000), ("ahead", server.lying(by: .seconds(10)), -10_000, -9_000),
            ("behind", server.lying(by: .seconds(-10)), 10_000, 11_000), ("rounding", server.rounding(), -500, 500),
            ("lagging", server.lagging(by: .milliseconds(997)), 0, 1_997),
            ("lagging more", server.lagging(by: .seconds(10)), 0, 11_000),
            ("wrong", server.wrong(upTo: .seconds(2)), -2_000, 3_000),
            ("jumping", server.jumping(upTo: .seconds(5)), -5_000, 6_000),
            ("stale", server.stale(upTo: .seconds(30)), 0, 31_000),
            ("all of it", server.stale(upTo: .seconds(30)).rounding().lying(by: .seconds(-60)), 59_500, 90_500),
        ] as [(String, SimulatedServer, Int64, Int64)])
    func datesAreAsOldAsTheServerMakesThem(
        _ name: String, _ server: SimulatedServer, least: Int64, most: Int64
    ) throws {
        let ages = try Visitor(server).ages(400).map { $0.count / 1_000_000 }
        #expect(ages.allSatisfy { (least...most).contains($0) })
        // They come near both ends.
        let margin = (most - least) / 10
        #expect((ages.min() ?? 0) < least + margin && (ages.max() ?? 0) > most - margin)
    }

    /// The same Date repeats until the cache asks again.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a stale server repeats its Dates, with an Age only if it is set to send an Age", arguments: [true, false])
    func aCacheRepeatsItself(sendsAge: Bool) throws {
        let visitor = try Visitor(Self.server.stale(upTo: .seconds(60), sendsAge: sendsAge))
        let answers = try (0..<240).map { _ in try visitor.ask(after: .seconds(1)) }
        #expect((4...5).contains(Set(answers.map { $0.date }).count))
        for answer in answers {
            let age = answer.age.flatMap { Int64($0) }
            #expect((age != nil) == sendsAge)
            guard let age else { continue }
            // Both are rounded down to the second.
            #expect((0...2_000_000_000).contains((answer.at - answer.date - .seconds(age)).count))
        }
    }

    /// A connection and its keys take two further round trips, and each direction has its own length.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a slow server's answer takes three round trips, each within the configured latency")
    func waysAreSlow() throws {
        let server = SimulatedServer.https("a.example").slow(
            outbound: .milliseconds(100)...(.milliseconds(200)), inbound: .milliseconds(1)...(.milliseconds(1)))
        let visitor = try Visitor(server)
        let trips = try (0..<300).map { _ in try visitor.ask(after: .seconds(60)).roundTrip }
        #expect(trips.allSatisfy { $0 >= .milliseconds(303) && $0 <= .milliseconds(603) })
        #expect(Set(trips).count == 300)
        let mean = trips.reduce(0) { $0 + $1.count } / 300
        // Mostly near the least: a quarter of the range on average.
        #expect((368_000_000...388_000_000).contains(mean), "\(mean)")
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a lossy server loses the configured share of its answers")
    func answersAreLost() throws {
        let visitor = try Visitor(Self.server.lossy(0.3))
        var lost = 0
        for _ in 0..<1_000 {
            do { _ = try visitor.ask() } catch let error as TimeSourceError {
                try #require(error.cause == .timedOut)
                lost += 1
            }
        }
        #expect((250...350).contains(lost))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a server that limits its rate refuses further requests with status 429")
    func tooManyQuestionsAreRefused() throws {
        let visitor = try Visitor(Self.server.rateLimiting(2, per: .seconds(10)))
        let statuses = try [0, 1, 1, 8, 30, 1, 1].map { try visitor.ask(after: .seconds($0)).status }
        #expect(statuses == [200, 200, 429, 429, 200, 200, 429])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a server's random numbers don't depend on which other servers are asked")
    func eachHasItsOwnLuck() throws {
        let server = SimulatedServer.https("a.example").jumping(upTo: .seconds(100))
        let other = try #require(URL(string: "https://b.example/"))
        let alone = try Visitor(server)
        let together = try Visitor(server, others: [.https("b.example")])
        let different = try Visitor(server, seed: 2)
        _ = try together.parts.executor.run {
            try await together.parts.network.response(to: other, stampedBy: together.clock.observatory)
        }
        let neighbour = try Visitor(.https("b.example").jumping(upTo: .seconds(100)))
        let trips = try [alone, together, different, neighbour].map { visitor in
            try (0..<20).map { _ in try visitor.ask().roundTrip }
        }
        #expect(trips[0] == trips[1])
        #expect(trips[0] != trips[2])
        #expect(trips[0] != trips[3])
    }

    /// Three exchanges of 800 ms over a new connection, one over a kept one.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an app's own connections stay open for a minute, unless the network or the server changes")
    func connectionsAreKept() throws {
        let server = Self.server.slow(outbound: .milliseconds(400)...(.milliseconds(400)))
        let visitor = try Visitor(server)
        let (new, kept) = (Nanoseconds.milliseconds(2_400), Nanoseconds.milliseconds(800))
        #expect(try visitor.ask().roundTrip == new)
        #expect(try visitor.ask().roundTrip == kept)
        #expect(try visitor.ask(after: .seconds(59)).roundTrip == kept)
        #expect(try visitor.ask(after: .seconds(60)).roundTrip == new)
        visitor.parts.network.set(server)
        #expect(try visitor.ask().roundTrip == kept, "nothing has changed")
        visitor.parts.network.set(server.lossy(1))
        #expect(throws: TimeSourceError.self) { try visitor.ask() }
        visitor.parts.network.set(server)
        #expect(try visitor.ask().roundTrip == new)
        visitor.parts.network.isReachable = false
        visitor.parts.network.isReachable = true
        #expect(try visitor.ask().roundTrip == new)
        #expect(try visitor.ask().roundTrip == kept)
        visitor.parts.network.set(server.gone(.untrusted))
        #expect(throws: TimeSourceError.self) { try visitor.ask() }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a request ends with its answer or at its timeout", arguments: [1, 1_800, 2_300, 2_900] as [Int64])
    func nobodyWaitsForEver(timeout: Int64) throws {
        // Three round trips: 2.4 s.
        let visitor = try Visitor(Self.server.slow(outbound: .milliseconds(400)...(.milliseconds(400))))
        let begin = visitor.parts.device.now
        func ask() throws {
            try visitor.parts.executor.run {
                _ = try await visitor.parts.network.response(
                    to: visitor.url, stampedBy: visitor.clock.observatory, timeout: .milliseconds(timeout))
            }
        }
        if timeout > 2_400 {
            try ask()
            #expect(visitor.parts.device.now == begin + .milliseconds(2_400))
        } else {
            #expect(throws: TimeSourceError.self) { try ask() }
            #expect(visitor.parts.device.now == begin + .milliseconds(timeout))
            #expect(visitor.parts.network.calls.last?.outcome == "timedOut")
        }
    }

    // MARK: - NTP

    /// The packets contain the server's time, and its error.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "NTP packets, with or without NTS, bound the server's time within their round trip and error",
        arguments: [
            (.nts("a.example"), .zero, .milliseconds(1)),
            (SimulatedServer.nts("a.example").lying(by: .seconds(7)), .seconds(7), .milliseconds(1)),
            (.ntp("a.example"), .zero, .milliseconds(1)),
            (SimulatedServer.ntp("a.example").lying(by: .seconds(7)), .seconds(7), .milliseconds(1)),
            (SimulatedServer.ntp("a.example").wrong(upTo: .milliseconds(200)), .zero, .milliseconds(201)),
        ] as [(SimulatedServer, Nanoseconds, Nanoseconds)])
    func packetsTellTheTime(_ server: SimulatedServer, offset: Nanoseconds, error: Nanoseconds) throws {
        let parts = NetworkDevice.parts([server.slow(outbound: .milliseconds(5)...(.milliseconds(5)))])
        let clock = try parts.launch()
        let result = try parts.executor.run { await clock.synchronize() }
        let tally = result.outcomes[0].tally
        #expect(tally.requests == 4 && tally.samples == 4)
        #expect(tally.shortestRoundTrip == .milliseconds(10))
        let truth = Nanoseconds(parts.device.now.nanoseconds - parts.device.elapsed.nanoseconds)
        let heard = try #require(tally.offset)
        #expect(heard.contains(truth + offset))
        // Half of the round trip and the server's own error, in either direction; less if several answers agree.
        #expect(heard.width <= .milliseconds(11) + error + error)
        #expect(heard.width > .milliseconds(10))
    }
}
