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

    @Test("a reset is saved automatically")
    func itIsSavedByItself() async throws {
        let clock = try TrustedClock(device.launch(savesAutomatically: true), sources: [device.server()])
        device.runBackground()
        await clock.synchronize()
        device.runBackground()
        #expect(hasTrust(try saved()))
        clock.forgetTrustedTime()
        device.runBackground()
        #expect(!hasTrust(try saved()))
    }

    @Test("a later save by another process doesn't bring trusted time back", arguments: [false, true])
    func anotherProcessDoesNotBringItBack(savesBefore: Bool) async throws {
        let app = try await device.launchAndSynchronize()
        try app.observatory.save()
        let widget = try TrustedClock(device.launch("widget"), sources: [device.server()])
        await widget.synchronize()
        if savesBefore { try widget.observatory.save() }
        app.forgetTrustedTime()
        try app.observatory.save()
        device.pass(seconds: 10)
        try widget.observatory.save()
        #expect(!hasTrust(try saved()))
        device.reboot()
        #expect(try TrustedClock(device.launch()).now().kind == .unknown)
    }

    @Test("a reset before the record can be read takes effect once the record can be read")
    func beforeTheRecordCanBeRead() async throws {
        try await device.launchAndSynchronize().observatory.save()
        device.pass(seconds: 10)
        device.disk.schedule(.fail(.accessDenied), process: device.nextProcess, call: 0)
        let clock = try TrustedClock(device.launch())
        guard case .unavailable = clock.observatory.keeper.record else { throw Unexpected("a record") }
        clock.forgetTrustedTime()
        try clock.observatory.save()
        #expect(clock.observatory.bootVerdict.didReboot == false, "its readings count")
        #expect(clock.now().kind == .unknown)
        #expect(!hasTrust(try saved()))
    }
}
