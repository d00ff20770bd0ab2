import Foundation
import SiderealCore
import SiderealTime
import Testing

@Suite("HTTP Date sources") struct HTTPDateSourceTests {
    @Test("at most eight answers narrow the time to less than 100 ms")
    func eightAnswersFindTheTurnOfTheSecond() async throws {
        let network = VirtualNetwork()
        let source = try network.source([.date(roundTrip: 180), .date()])
        let poll = network.poll(source)
        try await source.ask(poll)

        let result = poll.result
        let offset = try #require(result.offset)
        #expect(offset.contains(Nanoseconds(VirtualNetwork.offset)))
        #expect(offset.width < .milliseconds(100))
        #expect(result.requests <= 8 && result.taken == result.requests)
        #expect((Nanoseconds.milliseconds(60)...(.milliseconds(61))).contains(result.shortestRoundTrip ?? .zero))
        #expect(network.now.connections == 1 && network.now.closed == 1)
        #expect(network.now.heard.allSatisfy { $0.isAuthenticated && $0.operator == "example.com" })
    }

    @Test("a Date counts whatever the final status", arguments: [200, 204, 302, 401, 404, 405, 501, 503])
    func everyFinalAnswerCounts(status: Int) async throws {
        let network = VirtualNetwork()
        let source = try network.source([.date(status: status)])
        try await source.ask(network.poll(source))
        #expect(network.now.heard.allSatisfy { $0.earliest != nil && $0.latest != nil })
        #expect(network.now.heard.count > 2)
    }

    @Test(
        "an answer of unknown age bounds only from below, and the second one ends the search",
        arguments: [.date(age: "12"), .date(age: "0"), .date(age: "what?"), .date(status: 304), .date(status: 408)]
            as [VirtualNetwork.Reply])
    func anAnswerOfUnknownAgeBoundsFromBelowOnlyAndIsSoonLeftAlone(reply: VirtualNetwork.Reply) async throws {
        let network = VirtualNetwork()
        let source = try network.source([reply])
        let poll = network.poll(source)
        try await source.ask(poll)
        #expect(network.now.heard.map { $0.latest } == [nil, nil])
        #expect(poll.result.offset.map { $0.hasLower && !$0.hasUpper } == true)
    }

    @Test(
        "each kind of useless answer fails with its own cause",
        arguments: [
            (.field(nil), .noDate), (.field(""), .badDate), (.field("yesterday"), .badDate),
            (.field("Wed, 06 Nov 2030 08:49:37 GMT", status: 103), .badAnswer), (.error(.tls), .tls),
        ] as [(VirtualNetwork.Reply, TimeSourceError.Cause)])
    func whatSaysNothingIsToldApart(reply: VirtualNetwork.Reply, cause: TimeSourceError.Cause) async throws {
        let network = VirtualNetwork()
        let source = try network.source([reply])
        let poll = network.poll(source)
        #expect(await failure(of: source, poll) == cause)
        #expect(network.now.heard.isEmpty && poll.result.requests == 1)
        #expect(network.now.closed == 1)
    }

    @Test("answers before an error count")
    func whatWasHeardBeforeAnErrorStays() async throws {
        let network = VirtualNetwork()
        let source = try network.source([.date(), .date(), .error(.connectionLost)])
        let poll = network.poll(source)
        #expect(await failure(of: source, poll) == .connectionLost)
        #expect(poll.result.taken == 2 && poll.result.requests == 3)
        #expect(poll.result.offset?.contains(Nanoseconds(VirtualNetwork.offset)) == true)
    }

    @Test(
        "a source sends no more requests than allowed, and at least one",
        arguments: [(-1, 1), (0, 1), (1, 1), (3, 3)])
    func noMoreIsAskedThanAllowed(most: Int, asked: Int) async throws {
        let network = VirtualNetwork()
        let source = try network.source([.date()], mostRequests: most)
        try await source.ask(network.poll(source))
        #expect(network.now.sent.count == asked)
    }

