import SiderealCore
import Testing

@Suite("the software's date as the earliest possible time")
struct SoftwareDateTests {
    static let day = Nanoseconds.seconds(86_400)

    /// Makes a device whose app was built so long ago.
    static func device(writtenBefore age: Nanoseconds = day) throws -> Device {
        var device = Device()
        device.softwareDate = device.trueTime - age
        try device.launch()
        return device
    }

    @Test(
        "a system clock before the software's date is certainly behind, even without servers",
        arguments: [(-56 * 365, SystemClockVerdict.Answer.behind), (-2, .behind), (0, .unknown), (700, .unknown)])
    func theSystemClock(days: Int64, answer: SystemClockVerdict.Answer) throws {
        var device = Device()
        device.softwareDate = device.trueTime - Self.day
        device.setClock(by: Nanoseconds(Self.day.count * days))
        try device.launch()
        for basis in [.standard, .corroborated, .unauthenticated] as [TrustBasis] {
            #expect(device.keeper.systemClock(on: basis).answer == answer, "\(basis)")
        }
        #expect(device.keeper.systemClock().isAuthenticated)
        #expect(device.trusted.kind == .unknown && !device.trusted.isCorroborated)
    }

    @Test("the earliest time advances while the device runs, and is never later than the truth")
    func itPassesOn() throws {
        var device = try Self.device()
        let first = try #require(device.trusted.earliest)
        #expect(first == device.trueTime - Self.day && device.trusted.earliestSupport == .software)
        device.wait(.seconds(3_600))
        device.sleep(.seconds(3_600))
        device.read()
        let later = try #require(device.trusted.earliest)
        #expect(later > first + .seconds(7_190) && later <= first + .seconds(7_200))
        #expect(device.keeper.floor == nil, "it is no floor that is kept")
    }

    @Test("the earliest time never falls over many short sleeps")
    func itNeverFalls() throws {
        var device = try Self.device()
        device.sleep(.seconds(3_600))
        device.read()
        var least = try #require(device.trusted.earliest)
        for round in 0..<20 {
            device.sleep(.milliseconds(50))
            device.read()
            let next = try #require(device.trusted.earliest)
            try #require(next >= least, "round \(round)")
            least = next
        }
    }

    /// An Intel Mac whose clocks show little sleep may have slept for any time.
    @Test(
        "an answer that lies before the software's date is refused, even if it came before a sleep",
        arguments: [ClockModel.linux, .darwinIntel])
    func lateAnswers(model: ClockModel) throws {
        var device = Device(model)
        device.softwareDate = device.trueTime
        try device.launch()
        device.name("a")
        device.wait(.seconds(100))
        let (at, told) = (device.elapsed, device.trueTime - .seconds(11))
        device.sleep(.seconds(3_600))
        device.read()
        let sample = TimeSample(
            source: "a", isAuthenticated: true, sent: at, received: at, earliest: told, latest: told)
        #expect(device.keeper.handle(.sample(sample)).findings == [.rejected(source: "a", .belowFloor)])
    }

    @Test("an instant before the launch may lie before the software's date")
    func beforeTheLaunch() throws {
        var device = Device(upFor: .seconds(5_000))
        device.softwareDate = device.trueTime
        try device.launch()
        let before = device.keeper.trusted(at: device.elapsed - .seconds(4_000))
        #expect(try #require(before.earliest) <= device.trueTime - .seconds(4_000))
    }

    @Test("each launch uses the date of its own software, even if that is older")
    func eachLaunchHasItsOwn() throws {
        var device = try Self.device()
        for age in [2, 7, 1] {
            device.softwareDate = device.trueTime - Nanoseconds(Self.day.count * Int64(age))
            try device.launch()
            #expect(device.trusted.earliest == device.softwareDate)
        }
        device.softwareDate = nil
        try device.launch()
        #expect(device.trusted == .unknown)
    }

    @Test("after a clock fault, the earliest time counts from the software's date again")
    func afterAClockFault() throws {
        var device = try Self.device()
        device.reboot()
        device.read()
        #expect(device.trusted.earliest == device.softwareDate)
        device.wait(.seconds(100))
        device.read()
        let passed = try #require(device.trusted.earliest) - #require(device.softwareDate)
        #expect(passed > .seconds(99) && passed <= .seconds(100))
    }

    @Test("a record that is read later doesn't lower the earliest time")
    func aRecordThatIsReadLater() throws {
        var device = try Self.device()
        let saved = try device.saved()
        try device.launch(.unavailable(.locked))
        device.wait(.seconds(3_600))
        device.read()
        let before = try #require(device.trusted.earliest)
        _ = device.keeper.handle(.record(saved))
        device.read()
        #expect(try #require(device.trusted.earliest) >= before)
    }

    @Test("servers narrow the time, and an answer that lies wholly before the software's date is rejected")
    func servers() throws {
        var device = try Self.device()
        #expect(device.ask("a", error: .seconds(-1_000_000)) == [.rejected(source: "a", .belowFloor)])
        #expect(device.trusted.kind == .unknown && device.trusted.earliestSupport == .software)
        #expect(!device.keeper.authenticated.all.contains { $0.isHeard })
        device.ask("a")
        #expect(device.trusted.kind == .bounded && device.trusted.earliestSupport == .lone)
    }

    @Test("the time since a moment is at least the time from its latest end to the software's date")
    func sinceAMark() throws {
        var device = Device()
        try device.launch()
        device.ask("a")
        let mark = try #require(device.keeper.mark)
        let account = try #require(ElapsedAccount(startingAt: device.keeper))
        device.reboot(off: Nanoseconds(Self.day.count * 400))
        // An update was built meanwhile.
        device.softwareDate = device.trueTime - Nanoseconds(Self.day.count * 100)
        try device.launch(.absent)
        let passed = try #require(device.keeper.elapsed(since: mark))
        #expect(passed.lower > Nanoseconds(Self.day.count * 299) && passed.lower <= Nanoseconds(Self.day.count * 300))
        // A meter gives the same bound.
        let counted = try #require(account.balance(at: device.keeper)?.total)
        #expect((counted.lower - passed.lower).magnitude < .seconds(1))
    }
}
