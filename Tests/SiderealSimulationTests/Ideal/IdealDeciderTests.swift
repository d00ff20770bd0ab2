import SiderealCore
import SiderealSimulation
import Testing

private let both = FittingHistories.all
private let onlySame = FittingHistories(sameBoot: true, reboot: false)
private let onlyReboot = FittingHistories(sameBoot: false, reboot: true)
private let neither = FittingHistories(sameBoot: false, reboot: false)

/// Makes a snapshot with clocks in seconds, each chosen separately.
private func seen(
    _ elapsed: Double, asleep: Double = 0, calendar: Double? = nil, wall: Double = 1_700_000_000, count: Int64? = 0,
    identity: String? = nil, machine: String? = "m"
) -> ClockSnapshot {
    func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }
    return ClockSnapshot(
        reading: ClockReading(
            wall: WallInstant(nanoseconds: nanoseconds(wall)),
            elapsed: ElapsedInstant(nanoseconds: nanoseconds(elapsed)),
            awake: AwakeInstant(nanoseconds: nanoseconds(elapsed) - nanoseconds(asleep)),
            kernelBootTime: WallInstant(nanoseconds: nanoseconds(wall) - nanoseconds(calendar ?? elapsed)),
            suspendMark: count),
        bootIdentity: identity.flatMap { BootIdentity($0) }, machine: machine.flatMap { MachineIdentity($0) })
}

/// Two snapshots made by hand, and the histories that fit them.
private struct Case: CustomTestStringConvertible {
    let name: String
    var model = ClockModel.linux
    let before: ClockSnapshot
    let now: ClockSnapshot
    /// The servers' bounds on the true time between the snapshots.
    var passed: ClosedRange<Double>?
    let fits: FittingHistories

    init(
        _ name: String, _ model: ClockModel, _ before: ClockSnapshot, _ now: ClockSnapshot,
        passed: ClosedRange<Double>? = nil, _ fits: FittingHistories
    ) {
        self.name = name
        self.model = model
        self.before = before
        self.now = now
        self.passed = passed
        self.fits = fits
    }

    init(
        _ name: String, _ before: ClockSnapshot, _ now: ClockSnapshot, passed: ClosedRange<Double>? = nil,
        _ fits: FittingHistories
    ) {
        self.init(name, .linux, before, now, passed: passed, fits)
    }

    var testDescription: String { name }

    var fitting: FittingHistories {
        var (before, now) = (before, now)
        if let passed {
            let growth = now.reading.elapsed - before.reading.elapsed
            before.offset = .exactly(.seconds(1_690_000_000))
            now.offset =
                Bounds(
                    lower: Nanoseconds(Int64(passed.lowerBound * 1e9)),
                    upper: Nanoseconds(Int64(passed.upperBound * 1e9))
                ).map { $0 + .seconds(1_690_000_000) + -growth }
        }
        return IdealDecider(model: model).fitting(before: before, now: now)
    }
}

