import SiderealCore
import Testing

@Suite("trusted time through the life of a device") struct TrustStoryTests {
    static let models = [ClockModel.linux, .darwin, .darwinIntel]

    @Test("a clock that was set back is still proven behind after an offline reboot", arguments: models)
    func aRolledBackClockIsBehind(model: ClockModel) throws {
        var device = Device(model)
        try device.launch()
        try device.ask()
        #expect(device.systemClock.answer == .agrees)
        device.setClock(by: .seconds(-3_600))
        try device.read()
        #expect(device.systemClock.answer == .behind)
        device.reboot()
        try device.launch()
        #expect(device.trusted.kind == .atLeast && device.trusted.isAuthenticated)
        #expect(device.systemClock.answer == .behind && device.systemClock.isAuthenticated)
        #expect(device.systemClock.atLeast == nil)
        #expect(device.isTruthful)
        // A clock that was set forward can't be told offline.
        device.setClock(by: .seconds(7_200))
        try device.read()
        #expect(device.systemClock.answer == .unknown)
    }

    @Test("the earliest possible time never falls over ten reboots, and stays true", arguments: models)
    func theFloorSurvivesTenReboots(model: ClockModel) throws {
        var device = Device(model)
        try device.launch()
        try device.ask()
        var floor = try #require(device.trusted.earliest)
        for round in 0..<10 as Range<Int64> {
            device.reboot(off: .seconds(round * 100))
            device.hidesIdentity = round % 2 == 1
            device.wait(.seconds(round * 700))
            try device.launch()
            let next = try #require(device.trusted.earliest)
            #expect(next >= floor && device.isTruthful, "round \(round)")
            device.sleep(.seconds(30))
            try device.read()
            floor = try #require(device.trusted.earliest)
            #expect(floor >= next && device.isTruthful, "round \(round), asleep")
        }
    }

    @Test(
        "a proven reboot raises the floor by the uptime of the new boot",
        arguments: [(ClockModel.linux, 1_000 - 1_510), (.darwin, 1_000 - 37_360)] as [(ClockModel, Int64)])
    func aRebootAddsItsUptime(model: ClockModel, milliseconds: Int64) throws {
        var device = Device(model)
        try device.launch()
        try device.ask(margin: .zero)
        let before = try #require(device.trusted.earliest)
        device.reboot(off: .zero)
        device.wait(.seconds(1_000))
        try device.launch()
        let passed = try #require(device.trusted.earliest) - before
        #expect(passed == .milliseconds(1_000_000 - 1_000 + milliseconds))
    }

    @Test("a proven same boot carries both ends into a launch, a probable one only the floor", arguments: models)
    func aProvenSameBootCarriesTheAnchor(model: ClockModel) throws {
        var device = Device(model)
        try device.launch()
        try device.ask()
        device.wait(.seconds(1_000))
        try device.launch()
        #expect(device.trusted.kind == .bounded && device.isTruthful)
        #expect(device.systemClock.answer == .agrees)
        // A probable one does not, although the floor goes on.
        device.hidesIdentity = true
        device.wait(.seconds(1_000))
        #expect(try device.launch().certainty == .probable)
        #expect(device.trusted.kind == .atLeast && device.isTruthful)
    }

    /// Each of many suspensions may be miscounted, and yet what was certain stays so.
    @Test("the floor never falls over many suspensions, and never passes the truth", arguments: models)
    func theFloorNeverFallsOverSuspensions(model: ClockModel) throws {
        var device = Device(model)
        try device.launch()
        try device.ask()
        var floor = try #require(device.floor)
        for round in 0..<200 {
            device.sleep(round % 3 == 0 ? .milliseconds(50) : .seconds(Int64(round)))
            try device.read()
            if round % 10 == 9 { try device.launch() }
            let next = try #require(device.floor)
            try #require(next >= floor && next <= device.trueTime && device.isTruthful, "round \(round)")
            floor = next
        }
    }

