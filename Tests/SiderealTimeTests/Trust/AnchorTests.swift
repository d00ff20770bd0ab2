import Foundation
import SiderealCore
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

@Suite("trusted time across launches", .timeLimit(Patience.ofATest)) struct AnchorTests {
    @Test("a proven same boot carries the bounds over to the next launch")
    func inAProvenSameBootItIsCarriedOver() async throws {
        let device = StoryDevice()
        try await device.launchAndSynchronize().observatory.save()
        device.pass(seconds: 1_000)
        let clock = try TrustedClock(device.launch())
        #expect(clock.now().kind == .bounded)
        #expect(clock.now().isAuthenticated && !clock.now().assumesSameBoot)
        #expect(clock.now().allows(device.truth))
        #expect(clock.now().width == .milliseconds(1_020))
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

    @Test("after a reboot, only the floor remains")
    func aRebootLeavesTheFloorAlone() async throws {
        for identity in ["boot", nil] {
            let device = StoryDevice(identity: identity)
            try await device.launchAndSynchronize().observatory.save()
            device.reboot()
            let clock = try TrustedClock(device.launch())
            #expect(clock.observatory.bootVerdict.didReboot == true)
            #expect(clock.now().kind == .atLeast)
            let wider = try TrustedClock(clock.observatory, alsoAccepting: [.probableBoot, .unauthenticated])
            #expect(wider.now().kind == .atLeast)
        }
    }

    /// Many launches and reboots, sleeps and set clocks, with few answers: the floor never falls, and never passes the
    /// truth.
    @Test(
        "over many reboots, the floor never passes the true time, nor falls within a launch",
        .computesForLong, arguments: 0..<30 as Range<UInt64>)
    func theFloorOverManyReboots(seed: UInt64) async throws {
        var random = SplitMix64(seed: seed)
        let device = StoryDevice(identity: Bool.random(using: &random) ? "boot" : nil)
        var floor = TrueInstant(nanoseconds: 0)
        func check(_ clock: TrustedClock, _ what: String) throws {
            let now = clock.now()
            #expect(now.allows(device.truth), "seed \(seed): \(what)")
            let earliest = try #require(now.earliest)
            #expect(earliest >= floor, "seed \(seed): \(what)")
            floor = earliest
        }
        try await device.launchAndSynchronize().observatory.save()
        for _ in 0..<40 {
            let clock = try TrustedClock(device.launch(), sources: [device.server()])
            try check(clock, "launch")
            device.pass(seconds: Int64.random(in: 0...5_000, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: await clock.synchronize()
            case 1:
                device.suspend(
                    seconds: Int64.random(in: 10...5_000, using: &random),
                    uncounted: Int64.random(in: -2_900...2_900, using: &random))
            case 2: device.setClock(forward: Int64.random(in: -100_000...100_000, using: &random))
            default: break
            }
            try check(clock, "later")
            if Bool.random(using: &random) { try clock.observatory.save() } else { try clock.observatory.saveAsSeen() }
            try check(clock, "saved")
            if Bool.random(using: &random) {
                device.reboot(
                    offFor: Int64.random(in: 0...100, using: &random), upFor: Int64.random(in: 1...500, using: &random))
            }
            // Not all of a launch's knowledge is saved: the next one's floor may be a little lower.
            floor = floor - .seconds(5_100)
        }
    }

    @Test(
        "a forged unauthenticated answer changes no authenticated bounds and no floor",
        arguments: [-4, 0, 4] as [Int64])
    func aForgedAnswerMovesNothing(lie: Int64) async throws {
        let device = StoryDevice()
        let clock = try TrustedClock(
            try device.launch(), sources: [device.server(below: .seconds(5), above: .seconds(5))])
        await clock.synchronize()
        let before = try #require(clock.observatory.keeper.recordToSave)
        let forger = try TrustedClock(
            clock.observatory, sources: [device.server("ntp", isAuthenticated: false, lyingBy: .seconds(lie))],
            alsoAccepting: .unauthenticated)
        await forger.synchronize()
        let narrowed = forger.now()
        #expect(!narrowed.isAuthenticated && narrowed.width == .milliseconds(20), "it was heard")
        let after = try #require(clock.observatory.keeper.recordToSave)
        #expect(after.others.all.count == 1)
        #expect(after.authenticated == before.authenticated)
        #expect(after.floors == before.floors)
        // All parts but the unauthenticated one have the same bytes.
        var bare = after
        bare.others = before.others
        #expect(bare.bytes == before.bytes)
        #expect(clock.now().isAuthenticated && clock.now().width == .seconds(10))
        device.reboot()
        try clock.observatory.saveAsSeen()
    }
}
