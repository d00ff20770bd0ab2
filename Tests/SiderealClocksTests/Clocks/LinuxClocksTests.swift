import SiderealClocks
import SiderealCore
import SiderealSystem
import SiderealTesting
import Testing

/// Readings of Linux's clocks, on a kernel that advances only when it is read.
@Suite("reading Linux's clocks") struct LinuxClocksTests {
    static let second: Int64 = 1_000_000_000
    /// Reads in one attempt: count, boot time (3), elapsed (4), wall, elapsed (4), boot time (3), count.
    static let readingsPerAttempt = 17

    func clocks(_ kernel: ScriptedKernel, _ namespace: TimeNamespace = TimeNamespace()) -> LinuxClocks<ScriptedKernel> {
        LinuxClocks(kernel: kernel, namespace: namespace)
    }

    /// Returns whether all parts of a reading belong to one moment of a device in some state.
    static func isConsistent(_ reading: ClockReading, _ device: ScriptedKernel.State) -> Bool {
        let tolerance = Nanoseconds.milliseconds(1)
        let offset = Nanoseconds(reading.wall.nanoseconds) - Nanoseconds(reading.elapsed.nanoseconds)
        let bootTime = Nanoseconds(reading.kernelBootTime.nanoseconds)
        return (offset - Nanoseconds(device.wallAtBoot + device.slewed)).magnitude < tolerance
            && (bootTime - Nanoseconds(device.wallAtBoot)).magnitude < tolerance
            && (reading.slept - Nanoseconds(device.slept)).magnitude < tolerance
            && reading.suspendMark == device.suspendMark
    }

    @Test("an undisturbed reading takes one attempt, and all its parts are from one moment")
    func oneQuietAttemptIsEnough() throws {
        let kernel = ScriptedKernel()
        var clocks = clocks(kernel)
        let reading = try clocks.read()
        #expect(Self.isConsistent(reading, kernel.now))
        #expect(reading.elapsed.nanoseconds == reading.awake.nanoseconds, "it never slept, so for zero exactly")
        #expect(kernel.now.reads == Self.readingsPerAttempt)
    }

    /// CLOCK_BOOTTIME is slewed; the clock that the library reads is not.
    @Test("slewing doesn't affect the elapsed clock")
    func slewingDoesNotAffectElapsedClock() throws {
        let kernel = ScriptedKernel()
        var clocks = clocks(kernel)
        let before = try clocks.read()
        kernel.change { $0.awake += 3_600 * Self.second }
        kernel.change { $0.slewed += 300 * Self.second }
        let after = try clocks.read()
        let passed = after.elapsed - before.elapsed
        #expect((passed - .seconds(3_600)).magnitude < .milliseconds(1))
    }

    /// Delays of milliseconds between the reads, as on a machine under load: the clock never falls, and is never wrong
    /// by more than the delays.
    @Test("delays within a reading never make the elapsed clock fall", arguments: 0..<40 as Range<UInt64>)
    func delaysNeverMakeTheElapsedClockFall(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let delays = (0..<4_096).map { _ in
            Int64.random(in: 0...(Bool.random(using: &random) ? 300 : 6_000_000), using: &random)
        }
        let kernel = ScriptedKernel(duration: { delays[$0 % delays.count] })
        let clocks = clocks(kernel)
        var last = try clocks.state(slept: .zero)
        for round in 0..<500 {
            if round % 50 == 49 { kernel.change { $0.sleep(4 * Self.second + 123_456_789) } }
            let next = try clocks.state(slept: last.slept)
            try #require(next.elapsed >= last.elapsed, "seed \(seed), round \(round)")
            let error = kernel.now.elapsed - next.elapsed.nanoseconds
            try #require((0...12_000_000).contains(error), "seed \(seed), round \(round)")
            last = next
        }
    }

    @Test("the time asleep stays the same until the clocks prove another sleep", arguments: [0, 4 * second])
    func timeAsleepIsKeptWhileTheBracketAllowsIt(slept: Int64) throws {
        let kernel = ScriptedKernel()
        kernel.change { $0.slept = slept }
        var clocks = clocks(kernel)
        let known = try clocks.read().slept
        for _ in 0..<20 {
            kernel.change { $0.awake += Self.second }
            #expect(try clocks.read().slept == known)
        }
        kernel.change { $0.sleep(2 * Self.second) }
        #expect((try clocks.read().slept - known - .seconds(2)).magnitude < .milliseconds(1))
    }

    @Test("a slow reading keeps the time asleep that a quick reading proved")
    func timeAsleepIsNotForgotten() throws {
        let kernel = ScriptedKernel(duration: { $0 < 4 ? 40 : 3_000_000 })
        kernel.change { $0.slept = 4 * Self.second }
        let clocks = clocks(kernel)
        let quick = try clocks.state(slept: .zero)
        #expect((quick.slept - .seconds(4)).magnitude < .milliseconds(1))
        let slow = try clocks.state(slept: quick.slept)
        #expect(slow.slept == quick.slept)
    }

    /// An interruption between two reads doesn't make the sleep seem shorter: the clocks are read again.
    @Test("an interruption within a reading doesn't shorten the sleep")
    func interruptionDoesNotShortenSleep() throws {
        let kernel = ScriptedKernel(duration: { $0 % 8 < 4 ? 3_000_000 : 40 })
        kernel.change { $0.slept = 4 * Self.second }
        let state = try clocks(kernel).state(slept: .zero)
        #expect((.zero...Nanoseconds(1_000)).contains(.seconds(4) - state.slept))
    }