    /// A reading that contradicts the one before it in the same launch: a virtual machine put back, or worse.
    @Test("a clock fault voids this process's votes, but not the floor")
    func aClockFaultVoidsTrustButNotTheFloor() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        try device.ask()
        let floor = try #require(device.trusted.earliest)
        let revision = device.keeper.trustRevision
        device.reboot()
        #expect(try device.read() == [.clockFault])
        #expect(device.trusted.kind == .atLeast && device.trusted.earliest == floor && device.isTruthful)
        // What others trust is not voided by this process's clocks.
        #expect(device.keeper.trustRevision == revision)
        #expect(device.keeper.authenticated.all.allSatisfy { !$0.isHeard })
        // New samples bound it again, yet settle nothing of the first reading.
        #expect(try device.ask().isEmpty)
        #expect(device.trusted.kind == .bounded && device.isTruthful)
        #expect(try device.boot().answer == .firstObservation)
    }

    @Test("the floor stands still at a clock fault, and rises again after it")
    func afterAClockFaultTheFloorStandsStill() throws {
        var device = Device()
        try device.launch()
        try device.ask()
        device.reboot()
        device.wait(.seconds(1_000))
        #expect(try device.launch().didReboot == true)
        let floor = try #require(device.floor)
        device.reboot()
        device.wait(.seconds(9_000))
        #expect(try device.read().contains(.clockFault))
        #expect(device.floor == floor)
        device.wait(.seconds(1_000))
        try device.read()
        #expect(device.floor == floor + .milliseconds(999_500))
    }

    @Test("the operators known in one boot are unknown in the next")
    func operatorsOfAnotherBootAreUnknown() throws {
        var device = Device()
        try device.launch()
        for name in ["a", "b", "c"] { try device.ask(name) }
        try device.launch()
        #expect(device.keeper.authenticated.all.count == 3)
        device.reboot()
        try device.launch()
        #expect(device.keeper.authenticated.all.isEmpty)
    }

    @Test("after a clock fault samples settle nothing about the first reading")
    func afterAClockFaultNothingIsSettled() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        try device.ask()
        device.setClock(by: .seconds(86_400))
        device.wait(.seconds(60))
        #expect(try device.launch().isOpen)
        device.reboot()
        #expect(try device.read().contains(.clockFault))
        #expect(try device.ask().isEmpty)
        #expect(try device.boot().isOpen)
    }

    @Test("a counter that falls by more than a second within a launch is a clock fault", arguments: [true, false])
    func whatIsAClockFault(isFault: Bool) throws {
        let beyond = isFault ? Nanoseconds.nanosecond : .zero
        var device = Device()
        try device.launch()
        var fallen = device.deviceReading
        fallen.reading.elapsed = fallen.reading.elapsed - .seconds(1) - beyond
        #expect(try device.keeper.handle(.reading(fallen)).findings == (isFault ? [.clockFault] : []))
        device = Device()
        try device.launch()
        fallen = device.deviceReading
        fallen.reading.awake = fallen.reading.awake - .seconds(1) - beyond
        #expect(try device.keeper.handle(.reading(fallen)).findings == (isFault ? [.clockFault] : []))
        device = Device()
        try device.launch()
        if isFault { device.reboot() }
        device.wait(.seconds(9_000))
        #expect(try device.read().contains(.clockFault) == isFault)
    }

    /// A forged answer inside the authenticated bounds narrows only what is told as unauthenticated.
    @Test("an unauthenticated answer changes neither the floor nor the authenticated votes")
    func whatIsUnauthenticatedStaysSo() throws {
        var device = Device()
        try device.launch()
        try device.ask(margin: .seconds(1))
        let before = try #require(device.keeper.recordToSave)
        let findings = try device.ask(
            "forger", error: .milliseconds(800), margin: .milliseconds(100), isAuthenticated: false)
        #expect(findings.isEmpty)
        let after = try #require(device.keeper.recordToSave)
        #expect(after.floor == before.floor && after.authenticated == before.authenticated)
        #expect(after.shared == before.shared && after.others != before.others)
        // Outside of them it says nothing.
        let outside = try device.ask("other forger", error: .seconds(5), isAuthenticated: false)
        #expect(outside == [.rejected(source: "other forger", .outsideAuthenticated)])
        #expect(device.trusted.isAuthenticated)
        // Nor does it survive a reboot as a floor.
        device.reboot()
        try device.launch()
        #expect(device.isTruthful && device.trusted.isAuthenticated)
    }

    @Test("unauthenticated time adds a latest end to the floor, whose proofs stay authenticated")
    func overTheFloor() throws {
        var device = Device()
        try device.launch()
        try device.ask()
        device.reboot()
        try device.launch()
        let floor = device.trusted
        try device.ask("n", isAuthenticated: false, isFresh: false)
        #expect(device.accepted == floor)
        try device.ask("n", isAuthenticated: false)
        #expect(device.accepted.kind == .bounded && !device.accepted.isAuthenticated && device.isTruthful)
        // What the floor alone proves stays proven.
        device.setClock(by: .seconds(-3_600))
        try device.read()
        let clock = device.acceptedSystemClock
        #expect(clock.answer == .behind && clock.isAuthenticated)
    }

    @Test("unauthenticated time stands alone without other sources, in this boot only")
    func withoutAnyAuthenticatedSourceItStandsAlone() throws {
        var device = Device()
        try device.launch()
        try device.ask("n", isAuthenticated: false)
        #expect(device.accepted.kind == .bounded && !device.accepted.isAuthenticated && device.isTruthful)
        let clock = device.acceptedSystemClock
        #expect(clock.answer == .agrees && !clock.isAuthenticated)
        #expect(device.trusted.kind == .unknown && device.systemClock.answer == .unknown)
        #expect(device.keeper.recordToSave?.floor == nil)
        #expect(device.keeper.mark?.offset == nil)
        // The same boot keeps it; another one has nothing.
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
        try device.ask()
        device.reboot()
        device.wait(.seconds(9_000))
        try device.launch()
        #expect(try device.ask("n", isAuthenticated: false).isEmpty)
        #expect(try device.boot().isOpen)
    }

    /// The only known operator was wrong: once two others deny what it said, they take the floor along.
    @Test("a floor that two other operators deny is given up for good")
    func aFloorThatIsDeniedIsGivenUp() throws {
        var device = Device()
        try device.launch()
        try device.ask("a", error: .seconds(9_000))
        try device.launch()
        #expect(!device.isTruthful)
        #expect(try device.ask("b") == [.rejected(source: "b", .belowFloor)])
        #expect(try device.ask("c") == [.floorReplaced])
        #expect(device.trusted.kind == .bounded && device.isTruthful)
        #expect(device.keeper.floors.heals == 1 && device.keeper.trustRevision == 0)
        // What was given up does not come back, here or through the record of another process.
        device.wait(.seconds(60))
        try device.read()
        #expect(device.isTruthful && device.floor.map { $0 <= device.trueTime } == true)
        #expect(try device.launch().didReboot == false)
        #expect(device.keeper.floors.heals == 1 && device.isTruthful)
    }

    /// The operator itself takes back what it said: the floor goes with it.
    @Test("a lone operator may correct itself, and a stranger may not lower the floor")
    func aLoneOperatorMayCorrectItself() throws {
        var device = Device()
        try device.launch()
        try device.ask("a", error: .seconds(9_000))
        #expect(!device.isTruthful)
        #expect(try device.ask("a") == [.floorReplaced, .rejected(source: "a", .contradictsItself)])
        #expect(device.isTruthful && device.trusted.kind == .bounded)
        // Whom nobody named may not.
        device.reboot()
        device.namesServers = false
        try device.launch()
        let floor = try #require(device.floor)
        #expect(try device.ask("x", error: .seconds(-9_000)) == [.rejected(source: "x", .notNamed)])
        #expect(device.floor.map { $0 >= floor } == true)
    }

    /// Too few have said how late it can be at most: where that lies before the floor, it is left out.
    @Test("an uncorroborated latest end below the floor is left out")
    func anUncorroboratedEndBelowTheFloorIsLeftOut() throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        try device.name("a", "b", "l")
        try device.ask("a", isFresh: false)
        try device.ask("b", isFresh: false)
        try device.ask("l", error: .seconds(-9_000))
        #expect(device.trusted.kind == .atLeast && device.trusted.earliestSupport == .corroborated)
        #expect(device.isTruthful)
    }

    /// A word of a process that does not know of the others yet can't last: what is saved is taken over.
    @Test("a process takes over the named operators from the record that it merges")
    func aProcessTakesOverWhoIsKnown() throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        try device.name("l")
        var disk = try #require(device.keeper.recordToSave)
        var other = device
        try other.launch(.loaded(disk, isRecovered: false))
        try other.name("a", "b")
        disk = try #require(other.keeper.recordToSave(over: disk))
        // The first one saves, and knows of three.
        disk = try #require(device.keeper.recordToSave(over: disk))
        _ = device.keeper.adopt(disk)
        try device.ask("l", error: .seconds(9_000))
        #expect(device.floor == nil && device.trusted.earliestSupport == .uncorroborated)
    }

    /// The live library reads its clocks before an app can name anybody.
    @Test("no name lapses before a process has named its own for an hour, and none of these does")
    func namesLapseLate() throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        try device.name("a", "b", "liar")
        try device.ask("liar", error: .seconds(86_400))
        device.wait(.seconds(7_200))
        try device.launch()
        #expect(device.keeper.authenticated.all.count == 3 && device.floor == nil)
        #expect(device.keeper.trusted(at: device.elapsed, on: .proven).kind == .unknown)
        // One part of the app after the other.
        for part in ["liar", "a", "b"] {
            try device.name(part)
            #expect(device.keeper.authenticated.all.count == 3 && device.floor == nil)
        }
        // Who is named no more, and was never heard, lapses.
        device.wait(.seconds(7_200))
        try device.launch()
        try device.name("c", "liar")
        #expect(device.keeper.authenticated.all.count == 4)
        device.wait(.seconds(3_599))
        try device.read()
        #expect(device.keeper.authenticated.all.count == 4)
        device.wait(.seconds(1))
        try device.read()
        #expect(device.keeper.authenticated.all.map { $0.name } == ["liar", "c"])
    }

    @Test("a floor that several operators raised stays where a lone one raises its own")
    func twoFloors() throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        try device.name("a", "b", "c")
        for name in ["a", "b", "c"] { try device.ask(name) }
        device.reboot()
        try device.launch()
        try device.name("a")
        try device.ask("a", error: .seconds(500))
        let now = device.elapsed
        let corroborated = device.keeper.trusted(at: now, on: .corroborated)
        #expect(corroborated.kind == .atLeast && corroborated.earliestSupport == .corroborated)
        #expect(device.holds(corroborated))
        let lone = device.keeper.trusted(at: now)
        #expect(lone.earliestSupport == .lone && !device.holds(lone), "it was lied to by its only server")
        // What the lone one said is denied, and takes nothing from the other.
        try device.ask("a")
        #expect(device.keeper.floors.lone.heals == 1 && device.keeper.floors.corroborated.heals == 0)
        #expect(device.keeper.trusted(at: now, on: .corroborated) == corroborated)
    }

    @Test("what a process learned before it knew the names is judged again by all of them")
    func namesComeLater() throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        try device.name("l")
        let disk = try #require(device.keeper.recordToSave)
        var other = device
        try other.launch(.loaded(disk, isRecovered: false))
        try other.name("a", "b")
        try other.ask("a")
        try other.ask("b")
        let merged = try #require(other.keeper.recordToSave(over: disk))
        try device.ask("l", error: .seconds(9_000))
        #expect(try #require(device.floor) > device.trueTime)
        // Nor does it go into the record.
        let kept = try #require(device.keeper.recordToSave(over: merged)?.floor)
        #expect(kept.earliest <= device.trueTime)
        let outcome = device.keeper.adopt(merged)
        #expect(outcome.findings.isEmpty && outcome.actions.isEmpty)
        #expect(try #require(device.floor) <= device.trueTime)
        // Once it is saved there is no news any more.
        let saved = try #require(device.keeper.recordToSave(over: merged))
        let next = device.keeper.adopt(saved)
        #expect(next.findings.isEmpty && next.actions.isEmpty)
    }

    /// A relaunch that can't see which boot it is in still knows whom the launch before it named.
    @Test("names are known until a reboot is proven", arguments: [false, true])
    func namesOutliveAHiddenBoot(isRecordLocked: Bool) throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        try device.name("a", "b", "c")
        let saved = try device.saved()
        device.wait(.seconds(1_000))
        device.hidesIdentity = true
        try device.launch(isRecordLocked ? .unavailable(.beforeFirstUnlock) : saved)
        try device.name("l")
        try device.ask("l", error: .seconds(86_400))
        if isRecordLocked {
            #expect(device.trusted.earliestSupport == .lone && !device.isTruthful)
            _ = try device.keeper.handle(.record(saved))
            try device.read()
        }
        #expect(device.keeper.authenticated.all.count == 4)
        #expect(device.floor == nil && device.trusted.earliestSupport == .uncorroborated)
        // A proven reboot ends it.
        device.reboot()
        device.hidesIdentity = false
        try device.launch(saved)
        #expect(device.keeper.authenticated.all.isEmpty)
    }

    @Test("an impossible sample is rejected")
    func impossibleSamplesAreRejected() throws {
        var device = Device()
        try device.launch()
        #expect(try device.ask(margin: .seconds(-1)) == [.rejected(source: "a", .impossible)])
        #expect(device.trusted.kind == .unknown)
    }

    /// An input that does not raise the floor must still carry it.
    @Test("the earliest time never falls below what an unauthenticated sample showed")
    func theFloorNeverFallsBelowWhatWasShownAtAnUnauthenticatedSample() throws {
        var device = Device()
        try device.launch()
        try device.ask()
        try device.launch()
        device.wait(.milliseconds(300))
        try device.ask("other", isAuthenticated: false)
        let shown = try #require(device.trusted.earliest)
        device.sleep(.milliseconds(50))
        try device.read()
        #expect(try #require(device.trusted.earliest) >= shown)
    }
}