    @Test(
        "requests to a host are half a second apart, or further if the caller wants it",
        arguments: [(.milliseconds(1), 500), (.milliseconds(500), 500), (.milliseconds(2_500), 2_500)]
            as [(Duration, Int64)])
    func aHostIsGivenTimeBetweenQuestions(spacing: Duration, least: Int64) async throws {
        let network = VirtualNetwork()
        let source = try network.source([.date()], at: "http://Example.COM:8080/a?b=c", spacing: spacing)
        try await source.ask(network.poll(source, timeout: .seconds(60)))
        let (turns, sent) = (network.now.turns, network.now.sent)
        #expect(turns.count == sent.count && sent.count > 3)
        #expect(turns.allSatisfy { $0.host == "example.com" })
        for (turn, sent) in zip(turns, sent) { #expect(turn.at <= sent) }
        for (one, next) in zip(sent, sent.dropFirst()) { #expect(next - one >= .milliseconds(least)) }
        #expect(network.now.heard.allSatisfy { !$0.isAuthenticated })
    }

    /// Another source has asked the host a moment ago.
    @Test("the first request waits for its turn at the host, too")
    func theFirstQuestionWaitsForItsTurnToo() async throws {
        let network = VirtualNetwork()
        network.change { $0.lastTurn["time.example.com"] = ElapsedInstant(nanoseconds: $0.now) }
        let before = network.now.now
        let source = try network.source([.date()], mostRequests: 1)
        try await source.ask(network.poll(source))
        #expect(network.now.sent.first.map { $0.nanoseconds >= before + 500_000_000 } == true)
    }

    @Test(
        "a rejection that later answers may overturn doesn't end the search",
        arguments: [AnswerRejection.outvoted, .disputed, .belowFloor])
    func itGoesOnWhereOthersMayYetTakeItsSide(rejection: AnswerRejection) async throws {
        let network = VirtualNetwork(rejections: { $0 == 1 ? rejection : nil })
        let source = try network.source([.date()])
        let poll = network.poll(source)
        try await source.ask(poll)
        #expect(poll.result.requests > 2 && poll.result.taken == poll.result.requests - 1)
    }

    @Test(
        "a final rejection ends the search",
        arguments: [
            AnswerRejection.impossible, .outsideAuthenticated, .contradictsItself, .slept, .tooLate, .tooManyOperators,
        ])
    func itEndsWithWhatTheTimekeeperSays(rejection: AnswerRejection) async throws {
        let network = VirtualNetwork(rejections: { $0 == 1 ? rejection : nil })
        let source = try network.source([.date()])
        let poll = network.poll(source)
        try await source.ask(poll)
        #expect(poll.result.requests == 2 && poll.result.taken == 1 && poll.result.rejection == rejection)
    }

    @Test("two answers with different Dates are enough if the time is already known well")
    func whereTheTimeIsKnownWellTwoAnswersAreEnough() async throws {
        let known = try #require(
            Bounds(
                lower: Nanoseconds(VirtualNetwork.offset) - .milliseconds(20),
                upper: Nanoseconds(VirtualNetwork.offset) + .milliseconds(20)))
        let network = VirtualNetwork(known: known)
        let source = try network.source([.date()])
        try await source.ask(network.poll(source))
        #expect(network.now.sent.count == 2)
    }

    @Test("a server that contradicts the known time is asked once")
    func aServerThatSaysOtherwiseThanWhatIsKnownIsAskedOnce() async throws {
        let network = VirtualNetwork(known: Bounds(lower: .zero, upper: .seconds(1)))
        let source = try network.source([.date()])
        try await source.ask(network.poll(source))
        #expect(network.now.heard.count == 1)
    }

    @Test("the search ends at its timeout with the answers it has")
    func theSearchEndsInTimeWithWhatItHas() async throws {
        let network = VirtualNetwork()
        let source = try network.source([.date()])
        let poll = network.poll(source, timeout: .seconds(2))
        try await source.ask(poll)
        #expect(poll.result.taken >= 1 && poll.result.taken < 8)
        let first = try #require(network.now.sent.first)
        #expect(network.now.sent.allSatisfy { $0 - first < .seconds(2) })
    }

    @Test("a turn beyond the timeout is a timeout, and no request is sent")
    func aTurnThatComesTooLateIsATimeout() async throws {
        let network = VirtualNetwork()
        network.change { $0.lastTurn["time.example.com"] = ElapsedInstant(nanoseconds: $0.now) }
        let source = try network.source([.date()])
        let poll = network.poll(source, timeout: .milliseconds(100))
        #expect(await failure(of: source, poll) == .timedOut)
        #expect(network.now.sent.isEmpty)
    }

    @Test(
        "a cancelled search ends and closes its connections",
        arguments: [[VirtualNetwork.Reply.silence], [.date(), .silence]])
    func aCancelledTaskEnds(script: [VirtualNetwork.Reply]) async throws {
        let network = VirtualNetwork()
        let source = try network.source(script)
        let poll = network.poll(source)
        let task = Task { await failure(of: source, poll) }
        task.cancel()
        #expect(await task.value == .cancelled)
        #expect(network.now.connections == network.now.closed)
    }

    // MARK: - What is asked

    @Test(
        "a source's name is its URL without secrets",
        arguments: [
            ("https://www.example.co.uk", "https://www.example.co.uk", "co.uk", true),
            (
                "HTTPS://Me:secret@Example.com:8443/a/b?key=secret#part", "https://example.com:8443/a/b", "example.com",
                true
            ),
            ("http://192.0.2.1:80/", "http://192.0.2.1:80/", "192.0.2.1", false),
            ("http://[2001:db8::1]:80/", "http://[2001:db8::1]:80/", nil, false),
        ] as [(String, String, String?, Bool)])
    func aSourceIsNamedByItsURLWithoutSecrets(
        url: String, name: String, operatorName: String?, isAuthenticated: Bool
    ) throws {
        let source = try HTTPDateSource(try #require(URL(string: url)))
        #expect(source.name == name)
        if let operatorName { #expect(source.operator == operatorName) }
        #expect(source.isAuthenticated == isAuthenticated)
        let named = try HTTPDateSource(try #require(URL(string: url)), operator: "somebody")
        #expect(named.operator == "somebody")
    }

    @Test(
        "a URL without a host or an HTTP scheme is refused",
        arguments: ["ftp://example.com/", "example.com", "/a/path", "https:///path", "https:", "file:///etc/hosts"])
    func otherURLsAreRefused(url: String) throws {
        let url = try #require(URL(string: url))
        #expect {
            _ = try HTTPDateSource(url)
        } throws: {
            ($0 as? TimeSourceError)?.cause == .unsupported
        }
    }
}
