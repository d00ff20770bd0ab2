import SiderealCore
import SiderealNetwork
import SiderealSystem
import SiderealTime
import TestSupport
import Testing

/// Polls of an NTP server on a fake network, on which time passes only during waits.
@Suite("NTP sources") struct NTPSourceTests {
    static let first = NetworkAddress(.ip4, "192.0.2.1", port: 123)
    static let second = NetworkAddress(.ip4, "192.0.2.2", port: 123)
    static let third = NetworkAddress(.ip6, "2001:db8::3", port: 123)

    /// Makes a network with an honest server at the only address, whose answers can be changed.
    static func honest(
        roundTrip: Nanoseconds = .milliseconds(30), _ change: @escaping @Sendable (inout [UInt8]) -> Void = { _ in }
    ) -> FakeNetwork {
        let network = FakeNetwork()
        network.serve([first: { [$0.answer($1, roundTrip: roundTrip, change)] }])
        return network
    }

    static let silence: FakeNetwork.Server = { _, _ in [] }

    static func failure(_ number: ErrorNumber) -> FakeNetwork.Server {
        { _, _ in [.init(after: .milliseconds(1), content: .failure(number))] }
    }

    // MARK: - Honest servers

    @Test("an honest server is asked four times, two seconds apart")
    func anHonestServerIsAskedAFewTimesTwoSecondsApart() async {
        let network = Self.honest()
        let source = network.source()
        #expect(await network.ask(source) == nil)
        #expect(network.now.samples.count == 4)
        #expect(network.areTrue)
        #expect(network.times == [0, 2, 4, 6])
        #expect(network.now.samples.allSatisfy { !$0.isAuthenticated && $0.source == "ntp://time.example:123" })
        #expect(network.now.samples.allSatisfy { $0.received - $0.sent == .milliseconds(30) })
        #expect(network.now.openSockets == 0)
    }

    @Test("each request has a nonce of its own and reveals nothing about the device")
    func eachQuestionIsFreshAndSaysNothingAboutTheAsker() async {
        let network = Self.honest()
        _ = await network.ask(network.source(maximumRequests: 3))
        let questions = network.now.questions.map { $0.bytes }
        #expect(questions.allSatisfy { $0.count == 48 && $0[0] == 0x23 && $0[1..<40].allSatisfy { $0 == 0 } })
        #expect(Set(questions.map { $0[40...] }).count == 3)
    }

    /// A generator that returns the given numbers.
    struct Scripted: RandomNumberGenerator {
        var words: [UInt64]
        mutating func next() -> UInt64 { words.removeFirst() }
    }

    @Test("a nonce of zero is replaced by another random nonce")
    func aQuestionOfZerosIsDrawnAgain() {
        var random = Scripted(words: [0, 0, 7])
        #expect(NTPRequest.fresh(&random).nonce == 7)
    }

    @Test("requests to a server on this machine are half a second apart")
    func theMachinesOwnServerNeedNotBeSparedForSoLong() async {
        let network = FakeNetwork()
        let own = NetworkAddress(.ip4, "127.0.0.1", port: 123)
        network.serve([own: { [$0.answer($1)] }])
        #expect(await network.ask(network.source(maximumRequests: 3)) == nil)
        #expect(network.times == [0, 0.5, 1])
    }

    @Test(
        "a source's name and operator follow from its host",
        arguments: [
            ("time.example", "ntp://time.example:123", "time.example"),
            ("a.b.Example", "ntp://a.b.Example:123", "b.example"), ("::1", "ntp://[::1]:123", "::1"),
            ("[::1]", "ntp://[::1]:123", "::1"), ("192.0.2.1", "ntp://192.0.2.1:123", "192.0.2.1"),
            ("", "ntp://:123", ""), ("[]", "ntp://[]:123", "[]"),
        ])
    func itsNameAndOperatorFollowFromTheHost(host: String, name: String, operator: String) {
        let source = NTPSource(host: host)
        #expect(source.name == name)
        #expect(source.operator == `operator`)
        #expect(!source.isAuthenticated)
        #expect(NTPSource(host: host, operator: "me").operator == "me")
    }

    @Test(
        "a time before this software was built is refused, and the error names the year",
        arguments: [0, 1_164_499_200] as [Int64])
    func deadClocks(seconds: Int64) async throws {
        let network = Self.honest()
        network.change { $0.offset = .seconds(seconds) }
        let error = try #require(await network.ask(network.source()))
        #expect(error.cause == .badAnswer && error.description.contains(seconds == 0 ? "1970" : "2006"))
        #expect(network.now.samples.isEmpty)
    }

