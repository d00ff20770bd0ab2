import Dispatch
import SiderealCore
import SiderealNetwork
import SiderealSystem
import SiderealTime
import TestSupport
import Testing

/// Servers that refuse or send invalid answers, networks that fail, and polls that are cancelled.
@Suite("NTP servers and networks that fail") struct NTPTroubleTests {
    // MARK: - Kiss of death

    @Test("no request is sent for 64 s after a first RATE, and for twice as long after each further RATE")
    func aServerThatWantsFewerQuestionsIsLeftInPeaceForLongerEachTime() async {
        let isAngry = Lock(true)
        let network = NTPSourceTests.honest { bytes in
            if isAngry.withLock({ $0 }) { NTPBytes.kiss("RATE", &bytes) }
        }
        let refusals = ServerRefusals()
        let source = network.source(refusals: refusals)
        // Any source, with any spelling of the host.
        let other = NTPSource(
            host: "TIME.example", port: 123, operator: nil, maximumRequests: 4, network: network, refusals: refusals)
        for (silence, asked) in [(64, 1), (128, 2), (256, 3)] as [(Int64, Int)] {
            #expect(await network.ask(source)?.cause == .declined)
            #expect(network.asked.count == asked)
            network.advance(by: .seconds(silence - 1))
            let error = await network.ask(other)
            #expect(error?.cause == .declined)
            #expect(error?.description.hasSuffix("(RATE). The clock asks this server again in 1 s.") == true)
            #expect(network.asked.count == asked)
            network.advance(by: .seconds(1))
        }
        isAngry.withLock { $0 = false }
        #expect(await network.ask(source) == nil)
        isAngry.withLock { $0 = true }
        #expect(await network.ask(source)?.cause == .declined)
        network.advance(by: .seconds(64))
        let before = network.asked.count
        _ = await network.ask(source)
        #expect(network.asked.count == before + 1, "a poll that went well makes up for it")
    }

    @Test("a server that answers DENY or RSTR isn't asked again", arguments: ["DENY", "RSTR"])
    func aServerThatRefusesIsNotAskedAgain(code: String) async {
        let network = NTPSourceTests.honest { NTPBytes.kiss(code, &$0) }
        let source = network.source()
        let error = await network.ask(source)
        #expect(error?.cause == .declined)
        #expect(error?.isUnreachable == false)
        network.advance(by: .seconds(1_000_000))
        let later = await network.ask(source)
        #expect(later?.cause == .declined)
        #expect(later?.description.contains(code) == true)
        #expect(network.asked.count == 1)
    }

    @Test("a refusal ends the poll for all addresses")
    func aRefusalEndsTheAskingOfAllAddresses() async {
        let network = FakeNetwork()
        network.serve([
            NTPSourceTests.first: { [$0.answer($1) { NTPBytes.kiss("DENY", &$0) }] },
            NTPSourceTests.second: { [$0.answer($1)] },
        ])
        #expect(await network.ask(network.source())?.cause == .declined)
        #expect(network.asked.count == 1)
    }

    @Test("an answer that came before a refusal is kept")
    func aRefusalAfterAnAnswerKeepsTheAnswer() async {
        let network = FakeNetwork()
        network.serve([
            NTPSourceTests.first: { network, question in
                [network.answer(question) { if question.earlier > 0 { NTPBytes.kiss("RATE", &$0) } }]
            }
        ])
        #expect(await network.ask(network.source())?.cause == .declined)
        #expect(network.now.samples.count == 1)
        #expect(network.asked.count == 2)
    }

    @Test("a refusal on one port doesn't apply to another port")
    func anotherPortIsAnotherServer() async {
        let network = NTPSourceTests.honest { NTPBytes.kiss("DENY", &$0) }
        let refusals = ServerRefusals()
        for port in [123, 1_123] as [UInt16] {
            let source = NTPSource(
                host: "time.example", port: port, operator: nil, maximumRequests: 1, network: network,
                refusals: refusals)
            _ = await network.ask(source)
        }
        #expect(network.asked.count == 2)
    }

