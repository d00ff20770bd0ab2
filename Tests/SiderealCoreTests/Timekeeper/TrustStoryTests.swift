import SiderealCore
import Testing

@Suite("trusted time through the life of a device") struct TrustStoryTests {
    static let models = [ClockModel.linux, .darwin, .darwinIntel]

    @Test("a clock that was set back is still proven to be behind after an offline reboot", arguments: models)
    func aRolledBackClockIsBehind(model: ClockModel) throws {
        var device = Device(model)
        try device.launch()
        device.ask()
        #expect(device.systemClock.answer == .agrees)
        device.setClock(by: .seconds(-3_600))
        device.read()
        #expect(device.systemClock.answer == .behind)
        device.reboot()
        try device.launch()
        #expect(device.trusted.kind == .atLeast && device.trusted.isAuthenticated)
        #expect(device.systemClock.answer == .behind && device.systemClock.isAuthenticated)
        #expect(device.systemClock.atLeast == nil)
        #expect(device.isTruthful)
        // Offline a clock that was set forward isn't detected.
        device.setClock(by: .seconds(7_200))
        device.read()
        #expect(device.systemClock.answer == .unknown)
    }

    @Test(
        "a proven reboot raises the floor by the uptime of the new boot",
        arguments: [(ClockModel.linux, 1_000 - 1_510), (.darwin, 1_000 - 37_360)] as [(ClockModel, Int64)])
    func aRebootAddsItsUptime(model: ClockModel, milliseconds: Int64) throws {
        var device = Device(model)
        try device.launch()
        device.ask(margin: .zero)
        let before = try #require(device.trusted.earliest)
        device.reboot(off: .zero)
        device.wait(.seconds(1_000))
        try device.launch()
        let passed = try #require(device.trusted.earliest) - before
        #expect(passed == .milliseconds(1_000_000 - 1_000 + milliseconds))
    }

    @Test("a proven same boot keeps both ends in a launch, and a probable one keeps only the floor", arguments: models)
    func aProvenSameBootCarriesTheAnchor(model: ClockModel) throws {
        var device = Device(model)
        try device.launch()
        device.ask()
        device.wait(.seconds(1_000))
        try device.launch()
        #expect(device.trusted.kind == .bounded && device.isTruthful)
        #expect(device.systemClock.answer == .agrees)
        // A probable one doesn't, although the floor continues.
        device.hidesIdentity = true
        device.wait(.seconds(1_000))
        #expect(try device.launch().certainty == .probable)
        #expect(device.trusted.kind == .atLeast && device.isTruthful)
    }

    /// Each of many suspensions may be miscounted, but certain bounds stay certain.
    @Test("the floor never falls over many suspensions, and never passes the truth", arguments: models)
    func theFloorNeverFallsOverSuspensions(model: ClockModel) throws {
        var device = Device(model)
        try device.launch()
        device.ask()
        var floor = try #require(device.floor)
        for round in 0..<200 {
            device.sleep(round % 3 == 0 ? .milliseconds(50) : .seconds(Int64(round)))
            device.read()
            if round % 10 == 9 { try device.launch() }
            let next = try #require(device.floor)
            try #require(next >= floor && next <= device.trueTime && device.isTruthful, "round \(round)")
            floor = next
        }
    }

