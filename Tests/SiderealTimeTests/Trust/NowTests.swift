import Foundation
import SiderealClocks
import SiderealCore
import SiderealSystem
import SiderealTime
import TestSupport
import Testing

@Suite("the trusted time now", .timeLimit(Patience.ofATest)) struct NowTests {
    let device = StoryDevice()

    @Test("on a first launch, the time is unknown")
    func atFirstNothingIsKnown() throws {
        let clock = try TrustedClock(device.launch())
        let wider = try TrustedClock(clock.observatory, alsoAccepting: [.unauthenticated, .probableBoot])
        #expect(clock.now() == wider.now())
        #expect(clock.now().kind == .unknown)
        #expect(clock.now().earliestSupport == .software && clock.now().earliest == .codeExists)
        #expect(clock.now().latestDate == nil)
        #expect(clock.date == nil)
        #expect(try clock.systemClockVerdict().answer == .unknown)
    }

    @Test("an answer bounds the time, and drift widens the bounds")
    func aSourceBoundsTheTimeAndDriftWidensIt() async throws {
        let clock = try await device.launchAndSynchronize()
        for seconds in [0, 1_000, 100_000] as [Int64] {
            device.pass(seconds: seconds)
            let now = clock.now()
            #expect(now.kind == .bounded)
            #expect(now.isAuthenticated && !now.isCorroborated)
            #expect(now.allows(device.truth))
            let elapsed = device.now.now - 1_800_000_000_000_000_000
            #expect(now.width == .milliseconds(20) + Nanoseconds(elapsed / 1_000))
        }
        try clock.observatory.save()
        let width = clock.now().width
        #expect(try TrustedClock(device.launch()).now().width == width, "the record widens nothing in the same boot")
    }

    @Test(
        "a lower bound survives an offline reboot, and reveals a clock that was set back",
        arguments: [(0, .unknown), (-86_400, .behind), (86_400, .unknown)] as [(Int64, SystemClockVerdict.Answer)])
    func afterARebootOffline(step: Int64, answer: SystemClockVerdict.Answer) async throws {
        try await device.launchAndSynchronize().observatory.save()
        device.pass(seconds: 1_000)
        device.setClock(forward: step)
        device.reboot(offFor: 100, upFor: 300)
        let clock = try TrustedClock(device.launch())
        #expect(clock.observatory.bootVerdict.didReboot == true)
        let now = clock.now()
        #expect(now.kind == .atLeast)
        #expect(now.isAuthenticated)
        #expect(now.latest == nil && now.latestDate == nil)
        let least = try #require(now.earliest)
        #expect(least <= device.truth)
        #expect(device.truth - least < .seconds(1_105))
        #expect(clock.date == nil)
        let verdict = try clock.systemClockVerdict()
        #expect(verdict.answer == answer)
        #expect(verdict.atLeast == nil)
        if answer == .behind { #expect(try #require(verdict.atMost) < -.seconds(85_290)) }
    }

    @Test(
        "a verdict reports the system clock as ahead, behind or in agreement, and bounds its error",
        arguments: [
            (0, .agrees), (1, .agrees), (-1, .agrees), (3, .ahead), (-3, .behind), (86_400, .ahead),
        ] as [(Int64, SystemClockVerdict.Answer)])
    func theSystemClock(step: Int64, answer: SystemClockVerdict.Answer) async throws {
        let clock = try await device.launchAndSynchronize()
        device.setClock(forward: step)
        let verdict = try clock.systemClockVerdict()
        #expect(verdict.answer == answer)
        #expect(verdict.isAuthenticated)
        #expect(try #require(verdict.atLeast) <= .seconds(step))
        #expect(try #require(verdict.atMost) >= .seconds(step))
    }

    // MARK: - Sleep

    /// The kernel miscounts a sleep by up to three seconds; only `now()` reads the clocks.
    @Test(
        "a sleep is noticed, and the bounds cover the kernel's miscount",
        arguments: [-2_900, -1, 0, 1, 1_500, 2_900] as [Int64])
    func aSleepBetweenTwoAnswersIsNoticed(uncounted: Int64) async throws {
        let clock = try await device.launchAndSynchronize()
        var events = clock.events.makeAsyncIterator()
        device.suspend(seconds: 3_600, uncounted: uncounted)
        let now = clock.now()
        #expect(now.kind == .bounded)
        #expect(now.allows(device.truth))
        #expect(clock.observatory.keeper.latest?.reading.suspendMark == 1)
        #expect(await events.next() == .slept(.seconds(3_600) - .milliseconds(uncounted)))
    }

    /// A board without a persistent clock can't detect that it slept.
    @Test("a sleep that the clocks don't count leaves only a lower bound")
    func uncountedSleepLeavesNoUpperBound() async throws {
        let clock = try await device.launchAndSynchronize()
        let before = clock.now()
        device.suspend(seconds: 3_600, uncounted: 3_600_000)
        let now = clock.now()
        #expect(now.kind == .atLeast)
        #expect(now.allows(device.truth))
        #expect(try #require(now.earliest) >= #require(before.earliest) - .seconds(4))
        #expect(clock.date == nil)
        #expect(clock.status(of: .distantFuture) == .undetermined)
    }

    /// A request is timed after the sleep before it, even without a reading in between.
    @Test("an answer after an uncounted sleep bounds the time again")
    func aSampleAfterASleepBelongsToIt() async throws {
        let clock = try await device.launchAndSynchronize()
        device.suspend(seconds: 3_600, uncounted: 3_600_000)
        await clock.synchronize()
        #expect(clock.now().kind == .bounded)
        #expect(clock.now().allows(device.truth))
        #expect(try #require(clock.now().width) < .seconds(1))
    }

    @Test("an exchange interrupted by a sleep is rejected")
    func asleepDuringAnExchange() async throws {
        let source = ScriptedSource("sleepy") { poll in
            let sent = poll.stampSent()
            let truth = device.truth
            device.suspend(seconds: 2)
            let rejection = poll.receive(
                TimePoll.Answer(sent: sent, received: poll.stampReceived(), earliest: truth, latest: truth))
            #expect(rejection == .slept)
        }
        let clock = try TrustedClock(device.launch(), sources: [source])
        #expect(await clock.synchronize().outcomes.map(\.result) == [.rejected(.slept)])
        #expect(clock.now().kind == .unknown)
    }

    // MARK: - The evidence of an answer

    @Test("a clock uses the evidence that it accepts, and a caller may require stronger evidence")
    func oneDefaultOfTrust() async throws {
        let accepting = try await device.launchAndSynchronize(isAuthenticated: false)
        let clock = try TrustedClock(accepting.observatory)
        let deadline = device.truth.date.addingTimeInterval(-60)
        #expect(accepting.now().kind == .bounded && !accepting.now().isAuthenticated)
        #expect(accepting.date != nil)
        #expect(accepting.status(of: deadline) == .passed)
        #expect(accepting.remaining(until: deadline).atMost ?? .zero < .zero)
        let verdict = try accepting.systemClockVerdict()
        #expect(verdict.answer == .agrees && !verdict.isAuthenticated)
        for requirement in TrustedTime.Requirement.allCases {
            #expect(accepting.now(requiring: requirement).kind == .unknown)
            #expect(accepting.status(of: deadline, requiring: requirement) == .undetermined)
            #expect(accepting.remaining(until: deadline, requiring: requirement).atMost ?? .zero > .zero)
            #expect(try accepting.systemClockVerdict(requiring: requirement).answer == .unknown)
        }
        #expect(clock.now().kind == .unknown && clock.date == nil)
        #expect(clock.status(of: deadline) == .undetermined)
        #expect(try clock.systemClockVerdict().answer == .unknown)
    }

    @Test(
        "a clock that could never accept its sources throws when it is made",
        arguments: [
            (["a"], ["ntp"], [], nil, "ntp is unauthenticated"),
            ([], ["ntp"], .unauthenticated, .proven, "can't also accept other answers"),
            (["a"], [], [], .corroborated, "no other operator can corroborate a"),
            ([], [], [], .corroborated, nil), (["a", "b"], [], [], .corroborated, nil),
            (["a"], [], [], .proven, nil), ([], ["ntp"], .unauthenticated, nil, nil),
        ] as [([String], [String], TrustedTime.Acceptance, TrustedTime.Requirement?, String?)])
    func neverSatisfied(
        named: [String], unauthenticated: [String], acceptance: TrustedTime.Acceptance,
        requirement: TrustedTime.Requirement?,
        reason: String?
    ) throws {
        let sources =
            named.map { device.server($0) } + unauthenticated.map { device.server($0, isAuthenticated: false) }
        let observatory = try device.launch()
        var error: ObservatoryError?
        do throws(ObservatoryError) {
            _ = try TrustedClock(observatory, sources: sources, alsoAccepting: acceptance, requiring: requirement)
        } catch let thrown {
            error = thrown
        }
        #expect((error == nil) == (reason == nil) && error?.description.contains(reason ?? "") != false)
        #expect(error == nil || error?.cause == .unsatisfiableRequirement)
    }

    @Test("unauthenticated time narrows the bounds only if it is accepted")
    func unauthenticatedTimeNarrowsOnlyWhereAccepted() async throws {
        let wide = device.server(below: .seconds(5), above: .seconds(5))
        let clock = try TrustedClock(
            try device.launch(), sources: [wide, device.server("ntp", isAuthenticated: false)],
            alsoAccepting: .unauthenticated)
        await clock.synchronize()
        let proven = clock.now(requiring: .authenticated)
        #expect(proven.isAuthenticated)
        #expect(proven.width == .seconds(10))
        let narrowed = clock.now()
        #expect(!narrowed.isAuthenticated)
        #expect(narrowed.width == .milliseconds(20))
        #expect(narrowed.allows(device.truth))
    }

    @Test("a probable same boot carries the bounds over only if the caller accepts a probable boot")
    func inAProbableOneOnlyWhereThatIsAccepted() async throws {
        let device = StoryDevice(identity: nil)
        try await device.launchAndSynchronize().observatory.save()
        device.pass(seconds: 1_000)
        let clock = try TrustedClock(device.launch())
        #expect(clock.observatory.bootVerdict.certainty == .probable)
        #expect(clock.now().kind == .atLeast)
        let assuming = try TrustedClock(clock.observatory, alsoAccepting: .probableBoot)
        let accepted = assuming.now()
        #expect(accepted.kind == .bounded && accepted.assumesSameBoot)
        #expect(accepted.allows(device.truth))
        let deadline = device.truth.date.addingTimeInterval(3_600)
        #expect(clock.status(of: deadline) == .undetermined)
        #expect(assuming.status(of: deadline) == .pending)
        device.setClock(forward: 3_600)
        #expect(try clock.systemClockVerdict().answer == .unknown)
        #expect(try assuming.systemClockVerdict().answer == .ahead)
    }

    @Test("the time is unknown as long as the clocks can't be read")
    func clocksThatCannotBeReadAnswerNothing() async throws {
        let clock = try await device.launchAndSynchronize()
        device.change { $0.clockError = .unsteady(attempts: 16) }
        #expect(clock.now().kind == .unknown)
        #expect(clock.date == nil)
        let error = #expect(throws: ObservatoryError.self) { try clock.systemClockVerdict() }
        #expect(error?.cause == .clocksUnreadable)
        #expect(await clock.synchronize().trusted.kind == .unknown)
        device.change { $0.clockError = nil }
        #expect(clock.now().kind == .bounded)
    }
}
