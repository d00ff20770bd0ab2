import SiderealCore
import Testing

@Suite("the power management unit's clock, where a caller accepts it") struct PowerManagementStoryTests {
    static let day = Nanoseconds.seconds(86_400)

    /// An iPhone whose app knows the time to half a second.
    func phone(age: Nanoseconds = .seconds(86_400 * 300)) throws -> Device {
        var device = Device(.darwin)
        device.powerManagement = age
        try device.launch()
        try device.ask()
        device.wait(.seconds(3_600))
        try device.read()
        return device
    }

    func accepted(_ device: Device, _ requirement: TrustedTime.Requirement = .authenticated) -> TrustedTime {
        device.keeper.trusted(at: device.elapsed, on: TrustBasis(also: .powerManagementClock, requirement: requirement))
    }

    @Test("after an offline reboot the accepted clock bounds the time from above")
    func anOfflineRebootIsBoundedFromAbove() throws {
        var device = try phone()
        let mark = try #require(device.keeper.mark)
        let made = device.trueTime
        device.reboot(off: .seconds(864_000))
        device.wait(.seconds(60))
        try device.launch()
        #expect(device.trusted.kind == .atLeast && !device.trusted.assumesPowerManagementClock)
        let known = accepted(device)
        #expect(known.kind == .bounded && known.assumesPowerManagementClock && known.isAuthenticated)
        #expect(device.holds(known))
        // Half a second each way, and a hundred millionths of ten days.
        let width = try #require(known.latest) - #require(known.earliest)
        #expect(width > .seconds(170) && width < .seconds(175))
        #expect(known.earliestSupport == .lone && known.latestSupport == .lone)
        #expect(device.keeper.elapsed(since: mark)?.hasUpper == false)
        let passed = try #require(device.keeper.elapsed(since: mark, on: TrustBasis(also: .powerManagementClock)))
        #expect(passed.isBounded && passed.contains(device.trueTime - made) && passed.width < .seconds(175))
    }

    @Test("without acceptance the clock changes no answer, and it corroborates nothing")
    func itProvesNothing() throws {
        var device = try phone()
        device.reboot(off: Self.day)
        var without = device
        without.powerManagement = nil
        try device.launch()
        try without.launch()
        #expect(try device.boot() == without.boot())
        #expect(device.trusted == without.trusted && device.floor == without.floor)
        #expect(accepted(without) == without.trusted)
        #expect(accepted(device, .corroborated).kind == .unknown)
    }

    @Test("the clock bounds the time through many boots without a network")
    func itLastsThroughManyBoots() throws {
        var device = try phone()
        for _ in 0..<5 {
            device.reboot(off: Self.day)
            device.wait(.seconds(50))
            try device.launch()
            #expect(accepted(device).kind == .bounded && device.holds(accepted(device)))
        }
    }

    /// Wherever it started anew, and somebody looked before it was as old again, nothing rests on what it showed
    /// before.
    @Test("after a new start nothing rests on what the clock showed before", arguments: [0, 1, 299])
    func aNewStartIsSeen(daysOff: Int64) throws {
        var device = try phone()
        let mark = try #require(device.keeper.mark)
        device.reboot(off: .seconds(86_400 * 40))
        device.powerManagement = .seconds(86_400 * daysOff)
        try device.launch()
        #expect(accepted(device) == device.trusted)
        #expect(device.keeper.elapsed(since: mark, on: TrustBasis(also: .powerManagementClock))?.hasUpper == false)
        // When it is older than it ever was, its old marks still say nothing.
        for _ in 0..<2 {
            device.wait(.seconds(86_400 * 200))
            try device.launch()
        }
        #expect(accepted(device) == device.trusted)
        #expect(device.keeper.elapsed(since: mark, on: TrustBasis(also: .powerManagementClock))?.hasUpper == false)
        let newer = try #require(device.keeper.mark)
        device.reboot(off: Self.day)
        try device.launch()
        let passed = try #require(device.keeper.elapsed(since: newer, on: TrustBasis(also: .powerManagementClock)))
        #expect(passed.contains(Self.day) && passed.isBounded)
    }

    /// Then at least what it shows has passed, and the lower end holds.
    @Test("a new start that goes unseen falsifies only the latest end")
    func anUnseenNewStartLeavesTheLowerEnd() throws {
        var device = try phone(age: .seconds(1_000))
        device.reboot(off: .seconds(86_400 * 40))
        device.powerManagement = .seconds(86_400)
        try device.launch()
        let known = accepted(device)
        #expect(try #require(known.earliest) <= device.trueTime)
        #expect(try #require(known.latest) < device.trueTime)
    }

