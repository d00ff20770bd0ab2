import SiderealCore
import Testing

/// The page of the premises names these tests. If a premise doesn't hold, a proven claim is false, so each premise is
/// necessary.
@Suite("false claims when a premise doesn't hold")
struct PremiseTests {
    static let hour = Nanoseconds.seconds(3_600)

    /// Makes a device whose app has named operators and received their answers, each off by so much.
    static func device(
        _ model: ClockModel = .linux, named: [String] = ["a"], errors: [Nanoseconds] = [.zero],
        _ prepare: (inout Device) -> Void = { _ in }
    ) throws -> Device {
        var device = Device(model)
        device.namesServers = false
        prepare(&device)
        try device.launch()
        for name in named { device.name(name) }
        for (name, error) in zip(named, errors) { device.ask(name, error: error, margin: .milliseconds(20)) }
        return device
    }

    static func proven(_ device: Device) -> TrustedTime {
        device.keeper.trusted(at: device.elapsed, on: .proven)
    }

    // MARK: - Machines

    @Test("a paused machine claims bounds that exclude the truth", arguments: [false, true])
    func paused(isPaused: Bool) throws {
        var device = try Self.device()
        isPaused ? device.advance(by: Self.hour) : device.wait(Self.hour)
        device.read()
        #expect(device.holds(Self.proven(device)) == !isPaused)
    }

    @Test("a machine with another machine's identity counts as that machine", arguments: ["machine", "other"])
    func clonedMachine(name: String) throws {
        let saved = try Self.device().saved()
        var other = Device()
        other.machine = name
        other.reboot()
        other.wait(.seconds(60))
        let verdict = try other.launch(saved)
        // It isn't a reboot of the machine that saved the record.
        #expect((verdict.didReboot == true) == (name == "machine"))
    }

    @Test("a kernel that repeats its boot identity, and whose counters grow, hides a reboot", arguments: [false, true])
    func repeatedIdentity(isRepeated: Bool) throws {
        var device = try Self.device { $0.repeatsIdentity = isRepeated }
        let uptime = Nanoseconds(device.elapsed.nanoseconds)
        device.reboot()
        device.wait(uptime + Self.hour)
        #expect(try device.launch().didReboot == !isRepeated)
    }

    // MARK: - Clocks

    @Test("an elapsed clock that is faster than its bound falsifies the bounds", arguments: [499, 2_000])
    func rate(skew: Int64) throws {
        var device = try Self.device { $0.skew = skew }
        device.wait(Self.hour)
        device.read()
        #expect(device.holds(Self.proven(device)) == (skew < 500))
    }

    @Test(
        "a sleep that Linux miscounts by more than three seconds falsifies the bounds",
        arguments: [(1, 5_900, true), (1, 6_500, false), (0, 2_900, true), (0, 3_500, false)])
    func sleepOfLinux(counted: Int64, miscounted: Int64, isTrue: Bool) throws {
        for sign: Int64 in [1, -1] {
            var device = try Self.device()
            device.sleep(.seconds(30), miscounted: .milliseconds(miscounted * sign), counted: counted)
            device.read()
            #expect(device.holds(Self.proven(device)) == isTrue, "\(sign)")
        }
    }

    @Test("on Linux, a sleep goes unnoticed if it isn't counted and the clocks lose it", arguments: [false, true])
    func unnoticedSleep(isCounted: Bool) throws {
        var device = try Self.device(.linux.withoutHardwareClock)
        device.sleep(Self.hour, miscounted: -Self.hour, counted: isCounted ? 1 : 0)
        device.read()
        #expect(device.holds(Self.proven(device)) == isCounted)
    }

    @Test("an Apple counter that stops in sleep falsifies the bounds", arguments: [false, true])
    func sleepOfApple(runsThrough: Bool) throws {
        var device = try Self.device(.darwin)
        device.sleep(Self.hour, miscounted: runsThrough ? .zero : -.seconds(10))
        device.read()
        #expect(device.holds(Self.proven(device)) == runsThrough)
    }

