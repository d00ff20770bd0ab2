import SiderealCore
import Testing

/// Evidence that a caller may accept beyond proof, and the forgetting of trust.
@Suite("the evidence that a caller accepts") struct AcceptanceTests {
    /// Without any identity a quiet hour is only probably the same boot: trust is carried over only if that is
    /// accepted.
    @Test("a verdict of probably the same boot keeps trusted time only if the caller accepts the verdict")
    func aProbableBootCarriesOnlyWhereAccepted() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        device.ask("a", margin: .seconds(1))
        device.wait(.seconds(3_600))
        let verdict = try device.launch()
        #expect(verdict.answer == .sameBoot && !verdict.isProven)
        #expect(device.trusted.kind == .atLeast)
        #expect(!device.trusted.assumesSameBoot)
        let accepted = device.keeper.trusted(at: device.elapsed, on: TrustBasis(also: .probableBoot))
        #expect(accepted.kind == .bounded && accepted.isAuthenticated && accepted.assumesSameBoot)
        #expect(accepted.earliest.map { $0 <= device.trueTime } == true)
        #expect(accepted.latest.map { $0 >= device.trueTime } == true)
        let clock = device.keeper.systemClock(tolerance: .seconds(5), on: TrustBasis(also: .probableBoot))
        #expect(clock.answer == .agrees && clock.assumesSameBoot)
        #expect(device.systemClock.answer == .unknown)
    }

    @Test("a fresh sample overrules time that assumed the same boot")
    func aSampleOverrulesAnAssumedBoot() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        device.ask("a", error: .seconds(-600), margin: .seconds(1))
        device.wait(.seconds(3_600))
        try device.launch()
        device.ask("b", margin: .seconds(1))
        let accepted = device.keeper.trusted(at: device.elapsed, on: TrustBasis(also: .probableBoot))
        #expect(accepted.latest.map { $0 >= device.trueTime } == true)
        #expect(!accepted.assumesSameBoot)
    }

    @Test("a proven reboot removes the latest end, whatever evidence the caller accepts", arguments: [false, true])
    func aRebootIsNeverAssumedAway(hidesIdentity: Bool) throws {
        var device = Device()
        device.hidesIdentity = hidesIdentity
        try device.launch()
        device.ask("a")
        device.reboot()
        try device.launch()
        let everything = TrustBasis(also: [.probableBoot, .unauthenticated])
        #expect(device.keeper.trusted(at: device.elapsed, on: everything).kind == .atLeast)
    }

    @Test("unauthenticated time narrows trusted time only if the caller accepts it")
    func unauthenticatedNarrowsWhereAccepted() throws {
        var device = Device()
        try device.launch()
        device.ask("tls", margin: .seconds(1))
        device.ask("ntp", margin: .milliseconds(5), isAuthenticated: false)
        let proven = device.keeper.trusted(at: device.elapsed, on: .proven)
        #expect(proven == device.trusted && proven.isAuthenticated)
        let narrowed = device.keeper.trusted(at: device.elapsed, on: .unauthenticated)
        #expect(!narrowed.isAuthenticated && narrowed.kind == .bounded)
        #expect(narrowed.earliest.map { device.trueTime - $0 <= .milliseconds(5) + ClockModel.coarsestTick } == true)
        // An unauthenticated answer proves nothing to callers that accept only authenticated ones.
        var other = Device()
        try other.launch()
        other.ask("ntp", isAuthenticated: false)
        #expect(other.keeper.trusted(at: other.elapsed, on: .proven).kind == .unknown)
        #expect(other.accepted.kind == .bounded && !other.accepted.isAuthenticated)
    }

    /// Times supported by one operator, by too few, and by enough of them, and the callers that accept each.
    @Test(
        "the number of supporting operators decides which callers get a time, and whether it survives a reboot",
        arguments: [
            (["a"], ["a"], TrustedTime.Support.lone, [true, true, false]),
            (["a", "b", "c"], ["a"], .uncorroborated, [true, false, false]),
            (["a", "b", "c"], ["a", "b"], .corroborated, [true, true, true]),
            (["a", "b"], ["a", "b"], .corroborated, [true, true, true]),
        ] as [([String], [String], TrustedTime.Support, [Bool])])
    func supports(named: [String], answering: [String], support: TrustedTime.Support, isShown: [Bool]) throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        for name in named { device.name(name) }
        for name in answering { device.ask(name) }
        #expect(device.trusted.earliestSupport == support && device.trusted.latestSupport == support)
        #expect(device.trusted.isCorroborated == (support == .corroborated))
        let shown = ([.standard, .proven, .corroborated] as [TrustBasis]).map {
            device.keeper.trusted(at: device.elapsed, on: $0).kind == .bounded
        }
        #expect(shown == isShown)
        // An unproven time lasts only in this boot, and is no part of a mark.
        #expect((device.floor != nil) == isShown[1])
        #expect((device.keeper.mark?.offset != nil) == isShown[1])
    }

    @Test("forgetting trust removes the votes, the floor and the marks' time bounds, and nothing else")
    func forgettingIsThorough() throws {
        var device = Device()
        try device.launch()
        device.ask("a", error: .seconds(86_400))
        device.wait(.seconds(100))
        try device.launch()
        let other = try device.saved()
        #expect(device.keeper.handle(.forgetTrust).hasUnsavedFacts)
        #expect(device.trusted.kind == .unknown && device.floor == nil)
        #expect(try device.boot().answer == .sameBoot)
        // Another process has saved the old trust meanwhile: it doesn't return.
        let disk = try #require(other.record)
        let merged = try #require(device.keeper.recordToSave(over: disk))
        #expect(merged.floor == nil && merged.authenticated.all.allSatisfy { !$0.isHeard })
        #expect(merged.observers.values.allSatisfy { $0.newest.offset == nil && $0.oldest == nil })
        // The named operators still count.
        #expect(merged.authenticated.all.map { $0.name } == ["a"])
        // Nor through that process itself, when it saves once more.
        var elsewhere = device
        elsewhere.keeper = Timekeeper(
            .init(record: other, model: device.model, salt: Salt(high: 3, low: 4), observers: [Device.name]))
        elsewhere.read()
        #expect(elsewhere.trusted.kind == .bounded)
        let again = try #require(elsewhere.keeper.recordToSave(over: merged))
        #expect(again.floor == nil && again.authenticated.all.allSatisfy { !$0.isHeard })
        // A true answer is accepted like a first one.
        device.ask("a")
        #expect(device.trusted.kind == .bounded && device.isTruthful)
    }
}
