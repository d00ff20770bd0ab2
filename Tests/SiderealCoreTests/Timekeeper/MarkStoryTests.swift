import SiderealCore
import Testing

@Suite("an app's own marks through the life of a device") struct MarkStoryTests {
    /// On Apple platforms the record identifies the device: a mark that a backup brought from elsewhere proves nothing.
    @Test("on Apple platforms, only the boot identity connects a mark with another record")
    func aMarkOfAnotherRecord() throws {
        var device = Device(.darwin)
        device.machine = "this device"
        try device.launch()
        device.ask()
        let mark = try #require(device.keeper.mark)
        device.wait(.seconds(3_600))
        // Reinstalled in the same boot: the kernel's identity still proves it.
        var anew = device
        try anew.launch(.absent)
        #expect(anew.keeper.verdict(since: mark)?.didReboot == false)
        // After a reboot, or on another device, the two can't be distinguished.
        var other = Device(.darwin, upFor: .seconds(9_000_000))
        other.machine = "this device"
        other.reboot()
        other.wait(.seconds(9_000_000))
        other.keeper = Timekeeper(
            .init(record: .absent, model: .darwin, salt: Salt(high: 7, low: 7), observers: [Device.name]))
        other.read()
        #expect(other.keeper.verdict(since: mark) == BootStoryTests.verdict(.indeterminate, nil, .otherMachine))
        #expect(other.keeper.elapsed(since: mark)?.atLeast(.zero)?.lower == .zero)
        // The mark's own record can.
        device.reboot()
        try device.launch()
        #expect(device.keeper.verdict(since: mark)?.didReboot == true)
    }