@Suite("the ideal decider") struct IdealDeciderTests {
    @Test(
        "the decider finds the histories that fit everyday situations",
        arguments: [
            Case("steady use", seen(1_000), seen(2_000), both),
            Case("steady use, servers heard", seen(1_000), seen(2_000), passed: 1_000...1_000, onlySame),
            Case("steady use, the identity known", seen(1_000, identity: "a"), seen(2_000, identity: "a"), onlySame),
            Case("clock set forward", seen(1_000), seen(2_000, wall: 1_700_087_400), both),
            Case("clock set back", seen(1_000), seen(2_000, wall: 1_699_914_600), both),
            Case("clock set back by decades", .darwin, seen(1_000), seen(2_000, wall: 3), both),
            Case(
                "clock set forward, servers heard", .darwin, seen(1_000), seen(2_000, wall: 1_700_087_400),
                passed: 999.9...1_000.1, onlySame),
            Case(
                "asleep for hours", seen(1_000, count: 4), seen(9_000, asleep: 7_000, count: 5),
                passed: 8_002.9...8_002.9, onlySame),
            Case(
                "asleep on a phone", .darwin, seen(1_000), seen(9_000, asleep: 7_000), passed: 8_000...8_000, onlySame),
            Case("reboot", seen(2_000), seen(50), onlyReboot),
            Case("reboot, on a phone", .darwin, seen(2_000), seen(50), onlyReboot),
            Case("reboot, the identity known", seen(50, identity: "a"), seen(2_000, identity: "b"), onlyReboot),
            Case("reboot and wait", seen(1_000), seen(2_000, wall: 1_700_002_100), both),
            Case("reboot and wait, servers heard", seen(1_000), seen(2_000), passed: 2_100...2_100, onlyReboot),
            Case(
                "reboot and wait, servers heard, on a phone", .darwin, seen(1_000), seen(2_000), passed: 2_100...2_100,
                onlyReboot),
            Case("reboot, and the clock set so that the boot time matches", seen(1_000), seen(1_100), both),
            Case(
                "hardware clock three days behind after a reboot", seen(1_000), seen(1_100, wall: 1_699_740_800), both),
            Case("no battery: a boot in 1970", seen(1_000), seen(100, wall: 100), onlyReboot),
            Case("no battery: the clock set after a boot in 1970", seen(10, wall: 10), seen(2_000), both),
            Case(
                "slewed for weeks", .darwin, seen(100_000), seen(2_100_000, calendar: 2_088_900),
                passed: 2_000_000...2_000_000, onlySame),
            Case("slewed for weeks by chrony", seen(100), seen(2_000_100, calendar: 1_834_000), both),
            Case("virtual machine paused", seen(1_000), seen(1_010), passed: 3_600...3_600, onlyReboot),
            Case(
                "virtual machine paused, the identity known", seen(1_000, identity: "a"), seen(1_010, identity: "a"),
                passed: 3_600...3_600, neither),
            Case("a snapshot restored", seen(1_000, identity: "a"), seen(900, identity: "a"), neither),
            Case("a server that lied", seen(1_000), seen(2_000), passed: -3_600 ... -3_600, neither),
            Case("a server that lied a little", seen(1_000), seen(2_000), passed: 900...900, neither),
            Case("a backup on another machine", seen(1_000), seen(50, machine: "n"), both),
            Case("a machine that is not known", seen(1_000, machine: nil), seen(50, machine: nil), both),
            Case(
                "another machine, and another boot", seen(9, identity: "a"), seen(5, identity: "b", machine: "n"), both),
            Case(
                "a container on the same kernel", seen(9, identity: "a"), seen(19, identity: "a", machine: "n"),
                onlySame),
        ])
    private func tellsWhatFits(_ example: Case) {
        #expect(example.fitting == example.fits)
    }