    @Test("an Apple kernel that doesn't report a sleep falsifies the bounds", arguments: [ClockModel.darwinIntel])
    func unreportedSleep(model: ClockModel) throws {
        for isTold in [true, false] {
            var device = try Self.device(model)
            device.sleep(Self.hour, miscounted: -Self.hour, counted: isTold ? 1 : 0)
            device.read()
            #expect(device.holds(Self.proven(device)) == isTold)
        }
    }

    // MARK: - Operators

    @Test(
        "if more than half of the operators (rounded down) are wrong, they falsify corroborated bounds",
        arguments: [(1, 0), (1, 1), (2, 1), (2, 2), (3, 1), (3, 2), (5, 2), (5, 3)])
    func operators(named: Int, wrong: Int) throws {
        let names = "abcde".prefix(named).map { String($0) }
        let errors = names.indices.map { $0 < wrong ? Self.hour : .zero }
        let device = try Self.device(named: names, errors: errors)
        #expect(device.holds(Self.proven(device)) == (wrong <= named / 2))
    }

    @Test("an operator is wrong if at least half of its sources are wrong", arguments: [0, 1, 2, 3])
    func sources(wrong: Int) throws {
        var device = Device()
        try device.launch()
        let names = ["a", "b", "c"].map { NamedSource($0, of: "o", isAuthenticated: true) }
        _ = device.keeper.handle(.sources(names))
        for (index, name) in names.enumerated() {
            let told = device.trueTime + (index < wrong ? Self.hour : .zero)
            let sample = TimeSample(
                source: name.name, operator: "o", isAuthenticated: true, sent: device.elapsed,
                received: device.elapsed, earliest: told - .seconds(1), latest: told + .seconds(1))
            _ = device.keeper.handle(.sample(sample))
        }
        #expect(device.holds(Self.proven(device)) == (wrong < 2))
    }

    @Test(
        "operators whose names lapsed, or aren't given yet, contradict nothing", arguments: [["a"], ["a", "b", "c"]])
    func named(names: [String]) throws {
        let device = try Self.device(named: names, errors: [Self.hour])
        #expect(device.holds(Self.proven(device)) == (names.count > 1))
    }

    @Test(
        "a Date that is older or more wrong than its premises allow falsifies the bounds",
        arguments: [(900, 0, true), (1_100, 0, false), (0, 40, true), (0, 60, false)])
    func dates(age: Int64, ahead: Int64, isTrue: Bool) {
        // At the last instant of its second, by a clock that is ahead.
        let truth = TrueInstant(nanoseconds: 1_800_000_000_999_999_999)
        let date = TrueInstant(nanoseconds: 1_800_000_000_000_000_000)
        let late = DateHeaderPremises().ends(of: date - .milliseconds(50))
        let isLateTrue = late.latest.map { $0 >= truth + .milliseconds(age) } ?? true
        let early = DateHeaderPremises().ends(of: date + .milliseconds(ahead))
        #expect((isLateTrue && early.earliest <= date) == isTrue)
    }

    @Test("a date of the software that is later than the truth falsifies the lower bound", arguments: [-1, 1])
    func softwareDate(days: Int64) throws {
        let device = try Self.device(named: []) { $0.softwareDate = $0.trueTime + .seconds(days * 86_400) }
        #expect(device.holds(Self.proven(device)) == (days < 0))
    }

    // MARK: - Probable verdicts

    @Test(
        "a reboot with a clock set to match the old boot time counts as probably the same boot",
        arguments: [false, true])
    func matched(isMatched: Bool) throws {
        var device = try Self.device { $0.hidesIdentity = true }
        device.setClock(by: .zero)
        let uptime = device.elapsed
        device.reboot(off: .seconds(20))
        device.wait(Nanoseconds(uptime.nanoseconds) + Self.hour)
        if isMatched { device.setClock(by: -(device.bootTime - WallInstant(nanoseconds: 1_750_000_000_000_000_000))) }
        let verdict = try device.launch()
        #expect((verdict.answer == .sameBoot) == isMatched && verdict.didReboot != false)
    }
}
