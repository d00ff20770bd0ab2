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
        #expect(result.requests <= 8 && result.rejection == nil)
        #expect((Nanoseconds.milliseconds(60)...(.milliseconds(61))).contains(result.shortestRoundTrip ?? .zero))
        #expect(network.now.connections == 1 && network.now.closed == 1)
        #expect(network.now.heard.allSatisfy { $0.isAuthenticated && $0.operator == "example.com" })
    }

    @Test(
        "each request has a URL that no cache has seen, and keeps the server's own query",
        arguments: [("", ""), ("?", ""), ("?a=b%26c", "a=b%26c&"), ("/path;v=1?a#part", "a&")])
    func eachRequestHasAnUnusedURL(rest: String, query: String) async throws {
        let network = VirtualNetwork()
        for _ in 0..<2 {
            let source = try network.source([.field(nil), .date()], at: "https://time.example.com" + rest)
            try await source.ask(network.poll(source))
        }
        let urls = network.now.urls
        #expect(urls.count > 4 && Set(urls).count == urls.count)
        let beginning = "https://time.example.com" + rest.prefix { $0 != "?" } + "?" + query + "sidereal="
        #expect(urls.allSatisfy { $0.absoluteString.hasPrefix(beginning) }, "\(urls)")
    }

    @Test(
        "an answer of unknown age bounds the time only from below, and the second such answer ends the search",
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
            (.field(nil), .noDate, 2), (.field("yesterday"), .badDate, 1),
            (.field("Wed, 06 Nov 2030 08:49:37 GMT", status: 103), .badAnswer, 1), (.error(.tls), .tls, 1),
            (.error(.refused), .refused, 1), (.error(.nameResolution), .nameResolution, 1),
            (.error(.connectionLost), .connectionLost, 2), (.error(.cancelled), .cancelled, 1),
        ] as [(VirtualNetwork.Reply, TimeSourceError.Cause, Int)])
    func whatSaysNothingIsToldApart(
        reply: VirtualNetwork.Reply, cause: TimeSourceError.Cause, requests: Int
    ) async throws {
        let network = VirtualNetwork()
        let source = try network.source([reply])
        let poll = network.poll(source)
        #expect(await failure(of: source, poll) == cause)
        #expect(network.now.heard.isEmpty && poll.result.requests == requests)
        #expect(network.now.closed == network.now.connections)
    }

    @Test(
        "a server that doesn't answer HEAD is asked with GET",
        arguments: [
            .error(.connectionLost), .error(.timedOut), .error(.badAnswer), .field(nil, status: 405),
            .field(nil, status: 501), .field(nil),
        ] as [VirtualNetwork.Reply])
    func getInsteadOfHead(first: VirtualNetwork.Reply) async throws {
        let network = VirtualNetwork()
        let source = try network.source([first, .date()])
        try await source.ask(network.poll(source))
        let methods = network.now.methods
        #expect(methods.first == .head && methods.count > 2)
        #expect(methods.dropFirst().allSatisfy { $0 == .get })
        #expect(Set(network.now.heard.map { $0.sent.nanoseconds }).count == methods.count - 1)
    }

    @Test(
        "a server that asks for a pause gets no request until it is over",
        arguments: [
            (429, "100", 100), (503, "100", 100), (429, nil, 64), (429, "soon", 64), (429, "999999", 86_400),
            (429, "+120", 120), (503, "+30", 30), (503, nil, 0), (503, "0", 0), (200, "100", 0), (429, "-5", 64),
            (429, "0", 64), (503, "soon", 64),
        ] as [(Int, String?, Int64)], [true, false])
    func retryAfter(_ refusal: (status: Int, field: String?, seconds: Int64), hasDate: Bool) async throws {
        let network = VirtualNetwork()
        var field = refusal.field
        // By the server's own clock.
        if let text = field, text.first == "+", let seconds = Int64(text) {
            field = HTTPDate.text(
                of: TrueInstant(nanoseconds: network.now.now + VirtualNetwork.offset) + .seconds(seconds))
        }
        let source = try network.source([
            .refusal(status: refusal.status, retryAfter: field, hasDate: hasDate), .date(),
        ])
        let isRefused = refusal.seconds > 0
        let isByDate = refusal.field?.first == "+"
        let first = await failure(of: source, network.poll(source))
        // Without a Date, the length of the pause is unknown.
        let silence = !hasDate && isByDate ? 64 : refusal.seconds
        if silence == 0 { return #expect(first == nil && network.now.methods.count > 1) }
        #expect(isRefused && first == .declined && network.now.methods == [.head])
        #expect(network.now.heard.count == (hasDate ? 1 : 0))

        let other = try network.source([.date()], at: "https://TIME.example.com/other?page")
        #expect(await failure(of: other, network.poll(other)) == .declined)
        network.change { $0.now += (silence - 2) * 1_000_000_000 }
        #expect(await failure(of: other, network.poll(other)) == .declined)
        #expect(network.now.methods == [.head], "nothing was sent")
        network.change { $0.now += 2_000_000_000 }
        #expect(await failure(of: other, network.poll(other)) == nil)
    }

    @Test("answers that came before an error still count")
    func whatWasHeardBeforeAnErrorStays() async throws {
        let network = VirtualNetwork()
        let source = try network.source([.date(), .date(), .error(.connectionLost)])
        let poll = network.poll(source)
        #expect(await failure(of: source, poll) == .connectionLost)
        #expect(poll.result.samples >= 2 && poll.result.requests == 3)
        #expect(poll.result.offset?.contains(Nanoseconds(VirtualNetwork.offset)) == true)
    }

    @Test(
        "a source sends no more requests than allowed, and at least one",
        arguments: [(-1, 1), (0, 1), (1, 1), (3, 3)])
    func noMoreIsAskedThanAllowed(most: Int, asked: Int) async throws {
        let network = VirtualNetwork()
        let source = try network.source([.date()], maximumRequests: most)
        try await source.ask(network.poll(source))
        #expect(network.now.sent.count == asked)
    }

    @Test(
        "requests to a host are half a second apart, or farther apart if the caller asks for it",
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
        let source = try network.source([.date()], maximumRequests: 1)
        try await source.ask(network.poll(source))
        #expect(network.now.sent.first.map { $0.nanoseconds >= before + 500_000_000 } == true)
    }

    @Test(
        "a rejection that later answers may overturn doesn't end the search",
        arguments: [TrustedTime.Rejection.outvoted, .disputed, .belowFloor])
    func itGoesOnWhereOthersMayYetTakeItsSide(rejection: TrustedTime.Rejection) async throws {
        let network = VirtualNetwork(rejections: { $0 == 1 ? rejection : nil })
        let source = try network.source([.date()])
        let poll = network.poll(source)
        try await source.ask(poll)
        #expect(poll.result.requests > 2 && poll.result.rejection == rejection)
    }

    @Test(
        "a final rejection ends the search",
        arguments: [
            TrustedTime.Rejection.impossible, .outsideAuthenticated, .contradictsItself, .slept, .tooLate,
            .tooManyOperators,
        ])
    func itEndsWithWhatTheTimekeeperSays(rejection: TrustedTime.Rejection) async throws {
        let network = VirtualNetwork(rejections: { $0 > 0 ? rejection : nil })
        let source = try network.source([.date()])
        let poll = network.poll(source)
        try await source.ask(poll)
        // An earlier poll can be the reason for two of them, so they count only once the Date has changed.
        let most = [.contradictsItself, .outsideAuthenticated].contains(rejection) ? 3 : 2
        #expect((2...most).contains(poll.result.requests) && poll.result.rejection == rejection)
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

    @Test("a server that contradicts the known time is asked until its Date has changed")
    func aServerThatSaysOtherwiseThanWhatIsKnown() async throws {
        let network = VirtualNetwork(known: Bounds(lower: .zero, upper: .seconds(1)))
        let source = try network.source([.date()])
        try await source.ask(network.poll(source))
        let heard = network.now.heard
        #expect((2...3).contains(network.now.sent.count) && Set(heard.map { $0.earliest }).count == 2)
        #expect(heard.last?.latest != nil && heard.first?.latest == nil)
    }

    @Test("a Date that stands still is not asked for long, and bounds the time from below only")
    func aDateThatStandsStill() async throws {
        let network = VirtualNetwork()
        let source = try network.source([.field(network.dateField)])
        try await source.ask(network.poll(source))
        #expect(network.now.sent.count < 8)
        #expect(network.now.heard.allSatisfy { $0.latest == nil })
    }

    @Test("the search ends at its timeout with the answers it has")
    func theSearchEndsInTimeWithWhatItHas() async throws {
        let network = VirtualNetwork()
        let source = try network.source([.date()])
        let poll = network.poll(source, timeout: .seconds(2))
        try await source.ask(poll)
        #expect(poll.result.samples >= 1 && poll.result.requests < 8)
        let first = try #require(network.now.sent.first)
        #expect(network.now.sent.allSatisfy { $0 - first < .seconds(2) })
    }

    @Test("if the turn at the host comes after the timeout, the poll times out without a request")
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

    // MARK: - The URL

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