    @Test(
        "a jump of the clock is noticed while the app runs, and a sample makes it useful again", arguments: [-30, 30])
    func aJumpWhileTheAppRunsIsSeen(seconds: Int64) throws {
        var device = try phone()
        device.reboot()
        try device.launch()
        #expect(accepted(device).kind == .bounded)
        device.wait(.seconds(60))
        device.powerManagement = device.powerManagement.map { $0 + .seconds(seconds) }
        try device.read()
        #expect(accepted(device) == device.trusted)
        // Known anew, it serves from there.
        try device.ask()
        device.reboot(off: Self.day)
        try device.launch()
        #expect(accepted(device).kind == .bounded && device.holds(accepted(device)))
    }

    /// In the boot that is proven to be the same, between two launches.
    @Test("a jump of the clock is noticed between two launches of one boot")
    func aJumpWhileNoAppRunsIsSeen() throws {
        var device = try phone()
        let mark = try #require(device.keeper.mark)
        device.wait(.seconds(600))
        device.powerManagement = device.powerManagement.map { $0 + .seconds(3_600) }
        try device.launch()
        let later = try #require(device.keeper.mark)
        #expect(later.powerManagementLife.number == mark.powerManagementLife.number + 1)
        device.reboot(off: Self.day)
        try device.launch()
        let passed = try #require(device.keeper.elapsed(since: mark, on: TrustBasis(also: .powerManagementClock)))
        #expect(!passed.hasUpper)
        #expect(device.holds(accepted(device)))
    }

    @Test("servers overrule the clock", arguments: [-7_200, 7_200])
    func aServerOverrulesIt(seconds: Int64) throws {
        var device = try phone()
        device.reboot(off: Self.day)
        device.powerManagement = device.powerManagement.map { $0 + .seconds(seconds) }
        try device.launch()
        #expect(!device.holds(accepted(device)))
        try device.ask("b")
        try device.ask("c")
        #expect(accepted(device) == device.trusted && device.isTruthful)
        device.reboot(off: Self.day)
        try device.launch()
        #expect(accepted(device).kind == .bounded && device.holds(accepted(device)))
    }

    /// A later reading without it, as where the look took too long, loses nothing.
    @Test("a reading without the clock loses nothing")
    func aLookWithoutItLosesNothing() throws {
        var device = try phone()
        let shown = device.powerManagement
        device.powerManagement = nil
        try device.read()
        #expect(accepted(device) == device.trusted)
        device.powerManagement = shown
        device.reboot(off: Self.day)
        try device.launch()
        #expect(accepted(device).kind == .bounded && device.holds(accepted(device)))
    }

    @Test("unauthenticated time is not tied to the clock")
    func unauthenticatedTimeIsNotTiedToIt() throws {
        var device = Device(.darwin)
        device.powerManagement = Self.day
        try device.launch()
        try device.ask("ntp", isAuthenticated: false)
        device.reboot()
        try device.launch()
        #expect(accepted(device).kind == .unknown)
    }

    @Test("forgetting trust forgets what the clock was tied to")
    func whatIsForgottenIsForgottenHere() throws {
        var device = try phone()
        _ = try device.keeper.handle(.forgetTrust)
        device.reboot()
        try device.launch()
        #expect(accepted(device).kind == .unknown)
    }

    /// The record of another device: its clock is another one.
    @Test("a record of another device says nothing about this device's clock")
    func anotherDeviceHasAnotherClock() throws {
        let mine = try phone()
        var other = try phone()
        other.machine = "other"
        other.reboot(off: Self.day)
        let mark = try #require(mine.keeper.mark)
        try other.launch(mine.saved())
        #expect(accepted(other) == other.trusted)
        #expect(other.keeper.elapsed(since: mark, on: TrustBasis(also: .powerManagementClock))?.hasUpper == false)
    }