    @Test(
        "the decider counts sleep as each kernel does",
        arguments: [
            Case(
                "a sleep and a hibernation may each be miscounted", seen(1_000), seen(9_000, asleep: 100, count: 1),
                passed: 7_990.5...7_990.5, onlySame),
            Case(
                "a sleep and a hibernation are miscounted by no more than three seconds each", seen(1_000),
                seen(9_000, asleep: 100, count: 1), passed: 7_989.5...7_989.5, neither),
            Case(
                "a hibernation is no counted suspension", seen(1_000), seen(9_000, asleep: 100),
                passed: 8_006.5...8_006.5, onlySame),
            Case(
                "a hibernation is miscounted only once", seen(1_000), seen(9_000, asleep: 100),
                passed: 8_007.2...8_007.2, neither),
            Case(
                "no sleep is shorter than zero", seen(1_000), seen(1_100, asleep: 2, count: 5), passed: 97...97, neither
            ),
            Case("a sleep may last no time", seen(1_000), seen(1_100, asleep: 2, count: 5), passed: 98...98, onlySame),
            Case(
                "suspensions without counted sleep may have lost any sleep", seen(5_000), seen(5_100, count: 1),
                passed: 4_000...4_000, onlySame),
            Case(
                "suspensions with counted sleep have lost none", seen(5_000), seen(5_100, asleep: 50, count: 1),
                passed: 4_000...4_000, neither),
            Case("lost sleep loses no time awake", seen(5_000), seen(5_100, count: 1), passed: 99.8...99.8, neither),
            Case(
                "no count of suspensions, and no sleep: none was lost", seen(5_000, count: nil),
                seen(5_100, count: nil), passed: 104...104, neither),
            Case(
                "no count of suspensions, and some sleep: its length is open", seen(5_000, count: nil),
                seen(5_100, asleep: 1, count: nil), passed: 4_000...4_000, onlySame),
            Case(
                "no count of suspensions: no less than the time awake passed", seen(5_000, count: nil),
                seen(5_100, asleep: 60, count: nil), passed: 40...40, onlySame),
            Case(
                "no count of suspensions: less than the time awake fits nothing", seen(5_000, count: nil),
                seen(5_100, asleep: 60, count: nil), passed: 39.9...39.9, neither),
            Case(
                "a count that becomes known as zero excludes a sleep", seen(5_000, count: nil),
                seen(5_100, asleep: 0, count: 0), passed: 100.2...100.2, neither),
            Case(
                "a count that becomes known bounds the miscount", seen(5_000, count: nil),
                seen(5_100, asleep: 50, count: 1), passed: 105.9...105.9, onlySame),
            Case(
                "a miscount beyond the count that becomes known fits nothing", seen(5_000, count: nil),
                seen(5_100, asleep: 50, count: 1), passed: 106.2...106.2, neither),
            Case(
                "a negative count is no count", seen(5_000, count: -1), seen(5_100, asleep: 1, count: -1),
                passed: 4_000...4_000, onlySame),
            Case(
                "a phone's counter is as exact asleep as awake", .darwin, seen(5_000, count: nil),
                seen(5_100, asleep: 60, count: nil), passed: 100.1...100.1, neither),
            Case(
                "two crystals run apart if one of them counts the sleep", .darwinPowerManagement, seen(2_000_000),
                seen(3_000_000, asleep: 900, count: 5), passed: 999_350...999_350, onlySame),
            Case(
                "two crystals run no further apart than the time since boot allows", .darwinPowerManagement,
                seen(2_000_000), seen(3_000_000, asleep: 900, count: 5), passed: 999_299...999_299, neither),
            Case(
                "a second crystal that lags may hide a sleep", .darwinPowerManagement, seen(2_000_000),
                seen(3_000_000, count: 5), passed: 1_000_690...1_000_690, onlySame),
            Case(
                "without a wake the second crystal hides no sleep", .darwinPowerManagement, seen(2_000_000),
                seen(3_000_000), passed: 1_000_101...1_000_101, neither),
            Case(
                "without a known wake, the device may have slept", .darwinIntel, seen(5_000, count: nil),
                seen(5_100, count: nil), passed: 4_000...4_000, onlySame),
            Case(
                "a last wake that moves back shows a reboot", .darwinIntel, seen(5_000, count: 7),
                seen(5_100, count: 6), onlyReboot),
            Case(
                "on an Intel Mac the counted sleep may be too long", .darwinIntel, seen(5_000), seen(5_100, asleep: 60),
                passed: 40...40, onlySame),
            Case(
                "on an Intel Mac the time awake has passed", .darwinIntel, seen(5_000), seen(5_100, asleep: 60),
                passed: 39.9...39.9, neither),
            Case(
                "on an Intel Mac the calendar may have missed a sleep", .darwinIntel, seen(5_000),
                seen(5_100, asleep: 60), passed: 4_000...4_000, onlySame),
        ])
    private func knowsHowSleepIsCounted(_ example: Case) {
        #expect(example.fitting == example.fits)
    }

