import SiderealCore
import SiderealTesting
import Testing

/// The simulated machine's clocks, where the traces of Apple's calendar code don't show them. `TraceComparisonTests`
/// compares all other clocks.
@Suite("clocks of a simulated Apple machine") struct DarwinMachineTests {
    private static let start = SimulatedMachine.beginning

    private func machine(_ model: ClockModel, _ change: (inout MachineMake) -> Void = { _ in }) -> SimulatedMachine {
        var make = MachineMake(model: model)
        make.batteryTick = Nanoseconds(1_000)
        make.powerManagementTick = Nanoseconds(1_000)
        change(&make)
        return SimulatedMachine(make, truth: Self.start)
    }

    private func wallError(_ machine: SimulatedMachine, after passed: Nanoseconds) -> Nanoseconds {
        machine.wall - WallInstant(nanoseconds: (Self.start + passed).nanoseconds)
    }

    @Test(
        "one long run gives the same clocks as many one-second runs",
        arguments: [
            (0, 0, 0), (0, 0, 137_000), (4, 0, 0), (9, 0, -441_000), (10, 0, 500_000), (3, 70_000, 20_000),
            (6, -90_001, 0),
        ])
    func skipsSeconds(constant: Int64, adjusted: Int64, frequency: Int64) {
        for model in [ClockModel.darwin, .darwinIntel] {
            var (whole, stepped) = (machine(model), machine(model))
            func both(_ body: (inout SimulatedMachine) -> Void) {
                body(&whole)
                body(&stepped)
            }
            both { $0.setFrequency(partsPerBillion: frequency) }
            both { $0.adjustClock(by: .milliseconds(adjusted)) }
            both { $0.correctPhase(by: .milliseconds(-499), timeConstant: constant) }
            let span = Nanoseconds.seconds(30_000)
            whole.run(for: span)
            for _ in 0..<30_000 { stepped.run(for: .seconds(1)) }
            let difference = (whole.wall - stepped.wall).magnitude
            #expect(difference <= Nanoseconds(2_000), "\(difference.count) ns")
        }
    }

    @Test("a phase correction begins after a second, and is at most half a second")
    func correctsThePhase() {
        var machine = machine(.darwin)
        machine.correctPhase(by: .milliseconds(-800), timeConstant: 0)
        machine.run(for: .seconds(2))
        // The first second is as before; half a second is the limit.
        #expect((wallError(machine, after: .seconds(2)) - Nanoseconds(-31_250_000)).magnitude < Nanoseconds(2_000))
        machine.run(for: .seconds(998))
        #expect((wallError(machine, after: .seconds(1_000)) - .milliseconds(-500)).magnitude < .milliseconds(1))
    }

    @Test("a slew keeps its rate for days", arguments: [-36_750, -20_000, -700, 300, 5_500, 36_750])
    func holdsASlew(millionths: Int64) {
        var machine = machine(.darwin)
        machine.slew(byMillionths: millionths)
        machine.run(for: .seconds(1_000_001))
        let error = wallError(machine, after: .seconds(1_000_001))
        // By 0.001 % less, as in the kernel's own arithmetic.
        #expect((error - .seconds(millionths)).magnitude <= Nanoseconds(abs(millionths) * 20_000))
    }

    @Test("a slew is never faster than the kernel allows")
    func slewsNoFasterThanTheKernelCan() {
        var machine = machine(.darwin)
        machine.slew(byMillionths: 80_000)
        machine.run(for: .seconds(1_001))
        #expect(wallError(machine, after: .seconds(1_001)) <= .milliseconds(36_750))
    }

    // MARK: - Wakes

    @Test("after the counter ran ahead, a sleep is counted shorter than it is, or not at all")
    func anotherCrystalTellsTheSleep() {
        var machine = machine(.darwinPowerManagement)
        machine.setDrift(thousandthsOfBound: -400)
        machine.run(for: .seconds(10 * 86_400))
        // The counter ran ahead by 34.56 s, so this sleep counts nothing.
        machine.sleepAtOnce(for: .seconds(5))
        #expect(machine.reading.slept == .zero)
        #expect(machine.reading.suspendMark == machine.reading.awake.nanoseconds)
        machine.run(for: .seconds(10))
        machine.sleepAtOnce(for: .seconds(40))
        #expect((machine.reading.slept - Nanoseconds(10_440_000_000)).magnitude < .milliseconds(20))
    }

    @Test("an Intel Mac counts sleep by its calendar, in whole seconds")
    func intelTakesTheSleepFromTheCalendar() {
        var machine = machine(.darwinIntel) { $0.batteryTick = .seconds(1) }
        for _ in 0..<5 {
            machine.run(for: .milliseconds(100))
            machine.sleepAtOnce(for: .milliseconds(80))
        }
        // Any number of times, without a trace except the mark.
        #expect(machine.reading.slept == .zero)
        #expect(machine.reading.suspendMark == 500_000_000)
        machine.sleepAtOnce(for: .milliseconds(3_100))
        // The wall clock is set to the whole seconds of the battery's clock.
        #expect(machine.wall.nanoseconds % 1_000_000_000 == 0)
        #expect((machine.reading.slept - .milliseconds(3_500)).magnitude < Nanoseconds(2_000))
    }

    @Test("a machine that hides its suspensions, or whose counter runs through sleep, has no suspend mark")
    func tellsNoWakeWhereThatIsHidden() {
        for var machine in [machine(.darwinIntel) { $0.countsSuspensions = false }, machine(.darwin)] {
            machine.sleepAtOnce(for: .seconds(5))
            #expect(machine.reading.suspendMark == nil)
        }
    }

    // MARK: - Boots

    @Test("a calendar that lost its time starts at the counter's value")
    func aLostCalendarBeginsAtTheCounter() {
        var machine = machine(.darwin) { $0.bootTakes = .seconds(4) }
        let before = machine.powerManagementMicroseconds
        machine.reboot(offFor: .seconds(10), truth: Self.start + .seconds(10), calendar: .lost, isWarm: false)
        #expect(machine.reading.kernelBootTime.nanoseconds == 4_000_000_000)
        #expect(machine.wall.nanoseconds == 4_000_000_000)
        #expect(machine.powerManagementMicroseconds == before + 10_000_000)
    }

    @Test("the kernel refuses to set the clock to a time before 1970")
    func refusesTimesBefore1970() {
        var machine = machine(.darwin)
        machine.setClock(by: .seconds(-4_000_000_000))
        #expect(machine.reading.kernelBootTime.nanoseconds == Self.start.nanoseconds)
    }
}