    /// Two processes: one saw it start anew, and the other one learns of it at its save, before it looks.
    @Test("a process learns of a new start from the record that it merges")
    func aProcessLearnsOfANewStart() throws {
        var device = try phone()
        let mark = try #require(device.keeper.mark)
        let app = device.keeper
        device.powerManagement = .seconds(5)
        try device.launch()
        let saved = try #require(device.saved().record)
        var old = app
        let merged = try #require(old.recordToSave(over: saved))
        _ = old.adopt(merged)
        #expect(
            merged.powerManagement.life.number == 1 && merged.powerManagement.last == device.keeper.powerManagement.last
        )
        #expect(old.elapsed(since: mark, on: TrustBasis(also: .powerManagementClock)) == old.elapsed(since: mark))
        #expect(old.latest?.reading.powerManagement == nil && old.powerManagement.life.number == 1)
    }

    /// A floor that was given up may have been tied to the clock, too.
    @Test("a floor that is given up takes the clock's tie with it")
    func aFloorThatIsGivenUpTakesTheTieAlong() throws {
        var device = Device(.darwin)
        device.powerManagement = Self.day
        try device.launch()
        try device.ask("liar", error: .seconds(86_400))
        #expect(device.keeper.powerManagement.tie != nil)
        try device.ask("b")
        #expect(!device.holds(accepted(device)))
        #expect(try device.ask("c").contains(.floorReplaced))
        let tie = try #require(device.keeper.powerManagement.tie)
        #expect(tie.time.contains(Nanoseconds(device.trueTime.nanoseconds)))
    }

    /// A tie that was made while too many lied goes with the floor that they raised, in the record, too.
    @Test("a false tie doesn't come back through the record")
    func aFalseTieDoesNotComeBackThroughTheRecord() throws {
        var device = Device(.darwin)
        device.powerManagement = .seconds(86_400 * 300)
        try device.launch()
        try device.ask("liar", error: .seconds(1_000), margin: .milliseconds(50))
        device.reboot()
        try device.launch()
        let disk = try #require(device.saved().record)
        try device.name("liar", "b", "c")
        try device.ask("b")
        #expect(try device.ask("c").contains(.floorReplaced))
        let merged = try #require(device.keeper.recordToSave(over: disk))
        _ = device.keeper.adopt(merged)
        device.reboot()
        try device.launch(.loaded(merged, isRecovered: false))
        #expect(device.holds(accepted(device)))
    }

    /// A widget of the same record does not read the clock.
    @Test("elapsed bounds hold even if the last process to save didn't read the clock")
    func whoeverSavedLastNeedNotHaveSeenIt() throws {
        var device = Device(.darwin)
        device.powerManagement = .seconds(3_600)
        try device.launch()
        let mark = try #require(device.keeper.mark)
        let made = device.trueTime
        device.powerManagement = nil
        device.wait(.seconds(5))
        try device.launch()
        device.reboot(off: Self.day)
        device.wait(.seconds(4_000))
        device.powerManagement = .seconds(4_005)
        try device.launch()
        device.reboot()
        try device.launch()
        let passed = try #require(device.keeper.elapsed(since: mark, on: TrustBasis(also: .powerManagementClock)))
        #expect(passed.contains(device.trueTime - made))
    }

    /// A process saw it start anew, and was killed before that was saved; then it started anew once more.
    @Test("two new starts with the same number are told apart")
    func twoNewStartsThatWereCountedAlikeAreToldApart() throws {
        var device = try phone(age: .seconds(86_400 * 100))
        let kept = try device.saved()
        device.reboot(off: Self.day)
        device.powerManagement = Self.day
        device.salt = 7
        try device.launch(kept)
        let mark = try #require(device.keeper.mark)
        let made = device.trueTime
        device.reboot(off: .seconds(3_600))
        device.powerManagement = .seconds(3_600)
        device.salt = 8
        try device.launch(kept)
        device.wait(.seconds(86_400 * 3))
        device.reboot()
        try device.launch()
        let passed = try #require(device.keeper.elapsed(since: mark, on: TrustBasis(also: .powerManagementClock)))
        #expect(passed.contains(device.trueTime - made))
    }

    /// The record is locked at first; the clock has grown older than it knows by the time that it is read.
    @Test("what a launch read while the record was locked counts once the record is read")
    func whatALockedLaunchSawCounts() throws {
        var device = try phone(age: .seconds(100_000))
        let mark = try #require(device.keeper.mark)
        let made = device.trueTime
        let kept = try device.saved()
        device.reboot(off: .seconds(86_400 * 3))
        device.powerManagement = .seconds(103_500)
        try device.launch(.unavailable(.locked))
        device.wait(.seconds(36_000))
        try device.read()
        _ = try device.keeper.handle(.record(kept))
        #expect(device.keeper.recordToSave == nil, "what was read is not compared yet")
        try device.read()
        let passed = try #require(device.keeper.elapsed(since: mark, on: TrustBasis(also: .powerManagementClock)))
        #expect(passed.contains(device.trueTime - made))
    }
}