    /// A reading that contradicts the one before it in the same launch, as after a virtual machine is restored.
    @Test("a clock fault voids this process's votes, but not the floor")
    func aClockFaultVoidsTrustButNotTheFloor() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        device.ask()
        let floor = try #require(device.trusted.earliest)
        let resets = device.keeper.resets
        device.reboot()
        #expect(device.read() == [.clockFault])
        #expect(device.trusted.kind == .atLeast && device.trusted.earliest == floor && device.isTruthful)
        // Other processes' trust isn't voided by this process's clocks.
        #expect(device.keeper.resets == resets)
        #expect(device.keeper.authenticated.all.allSatisfy { !$0.isHeard })
        // New samples bound the time again, but settle nothing about the first reading.
        #expect(device.ask().isEmpty)
        #expect(device.trusted.kind == .bounded && device.isTruthful)
        #expect(try device.boot().answer == .firstObservation)
    }

    @Test("the floor doesn't change at a clock fault, and rises again after it")
    func afterAClockFaultTheFloorStandsStill() throws {
        var device = Device()
        try device.launch()
        device.ask()
        device.reboot()
        device.wait(.seconds(1_000))
        #expect(try device.launch().didReboot == true)
        let floor = try #require(device.floor)
        device.reboot()
        device.wait(.seconds(9_000))
        #expect(device.read().contains(.clockFault))
        #expect(device.floor == floor)
        device.wait(.seconds(1_000))
        device.read()
        #expect(device.floor == floor + .milliseconds(999_500))
    }

    @Test("after a clock fault, samples settle nothing about the first reading")
    func afterAClockFaultNothingIsSettled() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        device.ask()
        device.setClock(by: .seconds(86_400))
        device.wait(.seconds(60))
        #expect(try device.launch().isOpen)
        device.reboot()
        #expect(device.read().contains(.clockFault))
        #expect(device.ask().isEmpty)
        #expect(try device.boot().isOpen)
    }

    @Test("a counter that falls by more than a second within a launch is a clock fault", arguments: [true, false])
    func whatIsAClockFault(isFault: Bool) throws {
        let beyond = isFault ? Nanoseconds.nanosecond : .zero
        var device = Device()
        try device.launch()
        var fallen = device.deviceReading
        fallen.reading.elapsed = fallen.reading.elapsed - .seconds(1) - beyond
        #expect(device.keeper.handle(.reading(fallen)).findings == (isFault ? [.clockFault] : []))
        device = Device()
        try device.launch()
        fallen = device.deviceReading
        fallen.reading.awake = fallen.reading.awake - .seconds(1) - beyond
        #expect(device.keeper.handle(.reading(fallen)).findings == (isFault ? [.clockFault] : []))
        device = Device()
        try device.launch()
        if isFault { device.reboot() }
        device.wait(.seconds(9_000))
        #expect(device.read().contains(.clockFault) == isFault)
    }

    /// The only known operator was wrong: two others refute its answer, and with it the floor.
    @Test("a floor that two other operators refute is discarded permanently")
    func aFloorThatIsDeniedIsGivenUp() throws {
        var device = Device()
        try device.launch()
        device.ask("a", error: .seconds(9_000))
        try device.launch()
        #expect(!device.isTruthful)
        #expect(device.ask("b") == [.rejected(source: "b", .belowFloor)])
        #expect(device.ask("c") == [.floorReplaced])
        #expect(device.trusted.kind == .bounded && device.isTruthful)
        #expect(device.keeper.floors.timesGivenUp == 1 && device.keeper.resets.isEmpty)
        // It doesn't return, here or through the record of another process.
        device.wait(.seconds(60))
        device.read()
        #expect(device.isTruthful && device.floor.map { $0 <= device.trueTime } == true)
        #expect(try device.launch().didReboot == false)
        #expect(device.keeper.floors.timesGivenUp == 1 && device.isTruthful)
    }

    /// The operator corrects its answer, and the floor follows.
    @Test("a lone operator may correct its answer, and an unnamed operator may not lower the floor")
    func aLoneOperatorMayCorrectItself() throws {
        var device = Device()
        try device.launch()
        device.ask("a", error: .seconds(9_000))
        #expect(!device.isTruthful)
        #expect(device.ask("a") == [.floorReplaced, .rejected(source: "a", .contradictsItself)])
        #expect(device.isTruthful && device.trusted.kind == .bounded)
        // An operator that was not named may not.
        device.reboot()
        device.namesServers = false
        try device.launch()
        let floor = try #require(device.floor)
        #expect(device.ask("x", error: .seconds(-9_000)) == [.rejected(source: "x", .notNamed)])
        #expect(device.floor.map { $0 >= floor } == true)
    }

    /// Too few operators have given a latest end. If it lies before the floor, it is left out.
    @Test("an uncorroborated latest end below the floor is left out")
    func anUncorroboratedEndBelowTheFloorIsLeftOut() throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        device.name("a", "b", "l")
        device.ask("a", isFresh: false)
        device.ask("b", isFresh: false)
        device.ask("l", error: .seconds(-9_000))
        #expect(device.trusted.kind == .atLeast && device.trusted.earliestSupport == .corroborated)
        #expect(device.isTruthful)
    }

    @Test("a floor that several operators raised is kept when a lone operator raises another floor")
    func twoFloors() throws {
        var device = Device()
        device.namesServers = false
        try device.launch()
        device.name("a", "b", "c")
        for name in ["a", "b", "c"] { device.ask(name) }
        device.reboot()
        try device.launch()
        device.name("a")
        device.ask("a", error: .seconds(500))
        let now = device.elapsed
        let corroborated = device.keeper.trusted(at: now, on: .corroborated)
        #expect(corroborated.kind == .atLeast && corroborated.earliestSupport == .corroborated)
        #expect(device.holds(corroborated))
        let lone = device.keeper.trusted(at: now)
        #expect(lone.earliestSupport == .lone && !device.holds(lone), "it was lied to by its only server")
        // The lone operator's floor is refuted, without effect on the other one.
        device.ask("a")
        #expect(device.keeper.floors.lone.timesGivenUp == 1 && device.keeper.floors.corroborated.timesGivenUp == 0)
        #expect(device.keeper.trusted(at: now, on: .corroborated) == corroborated)
    }
}
