import SiderealCore
import Testing

@Suite("unauthenticated time through the life of a device") struct UnauthenticatedStoryTests {
    /// A forged answer inside the authenticated bounds narrows only the unauthenticated time.
    @Test("an unauthenticated answer changes neither the floor nor the authenticated votes")
    func whatIsUnauthenticatedStaysSo() throws {
        var device = Device()
        try device.launch()
        device.ask(margin: .seconds(1))
        let before = try #require(device.keeper.recordToSave)
        let findings = device.ask(
            "forger", error: .milliseconds(800), margin: .milliseconds(100), isAuthenticated: false)
        #expect(findings.isEmpty)
        let after = try #require(device.keeper.recordToSave)
        #expect(after.floor == before.floor && after.authenticated == before.authenticated)
        #expect(after.checkpoint == before.checkpoint && after.others != before.others)
        // Outside of them it has no effect.
        let outside = device.ask("other forger", error: .seconds(5), isAuthenticated: false)
        #expect(outside == [.rejected(source: "other forger", .outsideAuthenticated)])
        #expect(device.trusted.isAuthenticated)
        // Nor does it survive a reboot as a floor.
        device.reboot()
        try device.launch()
        #expect(device.isTruthful && device.trusted.isAuthenticated)
    }

    @Test("unauthenticated time adds a latest end to the floor, and the floor's proofs stay authenticated")
    func overTheFloor() throws {
        var device = Device()
        try device.launch()
        device.ask()
        device.reboot()
        try device.launch()
        let floor = device.trusted
        device.ask("n", isAuthenticated: false, isFresh: false)
        #expect(device.accepted == floor)
        device.ask("n", isAuthenticated: false)
        #expect(device.accepted.kind == .bounded && !device.accepted.isAuthenticated && device.isTruthful)
        // The floor's own proofs stay proven.
        device.setClock(by: .seconds(-3_600))
        device.read()
        let clock = device.acceptedSystemClock
        #expect(clock.answer == .behind && clock.isAuthenticated)
    }

    @Test("if there are no other sources, unauthenticated time counts alone, but only in this boot")
    func withoutAnyAuthenticatedSourceItStandsAlone() throws {
        var device = Device()
        try device.launch()
        device.ask("n", isAuthenticated: false)
        #expect(device.accepted.kind == .bounded && !device.accepted.isAuthenticated && device.isTruthful)
        let clock = device.acceptedSystemClock
        #expect(clock.answer == .agrees && !clock.isAuthenticated)
        #expect(device.trusted.kind == .unknown && device.systemClock.answer == .unknown)
        #expect(device.keeper.recordToSave?.floor == nil)
        #expect(device.keeper.mark?.offset == nil)
        // The same boot keeps it; another one doesn't.
        #expect(try device.launch().didReboot == false)
        #expect(device.accepted.kind == .bounded && !device.accepted.isAuthenticated)
        device.reboot()
        try device.launch()
        #expect(device.accepted.kind == .unknown)
    }

    @Test("unauthenticated time settles no boot verdict")
    func unauthenticatedTimeSettlesNothing() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        device.ask()
        device.reboot()
        device.wait(.seconds(9_000))
        try device.launch()
        #expect(device.ask("n", isAuthenticated: false).isEmpty)
        #expect(try device.boot().isOpen)
    }

    /// An input that doesn't raise the floor must still carry it.
    @Test("the earliest time never falls below the time that an unauthenticated sample showed")
    func theFloorNeverFallsBelowWhatWasShownAtAnUnauthenticatedSample() throws {
        var device = Device()
        try device.launch()
        device.ask()
        try device.launch()
        device.wait(.milliseconds(300))
        device.ask("other", isAuthenticated: false)
        let shown = try #require(device.trusted.earliest)
        device.sleep(.milliseconds(50))
        device.read()
        #expect(try #require(device.trusted.earliest) >= shown)
    }
}
