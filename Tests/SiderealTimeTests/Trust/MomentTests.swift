import SiderealClocks
import SiderealCore
import SiderealSystem
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

/// `now()` called again within milliseconds: the bounds are carried on by one clock, without a lock.
@Suite("now() called again within milliseconds", .timeLimit(Patience.ofATest)) struct MomentTests {
    /// Makes an observatory on the clocks of a kernel, and a source whose bounds begin so long before the truth and end
    /// so long after it.
    private func clock(
        on kernel: MomentKernel, below: Nanoseconds = .seconds(1), above: Nanoseconds = .seconds(1)
    ) async throws -> TrustedClock {
        let device = StoryDevice()
        var clocks = device.clocks
        clocks.source = LinuxClocks(kernel: kernel, namespace: TimeNamespace())
        let observatory = try Observatory(
            directory: StoryDevice.directory, observer: "app", journal: nil, savesAutomatically: false,
            environment: device.environment, clocks: clocks)
        let source = ScriptedSource("https://a.example") { poll in
            let sent = poll.stampSent()
            _ = poll.receive(
                TimePoll.Answer(
                    sent: sent, received: poll.stampReceived(), earliest: kernel.truth - below,
                    latest: kernel.truth + above))
        }
        let clock = try TrustedClock(observatory, sources: [source])
        await clock.synchronize()
        return clock
    }

    @Test("a repeated now() reads one clock and the suspend count")
    func repeatedNowReadsOneClock() async throws {
        let kernel = MomentKernel(countsSuspensions: true)
        let clock = try await clock(on: kernel)
        _ = clock.now()
        kernel.run(nanoseconds: 1_000_000)
        #expect(kernel.looks { _ = clock.now() } == ["CLOCK_BOOTTIME", "suspend count"])
        #expect(clock.now().allows(kernel.truth))
        // Each kind of question by itself.
        #expect(kernel.looks { _ = clock.now(requiring: .proven) }.count > 2)
        #expect(kernel.looks { _ = clock.now(requiring: .proven) }.count == 2)
        // After a while all are read again.
        kernel.run(nanoseconds: 20_000_000)
        #expect(kernel.looks { _ = clock.now() }.count > 2)
    }

    /// At most a 64th wider than after a reading of all clocks, and only for as long as the bounds are narrow.
    @Test(
        "bounds that one clock carries forward widen by at most a 64th plus the drift",
        arguments: [Nanoseconds(20_000), .milliseconds(1), .milliseconds(50), .seconds(2)] as [Nanoseconds])
    func boundsHardlyWiden(error: Nanoseconds) async throws {
        let kernel = MomentKernel(countsSuspensions: false)
        let clock = try await clock(on: kernel, below: error, above: error)
        let width = try #require(clock.now().width)
        for _ in 0..<2_000 {
            kernel.run(nanoseconds: 7_000)
            let now = clock.now()
            try #require(now.allows(kernel.truth))
            // Besides the drift in 14 milliseconds.
            try #require(#require(now.width) <= width + Nanoseconds(width.count / 64) + Nanoseconds(30_000))
        }
    }

    /// A daemon slews as fast as the kernel can, forward and back. Devices sleep for a moment or for hours.
    @Test(
        "the bounds contain the true time, however the clocks are slewed or asleep",
        arguments: 0..<TestExtent.choose(part: 8, whole: 20) as Range<UInt64>)
    func whateverTheClocksDoTheTruthIsAllowed(seed: UInt64) async throws {
        var dice = SplitMix64(seed: seed)
        let kernel = MomentKernel(countsSuspensions: seed % 2 == 0)
        // The truth is at one end, where the smallest mistake shows.
        let width = Nanoseconds(Int64.random(in: 1_000_000...1_000_000_000, using: &dice))
        let clock = try await clock(
            on: kernel, below: seed % 4 < 2 ? width : .zero, above: seed % 4 < 2 ? .zero : width)
        var bounded = 0
        for step in 0..<2_000 {
            switch Int.random(in: 0..<40, using: &dice) {
            case 0: kernel.suspend(nanoseconds: Int64.random(in: 1...20_000_000, using: &dice))
            case 1: kernel.suspend(nanoseconds: Int64.random(in: 1...7_200_000_000_000, using: &dice))
            case 2: await clock.synchronize()
            case 3: kernel.change { $0.pace = Int64.random(in: -600_000...600_000, using: &dice) }
            case 4: kernel.run(nanoseconds: Int64.random(in: 0...3_600_000_000_000, using: &dice))
            default: kernel.run(nanoseconds: Int64.random(in: 0...5_000_000, using: &dice))
            }
            let now = clock.now()
            try #require(now.allows(kernel.truth), "step \(step)")
            bounded += now.kind == .bounded ? 1 : 0
        }
        #expect(bounded > 200)
    }

    @Test("the next now() reflects a reset or an answer")
    func nothingOldIsToldAfterAnInput() async throws {
        let kernel = MomentKernel(countsSuspensions: false)
        let clock = try await clock(on: kernel)
        #expect(clock.now().kind == .bounded)
        clock.forgetTrustedTime()
        #expect(clock.now().kind == .unknown)
        await clock.synchronize()
        #expect(clock.now().kind == .bounded)
    }

    // MARK: - Each read and each allowance is necessary

    /// A sleep of an hour, which clocks that stop in sleep don't show.
    @Test(
        "a clock that stops during sleep would give a false span; CLOCK_BOOTTIME gives no span",
        arguments: ["CLOCK_MONOTONIC", "CLOCK_MONOTONIC_RAW"])
    func aClockThatStandsStillInSleepWouldLie(name: String) {
        let kernel = MomentKernel(countsSuspensions: false)
        let (before, was, old) = (reading(name, kernel), reading("CLOCK_BOOTTIME", kernel), kernel.truth)
        kernel.suspend(nanoseconds: 3_600_000_000_000)
        let passed = (kernel.truth - old).count
        #expect(contains(reading(name, kernel).span(since: before), passed) == false)
        #expect(reading("CLOCK_BOOTTIME", kernel).span(since: was) == nil)
    }

    /// Processes run before the kernel has counted the sleep: only its count of suspensions shows it.
    @Test("without the suspend count, a sleep that the kernel has not yet counted would give a false span")
    func withoutTheCountOfSuspensionsALateKernelWouldLie() {
        let kernel = MomentKernel(countsSuspensions: true)
        let (before, old) = (reading("CLOCK_BOOTTIME", kernel), kernel.truth)
        kernel.suspend(nanoseconds: 3_000_000_000, isCounted: false)
        var now = reading("CLOCK_BOOTTIME", kernel)
        #expect(now.span(since: before) == nil)
        now.suspendMark = before.suspendMark
        #expect(contains(now.span(since: before), (kernel.truth - old).count) == false)
    }

    /// Without the allowance CLOCK_BOOTTIME would count as the elapsed clock while a daemon slews it.
    @Test("without the allowance, a slewed clock would give a false span", arguments: [-600_000, 600_000] as [Int64])
    func slewedClockNeedsItsAllowance(pace: Int64) {
        let kernel = MomentKernel(countsSuspensions: false)
        kernel.change { $0.pace = pace }
        var (before, old) = (reading("CLOCK_BOOTTIME", kernel), kernel.truth)
        kernel.run(nanoseconds: 5_000_000)
        var now = reading("CLOCK_BOOTTIME", kernel)
        #expect(contains(now.span(since: before), (kernel.truth - old).count) == true)
        (before.isSlewed, now.isSlewed) = (false, false)
        #expect(contains(now.span(since: before), (kernel.truth - old).count) == false)
    }

    private func contains(_ span: (atLeast: Int64, atMost: Int64)?, _ passed: Int64) -> Bool? {
        span.map { $0.atLeast <= passed && passed <= $0.atMost }
    }

    private func reading(_ name: String, _ kernel: MomentKernel) -> QuickReading {
        QuickReading(shown: kernel.shows(name), suspendMark: kernel.suspendCount(), isSlewed: true)
    }
}

