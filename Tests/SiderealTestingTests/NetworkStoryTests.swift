import Foundation
import Sidereal
import SiderealCore
import SiderealTesting
import TestSupport
import Testing

@Suite("a clock on a simulated network") struct NetworkStoryTests {
    /// The end of a source, without its text.
    enum End: Hashable {
        case used, rejected, failed(TimeSourceError.Cause)

        init(_ result: TrustedClock.SynchronizationReport.Outcome.Result) {
            switch result {
            case .used: self = .used
            case .rejected: self = .rejected
            case .failed(let error): self = .failed(error.cause)
            }
        }
    }

    static let three: [SimulatedServer] = [.https("one.example"), .https("two.example"), .https("three.example")]

    /// One server of each kind.
    static let motley: [SimulatedServer] = [
        .https("a.example"), .https("b.example").lying(by: .seconds(60)), .https("c.example").lagging().lossy(0.3),
        .https("d.example").jumping(upTo: .seconds(60)), .https("e.example").stale(upTo: .seconds(60)),
        .https("f.example").rateLimiting(3, per: .seconds(2)), .http("g.example").wrong(upTo: .milliseconds(50)),
        .https("h.example").gone(), .ntp("i.example").lossy(0.3),
        .ntp("j.example").slow(outbound: .milliseconds(10)...(.seconds(2))),
        .ntp("k.example").rateLimiting(1, per: .seconds(60)),
    ]

    struct Story: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let servers: [SimulatedServer]
        let ends: [End]
        var isBounded = true

