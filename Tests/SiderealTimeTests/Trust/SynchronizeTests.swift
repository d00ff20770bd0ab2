import Foundation
import SiderealCore
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

@Suite("synchronizing with sources", .timeLimit(Patience.ofATest)) struct SynchronizeTests {
    let device = StoryDevice()

    func clock(_ sources: any TimeSource...) throws -> TrustedClock {
        try TrustedClock(
            device.launch(), sources: sources,
            alsoAccepting: sources.allSatisfy { $0.isAuthenticated } ? [] : .unauthenticated)
    }

    @Test("outcomes come in the order of the sources, each with its result and cause")
    func outcomesAreInTheOrderOfTheSources() async throws {
        let error = TimeSourceError(.refused, errno: 111, "nobody listens")
        let clock = try clock(
            ScriptedSource("dead") { _ in throw error },
            device.server("https://a.example"),
            device.server("ntp", isAuthenticated: false, lyingBy: .seconds(100)),
            ScriptedSource("silent") { _ in },
            ScriptedSource("odd") { _ in throw CocoaError(.fileNoSuchFile) },
            device.server("https://b.example"))
        let result = await clock.synchronize()
        let outcomes = result.outcomes
        #expect(outcomes.map(\.source) == ["dead", "https://a.example", "ntp", "silent", "odd", "https://b.example"])
        #expect(outcomes[0].result == .failed(error))
        #expect(outcomes[0].error == error)
        #expect(outcomes[0].requests == 0 && outcomes[0].roundTrip == nil)
        #expect(outcomes[1].result == .used)
        #expect(outcomes[1].error == nil && outcomes[1].isAuthenticated)
        #expect(outcomes[1].requests == 1 && outcomes[1].roundTrip == .zero)
        #expect(outcomes[2].result == .rejected(.outsideAuthenticated))
        #expect(!outcomes[2].isAuthenticated)
        #expect(outcomes[3].error == nil)
        guard case .failed(let silent) = outcomes[3].result else { throw Unexpected(outcomes[3]) }
        #expect(silent.cause == .badAnswer)
        #expect(outcomes[4].error?.cause == .network)
        #expect(outcomes[5].result == .used)
        #expect(
            outcomes.map(\.contradictedBy) == [
                [], ["ntp"], ["https://a.example", "https://b.example"], [], [], ["ntp"],
            ])
        // Two of five named and authenticated sources have answered.
        #expect(result.trusted.kind == .bounded && result.trusted.latestSupport == .uncorroborated)
        #expect(result.trusted.allows(device.truth))
    }

    @Test("get() returns the time if an answer counts, and otherwise throws the cause")
    func getThrowsWhereNothingCounts() async throws {
        let refused = TimeSourceError(.refused, errno: 111, "nobody listens")
        let dead = ScriptedSource("dead") { _ in throw refused }
        let late = ScriptedSource("late") { _ in throw TimeSourceError(.timedOut, "too late") }
        let eager = ScriptedSource("eager") { poll in
            let sent = poll.stampSent()
            poll.receive(
                TimePoll.Answer(
                    sent: sent, received: poll.stampReceived(), earliest: device.truth + .seconds(2),
                    latest: device.truth + .seconds(1)))
        }
        await #expect(throws: refused) { try await clock(dead, late).synchronize().get() }
        for sources in [[dead, eager], [eager, late]] as [[any TimeSource]] {
            let report = try await TrustedClock(try device.launch(), sources: sources).synchronize()
            let error = #expect(throws: TimeSourceError.self) { try report.get() }
            #expect(error?.cause == .rejected)
            #expect(error?.description.contains("eager") == true)
        }
        let none = await #expect(throws: TimeSourceError.self) { try await clock().synchronize().get() }
        #expect(none?.cause == .unsupported)
        let report = try await clock(dead, device.server()).synchronize()
        #expect(try report.get() == report.trusted)
        #expect(report.trusted.kind == .bounded)
        let lines = "\(report)".split(separator: "\n")
        #expect(lines.dropFirst() == ["dead: nobody listens", "https://a.example: used, 1 request, 0 ns round trip"])
    }

    @Test("an answer counts even if its source fails afterward")
    func answersBeforeAnErrorCount() async throws {
        let clock = try clock(
            ScriptedSource("half") { poll in
                device.answer(poll)
                throw TimeSourceError(.connectionLost, "gone")
            })
        let outcome = await clock.synchronize().outcomes[0]
        #expect(outcome.result == .used)
        #expect(outcome.error?.cause == .connectionLost)
        #expect(clock.now().kind == .bounded)
    }

    /// A custom source may use timestamps of another clock. An answer from the future proves nothing.
    @Test("an answer from the future is rejected")
    func answersFromTheFutureAreRefused() async throws {
        let clock = try clock(
            ScriptedSource("eager") { poll in
                let sent = poll.stampSent()
                let received = poll.stampReceived() + .seconds(1_000)
                poll.receive(
                    TimePoll.Answer(
                        sent: sent, received: received, earliest: device.truth + .seconds(1_000),
                        latest: device.truth + .seconds(1)))
            })
        let outcome = await clock.synchronize().outcomes[0]
        #expect(outcome.result == .rejected(.impossible))
        #expect(clock.now().allows(device.truth))
    }

    // MARK: - Contradicting sources

    /// Most of the first few answers may be lies, though the liars are a minority of all sources.
    @Test("corroborated bounds contain the true time in each event, even if one source of three lies")
    func oneLiarOfThreeNeverFalsifiesBounds() async throws {
        for lie in [-6, 6] as [Int64] {
            let device = StoryDevice()
            let margin = Nanoseconds.seconds(5)
            let clock = try TrustedClock(
                try device.launch(),
                sources: [
                    device.server("https://a.example", below: margin, above: margin),
                    device.server("https://b.example", lyingBy: .seconds(lie), below: margin, above: margin),
                    device.server("https://c.example", lyingBy: .seconds(1), below: margin, above: margin),
                ])
            let heard = Collected<TrustedTime>()
            let events = clock.events
            let listener = Task {
                for await event in events {
                    switch event {
                    case .synchronized(let trusted), .tightened(let trusted): heard.add(trusted)
                    default: break
                    }
                }
            }
            let result = await clock.synchronize()
            #expect(result.trusted.allows(device.truth))
            await until { !heard.all.isEmpty }
            listener.cancel()
            await listener.value
            // The first answer is uncorroborated.
            let corroborated = heard.all.filter { $0.latestSupport == .corroborated }
            #expect(!corroborated.isEmpty)
            #expect(corroborated.allSatisfy { $0.allows(device.truth) }, "lie \(lie): \(heard.all)")
        }
    }

    @Test("two liars among seven sources are rejected, in any order of answers", arguments: 0..<40 as Range<UInt64>)
    func twoLiarsOfSevenAreRejected(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let order = (0..<7).shuffled(using: &random)
        let gates = (0...7).map { _ in Gate() }
        // The liars agree with each other.
        let sources = (0..<7).map { number in
            ScriptedSource("https://\(number).example") { poll in
                let turn = order.firstIndex(of: number) ?? 0
                await gates[turn].wait()
                for _ in 0..<2 { device.answer(poll, lyingBy: number < 2 ? .seconds(3_600) : .zero) }
                gates[turn + 1].open()
            }
        }
        gates[0].open()
        let clock = try TrustedClock(device.launch(), sources: sources)
        let result = await clock.synchronize()
        for (number, outcome) in result.outcomes.enumerated() {
            if number < 2 {
                guard case .rejected = outcome.result else { throw Unexpected(outcome) }
            } else {
                #expect(outcome.result == .used, "\(order): \(outcome.source)")
            }
        }
        #expect(result.trusted.kind == .bounded && result.trusted.isCorroborated)
        #expect(result.trusted.allows(device.truth))
    }

    // MARK: - Time and cancellation

    @Test("a source that never finishes times out, and the other sources count")
    func aSourceThatNeverEndsIsLeftToItself() async throws {
        let gate = Gate()
        let clock = try clock(
            ScriptedSource("endless") { _ in await gate.wait() }, device.server("https://a.example"))
        let told = Collected<String>()
        let synchronizing = Task {
            await clock.synchronize(timeout: .seconds(5)) { told.add($0) }
        }
        await device.waits.reached(begun: 2, held: 1)
        await until { !told.all.isEmpty }
        device.pass(seconds: 4)
        device.pass(seconds: 1)
        let result = await synchronizing.value
        #expect(result.outcomes[0].error?.cause == .timedOut)
        #expect(result.outcomes[1].result == .used)
        #expect(told.all == ["https://a.example", "endless"])
        gate.open()
    }

    @Test("a source that times out after unusable answers reports why they didn't count")
    func aRefusalOutranksTheTimeout() async throws {
        let (begun, gate) = (Gate(), Gate())
        let clock = try clock(
            ScriptedSource("forged") { poll in
                poll.refuse(TimeSourceError(.badAnswer, "the signature is wrong"))
                begun.open()
                await gate.wait()
            })
        let synchronizing = Task { await clock.synchronize(timeout: .seconds(5)) }
        await begun.wait()
        await device.waits.reached(begun: 1, held: 1)
        device.pass(seconds: 6)
        #expect(await synchronizing.value.outcomes[0].error?.cause == .badAnswer)
        gate.open()
    }

    @Test("an answer in time counts even if its source never finishes")
    func whatATardySourceSaidCounts() async throws {
        let gate = Gate()
        let clock = try clock(
            ScriptedSource("tardy") { poll in
                device.answer(poll)
                await gate.wait()
            })
        let synchronizing = Task { await clock.synchronize(timeout: .seconds(5)) }
        await device.waits.reached(begun: 1, held: 1)
        await until { clock.now().kind == .bounded }
        device.pass(seconds: 6)
        let outcome = await synchronizing.value.outcomes[0]
        #expect(outcome.result == .used)
        #expect(outcome.error?.cause == .timedOut)
        gate.open()
    }

    @Test("a cancelled synchronization cancels each source and returns")
    func theCallerMayBeCancelled() async throws {
        let gate = Gate()
        let begun = Gate()
        let heeding = ScriptedSource("heeding") { poll in
            try await poll.waitForTurn(at: "h", notBefore: poll.stampReceived() + .seconds(3_600))
        }
        let clock = try clock(
            ScriptedSource("endless") { _ in
                begun.open()
                await gate.wait()
            }, heeding)
        let synchronizing = Task { await clock.synchronize() }
        await begun.wait()
        synchronizing.cancel()
        let result = await synchronizing.value
        #expect(result.outcomes.map { $0.error?.cause } == [.cancelled, .cancelled])
        #expect(result.trusted.kind == .unknown)
        gate.open()
    }

    @Test(
        "a timeout of any length ends the synchronization",
        arguments: [.zero, .seconds(-5), .seconds(Int64.max), .seconds(Int64.min)] as [Duration])
    func timeoutsOfAnyLength(timeout: Duration) async throws {
        device.change { $0.passesByItself = true }
        let gate = Gate()
        let clock = try clock(ScriptedSource("endless") { _ in await gate.wait() })
        let result = await clock.synchronize(timeout: timeout)
        #expect(result.outcomes[0].error?.cause == .timedOut)
        gate.open()
    }

    @Test("the end of each source is reported exactly once")
    func eachEndIsToldOnce() async throws {
        let told = Collected<String>()
        let names = (0..<20).map { "https://\($0).example" }
        let clock = try TrustedClock(
            try device.launch(),
            sources: names.map { name in
                ScriptedSource(name) { poll in
                    if name.contains("3") { throw TimeSourceError(.tls, "no") }
                    device.answer(poll)
                }
            })
        let result = await clock.synchronize { told.add($0) }
        #expect(told.all.sorted() == names.sorted())
        #expect(result.outcomes.map(\.source) == names)
    }

    /// No two requests to one host within half a second, from any source.
    @Test("requests to one host are spaced, whichever source asks")
    func turnsAtAHost() async throws {
        let asked = Collected<(host: String, at: Int64)>()
        let sources = (0..<6).map { number in
            ScriptedSource("source \(number)") { poll in
                let host = number == 5 ? "other" : "shared"
                for _ in 0..<3 {
                    try await poll.waitForTurn(at: host)
                    asked.add((host, device.now.now))
                    device.answer(poll)
                }
            }
        }
        let clock = try TrustedClock(device.launch(), sources: sources)
        let start = device.now.now
        async let one = clock.synchronize(timeout: .seconds(10_000_000))
        async let two = clock.synchronize(timeout: .seconds(10_000_000))
        await until {
            device.pass(nanoseconds: 50_000_000)
            return asked.all.count >= 36
        }
        #expect(await one.outcomes.allSatisfy { $0.result == .used && $0.requests == 3 })
        #expect(await two.outcomes.allSatisfy { $0.result == .used && $0.requests == 3 })
        for host in ["shared", "other"] {
            let times = asked.all.filter { $0.host == host }.map(\.at).sorted()
            #expect(times.count == (host == "shared" ? 30 : 6))
            // A source may take its turn late, but never early.
            for (turn, at) in times.enumerated() {
                #expect(at - start >= Int64(turn) * 500_000_000, "\(host), \(turn)")
            }
        }
    }
}

/// An error for input that must not occur.
struct Unexpected: Error {
    let value: String
    init(_ value: some Any) { self.value = "\(value)" }
}
