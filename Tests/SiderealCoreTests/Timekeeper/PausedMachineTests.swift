import SiderealCore
import Testing

@Suite("a machine that a hypervisor may pause")
struct PausedMachineTests {
    static let hours = Nanoseconds.seconds(8 * 3_600)

    /// Makes a machine that hides its boots, whose app asked three operators, and that was paused since then.
    static func paused(mayBePaused: Bool, for span: Nanoseconds = hours) throws -> Device {
        var device = Device(ClockModel.linux.with(mayBePaused: mayBePaused))
        device.namesServers = false
        device.hidesIdentity = true
        try device.launch()
        device.name("a", "b", "c")
        for name in ["a", "b", "c"] { device.ask(name, margin: .milliseconds(20)) }
        device.advance(by: span)
        device.wait(.seconds(60))
        return device
    }

    @Test("time that the machine's clocks didn't count proves no reboot", arguments: [true, false])
    func noReboot(mayBePaused: Bool) throws {
        var device = try Self.paused(mayBePaused: mayBePaused)
        try device.launch()
        device.name("a", "b", "c")
        for name in ["a", "b", "c"] { device.ask(name, margin: .milliseconds(20)) }
        // It didn't reboot. On a machine that can't be paused, the elapsed time proves a reboot.
        #expect(try device.boot().didReboot == (mayBePaused ? nil : true))
        #expect(device.isTruthful)
    }

    @Test("an answer from before a pause contradicts no answer after it")
    func staleBounds() throws {
        var device = try Self.paused(mayBePaused: true, for: .zero)
        let before = device.keeper
        device.advance(by: Self.hours)
        try device.launch(.absent)
        device.name("a", "b", "c")
        for name in ["a", "b", "c"] { device.ask(name, margin: .milliseconds(20)) }
        let mark = try #require(device.keeper.mark)
        // This process has received no answer since.
        device.keeper = before
        device.read()
        let verdict = device.keeper.verdict(since: mark)
        #expect(verdict?.didReboot == false && verdict?.evidence == .trustedTime)
    }

    @Test("a latest time from before a pause doesn't help a liar raise the floor")
    func floor() throws {
        var device = Device(ClockModel.linux.with(mayBePaused: true))
        device.namesServers = false
        try device.launch()
        device.name("honest", "stale", "liar")
        device.ask("honest", margin: .milliseconds(20))
        device.advance(by: .seconds(60))
        device.read()
        device.ask("stale", margin: .milliseconds(20), isFresh: false)
        device.ask("liar", error: .seconds(600), margin: .milliseconds(20))
        #expect(try #require(device.floor) <= device.trueTime)
    }