    @Test("a RATE refusal lasts from 64 s up to 131,072 s, and a DENY refusal forever")
    func refusalsStandForAsLongAsTheyShould() {
        let refusals = ServerRefusals()
        let now = ElapsedInstant(nanoseconds: 0)
        refusals.record(.rate, by: "a", at: now)
        refusals.forget("a", at: now + .seconds(63))
        #expect(refusals.refusal(of: "a", at: now + .seconds(63)) != nil)
        #expect(refusals.refusal(of: "a", at: now + .seconds(64)) == nil)
        refusals.record(.other("XXXX"), by: "b", at: now)
        #expect(refusals.refusal(of: "b", at: now) == nil)
        for _ in 0..<100 { refusals.record(.rate, by: "c", at: now) }
        #expect(refusals.refusal(of: "c", at: now + .seconds(131_071)) != nil)
        #expect(refusals.refusal(of: "c", at: now + .seconds(131_072)) == nil)
        refusals.record(.deny, by: "d", at: now)
        refusals.record(.rate, by: "d", at: now)
        refusals.forget("d", at: ElapsedInstant(nanoseconds: .max))
        #expect(refusals.refusal(of: "d", at: ElapsedInstant(nanoseconds: .max)) != nil)
    }

    // MARK: - Invalid answers

    /// The change to a server's answer, and the reported cause.
    struct Fault: Sendable {
        let cause: TimeSourceError.Cause
        let change: @Sendable (inout [UInt8]) -> Void

        init(_ cause: TimeSourceError.Cause, _ change: @escaping @Sendable (inout [UInt8]) -> Void) {
            self.cause = cause
            self.change = change
        }
    }

    static let faults = [
        Fault(.unsynchronized) { $0[0] |= 3 << 6 },
        Fault(.unsynchronized) { $0[1] = 16 },
        Fault(.unsynchronized) { NTPBytes.kiss("", &$0) },
        Fault(.unsynchronized) { NTPBytes.kiss("INIT", &$0) },
        Fault(.unsynchronized) { NTPBytes.kiss("STEP", &$0) },
        Fault(.declined) { NTPBytes.kiss("XFAC", &$0) },
        Fault(.badAnswer) { $0[1] = 17 },
        Fault(.badAnswer) { $0[0] = 4 << 3 | 5 },
        Fault(.badAnswer) { $0[0] = 2 << 3 | 4 },
        Fault(.badAnswer) { $0.replaceSubrange(40..<48, with: [UInt8](repeating: 0, count: 8)) },
        Fault(.badAnswer) { $0[8] = 0x40 },
    ]

    @Test("each fault of an answer is reported with its cause, and isn't remembered", arguments: faults)
    func whatIsWrongWithAnAnswerIsSaid(fault: Fault) async {
        let network = NTPSourceTests.honest(fault.change)
        let source = network.source()
        let error = await network.ask(source)
        #expect(error?.cause == fault.cause)
        #expect(error?.isUnreachable == false)
        #expect(error?.description.hasPrefix("can't ask ntp://time.example:123: 192.0.2.1:123: The ") == true)
        #expect(error?.description.contains("not synchronized") == (fault.cause == .unsynchronized))
        #expect(network.now.samples.isEmpty)
        #expect(network.asked.count == 1)
        // None of these is remembered.
        _ = await network.ask(source)
        #expect(network.asked.count == 2)
    }

    @Test("an answer that the clock rejects doesn't end the poll")
    func anAnswerThatTheClockRejectsIsFollowedByTheNextQuestion() async {
        let network = NTPSourceTests.honest()
        network.change { $0.rejection = .slept }
        #expect(await network.ask(network.source()) == nil)
        #expect(network.now.samples.count == 4)
    }

    // MARK: - Networks that fail

