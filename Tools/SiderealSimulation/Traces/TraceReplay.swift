import SiderealCore
import SiderealTesting

/// A simulated machine that follows a trace.
struct TraceReplay {
    private(set) var truth: TrueInstant
    private(set) var machine: SimulatedMachine
    /// The length and the kind of a reboot that is in progress. The reboot is complete when the calendar starts.
    private var off: (span: Nanoseconds, isWarm: Bool)?
    private var battery = SimulatedMachine.CalendarFate.kept

    /// Creates a replay from the first line of a trace. Returns `nil` if the line is not the first line of a trace.
    init?(_ line: TraceLine) {
        guard let setup = line.setup, let events = line.events, case .boot(let booting) = events.last else {
            return nil
        }
        var make = MachineMake(model: line.machine.model, runsThroughReboots: true)
        make.batteryTick = Nanoseconds(setup.quantum)
        make.powerManagementTick = Nanoseconds(setup.pmuquantum)
        var hardware = MachineHardware()
        (hardware.counterAge, hardware.powerManagementAge) = (Nanoseconds(setup.counter), Nanoseconds(setup.pmuage))
        (hardware.counterRate, hardware.powerManagementRate) = (setup.crystal, setup.pmu)
        var error = Nanoseconds.zero
        if case .batteryClock(let wrong) = events.first { error = wrong }
        let start = TrueInstant(nanoseconds: setup.truth)
        machine = SimulatedMachine(make, hardware, poweredOn: start, clockWrongBy: error, booting: booting)
        truth = start + booting
    }

    mutating func happen(_ event: TraceEvent) {
        switch event {
        case .run(let span): pass(span) { $0.run(for: span) }
        case .sleep(let span): pass(span) { $0.sleepAtOnce(for: span) }
        case .step(let step): machine.setClock(by: step)
        case .set(let instant): machine.setClock(to: instant)
        case .adjust(let span): machine.adjustClock(by: span)
        case .frequency(let rate): machine.setFrequency(partsPerBillion: rate)
        case .phase(let offset, let constant): machine.correctPhase(by: offset, timeConstant: constant)
        case .off(let span, let isWarm): off = (span, isWarm)
        case .batteryClock(let error): battery = .offBy(error)
        case .boot(let booting):
            let (span, isWarm) = off ?? (.zero, false)
            let (end, fate) = (truth + span + booting, battery)
            pass(span + booting) { machine in
                machine.reboot(offFor: span + booting, truth: end, calendar: fate, isWarm: isWarm, booting: booting)
            }
            (off, battery) = (nil, .kept)
        }
    }

    private mutating func pass(_ span: Nanoseconds, _ body: (inout SimulatedMachine) -> Void) {
        body(&machine)
        truth = truth + span
    }

    /// Returns the difference between each clock of the machine and the same clock of the trace.
    func differences(from line: TraceLine) -> [TraceComparison.Clock: Nanoseconds] {
        let reading = machine.reading
        var all: [TraceComparison.Clock: Int64] = [
            .wall: reading.wall.nanoseconds - line.wall,
            .bootTime: reading.kernelBootTime.nanoseconds - line.kernelBootTime,
            .elapsed: reading.elapsed.nanoseconds - line.continuous,
            .awake: reading.awake.nanoseconds - line.suspending,
        ]
        if let shown = line.pmu { all[.powerManagement] = machine.powerManagementMicroseconds - shown.us }
        return all.mapValues { Nanoseconds($0).magnitude }
    }
}