    // MARK: - Loss

    @Test("a lost request is repeated, and each wait for an answer is longer")
    func aLostQuestionIsAskedAgainAndWaitedForLonger() async {
        let network = FakeNetwork()
        network.serve([
            Self.first: { $1.earlier < 3 ? [] : [$0.answer($1, roundTrip: .seconds(7))] }
        ])
        #expect(await network.ask(network.source(), timeout: .seconds(60)) == nil)
        // The source waits 1, 2, 4 and 8 s for an answer, and never asks again within 2 s.
        #expect(network.times == [0, 2, 4, 8])
        #expect(network.now.samples.count == 1)
        #expect(network.areTrue)
    }

    @Test("an answer after 1.5 s still counts")
    func aLongWayIsNoLoss() async {
        let network = Self.honest(roundTrip: .milliseconds(1_500))
        #expect(await network.ask(network.source()) == nil)
        #expect(network.now.samples.count == 3)
        #expect(network.areTrue)
    }

    @Test("lost requests after an answer are not errors")
    func someSilenceIsNoError() async {
        let network = FakeNetwork()
        network.serve([Self.first: { $1.earlier == 0 ? [$0.answer($1)] : [] }])
        #expect(await network.ask(network.source()) == nil)
        #expect(network.now.samples.count == 1)
        #expect(network.asked.count == 4)
    }

    @Test("if a server is silent, the poll ends at its timeout")
    func silenceEndsAtThePollsTimeout() async {
        let network = FakeNetwork()
        network.serve([Self.first: Self.silence])
        let start = network.now.now
        let error = await network.ask(network.source(maximumRequests: 100), timeout: .milliseconds(3_200))
        #expect(error?.cause == .timedOut)
        #expect(network.now.now - start == .milliseconds(3_200))
        #expect(network.times == [0, 2])
    }

    @Test("if a server is silent, the poll ends after the last request")
    func silenceEndsWithTheLastQuestion() async {
        let network = FakeNetwork()
        network.serve([Self.first: Self.silence])
        let start = network.now.now
        let error = await network.ask(network.source(maximumRequests: 2), timeout: .seconds(60))
        #expect(error?.cause == .timedOut)
        #expect(network.times == [0, 2])
        // The source waits two seconds for the last answer.
        #expect(network.now.now - start == .seconds(4))
    }

    /// Other sources have reserved the host's turns.
    @Test("a source doesn't wait for a turn that comes after the timeout")
    func aTurnBeyondTheTimeoutIsNotWaitedFor() async {
        let network = Self.honest()
        let start = network.now.now
        network.change { $0.turns["time.example"] = start + .seconds(20) }
        #expect(await network.ask(network.source())?.cause == .timedOut)
        #expect(network.now.now == start)
        #expect(network.asked.isEmpty)
    }

    @Test("with a timeout of zero or less, no request is sent", arguments: [Duration.zero, .seconds(-5)])
    func withoutTimeNothingIsAsked(timeout: Duration) async {
        let network = Self.honest()
        #expect(await network.ask(network.source(), timeout: timeout)?.cause == .timedOut)
        #expect(network.asked.isEmpty)
    }

    @Test("a poll with a timeout beyond the clock's range succeeds")
    func aTimeoutBeyondAllClocksIsOne() async {
        let network = Self.honest()
        #expect(await network.ask(network.source(), timeout: .seconds(Int64.max)) == nil)
        #expect(network.now.samples.count == 4)
    }

    // MARK: - Forgeries

    @Test("an answer that doesn't match the request is ignored")
    func whatDoesNotRepeatTheQuestionIsIgnored() async {
        let network = FakeNetwork()
        let forged: [@Sendable (inout [UInt8]) -> Void] = [
            { $0[31] ^= 1 }, { $0[24] ^= 0x80 }, { $0.removeLast() }, { $0 = [] }, { $0.append(0) },
            { $0.replaceSubrange(24..<32, with: [UInt8](repeating: 0, count: 8)) },
            { $0.replaceSubrange(24..<32, with: $0[40..<48]) },
            {
                $0[31] ^= 1
                NTPBytes.kiss("DENY", &$0)
            },
            {
                $0[31] ^= 1
                $0[0] |= 3 << 6
            },
        ]
        network.serve([
            Self.first: { network, question in
                forged.map { network.answer(question, roundTrip: .milliseconds(10), $0) }
                    + [network.answer(question, roundTrip: .milliseconds(40))]
            }
        ])
        #expect(await network.ask(network.source()) == nil)
        #expect(network.now.samples.count == 4)
        #expect(network.areTrue)
        #expect(network.now.samples.allSatisfy { $0.received - $0.sent == .milliseconds(40) })
    }