    @Test(
        "a new boot has to fit between the two readings",
        arguments: [
            Case("a new boot fits if it is short enough", seen(100), seen(1_000), passed: 998.6...998.6, onlyReboot),
            Case("a new boot that is too long does not fit", seen(100), seen(1_000), passed: 998.4...998.4, neither),
            Case(
                "a new boot may be a hundredth of a second too long", seen(100), seen(1_000), passed: 998.495...998.495,
                onlyReboot),
            Case(
                "only the upper bound of the time that passed excludes a new boot", seen(100), seen(1_000),
                passed: 950...998.6, onlyReboot),
            Case(
                "the new boot's sleep may be miscounted", seen(100), seen(1_000, asleep: 500, count: 2),
                passed: 990.6...990.6, onlyReboot),
            Case(
                "the new boot's sleep is miscounted by no more than three seconds each", seen(100),
                seen(1_000, asleep: 500, count: 2), passed: 990.3...990.3, neither),
            Case(
                "all of the new boot's counted sleep may be miscounted", seen(100, count: 50),
                seen(1_000, asleep: 2, count: 50), passed: 997.6...997.6, onlyReboot),
            Case(
                "many suspensions take away no more than the counted sleep", seen(100, count: 50),
                seen(1_000, asleep: 2, count: 50), passed: 997.4...997.4, neither),
            Case(
                "lost sleeps do not make the new boot shorter", seen(100, count: 50), seen(1_000, count: 50),
                passed: 998.4...998.4, neither),
            Case(
                "no count of suspensions: only the time awake has to fit", seen(100, count: nil),
                seen(1_000, asleep: 900, count: nil), passed: 99.95...99.95, both),
            Case(
                "no count of suspensions: a time awake that is too long does not fit", seen(100, count: nil),
                seen(1_000, asleep: 900, count: nil), passed: 99.9...99.9, onlySame),
            Case(
                "if the counter keeps counting through a reboot, the calendar has to fit", .darwin,
                seen(4_999_000, calendar: 10), seen(5_000_000, calendar: 1_000), passed: 962.7...962.7, onlyReboot),
            Case(
                "if the counter keeps counting through a reboot, a calendar that is too long does not fit", .darwin,
                seen(4_999_000, calendar: 10), seen(5_000_000, calendar: 1_000), passed: 962.6...962.6, neither),
            Case(
                "on an Intel Mac the calendar without the sleep has to fit", .darwinIntel, seen(100),
                seen(1_000, asleep: 900), passed: 95.9...95.9, both),
            Case(
                "on an Intel Mac a calendar that is too long without the sleep does not fit", .darwinIntel, seen(100),
                seen(1_000, asleep: 900), passed: 95.7...95.7, onlySame),
        ])
    private func aNewBootLiesBetweenTheSnapshots(_ example: Case) {
        #expect(example.fitting == example.fits)
    }

    @Test(
        "each tolerance ends at its stated limit",
        arguments: [
            Case("the elapsed clock may seem to fall a little", seen(1_000), seen(999.1), both),
            Case("an elapsed clock that falls further shows a reboot", seen(1_000), seen(998.9), onlyReboot),
            Case(
                "an elapsed clock that falls further shows a reboot even if no part falls as much",
                seen(1_000, asleep: 10), seen(998.9, asleep: 9.5, calendar: 1_000), onlyReboot),
            Case("the awake clock may seem to fall a little", seen(1_000), seen(2_000, asleep: 1_000.9), both),
            Case(
                "an awake clock that falls further shows a reboot", seen(1_000), seen(2_000, asleep: 1_001.1),
                onlyReboot),
            Case("the time asleep may seem to fall a little", seen(1_000, asleep: 10), seen(2_000, asleep: 9.1), both),
            Case(
                "a time asleep that falls further shows a reboot", seen(1_000, asleep: 10), seen(2_000, asleep: 8.9),
                onlyReboot),
            Case("the time since boot may seem to fall a little", seen(1_000), seen(2_000, calendar: 999.1), both),
            Case(
                "a time since boot that falls further shows a reboot", seen(1_000), seen(2_000, calendar: 998.9),
                onlyReboot),
            Case("the count of suspensions may stay", seen(1_000, count: 2), seen(2_000, count: 2), both),
            Case(
                "a count of suspensions that falls shows a reboot", seen(1_000, count: 2), seen(2_000, count: 1),
                onlyReboot),
            Case(
                "a count of suspensions that falls in a long time shows a reboot, too", seen(1_000, count: 2),
                seen(1_001_000, count: 1), onlyReboot),
            Case("Darwin's calendar may lag a little", .darwin, seen(1_000), seen(2_000, calendar: 1_962.7), both),
            Case(
                "a Darwin calendar that lags more than slewing allows shows a reboot", .darwin, seen(1_000),
                seen(2_000, calendar: 1_962.6), onlyReboot),
            Case(
                "a Darwin calendar that lags too far in a long time shows a reboot, too", .darwin, seen(1_000),
                seen(1_001_000, calendar: 964_140), onlyReboot),
            Case("Darwin's calendar may run ahead", .darwin, seen(1_000), seen(2_000, calendar: 2_100), both),
            Case("the calendar on Linux may lag", seen(1_000), seen(2_000, calendar: 1_800), both),
            Case(
                "Darwin's calendar may lag behind true time", .darwin, seen(100), seen(1_000_100, calendar: 963_336.4),
                passed: 1_000_090...1_000_090, both),
            Case(
                "a Darwin calendar that lags further behind true time shows a reboot", .darwin, seen(100),
                seen(1_000_100, calendar: 963_336.0), passed: 1_000_090...1_000_090, onlyReboot),
            Case("a crystal may be fast", seen(2_000_000), seen(3_000_000), passed: 999_501...999_501, onlySame),
            Case(
                "a crystal that is faster than its bound fits nothing", seen(2_000_000), seen(3_000_000),
                passed: 999_499...999_499, neither),
            Case("a crystal may be slow", seen(2_000_000), seen(3_000_000), passed: 1_000_499...1_000_499, onlySame),
            Case(
                "a crystal that is slower than its bound fits nothing", seen(2_000_000), seen(3_000_000),
                passed: 1_000_501...1_000_501, neither),
            Case(
                "a phone's crystal has a tighter bound", .darwin, seen(2_000_000), seen(3_000_000),
                passed: 1_000_101...1_000_101, neither),
            Case(
                "servers may be off by a hundredth of a second", seen(5_000), seen(5_000), passed: 0.009...0.009,
                onlySame),
            Case("servers that are off by more fit nothing", seen(5_000), seen(5_000), passed: 0.011...0.011, neither),
            Case("a reboot takes some time", seen(0.5), seen(0.5), passed: -0.005 ... -0.005, onlySame),
            Case("a reboot may take very little time", seen(0.5), seen(0.5), passed: 0.005...0.005, both),
            Case("bounds fit if they only meet", seen(5_000), seen(5_100), passed: 0...100, onlySame),
        ])
    private func bordersLieWhereTheyAreStated(_ example: Case) {
        #expect(example.fitting == example.fits)
    }

