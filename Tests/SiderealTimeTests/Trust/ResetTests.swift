import Foundation
import SiderealCore
import SiderealSystem
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

@Suite("resetting a trusted clock", .timeLimit(Patience.ofATest)) struct ResetTests {
    let device = StoryDevice()

    func saved() throws -> TimekeeperRecord { try #require(try device.launch("looker").keeper.record.record) }

    func hasTrust(_ record: TimekeeperRecord) -> Bool {
        record.floors.later(model: .linux) != nil
            || (record.authenticated.all + record.others.all).contains { $0.isHeard }
            || record.checkpoint != record.checkpoint.withoutTrust
            || record.observers.values.contains { $0 != $0.withoutTrust }
    }

    @Test("a reset forgets trusted time in memory and on disk, and keeps the boot verdict")
    func inMemoryAndOnDisk() async throws {
        let clock = try await device.launchAndSynchronize()
        try clock.observatory.save()
        #expect(hasTrust(try saved()))
        clock.forgetTrustedTime()
        #expect(clock.now().kind == .unknown)
        let wider = try TrustedClock(clock.observatory, alsoAccepting: [.unauthenticated, .probableBoot])
        #expect(wider.now().kind == .unknown)
        #expect(clock.date == nil)
        #expect(try clock.systemClockVerdict().answer == .unknown)
        try clock.observatory.save()
        #expect(!hasTrust(try saved()))
        #expect(try TrustedClock(device.launch()).now().kind == .unknown)
        #expect(clock.observatory.bootVerdict.answer == .firstObservation, "boot verdicts stay")
        await clock.synchronize()
        #expect(clock.now().kind == .bounded)
    }
}