    @Test(
        "a host that can't be resolved is reported, and no request is sent",
        arguments: [
            (.resolution(host: "time.example", reason: "Name or service not known", nil), .nameResolution, nil),
            (.resolution(host: "time.example", reason: "No memory", ErrorNumber(rawValue: 12)), .nameResolution, 12),
            (.timedOut, .nameResolution, nil),
            (.system(.pipe, "to cancel requests", .tooManyFiles), .network, ErrorNumber.tooManyFiles.rawValue),
            (.woken, .cancelled, nil),
        ] as [(NetworkError, TimeSourceError.Cause, Int32?)])
    func aNameThatIsNotResolvedIsNotAsked(error: NetworkError, cause: TimeSourceError.Cause, number: Int32?) async {
        let network = NTPSourceTests.honest()
        network.change { $0.resolution = error }
        let thrown = await network.ask(network.source())
        #expect(thrown?.cause == cause)
        #expect(thrown?.errno == number)
        #expect(thrown?.isUnreachable == true)
        #expect(network.asked.isEmpty)
    }

    @Test(
        "an unreachable server is asked once and reported with its errno",
        arguments: [(ErrorNumber.connectionRefused, TimeSourceError.Cause.refused), (.noRoute, .network)])
    func aServerOutOfReachIsAskedOnce(number: ErrorNumber, cause: TimeSourceError.Cause) async {
        let network = FakeNetwork()
        network.serve([NTPSourceTests.first: NTPSourceTests.failure(number)])
        let error = await network.ask(network.source())
        #expect(error?.cause == cause)
        #expect(error?.errno == number.rawValue)
        #expect(error?.description.contains("192.0.2.1:123") == true)
        #expect(network.asked.count == 1)
    }

    @Test("a socket that can't be opened causes a network error with its errno")
    func aSocketThatCannotBeOpenedIsAnErrorOfTheNetwork() async {
        let network = NTPSourceTests.honest()
        network.change { $0.closed[NTPSourceTests.first] = .tooManyFiles }
        let error = await network.ask(network.source())
        #expect(error?.cause == .network)
        #expect(error?.errno == ErrorNumber.tooManyFiles.rawValue)
    }

    @Test("a server that disappears after an answer is reported, and its answer counts")
    func aServerThatGoesAwayAfterAnAnswerIsReported() async {
        let network = FakeNetwork()
        network.serve([
            NTPSourceTests.first: {
                $1.earlier == 0 ? [$0.answer($1)] : NTPSourceTests.failure(.connectionRefused)($0, $1)
            },
            NTPSourceTests.second: { [$0.answer($1)] },
        ])
        #expect(await network.ask(network.source())?.cause == .refused)
        #expect(network.now.samples.count == 1)
        #expect(network.asked.count == 2)
    }

    // MARK: - Cancellation

    @Test("cancelling ends the wait for an answer and closes the socket")
    func cancellingEndsTheWaitForAnAnswer() async {
        let isStarted = DispatchSemaphore(value: 0)
        let task = Lock<Task<TimeSourceError?, Never>?>(nil)
        // The first request is answered; at the second the poll is cancelled.
        let network = FakeNetwork()
        network.serve([
            NTPSourceTests.first: { network, question in
                if question.earlier == 0 { return [network.answer(question)] }
                isStarted.wait()
                task.withLock { $0 }?.cancel()
                return []
            }
        ])
        let asking = Task { await network.ask(network.source()) }
        task.withLock { $0 = asking }
        isStarted.signal()
        #expect(await asking.value?.cause == .cancelled)
        #expect(network.now.samples.count == 1)
        #expect(network.times == [0, 2])
        #expect(network.now.openSockets == 0)
    }

    @Test("a task that is already cancelled sends no request")
    func aTaskThatIsCancelledAlreadyAsksNothing() async {
        let network = NTPSourceTests.honest()
        for isBooked in [false, true] {
            network.change { $0.turns["time.example"] = isBooked ? $0.now + .seconds(1) : nil }
            let asking = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await network.ask(network.source())
            }
            #expect(await asking.value?.cause == .cancelled)
            #expect(network.asked.isEmpty)
        }
    }
}