    @Test(
        "bounds with one open end exclude what the other end excludes",
        arguments: [
            (Bounds(lower: .seconds(50), upper: .max), Bounds.exactly(.zero), onlyReboot),
            (Bounds(lower: .min, upper: .seconds(50)), Bounds.exactly(.zero), onlySame),
            (Bounds(lower: .min, upper: .seconds(-50)), Bounds.exactly(.zero), neither),
            (Bounds.exactly(.zero), Bounds(lower: .min, upper: .seconds(50)), both),
            (Bounds.exactly(.zero), Bounds(lower: .seconds(50), upper: .max), neither),
            (Bounds.unbounded, Bounds.unbounded, both), (Bounds.exactly(.zero), nil, both),
            (nil, Bounds.exactly(.zero), both),
        ] as [(Bounds?, Bounds?, FittingHistories)])
    func openBoundsSayHalf(offset: Bounds?, offsetBefore: Bounds?, fits: FittingHistories) {
        var (before, now) = (seen(1_000), seen(2_000))
        (before.offset, now.offset) = (offsetBefore, offset)
        #expect(IdealDecider(model: .linux).fitting(before: before, now: now) == fits)
    }

    @Test("readings at the ends of Int64 don't trap, and fit the same boot", arguments: [Int64.min, .max])
    func nothingIsTooLarge(nanoseconds: Int64) {
        let wild = ClockSnapshot(
            reading: ClockReading(
                wall: WallInstant(nanoseconds: nanoseconds), elapsed: ElapsedInstant(nanoseconds: nanoseconds),
                awake: AwakeInstant(nanoseconds: ~nanoseconds), kernelBootTime: WallInstant(nanoseconds: ~nanoseconds),
                suspendMark: nanoseconds),
            machine: MachineIdentity("m"), offset: .exactly(Nanoseconds(nanoseconds)))
        for model in SightInventor.models {
            let decider = IdealDecider(model: model)
            _ = decider.fitting(before: wild, now: seen(1_000))
            _ = decider.fitting(before: seen(1_000), now: wild)
            #expect(decider.fitting(before: wild, now: wild).sameBoot)
        }
    }
}
