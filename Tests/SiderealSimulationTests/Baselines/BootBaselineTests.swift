import SiderealCore
import SiderealSimulation
import Testing

/// A launch: wall clock, kernel's boot time, time awake and asleep, in seconds.
private struct Launch {
    let wall: Double
    let bootTime: Double
    let awake: Double
    let asleep: Double

    init(_ wall: Double, boot bootTime: Double, awake: Double, asleep: Double = 0) {
        self.wall = wall
        self.bootTime = bootTime
        self.awake = awake
        self.asleep = asleep
    }

    var reading: ClockReading {
        func nanoseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1e9).rounded()) }
        return ClockReading(
            wall: WallInstant(nanoseconds: nanoseconds(wall)),
            elapsed: ElapsedInstant(nanoseconds: nanoseconds(awake + asleep)),
            awake: AwakeInstant(nanoseconds: nanoseconds(awake)),
            kernelBootTime: WallInstant(nanoseconds: nanoseconds(bootTime)))
    }
}

/// Two launches, and the baselines' answers at the second, computed by hand.
private struct Story: CustomTestStringConvertible {
    let name: String
    var model = ClockModel.linux
    let first: Launch
    let second: Launch
    let bootTimeEqual: BootBaselineAnswer
    let uptimeDecreased: BootBaselineAnswer
    let threeClocks: BootBaselineAnswer
    let frozenUptime: BootBaselineAnswer

    var testDescription: String { "\(name), \(model.platform)" }

    func answer<Baseline: BootBaseline>(_: Baseline.Type) -> BootBaselineAnswer {
        var baseline = Baseline()
        _ = baseline.launch(first.reading, at: model)
        return baseline.launch(second.reading, at: model)
    }
}

@Suite("baselines that detect reboots") struct BootBaselineTests {
    @Test(
        "each baseline answers by its rule",
        arguments: [
            Story(
                name: "two looks at once", first: Launch(5_100.2, boot: 5_000.2, awake: 100),
                second: Launch(5_100.2, boot: 5_000.2, awake: 100),
                bootTimeEqual: .sameBoot, uptimeDecreased: .sameBoot, threeClocks: .sameBoot, frozenUptime: .sameBoot),
            Story(
                name: "clock nudged across a second", first: Launch(5_100.9, boot: 5_000.9, awake: 100),
                second: Launch(5_301.1, boot: 5_001.1, awake: 300),
                bootTimeEqual: .rebooted, uptimeDecreased: .sameBoot, threeClocks: .sameBoot, frozenUptime: .sameBoot),
            Story(
                name: "clock nudged across half a second", first: Launch(5_100.4, boot: 5_000.4, awake: 100),
                second: Launch(5_300.6, boot: 5_000.6, awake: 300),
                bootTimeEqual: .sameBoot, uptimeDecreased: .sameBoot, threeClocks: .sameBoot, frozenUptime: .rebooted),
            Story(
                name: "asleep", first: Launch(5_100.2, boot: 5_000.2, awake: 100),
                second: Launch(9_300.2, boot: 5_000.2, awake: 300, asleep: 4_000),
                bootTimeEqual: .sameBoot, uptimeDecreased: .sameBoot, threeClocks: .rebooted, frozenUptime: .sameBoot),
            Story(
                name: "asleep", model: .darwin, first: Launch(5_100.2, boot: 5_000.2, awake: 100),
                second: Launch(9_300.2, boot: 5_000.2, awake: 300, asleep: 4_000),
                bootTimeEqual: .sameBoot, uptimeDecreased: .sameBoot, threeClocks: .sameBoot, frozenUptime: .sameBoot),
            Story(
                name: "reboot and wait, asleep meanwhile", first: Launch(5_100.2, boot: 5_000.2, awake: 100),
                second: Launch(5_440.2, boot: 5_140.2, awake: 50, asleep: 250),
                bootTimeEqual: .rebooted, uptimeDecreased: .sameBoot, threeClocks: .rebooted, frozenUptime: .rebooted),
            Story(
                name: "reboot and wait, asleep meanwhile", model: .darwin,
                first: Launch(5_100.2, boot: 5_000.2, awake: 100),
                second: Launch(5_440.2, boot: 5_140.2, awake: 50, asleep: 250),
                bootTimeEqual: .rebooted, uptimeDecreased: .sameBoot, threeClocks: .sameBoot, frozenUptime: .rebooted),
            Story(
                name: "a boot before 1970", first: Launch(10, boot: -0.3, awake: 10.3),
                second: Launch(20.5, boot: 0.2, awake: 20.3),
                bootTimeEqual: .rebooted, uptimeDecreased: .sameBoot, threeClocks: .sameBoot, frozenUptime: .sameBoot),
        ])
    private func answersAsItsRuleSays(_ story: Story) {
        #expect(story.answer(BootTimeEqual.self) == story.bootTimeEqual)
        #expect(story.answer(UptimeDecreased.self) == story.uptimeDecreased)
        #expect(story.answer(ThreeClocks.self) == story.threeClocks)
        #expect(story.answer(FrozenUptime.self) == story.frozenUptime)
    }

    /// CLOCK_MONOTONIC does not count sleep on Linux.
    @Test(
        "threeClocks reports five seconds of uncounted sleep as a reboot",
        arguments: [(4.9, .sameBoot), (5, .rebooted)] as [(Double, BootBaselineAnswer)])
    func threeClocksAllowsLessThanFiveSeconds(asleep: Double, answer: BootBaselineAnswer) {
        var baseline = ThreeClocks()
        _ = baseline.launch(Launch(5_100, boot: 5_000, awake: 100).reading, at: .linux)
        let later = Launch(5_300 + asleep, boot: 5_000, awake: 300, asleep: asleep)
        #expect(baseline.launch(later.reading, at: .linux) == answer)
    }
}
