import SiderealClocks
import SiderealCore
import SiderealSystem

/// A device whose clocks advance only when they are read, with events before a read of a given number.
final class ScriptedKernel: Sendable {
    struct State: Sendable {
        /// Nanoseconds awake since boot. `slept` has those asleep.
        var awake: Int64 = 100_000_000_000
        var slept: Int64 = 0
        /// The wall clock at boot, by its present setting.
        var wallAtBoot: Int64 = 1_700_000_000_000_000_000
        var suspendMark: Int64? = 0
        var disruptionMarker: Int64?
        /// The lead of the slewed clocks over the raw one.
        var slewed: Int64 = 0
        var namespace = TimeNamespace()
        /// The clock that fails, and its error.
        var failing: (name: String, number: ErrorNumber)?
        var reads = 0

        mutating func sleep(_ length: Int64, counted: Bool = true) {
            slept += length
            if counted { suspendMark = suspendMark.map { $0 + 1 } }
        }

        mutating func setWall(by step: Int64) { wallAtBoot += step }

        /// The elapsed time that a perfect reading would have now.
        var elapsed: Int64 { awake + slept }
        var wall: Int64 { wallAtBoot + slewed + elapsed }
    }

    typealias Event = @Sendable (inout State) -> Void

    private let state: Lock<State>
    private let events: [Int: Event]
    /// The duration of the read of a number.
    private let duration: @Sendable (Int) -> Int64

    init(
        _ state: State = State(), events: [Int: Event] = [:], duration: @escaping @Sendable (Int) -> Int64 = { _ in 40 }
    ) {
        self.state = Lock(state)
        self.events = events
        self.duration = duration
    }

    var now: State { state.withLock { $0 } }

    func change(_ event: Event) { state.withLock { event(&$0) } }

    func read(_ name: String, _ value: (State) -> Int64) throws(ClockError) -> Int64 {
        try state.withLock { state throws(ClockError) in
            step(&state)
            if let failing = state.failing, failing.name == name { throw .unreadable(clock: name, failing.number) }
            return value(state)
        }
    }

    private func step(_ state: inout State) {
        state.awake += duration(state.reads)
        events[state.reads]?(&state)
        state.reads += 1
    }
}

extension ScriptedKernel: LinuxKernelClocks {
    func realtime() throws(ClockError) -> Int64 { try read("CLOCK_REALTIME") { $0.wall } }
    func monotonic() throws(ClockError) -> Int64 {
        try read("CLOCK_MONOTONIC") { $0.awake + $0.slewed + $0.namespace.monotonic }
    }
    func monotonicRaw() throws(ClockError) -> Int64 {
        try read("CLOCK_MONOTONIC_RAW") { $0.awake + $0.namespace.monotonic }
    }
    func bootTime() throws(ClockError) -> Int64 {
        try read("CLOCK_BOOTTIME") { $0.elapsed + $0.slewed + $0.namespace.bootTime }
    }
    func disruptionMarker() throws(ClockError) -> Int64? { now.disruptionMarker }
    func suspendCount() -> Int64? {
        state.withLock { state in
            step(&state)
            return state.suspendMark
        }
    }
}

/// The same device under Darwin's names.
struct ScriptedDarwinKernel: DarwinKernelClocks {
    let device: ScriptedKernel

    func realtime() throws(ClockError) -> Int64 { try device.realtime() }
    func continuous() throws(ClockError) -> Int64 { try device.read("CLOCK_MONOTONIC_RAW") { $0.elapsed } }
    var countsThroughSleep: Bool { true }
    func uptime() throws(ClockError) -> Int64 { try device.read("CLOCK_UPTIME_RAW") { $0.awake } }
    func bootTime() throws(ClockError) -> Int64 { try device.read("kern.boottime") { $0.wallAtBoot } }
    func lastWake() -> Int64? { device.suspendCount() }
}
