import SiderealCore
import SiderealSystem
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

/// The situations are those of the other stories.
@Suite("one boot verdict in a process", .timeLimit(Patience.ofATest)) struct OneVerdictTests {
    enum Situation: String, CaseIterable, Sendable {
        case firstLaunch, sameBoot, clockSet, rebooted, bootedLongAgo, probablySameBoot, open, tooEarly, otherMachine
        case otherObserver, locked, unreadable, damaged, recovered, newerVersion
    }

    @Test(
        "readings, saves, and honest or false answers don't change the boot verdict of the launch",
        arguments: Situation.allCases)
    func agreement(in situation: Situation) async throws {
        let (device, observer) = try await prepare(situation)
        let app = try device.launch(observer)
        let first = app.bootVerdict
        let wasUnread = if case .unavailable = first.answer { true } else { false }
        func expectOneAnswer(_ when: Comment) throws {
            #expect(app.bootVerdict == first || app.bootVerdict.isSettled || wasUnread, when)
        }
        try expectOneAnswer("at launch")
        for step in [0, 7_200, -86_400] as [Int64] {
            device.setClock(forward: step)
            device.pass(seconds: 600)
            _ = try app.reading()
            try expectOneAnswer("after a reading")
        }
        try? app.save()
        try expectOneAnswer("after a save")
        let clock = try TrustedClock(app, sources: [device.server(lyingBy: .seconds(-4_000))])
        await clock.synchronize()
        try expectOneAnswer("after a false answer")
        for name in ["https://b.example", "https://c.example"] {
            try await TrustedClock(app, sources: [device.server(name)]).synchronize()
            try expectOneAnswer("after an honest answer")
        }
        try? app.save()
        try expectOneAnswer("at the end")
    }

    /// Prepares a device on which the next launch of an observer is in a situation.
    private func prepare(_ situation: Situation) async throws -> (StoryDevice, String) {
        let hidesIdentity = [.probablySameBoot, .open, .tooEarly, .bootedLongAgo].contains(situation)
        let device = StoryDevice(identity: hidesIdentity ? nil : "boot 1")
        if situation == .firstLaunch { return (device, "app") }
        if situation == .tooEarly { device.reboot(upFor: 5) }
        try await device.launchAndSynchronize().observatory.save()
        device.pass(seconds: 100)
        try device.launchAndSave()
        let next = device.nextProcess
        switch situation {
        case .firstLaunch, .sameBoot, .probablySameBoot, .tooEarly: break
        case .clockSet: device.setClock(forward: 86_400)
        case .rebooted: device.reboot()
        case .bootedLongAgo: device.reboot(offFor: 100_000, upFor: 5_000)
        case .open: device.setClock(forward: -86_400)
        case .otherMachine: device.change { $0.machine = "another" }
        case .otherObserver: return (device, "widget")
        case .locked: device.disk.schedule(.fail(.accessDenied), process: next, call: 0)
        case .unreadable: device.disk.schedule(.fail(.inputOutput), process: next, call: 0)
        case .damaged: device.disk.place([UInt8](repeating: 0xa5, count: 32_768), at: StoryDevice.record)
        case .recovered:
            // The newest of two commits lies in the first slot.
            var torn = try #require(device.disk.contents(of: StoryDevice.record))
            torn[100] ^= 0xff
            device.disk.place(torn, at: StoryDevice.record)
        case .newerVersion:
            device.disk.place(RecordTroubleTests.newerFile(isSlotNewer: true), at: StoryDevice.record)
        }
        return (device, "app")
    }
}