    @Test(
        "a reading is from before or after a disturbance, never a mix of both",
        arguments: 0...readingsPerAttempt,
        [Disturbance.suspend, .uncountedSuspend, .set(forward: 86_400), .set(forward: -86_400)])
    func disturbancesBetweenTheLooks(read: Int, disturbance: Disturbance) throws {
        var state = ScriptedKernel.State()
        if disturbance == .uncountedSuspend { state.suspendMark = nil }
        let kernel = ScriptedKernel(state, events: [read: disturbance.happen])
        var clocks = clocks(kernel)
        let reading = try clocks.read()
        #expect(Self.isConsistent(reading, state) || Self.isConsistent(reading, kernel.now))
        #expect(kernel.now.reads <= 2 * Self.readingsPerAttempt)
    }

    enum Disturbance: Sendable, Hashable {
        case suspend
        case uncountedSuspend
        case set(forward: Int64)

        @Sendable func happen(_ state: inout ScriptedKernel.State) {
            switch self {
            case .suspend: state.sleep(4 * LinuxClocksTests.second)
            case .uncountedSuspend: state.sleep(4 * LinuxClocksTests.second, counted: false)
            case .set(let seconds): state.setWall(by: seconds * LinuxClocksTests.second)
            }
        }
    }

    /// The kernel counts a suspension that moved no clock (a board without a persistent one).
    @Test("a suspend count that changes during an attempt causes another attempt")
    func countThatMovesMakesItLookAgain() throws {
        let kernel = ScriptedKernel(events: [9: { $0.sleep(0) }])
        var clocks = clocks(kernel)
        #expect(try clocks.read().suspendMark == 1)
        #expect(kernel.now.reads == 2 * Self.readingsPerAttempt)
    }

    @Test("clocks that are disturbed in each attempt are reported as unsteady")
    func clocksThatNeverHoldStillAreUnsteady() {
        let everyAttempt = (0..<16).map {
            ($0 * Self.readingsPerAttempt + 8, { @Sendable in $0.sleep(Self.second) } as ScriptedKernel.Event)
        }
        let kernel = ScriptedKernel(events: Dictionary(uniqueKeysWithValues: everyAttempt))
        var clocks = clocks(kernel)
        #expect(throws: ClockError.unsteady(attempts: 16)) { try clocks.read() }
    }

    @Test("on a slow machine, the reading comes from the quickest of 16 attempts", arguments: [0, 6, 15])
    func slowMachinesGetTheQuickestAttempt(quickest: Int) throws {
        let reads = Self.readingsPerAttempt
        let kernel = ScriptedKernel(duration: { $0 / reads == quickest ? 1_000_000 : 2_000_000 })
        let start = kernel.now.awake
        var clocks = clocks(kernel)
        let reading = try clocks.read()
        #expect(kernel.now.reads == 16 * reads)
        // The raw clock of that attempt is its eighth read.
        let expected = start + Int64(quickest * reads) * 2_000_000 + 8 * 1_000_000
        #expect(reading.elapsed.nanoseconds == expected)
        #expect(reading.wall.nanoseconds == kernel.now.wallAtBoot + expected + 1_000_000)
    }

    @Test("on a slow machine, the reading doesn't come from an attempt in which the clock was set")
    func slowMachinesDoNotGetASetClock() throws {
        let reads = Self.readingsPerAttempt
        let kernel = ScriptedKernel(
            events: [3 * reads + 8: { $0.setWall(by: Self.second * 60) }],
            duration: { $0 / reads == 3 ? 1_000_000 : 2_000_000 })
        var clocks = clocks(kernel)
        let reading = try clocks.read()
        let offset = reading.wall.nanoseconds - reading.elapsed.nanoseconds
        let bootTime = reading.kernelBootTime.nanoseconds
        #expect(abs(offset - bootTime) < 20_000_000)
    }

    @Test(
        "the error names the clock that can't be read",
        arguments: ["CLOCK_REALTIME", "CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW", "CLOCK_BOOTTIME"])
    func failingClocksAreNamed(name: String) {
        let kernel = ScriptedKernel()
        kernel.change { $0.failing = (name, .invalid) }
        var clocks = clocks(kernel)
        let error = #expect(throws: ClockError.self) { try clocks.read() }
        #expect(error == .unreadable(clock: name, .invalid))
        #expect(error?.description.contains(name) == true)
        #expect(error?.description.contains("errno 22") == true)
    }

    @Test(
        "a time namespace doesn't shift a reading",
        arguments: [
            TimeNamespace(monotonic: 0, bootTime: 0),
            TimeNamespace(monotonic: 86_400 * second, bootTime: 86_400 * second),
            TimeNamespace(monotonic: -50 * second, bootTime: -60 * second),
            TimeNamespace(monotonic: 0, bootTime: 7 * second),
        ])
    func timeNamespaceDoesNotShiftReadings(namespace: TimeNamespace) throws {
        let kernel = ScriptedKernel()
        kernel.change { $0.namespace = namespace }
        var clocks = clocks(kernel, namespace)
        let reading = try clocks.read()
        #expect(Self.isConsistent(reading, kernel.now))
        #expect(reading.elapsed == reading.awake.asElapsed)
        #expect((kernel.now.awake - reading.awake.nanoseconds) < 1_000_000)
    }
}

extension AwakeInstant {
    fileprivate var asElapsed: ElapsedInstant { ElapsedInstant(nanoseconds: nanoseconds) }
}