        init(_ text: String, _ servers: [SimulatedServer], _ ends: [End], isBounded: Bool = true) {
            testDescription = text
            self.servers = servers
            self.ends = ends
            self.isBounded = isBounded
        }
    }

    static let stories = [
        Story("three honest ones", three, [.used, .used, .used]),
        Story(
            "a liar among three", [three[0], three[1].lying(by: .seconds(-3_600)), three[2]],
            [.used, .rejected, .used]),
        Story(
            "a jumping one", [three[0], .nts("j.example").jumping(upTo: .seconds(3_600)), three[2]],
            [.used, .rejected, .used]),
        Story(
            "a stale one that hides it", [three[0], three[1].stale(upTo: .seconds(86_400)), three[2]],
            [.used, .used, .used]),
        Story(
            "a stale one that says so", [three[0], three[1].stale(upTo: .seconds(86_400), sendsAge: true), three[2]],
            [.used, .used, .used]),
        Story("lagging ones", three.map { $0.lagging() }, [.used, .used, .used]),
        Story("ones with wrong clocks", three.map { $0.wrong(upTo: .milliseconds(50)) }, [.used, .used, .used]),
        Story(
            "a slow one",
            [three[0], three[1].slow(outbound: .seconds(1)...(.seconds(2)), inbound: .zero ... .zero), three[2]],
            [.used, .used, .used]),
        Story(
            "one slower than anybody waits",
            [three[0], three[1].slow(outbound: .seconds(20)...(.seconds(30))), three[2]],
            [.used, .failed(.timedOut), .used]),
        Story("one that answers nobody", [three[0], three[1].lossy(1), three[2]], [.used, .failed(.timedOut), .used]),
        Story(
            "one that limits its rate", [three[0], three[1].rateLimiting(2, per: .seconds(60)), three[2]],
            [.used, .used, .used]),
        Story("one gone", [three[0], three[1].gone(), three[2]], [.used, .failed(.refused), .used]),
        Story("one without a name", [three[0], three[1].gone(.noName)], [.used, .failed(.nameResolution)]),
        Story("one that is not believed", [three[0], three[1].gone(.untrusted)], [.used, .failed(.tls)]),
        Story("all gone", three.map { $0.gone(.silent) }, three.map { _ in .failed(.timedOut) }, isBounded: false),
        Story(
            "NTP, one of three lying",
            [.ntp("a.example"), .ntp("b.example").lying(by: .seconds(60)), .ntp("c.example")],
            [.used, .rejected, .used]),
        Story(
            "NTP, lossy and slow and wrong",
            [
                .ntp("a.example").lossy(0.4), .ntp("b.example").slow(outbound: .zero...(.milliseconds(900))),
                .ntp("c.example").wrong(upTo: .milliseconds(300)),
            ], [.used, .used, .used]),
        Story(
            "NTP that refuses, is gone, has no name, is silent",
            [
                .ntp("a.example").rateLimiting(0, per: .seconds(60)), .ntp("b.example").gone(.refused),
                .ntp("c.example").gone(.noName), .ntp("d.example").gone(.silent), .ntp("e.example"),
            ],
            [.failed(.declined), .failed(.refused), .failed(.nameResolution), .failed(.timedOut), .used]),
        Story(
            "an NTP server against https", [three[0], three[1], .ntp("b.example").lying(by: .seconds(60))],
            [.used, .used, .rejected]),
        Story(
            "NTS, one of three lying",
            [.nts("a.example"), .nts("b.example").lying(by: .seconds(60)), .nts("c.example")],
            [.used, .rejected, .used]),
        Story(
            "NTS, lossy and slow and wrong",
            [
                .nts("a.example").lossy(0.3), .nts("b.example").slow(outbound: .zero...(.milliseconds(900))),
                .nts("c.example").wrong(upTo: .milliseconds(300)),
            ], [.used, .used, .used]),
        Story(
            "NTS that refuses, is gone, has no name, is silent, is not believed",
            [
                .nts("a.example").rateLimiting(0, per: .seconds(60)), .nts("b.example").gone(.refused),
                .nts("c.example").gone(.noName), .nts("d.example").gone(.silent),
                .nts("e.example").gone(.untrusted), .nts("f.example"),
            ],
            [
                .failed(.declined), .failed(.refused), .failed(.nameResolution), .failed(.timedOut), .failed(.tls),
                .used,
            ]),
        Story(
            "an NTS server against NTP", [.nts("a.example"), .ntp("b.example").lying(by: .seconds(60))],
            [.used, .rejected]),
        Story(
            "Roughtime, one of three lying",
            [.roughtime("a.example"), .roughtime("b.example").lying(by: .seconds(60)), .roughtime("c.example")],
            [.used, .rejected, .used]),
        Story(
            "Roughtime, lossy and slow and wrong",
            [
                .roughtime("a.example").lossy(0.3),
                .roughtime("b.example").slow(outbound: .zero...(.milliseconds(900))),
                .roughtime("c.example").wrong(upTo: .seconds(3)),
            ], [.used, .used, .used]),
        Story(
            "Roughtime that refuses, is gone, has no name, is silent",
            [
                .roughtime("a.example").rateLimiting(0, per: .seconds(60)), .roughtime("b.example").gone(.refused),
                .roughtime("c.example").gone(.noName), .roughtime("d.example").gone(.silent), .roughtime("e.example"),
            ],
            [.failed(.timedOut), .failed(.refused), .failed(.nameResolution), .failed(.timedOut), .used]),
        Story(
            "Roughtime against NTP", [.roughtime("a.example"), .ntp("b.example").lying(by: .seconds(60))],
            [.used, .rejected]),
        Story("plain http", [.http("a.example"), .http("b.example")], [.used, .used]),
    ]

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a synchronization reports each server's result, and bounds contain the true time",
        .computesForLong, arguments: stories, 1...5 as ClosedRange<UInt64>)
    func whatASynchronizationSays(_ story: Story, seed: UInt64) throws {
        let parts = NetworkDevice.parts(story.servers, seed: seed)
        let clock = try parts.launch()
        let result = try parts.executor.run { await clock.synchronize() }
        #expect(result.outcomes.map { $0.source } == story.servers.map { $0.name })
        #expect(result.outcomes.map { End($0.result) } == story.ends, "\(result.outcomes)")
        #expect((result.trusted.kind == .bounded) == story.isBounded)
        #expect(result.trusted.allows(parts.device.now), "\(result.trusted) \(parts.device.now)")
        #expect(clock.now().allows(parts.device.now))
        #expect(parts.executor.strays == 0)
        #expect(parts.time.count == 0)
    }

    /// The same seed gives the same calls at the same instants, to the nanosecond, and another seed others.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a seed gives the same history each time, and another seed gives another history")
    func oneSeedGivesOneHistory() throws {
        func history(_ seed: UInt64) throws -> (calls: [SimulatedNetwork.Call], steps: Int, trusted: TrustedTime) {
            let parts = NetworkDevice.parts(Self.motley, seed: seed)
            let clock = try parts.launch()
            let result = try parts.executor.run { await clock.synchronize() }
            return (parts.network.calls, parts.executor.ran, result.trusted)
        }
        let first = try history(7)
        #expect(first.calls.count > 40)
        for _ in 0..<5 {
            let again = try history(7)
            #expect(again.calls == first.calls)
            #expect(again.steps == first.steps)
            #expect(again.trusted == first.trusted)
        }
        #expect(try history(8).calls != first.calls)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("no work of a synchronization or a sleep runs on another thread")
    func nothingRunsOnAnotherThread() throws {
        let parts = NetworkDevice.parts(Self.motley)
        let clock = try parts.launch()
        let deadline = (parts.device.now + .seconds(3_600)).date
        try parts.executor.run {
            async let one = clock.synchronize()
            async let two = clock.synchronize()
            try await clock.sleep(until: deadline)
            _ = await (one, two)
        }
        #expect(parts.executor.ran > 500)
        #expect(parts.device.threads == [.current])
        #expect(parts.executor.strays == 0)
        #expect(clock.status(of: deadline) == .passed)
    }

    // MARK: - The app's own requests

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the app's own requests bound the time as far as the policy accepts them")
    func theAppLearnsFromItsOwnRequests() throws {
        let parts = NetworkDevice.parts([
            .https("a.example"), .https("b.example").stale(upTo: .seconds(600), sendsAge: true), .http("c.example"),
            .https("d.example").gone(.untrusted),
        ])
        let hosts = ["a", "b", "c", "d"].map { TrustedClock.CapturePolicy.Host.exact("\($0).example") }
        let clock = try TrustedClock(parts.launch().observatory, policy: TrustedClock.CapturePolicy(hosts: hosts))
        func ask(_ name: String) throws -> TrustedClock.CaptureOutcome {
            let url = try #require(URL(string: name))
            return try parts.executor.run {
                clock.captureResponse(try await parts.network.response(to: url, stampedBy: clock.observatory))
            }
        }
        let begin = parts.device.now
        #expect(try ask("https://b.example/some/path") == .used)
        #expect(clock.now().kind == .atLeast)
        #expect(parts.device.now - begin > .milliseconds(50), "the request took its time")
        #expect(try ask("http://c.example/") == .ignored(.unauthenticated))
        for _ in 0..<2 {
            #expect(try ask("https://a.example/") == .used)
            parts.device.advance(to: parts.device.now + .seconds(1))
        }
        #expect(clock.now().kind == .bounded && clock.now().allows(parts.device.now))
        #expect(throws: TimeSourceError.self) { try ask("https://d.example/") }
        #expect(throws: TimeSourceError.self) { try ask("https://nowhere.example/") }
        #expect(parts.network.calls.map { $0.outcome }.suffix(2) == ["tls", "nameResolution"])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("no source answers without a network, and all sources answer once the network is back")
    func theNetworkGoesAndComes() throws {
        let parts = NetworkDevice.parts(Self.three + [.ntp("time.example")])
        let clock = try parts.launch()
        parts.network.isReachable = false
        let offline = try parts.executor.run { await clock.synchronize() }
        #expect(
            offline.outcomes.map { End($0.result) } == [
                .failed(.network), .failed(.network), .failed(.network), .failed(.nameResolution),
            ])
        #expect(offline.trusted.kind == .unknown)
        parts.network.isReachable = true
        let online = try parts.executor.run { await clock.synchronize() }
        #expect(online.outcomes.allSatisfy { $0.result == .used })
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an NTS server exchanges keys once per process, and its time is proven, but NTP time is not")
    func networkTimeSecurity() throws {
        for (server, decides) in [(SimulatedServer.nts("a.example"), true), (.ntp("a.example"), false)] {
            let parts = NetworkDevice.parts([server])
            let clock = try parts.launch()
            for _ in 1...2 { _ = try parts.executor.run { await clock.synchronize() } }
            let exchanges = parts.network.calls.count { $0.outcome == "8 cookies" }
            #expect(exchanges == (decides ? 1 : 0))
            #expect(parts.network.calls.count == 8 + exchanges)
            #expect((clock.now(requiring: .proven).kind == .bounded) == decides)
        }
    }

    /// The sources ask at once, and share their turns, so the second round proves each server's answer in the first.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("one synchronization proves that a Roughtime server is ahead or behind", arguments: [-60, 60] as [Int64])
    func roughtimeProof(_ lie: Int64) throws {
        let servers: [SimulatedServer] = ["a", "b", "c"].map { .roughtime("\($0).example") }
        for (place, isLying) in [(0, true), (1, true), (2, true), (0, false)] {
            var servers = servers
            if isLying { servers[place] = servers[place].lying(by: .seconds(lie)) }
            let parts = NetworkDevice.parts(servers)
            let clock = try parts.launch()
            _ = try parts.executor.run { await clock.synchronize() }
            let source = try #require(clock.sources.first as? RoughtimeSource)
            let liar = SimulatedRoughtime(named: servers[place].name).publicKey
            var pairs: Set<Set<[UInt8]>> = []
            for proof in source.chain.proofs {
                let findings = try proof.verified(.simulated)
                pairs.formUnion(
                    findings.contradictions.map { [findings.publicKeys[$0.earlier], findings.publicKeys[$0.later]] })
            }
            // The liar contradicts each of the others, and those don't contradict each other.
            #expect(pairs.count == (isLying ? 2 : 0))
            #expect(pairs.allSatisfy { $0.contains(liar) && $0.count == 2 })
        }
    }

    /// The process that received RATE leaves the server alone, and no other process does.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a refusal counts only for the process that received it")
    func aRefusalHoldsForItsProcess() throws {
        let server = SimulatedServer.ntp("time.example")
        let parts = NetworkDevice.parts([server.rateLimiting(0, per: .seconds(1))])
        let first = try parts.launch(process: 1)
        _ = try parts.executor.run { await first.synchronize() }
        parts.network.set(server)
        let calls = parts.network.calls.count
        let again = try parts.executor.run { await first.synchronize() }
        #expect(End(again.outcomes[0].result) == .failed(.declined))
        #expect(parts.network.calls.count == calls)
        let relaunched = try parts.launch(process: 1)
        let still = try parts.executor.run { await relaunched.synchronize() }
        #expect(End(still.outcomes[0].result) == .failed(.declined))
        let second = try parts.launch(process: 2)
        let other = try parts.executor.run { await second.synchronize() }
        #expect(other.outcomes[0].result == .used)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a killed process ends its waits and its requests")
    func aKilledProcessGoesNoFurther() throws {
        let parts = NetworkDevice.parts(Self.three + [.ntp("time.example"), .ntp("silent.example").gone(.silent)])
        let clock = try parts.launch(process: 1)
        let asking = parts.executor.start { await clock.synchronize() }
        try parts.time.pass(to: parts.device.now + .milliseconds(700), on: parts.executor)
        let calls = parts.network.calls.count
        #expect(calls > 0 && parts.time.count > 0)
        parts.time.end(process: 1)
        #expect(parts.time.count == 0)
        try parts.executor.run { await asking.value }
        #expect(parts.time.count == 0)
        #expect(
            parts.network.calls.dropFirst(calls).allSatisfy { $0.outcome.contains("cancelled") })
    }
}