    /// Each request's flood lasts twice as long as the wait for an answer.
    @Test("a flood of forgeries neither ends nor prolongs the wait", arguments: [true, false])
    func aFloodOfForgeriesNeitherEndsTheWaitNorDrawsItOut(hidesAnAnswer: Bool) async {
        let network = FakeNetwork()
        network.serve([
            Self.first: { network, question in
                let flood = (1...200).map { index in
                    network.answer(question, roundTrip: .milliseconds(Int64(index) * 10)) { $0[31] ^= 1 }
                }
                return flood + (hidesAnAnswer ? [network.answer(question, roundTrip: .milliseconds(805))] : [])
            }
        ])
        let start = network.now.now
        let error = await network.ask(network.source(), timeout: .seconds(9))
        #expect(error?.cause == (hidesAnAnswer ? nil : .timedOut))
        #expect(network.now.samples.count == (hidesAnAnswer ? 4 : 0))
        #expect(network.now.now - start <= .seconds(9))
    }

    @Test("a repeated answer counts once")
    func anAnswerThatComesTwiceCountsOnce() async {
        let network = FakeNetwork()
        network.serve([
            Self.first: {
                [$0.answer($1), $0.answer($1), $0.answer($1, roundTrip: .milliseconds(31))]
            }
        ])
        #expect(await network.ask(network.source()) == nil)
        #expect(network.now.samples.count == 4)
        #expect(network.areTrue)
    }

    // MARK: - Several addresses

    @Test("the addresses of each family are asked in turn, until an address gives the time")
    func theFamiliesAreAskedInTurnUntilOneTellsTheTime() async {
        let network = FakeNetwork()
        network.serve([
            Self.first: Self.silence, Self.second: Self.silence,
            Self.third: { [$0.answer($1)] },
        ])
        #expect(await network.ask(network.source()) == nil)
        #expect(network.asked == [Self.first, Self.third, Self.third, Self.third, Self.third].map { $0.host })
        #expect(network.times == [0, 1, 3, 5, 7])
    }

    @Test("silent addresses are asked in turn")
    func silentAddressesTakeTurns() async {
        let network = FakeNetwork()
        network.serve([
            Self.first: Self.silence,
            Self.second: { $1.earlier == 1 ? [$0.answer($1)] : [] },
        ])
        #expect(await network.ask(network.source(maximumRequests: 2)) == nil)
        #expect(network.asked == [Self.first, Self.second, Self.first, Self.second].map { $0.host })
        #expect(network.now.samples.count == 1)
    }

    @Test("after an address fails, the next address is asked", arguments: [ErrorNumber.connectionRefused, .noRoute])
    func anAddressThatFailsIsLeftForTheNext(number: ErrorNumber) async {
        let network = FakeNetwork()
        network.serve([
            Self.first: Self.failure(number), Self.second: { [$0.answer($1)] },
        ])
        #expect(await network.ask(network.source()) == nil)
        #expect(network.asked.filter { $0 == Self.first.host }.count == 1)
        #expect(network.now.samples.count == 4)
    }

    @Test("after an unsynchronized answer, the next address is asked")
    func anAddressThatDoesNotKnowTheTimeIsLeftForTheNext() async {
        let network = FakeNetwork()
        network.serve([
            Self.first: { [$0.answer($1) { $0[0] |= 3 << 6 }] },
            Self.second: { [$0.answer($1)] },
        ])
        #expect(await network.ask(network.source()) == nil)
        #expect(network.now.samples.count == 4)
    }

    @Test("a rejected answer outranks an unreachable server in the error")
    func whatAServerSaysTellsMoreThanThatAnotherIsOutOfReach() async {
        let network = FakeNetwork()
        network.serve([
            Self.first: Self.failure(.connectionRefused), Self.third: Self.silence,
            Self.second: { [$0.answer($1) { $0[0] |= 3 << 6 }] },
            NetworkAddress(.ip4, "192.0.2.4", port: 123): Self.failure(.noRoute),
        ])
        #expect(await network.ask(network.source())?.cause == .unsynchronized)
    }
}
