package import SiderealCore
import SiderealTesting

/// Lets the events of traces happen to simulated machines, and tells by how much their clocks differ from the traces'.
package struct TraceComparison: Sendable {
    package enum Clock: String, Sendable, CaseIterable {
        case wall
        case bootTime = "boot time"
        case elapsed
        case awake
        case powerManagement = "PMU"

        /// By how much a machine may differ.
        ///
        /// The counters are told to the tick, so not at all. A setting of the clock reads it, and what it reads the kernel has
        /// rounded down to a microsecond before: a machine does not follow which of its roundings a reader met, and a trace has
        /// up to thirty settings. Elapsed time on Intel machines is what the wall clock was off at each wake.
        package func tolerance(_ machine: TraceLine.Machine) -> Nanoseconds {
            switch self {
            case .wall, .bootTime: Nanoseconds(10_000)
            case .elapsed: machine == .intel ? Nanoseconds(10_000) : .zero
            case .awake, .powerManagement: .zero
            }
        }
    }

    /// The worst of a kind of machine.
    package struct Worst: Sendable {
        package var traces = 0
        package var lines = 0
        package var boots = 0
        package var differences: [Clock: Nanoseconds] = [:]
        /// Lines where a clock differs by more than it may.
        package var failures = 0
        package var firstFailure: String?
    }

    package private(set) var worst: [TraceLine.Machine: Worst] = [:]
    private var replay: TraceReplay?

    package init() {}

    package var failures: Int { worst.values.reduce(0) { $0 + $1.failures } }

    /// The next line. Returns why it cannot be followed, or nil.
    package mutating func take(_ line: TraceLine) -> String? {
        guard let events = line.events else { return "trace \(line.trace): an event is not known" }
        var worst = worst[line.machine] ?? Worst()
        if line.setup != nil {
            replay = TraceReplay(line)
            worst.traces += 1
        } else {
            replay?.happen(events)
        }
        guard let replay, replay.trace == line.trace else { return "trace \(line.trace): its first line is missing" }
        worst.lines += 1
        var isRight = replay.truth.nanoseconds == line.truth && replay.boots == line.boot
        for (clock, difference) in replay.differences(from: line) {
            worst.differences[clock] = max(worst.differences[clock] ?? .zero, difference)
            if difference > clock.tolerance(line.machine) { isRight = false }
        }
        if !isRight {
            worst.failures += 1
            let told = worst.firstFailure ?? "trace \(line.trace), boot \(line.boot), \(events): \(replay.differences(from: line))"
            worst.firstFailure = told
        }
        worst.boots = worst.boots + (events.contains { if case .boot = $0 { true } else { false } } ? 1 : 0)
        self.worst[line.machine] = worst
        return nil
    }

    /// One line for each kind of machine, one column for each clock: the greatest differences in nanoseconds.
    package var table: String {
        let clocks = Clock.allCases
        let rows = TraceLine.Machine.allCases.compactMap { machine in
            worst[machine].map { worst in
                [machine.rawValue, "\(worst.traces)", "\(worst.boots)", "\(worst.lines)"]
                    + clocks.map { worst.differences[$0].map { "\($0.count)" } ?? "-" } + ["\(worst.failures)"]
            }
        }
        return TextTable(["machine", "traces", "boots", "readings"] + clocks.map { $0.rawValue } + ["beyond tolerance"], rows).text
    }
}

/// A simulated machine that lives through a trace.
struct TraceReplay {
    let trace: Int
    private(set) var truth: TrueInstant
    private(set) var machine: SimulatedMachine
    /// What a reboot is made of, until the calendar starts.
    private var off: (span: Nanoseconds, isWarm: Bool)?
    private var battery = SimulatedMachine.CalendarFate.kept

    var boots: Int { machine.bootCount }

    /// Nil where the line is not the first one of a trace.
    init?(_ line: TraceLine) {
        guard let setup = line.setup, let events = line.events, case .boot(let booting) = events.last else { return nil }
        var make = MachineMake(model: line.machine.model)
        make.runsThroughReboots = line.machine != .intel
        make.batteryTick = Nanoseconds(setup.quantum)
        make.powerManagementTick = Nanoseconds(setup.pmuquantum)
        var hardware = MachineHardware()
        (hardware.counterAge, hardware.powerManagementAge) = (Nanoseconds(setup.counter), Nanoseconds(setup.pmuage))
        (hardware.counterRate, hardware.powerManagementRate) = (setup.crystal, setup.pmu)
        var error = Nanoseconds.zero
        if case .batteryClock(let wrong) = events.first { error = wrong }
        trace = line.trace
        let start = TrueInstant(nanoseconds: setup.truth)
        machine = SimulatedMachine(make, hardware, poweredOn: start, clockWrongBy: error, booting: booting)
        truth = start + booting
    }

    mutating func happen(_ events: [TraceEvent]) {
        for event in events { happen(event) }
    }

    private mutating func happen(_ event: TraceEvent) {
        switch event {
        case .run(let span): pass(span) { $0.run(for: span) }
        case .sleep(let span): pass(span) { $0.sleepAtOnce(for: span) }
        case .step(let step): machine.setClock(by: Nanoseconds(step.count / 1_000 * 1_000))
        case .set(let instant): machine.setClock(to: instant)
        case .adjust(let span): machine.adjustClock(by: span)
        case .frequency(let rate): machine.setFrequency(partsPerBillion: rate)
        case .phase(let offset, let constant): machine.correctPhase(by: offset, timeConstant: constant)
        case .off(let span, let isWarm): off = (span, isWarm)
        case .batteryClock(let error): battery = .offBy(error)
        case .boot(let booting):
            let (span, isWarm) = off ?? (.zero, false)
            pass(span + booting) { [truth, battery] machine in
                machine.reboot(
                    offFor: span + booting, truth: truth + span + booting, calendar: battery, isWarm: isWarm,
                    booting: booting)
            }
            (off, battery) = (nil, .kept)
        }
    }

    private mutating func pass(_ span: Nanoseconds, _ body: (inout SimulatedMachine) -> Void) {
        body(&machine)
        truth = truth + span
    }

    func differences(from line: TraceLine) -> [TraceComparison.Clock: Nanoseconds] {
        let reading = machine.reading
        func apart(_ one: Int64, _ other: Int64) -> Nanoseconds { (Nanoseconds(one) - Nanoseconds(other)).magnitude }
        var all: [TraceComparison.Clock: Nanoseconds] = [
            .wall: apart(reading.wall.nanoseconds, line.wall),
            .bootTime: apart(reading.kernelBootTime.nanoseconds, line.kernelBootTime),
            .elapsed: apart(reading.elapsed.nanoseconds, line.continuous),
            .awake: apart(reading.awake.nanoseconds, line.suspending),
        ]
        if let shown = line.pmu {
            all[.powerManagement] = apart(machine.powerManagementMicroseconds, shown.us)
        }
        return all
    }
}