    /// A server that answered after a pause, which no clock counts, dates the end.
    @Test("a pause after a session doesn't lengthen the session", arguments: [true, false])
    func betweenMarks(byMoments: Bool) throws {
        var device = Device(ClockModel.linux.with(mayBePaused: true))
        device.namesServers = false
        try device.launch()
        device.name("a", "b", "c")
        for name in ["a", "b", "c"] { device.ask(name, margin: .milliseconds(20)) }
        let (start, startedAt) = (try #require(device.keeper.moment()), device.trueTime)
        device.reboot()
        device.wait(.seconds(100))
        try device.launch()
        let (end, endedAt) = (try #require(device.keeper.moment()), device.trueTime)
        device.wait(.seconds(50))
        device.advance(by: .seconds(3_600))
        device.name("a", "b", "c")
        for name in ["a", "b", "c"] { device.ask(name, margin: .milliseconds(20)) }
        let passed =
            byMoments
            ? device.keeper.elapsed(from: start, to: end) : device.keeper.elapsed(from: start.mark, to: end.mark)
        #expect(try #require(passed).withoutUpper.contains(endedAt - startedAt))
        #expect(try #require(passed).lower > .seconds(90))
    }

    @Test("after a reported pause, only the lasting bounds remain")
    func told() throws {
        var device = Device(ClockModel.linux.with(mayBePaused: true))
        device.disruptions = 7
        try device.launch()
        device.ask("a", margin: .milliseconds(20))
        let mark = try #require(device.keeper.mark)
        device.wait(.seconds(60))
        device.read()
        #expect(device.trusted.kind == .bounded)
        #expect(try #require(device.keeper.elapsed(since: mark)).hasUpper)
        device.advance(by: Self.hours)
        device.read()
        #expect(device.trusted.kind == .atLeast && device.isTruthful)
        let passed = try #require(device.keeper.elapsed(since: mark))
        #expect(!passed.hasUpper && passed.lower > .seconds(59))
        // The record has it, too.
        try device.launch()
        #expect(device.trusted.kind == .atLeast && device.isTruthful)
        device.ask("a", margin: .milliseconds(20))
        #expect(device.trusted.kind == .bounded && device.isTruthful && device.systemClock.answer == .behind)
        let after = try #require(device.keeper.elapsed(since: mark))
        #expect(after.lower <= Self.hours + .seconds(60) && after.upper >= Self.hours + .seconds(60))
    }

    @Test("an answer during which the hypervisor stopped the machine is discarded")
    func inFlight() {
        let before = ClockState(
            elapsed: ElapsedInstant(nanoseconds: 5), slept: .zero, suspendMark: 0, disruptionMarker: 1)
        var after = before.at(ElapsedInstant(nanoseconds: 6))
        #expect(!before.hasSlept(until: after))
        after.disruptionMarker = nil
        #expect(!before.hasSlept(until: after), "nothing tells")
        after.disruptionMarker = 2
        #expect(before.hasSlept(until: after))
        #expect(!ClockModel.linux.unseenSleep(from: before, to: after).hasUpper)
    }

    @Test("an upper end assumes that the machine was not paused, and a lower end doesn't")
    func assumption() throws {
        for mayBePaused in [true, false] {
            var device = try Self.paused(mayBePaused: mayBePaused, for: .zero)
            device.read()
            #expect(device.trusted.kind == .bounded && device.trusted.assumesNoPause == mayBePaused)
            let verdict = device.systemClock
            #expect(verdict.answer == .agrees && verdict.assumesNoPause == mayBePaused)
            device.setClock(by: -Self.hours)
            device.read()
            #expect(device.systemClock.answer == .behind && !device.systemClock.assumesNoPause)
            device.setClock(by: Self.hours + Self.hours)
            device.read()
            #expect(device.systemClock.answer == .ahead && device.systemClock.assumesNoPause == mayBePaused)
            device.reboot()
            try device.launch()
            #expect(device.trusted.kind == .atLeast && !device.trusted.assumesNoPause)
        }
    }

    @Test("servers bound the time since a dated mark, including pauses")
    func sinceAMark() throws {
        var device = Device(ClockModel.linux.with(mayBePaused: true))
        try device.launch()
        device.ask("a", margin: .milliseconds(20))
        let mark = try #require(device.keeper.mark)
        device.advance(by: Self.hours)
        device.wait(.seconds(60))
        try device.launch(.absent)
        device.ask("a", margin: .milliseconds(20))
        let passed = try #require(device.keeper.elapsed(since: mark))
        #expect(passed.lower <= Self.hours + .seconds(60) && passed.upper >= Self.hours + .seconds(60))
        #expect(passed.width < .seconds(1))
    }

    @Test("a meter's reading is true even after servers reveal the pause", arguments: [true, false])
    func meter(isHeardTwice: Bool) throws {
        var device = Device(ClockModel.linux.with(mayBePaused: true))
        device.namesServers = false
        try device.launch()
        device.name("a", "b", "c")
        func ask() throws { for name in ["a", "b", "c"] { device.ask(name, margin: .milliseconds(20)) } }
        try ask()
        let start = device.trueTime
        var meter = try #require(ElapsedAccount(startingAt: device.keeper))
        device.wait(.seconds(120))
        device.advance(by: Self.hours)
        for _ in 0..<(isHeardTwice ? 3 : 1) {
            device.wait(.seconds(60))
            device.read()
            try ask()
            meter = try #require(meter.updated(at: device.keeper))
            let total = meter.latest.sinceStart
            #expect(total.lower <= device.trueTime - start && total.upper >= device.trueTime - start, "\(total)")
        }
    }
}
