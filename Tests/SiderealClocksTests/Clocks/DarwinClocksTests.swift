import SiderealClocks
import SiderealCore
import SiderealSystem
import Testing

/// Readings of Darwin's clocks, on a kernel that advances only when it is read.
@Suite("reading Darwin's clocks") struct DarwinClocksTests {
    static let second: Int64 = 1_000_000_000
    /// Last wake, boot time, continuous, uptime, wall, continuous, boot time, last wake.
    static let readingsPerAttempt = 8

    func clocks(_ device: ScriptedKernel) -> DarwinClocks<ScriptedDarwinKernel> {
        DarwinClocks(kernel: ScriptedDarwinKernel(device: device))
    }

    @Test("an undisturbed reading takes one attempt, and all its parts are from one moment")
    func oneQuietAttemptIsEnough() throws {
        let device = ScriptedKernel()
        device.change { $0.slept = 3_600 * Self.second }
        var clocks = clocks(device)
        let reading = try clocks.read()
        #expect(device.now.reads == Self.readingsPerAttempt)
        #expect((reading.slept - .seconds(3_600)).magnitude < .milliseconds(1))
        #expect(reading.kernelBootTime.nanoseconds == device.now.wallAtBoot)
        #expect(reading.suspendMark == 0)
        let offset = reading.wall.nanoseconds - reading.elapsed.nanoseconds
        #expect(abs(offset - device.now.wallAtBoot) < 1_000_000)
    }

    /// The kernel changes wall clock and boot time under one lock, so the reading is of before the step or of after it.
    @Test("a reading is from before or after a clock step, never a mix of both", arguments: 0...16)
    func stepsAreReadBeforeOrAfter(read: Int) throws {
        let step = 86_400 * Self.second
        let device = ScriptedKernel(events: [read: { $0.setWall(by: step) }])
        var clocks = clocks(device)
        let reading = try clocks.read()
        let offset = reading.wall.nanoseconds - reading.elapsed.nanoseconds
        #expect(abs(offset - reading.kernelBootTime.nanoseconds) < 1_000_000)
        #expect(device.now.reads == Self.readingsPerAttempt * ((2...6).contains(read) ? 2 : 1))
    }

    @Test("a reading is from before or after a suspension, never a mix of both", arguments: 0...16)
    func suspensionsAreReadBeforeOrAfter(read: Int) throws {
        let device = ScriptedKernel(events: [read: { $0.sleep(4 * Self.second) }])
        var clocks = clocks(device)
        let reading = try clocks.read()
        let isAfter = reading.slept > .seconds(1)
        #expect(reading.suspendMark == (isAfter ? 1 : 0))
        #expect((reading.slept - .seconds(isAfter ? 4 : 0)).magnitude < .milliseconds(1))
        let offset = reading.wall.nanoseconds - reading.elapsed.nanoseconds
        #expect(abs(offset - device.now.wallAtBoot) < 1_000_000)
    }

    @Test("a boot time that changes in each attempt is reported as unsteady")
    func aBootTimeThatNeverHoldsStillIsUnsteady() {
        let everyAttempt = (0..<16).map {
            ($0 * Self.readingsPerAttempt + 3, { @Sendable in $0.setWall(by: Self.second) } as ScriptedKernel.Event)
        }
        var clocks = clocks(ScriptedKernel(events: Dictionary(uniqueKeysWithValues: everyAttempt)))
        #expect(throws: ClockError.unsteady(attempts: 16)) { try clocks.read() }
    }

    @Test("on a slow machine, the reading comes from the quickest of 16 attempts")
    func slowMachinesGetTheQuickestAttempt() throws {
        let reads = Self.readingsPerAttempt
        let device = ScriptedKernel(duration: { $0 / reads == 5 ? 1_000_000 : 2_000_000 })
        let start = device.now.awake
        var clocks = clocks(device)
        let reading = try clocks.read()
        #expect(device.now.reads == 16 * reads)
        #expect(reading.elapsed.nanoseconds == start + Int64(5 * reads) * 2_000_000 + 3 * 1_000_000)
    }

    /// The elapsed clock alone: a sleep before any of the reads doesn't count as part of another sleep.
    @Test("a state of the elapsed clock has a last wake only if no sleep interrupted the reading", arguments: 0...4)
    func theElapsedClockKnowsItsSleep(read: Int) throws {
        let device = ScriptedKernel(events: [read: { $0.sleep(4 * Self.second) }])
        let state = try clocks(device).state(slept: .zero)
        #expect(state.suspendMark == [1, nil, nil, nil, 0][read])
    }

    @Test(
        "the error names the clock that can't be read",
        arguments: ["CLOCK_REALTIME", "CLOCK_MONOTONIC_RAW", "CLOCK_UPTIME_RAW", "kern.boottime"])
    func failingClocksAreNamed(name: String) {
        let device = ScriptedKernel()
        device.change { $0.failing = (name, .notPermitted) }
        var clocks = clocks(device)
        #expect(throws: ClockError.unreadable(clock: name, .notPermitted)) { try clocks.read() }
    }
}