    /// Without an identity the clocks alone would leave it open.
    @Test("a mark made by this process is of this boot, and bounds the time since then on both sides")
    func aMarkOfThisProcess() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        let mark = try #require(device.keeper.mark)
        device.setClock(by: .seconds(86_400))
        device.wait(.seconds(3_600))
        device.read()
        let verdict = try #require(device.keeper.verdict(since: mark))
        #expect(verdict == BootVerdict(.sameBoot, .proven, evidence: .sameProcess, clockStep: .seconds(86_400)))
        let passed = try #require(device.keeper.elapsed(since: mark))
        #expect(passed.contains(.seconds(3_600)) && passed.width < .seconds(5))
        // To the next process it is an ordinary mark.
        try device.launch()
        #expect(device.keeper.verdict(since: mark)?.isProven == false)
    }

    /// The early mark alone would leave it open: the counter has grown since then.
    @Test("the launch's proof about an earlier process holds for each mark of that process")
    func aMarkOfAnEarlierProcess() throws {
        var device = Device(upFor: .seconds(10))
        device.hidesIdentity = true
        try device.launch()
        let mark = try #require(device.keeper.mark)
        device.wait(.seconds(5_000))
        device.read()
        device.reboot()
        device.wait(.seconds(1_000))
        let launch = try device.launch()
        #expect(launch.didReboot == true && launch.evidence == .counterDecreased)
        #expect(device.keeper.verdict(since: mark) == launch)
        let passed = try #require(device.keeper.elapsed(since: mark))
        #expect(passed.lower > .seconds(990) && passed.contains(.seconds(6_020)))
        // A process further back is not in that record.
        device.wait(.seconds(100))
        try device.launch()
        #expect(device.keeper.verdict(since: mark)?.isProven == false)
    }

    @Test("the known times of a mark and of now bound the elapsed time, and so does the floor")
    func datesOfBothEnds() throws {
        var device = Device()
        try device.launch()
        device.ask(margin: .milliseconds(10))
        let mark = try #require(device.keeper.mark)
        device.wait(.seconds(86_400))
        device.read()
        device.reboot(off: .seconds(600))
        try device.launch()
        let passed = try #require(device.keeper.elapsed(since: mark))
        #expect(passed.lower > .seconds(86_300) && passed.lower <= .seconds(87_000) && !passed.hasUpper)
        device.ask(margin: .milliseconds(10))
        let known = try #require(device.keeper.elapsed(since: mark))
        #expect(known.contains(.seconds(87_000)) && known.width < .seconds(1))
    }

    @Test("a floor limits the time since a mark, exactly as for a meter that started with the mark")
    func floorOfAMark() throws {
        var device = Device()
        try device.launch()
        device.ask(margin: .milliseconds(10))
        device.reboot(off: .seconds(600))
        try device.launch()
        let mark = try BootMark(bytes: #require(device.keeper.mark).bytes)
        let meter = try #require(ElapsedAccount(startingAt: device.keeper))
        device.reboot(off: .seconds(60))
        try device.launch()
        #expect(device.keeper.elapsed(since: mark)?.hasUpper == false)
        device.ask(margin: .milliseconds(10))
        let passed = try #require(device.keeper.elapsed(since: mark))
        // From the floor at the mark, 600 seconds before it, to now.
        #expect(passed.contains(.seconds(80)) && passed.upper < .seconds(700))
        #expect(meter.updated(at: device.keeper)?.latest.sinceStart == passed)
    }

    /// Makes a device that a lone operator told too late a time, in a boot before that of the mark.
    private static func deviceThatWasToldWrong(by error: Nanoseconds = .seconds(3_600)) throws -> Device {
        var device = Device()
        try device.launch()
        device.ask("a", error: error)
        device.reboot()
        return device
    }

    @Test("a discarded floor no longer bounds any time", arguments: [false, true])
    func floorGivenUp(isRebooted: Bool) throws {
        var device = try Self.deviceThatWasToldWrong()
        try device.launch()
        let moment = try #require(device.keeper.moment())
        let mark = moment.mark
        #expect(mark.offset?.hasLower == true)
        let start = device.trueTime
        if isRebooted {
            device.reboot(off: .seconds(60))
            device.wait(.seconds(1_800))
            try device.launch()
        } else {
            device.wait(.seconds(60))
            device.read()
        }
        #expect(device.ask("a") == [.floorReplaced])
        let verdict = try #require(device.keeper.verdict(since: mark))
        #expect(verdict.didReboot == isRebooted && verdict.evidence == .bootIdentity)
        let passed = try #require(device.keeper.elapsed(since: mark))
        #expect(passed.contains(device.trueTime - start) && passed.hasUpper == !isRebooted)
        let time = try #require(device.keeper.time(of: moment))
        #expect(time.kind == (isRebooted ? .unknown : .bounded) && time.earliest.map { $0 <= start } != false)
    }

    @Test("a discarded floor settles nothing, and contradicts nothing")
    func floorGivenUpProvesNothing() throws {
        var device = Device()
        device.hidesIdentity = true
        try device.launch()
        device.ask("a", error: .seconds(3_600))
        device.reboot()
        device.wait(.seconds(600))
        try device.launch()
        let mark = try #require(device.keeper.mark)
        device.reboot(off: .seconds(60))
        device.wait(.seconds(900))
        try device.launch()
        #expect(device.ask("a") == [.floorReplaced])
        for verdict in [device.keeper.verdict(since: mark), device.keeper.verdict(for: Device.name)] {
            #expect(verdict?.answer == .indeterminate && verdict?.evidence != .contradiction)
        }
    }

    @Test("a caller that requires corroboration gets no time from a mark that a lone operator bounded")
    func corroboratedMoment() throws {
        var device = try Self.deviceThatWasToldWrong(by: .seconds(300))
        try device.launch()
        let moment = try #require(device.keeper.moment())
        let start = device.trueTime
        device.reboot(off: .seconds(3_600))
        // No operator is left that could give the floor up.
        try device.launch(.absent)
        device.ask("a")
        device.ask("b")
        let time = try #require(device.keeper.time(of: moment, on: .corroborated))
        #expect(time.earliest.map { $0 <= start } ?? true)
    }

    @Test("a moment that several operators bounded is dated after a reboot, even if corroboration is required")
    func corroboratedByAll() throws {
        var device = Device()
        try device.launch()
        for name in ["a", "b", "c"] { device.ask(name) }
        device.ask("n", margin: .milliseconds(1), isAuthenticated: false)
        let moment = try #require(device.keeper.moment(on: .unauthenticated))
        #expect(!moment.time.isAuthenticated && moment.mark.isCorroborated)
        let start = device.trueTime
        device.reboot(off: .seconds(3_600))
        try device.launch()
        for name in ["a", "b", "c"] { device.ask(name) }
        let time = try #require(device.keeper.time(of: moment, on: .corroborated))
        #expect(try #require(time.earliest) <= start && time.kind != .unknown)
    }

    @Test("a mark of another record stays valid when this record discards its floor")
    func markOfAnotherRecord() throws {
        var other = Device()
        other.machine = "the old phone"
        try other.launch()
        other.ask("a", margin: .milliseconds(10))
        let mark = try #require(other.keeper.mark)
        var device = try Self.deviceThatWasToldWrong()
        device.machine = "the new phone"
        try device.launch()
        #expect(device.ask("a", margin: .milliseconds(10)) == [.floorReplaced])
        #expect(device.keeper.elapsed(since: mark)?.contains(device.trueTime - other.trueTime) == true)
        #expect(device.keeper.elapsed(since: mark)?.hasUpper == true)
    }

    @Test("a moment of another machine gets no date from a later mark of that machine", arguments: [false, true])
    func anotherMachinesLaterMark(isOther: Bool) throws {
        var device = Device()
        try device.launch()
        let moment = try #require(device.keeper.moment())
        device.wait(.seconds(600))
        device.ask("a")
        let saved = try device.saved()
        device.reboot()
        if isOther { device.machine = "another" }
        try device.launch(saved)
        #expect(try #require(device.keeper.time(of: moment)).kind == (isOther ? .unknown : .bounded))
    }

    /// The session began and ended without network. The first boot received the time earlier, the second one later.
    @Test("the times of both ends bound a session that spans a reboot", arguments: [false, true])
    func sessionOverAReboot(isDatedBefore: Bool) throws {
        var device = Device()
        try device.launch()
        if isDatedBefore { device.ask("a") }
        device.wait(.seconds(1_000))
        device.read()
        let (start, startedAt) = (try #require(device.keeper.moment()), device.trueTime)
        device.wait(.seconds(1_200))
        device.reboot(off: .seconds(2_400))
        device.wait(.seconds(2_400))
        try device.launch()
        let (end, endedAt) = (try #require(device.keeper.moment()), device.trueTime)
        let passed = endedAt - startedAt
        let offline = try #require(device.keeper.elapsed(from: start.mark, to: end.mark))
        #expect(offline.contains(passed) && offline.lower >= .seconds(2_390) && !offline.hasUpper)
        device.wait(.seconds(600))
        device.read()
        device.ask("a")
        let later = try #require(device.keeper.elapsed(from: start, to: end))
        #expect(later.contains(passed) && later.hasUpper == isDatedBefore)
        if isDatedBefore { #expect(later.width < .seconds(10)) }
        // And by the next boot, in which only the mark gives the end.
        device.reboot()
        try device.launch()
        let much = try #require(device.keeper.elapsed(from: start, to: end))
        #expect(much.contains(passed))
    }

    @Test("between two marks of one boot, the clocks measure elapsed time, in any process", arguments: [false, true])
    func betweenMarksOfOneBoot(isSeen: Bool) throws {
        var device = Device()
        device.hidesIdentity = !isSeen
        try device.launch()
        let start = try #require(device.keeper.mark)
        device.wait(.seconds(3_600))
        device.setClock(by: .seconds(-86_400))
        device.read()
        let end = try #require(device.keeper.mark)
        let own = try #require(device.keeper.elapsed(from: start, to: end))
        #expect(own.contains(.seconds(3_600)) && own.width < .seconds(5))
        // In the reverse order nothing is bounded.
        #expect(device.keeper.elapsed(from: end, to: start) == .anyTime)
        #expect(device.keeper.elapsed(from: start, to: start)?.contains(.zero) == true)
        // Two marks of one process are of one boot, also for later processes.
        for _ in 0..<2 {
            device.reboot(off: .seconds(86_400))
            try device.launch()
            let later = try #require(device.keeper.elapsed(from: start, to: end))
            #expect(later.contains(.seconds(3_600)) && later.width < .seconds(5))
        }
    }

    /// The counters have grown past those of the first boot, and there is no identity.
    @Test("marks of two processes don't count as marks of the same boot")
    func betweenMarksOfTwoProcesses() throws {
        var device = Device(upFor: .seconds(10))
        device.hidesIdentity = true
        try device.launch()
        let (start, startedAt) = (try #require(device.keeper.mark), device.trueTime)
        device.reboot(off: .seconds(86_400))
        device.wait(.seconds(5_000))
        try device.launch()
        let (end, endedAt) = (try #require(device.keeper.mark), device.trueTime)
        let passed = try #require(device.keeper.elapsed(from: start, to: end))
        #expect(passed.contains(endedAt - startedAt) && !passed.hasUpper)
    }
}