/// A kernel whose clocks advance, are slewed and stop as a test wants. A read takes ten nanoseconds.
private final class MomentKernel: LinuxKernelClocks {
    struct State: Sendable {
        var truth: Int64 = 1_800_000_000_000_000_000
        var raw: Int64 = 1_000_000_000_000
        /// The lead of CLOCK_MONOTONIC over the raw clock, and of CLOCK_BOOTTIME over that.
        var slewed: Int64 = 0
        var slept: Int64 = 0
        var suspensions: Int64 = 0
        /// The rate by which CLOCK_MONOTONIC runs faster, in millionths.
        var pace: Int64 = 0
        var looks: [String] = []

        mutating func run(_ nanoseconds: Int64) {
            truth += nanoseconds
            raw += nanoseconds
            let (millions, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000)
            slewed += millions * pace + rest * pace / 1_000_000
        }
    }

    private let state = Lock(State())
    private let countsSuspensions: Bool

    init(countsSuspensions: Bool) { self.countsSuspensions = countsSuspensions }

    var truth: TrueInstant { TrueInstant(nanoseconds: state.withLock { $0.truth }) }

    func change(_ body: (inout State) -> Void) { state.withLock { body(&$0) } }
    func run(nanoseconds: Int64) { change { $0.run(nanoseconds) } }

    /// Sleeps for a while. CLOCK_BOOTTIME includes it by now if it `isCounted`.
    func suspend(nanoseconds: Int64, isCounted: Bool = true) {
        change { state in
            state.truth += nanoseconds
            if isCounted { state.slept += nanoseconds }
            state.suspensions += 1
        }
    }

    /// Returns the clocks that are read meanwhile.
    func looks(_ body: () -> Void) -> [String] {
        change { $0.looks = [] }
        body()
        return state.withLock { $0.looks }
    }

    func shows(_ name: String) -> Int64 {
        state.withLock { state in
            state.looks.append(name)
            state.run(10)
            return switch name {
            case "CLOCK_REALTIME": state.truth
            case "CLOCK_MONOTONIC": state.raw + state.slewed
            case "CLOCK_MONOTONIC_RAW": state.raw
            default: state.raw + state.slewed + state.slept
            }
        }
    }

    func realtime() throws(ClockError) -> Int64 { shows("CLOCK_REALTIME") }
    func monotonic() throws(ClockError) -> Int64 { shows("CLOCK_MONOTONIC") }
    func monotonicRaw() throws(ClockError) -> Int64 { shows("CLOCK_MONOTONIC_RAW") }
    func bootTime() throws(ClockError) -> Int64 { shows("CLOCK_BOOTTIME") }

    func suspendCount() -> Int64? {
        guard countsSuspensions else { return nil }
        return state.withLock { state in
            state.looks.append("suspend count")
            return state.suspensions
        }
    }
}
