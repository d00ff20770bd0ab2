package import SiderealCore

/// The changes of a machine.
extension SimulatedMachine {
    private mutating func change(
        linux: (inout LinuxMachine) -> Void, darwin: (inout DarwinMachine) -> Void
    ) {
        switch kernel {
        case .linux(var machine):
            linux(&machine)
            kernel = .linux(machine)
        case .darwin(var machine):
            darwin(&machine)
            kernel = .darwin(machine)
        }
    }

    /// Lets time pass while the machine is awake.
    package mutating func run(for span: Nanoseconds) {
        change(linux: { $0.run(for: span) }, darwin: { $0.run(for: span) })
    }

    /// Lets time pass while the machine sleeps. Darwin stays awake for the moment that it needs to fall asleep.
    ///
    /// Linux measures the sleep by a clock that ticks in seconds, and is off by `error`. Darwin's errors come from its
    /// clocks.
    package mutating func sleep(for span: Nanoseconds, miscountedBy error: Nanoseconds, isCounted: Bool) {
        change(
            linux: { $0.sleep(for: span, miscountedBy: error, isCounted: isCounted) },
            darwin: {
                let moment = min(span, .milliseconds(1))
                $0.run(for: moment)
                $0.sleep(for: span - moment)
            })
    }

    /// Pauses the machine, as its host does: true time passes that no clock counts.
    package mutating func pause() { disruptions = disruptions.addingSaturated(1) }

    /// Lets Darwin sleep for this long from this very tick on.
    package mutating func sleepAtOnce(for span: Nanoseconds) {
        change(linux: { _ in }, darwin: { $0.sleep(for: span) })
    }

    /// Sets the wall clock. The boot time moves along.
    package mutating func setClock(by step: Nanoseconds) {
        setClock(to: wall + step)
    }

    package mutating func setClock(to instant: WallInstant) {
        let step = instant - wall
        change(
            linux: { $0.setClock(by: step) },
            darwin: { $0.setClock(microseconds: instant.nanoseconds.roundedDown(to: 1_000) / 1_000) })
    }

    /// Lets a time daemon keep the calendar faster than the counter from now on: on Darwin by 36,750 millionths at
    /// most.
    package mutating func slew(byMillionths slew: Int64) {
        change(linux: { $0.slew(byMillionths: slew) }, darwin: { $0.discipline { $0.hold(millionths: slew) } })
    }

    /// Slews by this much in all, like adjtime(2) of Darwin: 5,000 millionths while more than a second is left,
    /// then 500.
    package mutating func adjustClock(by span: Nanoseconds) {
        change(linux: { _ in }, darwin: { $0.discipline { $0.adjust(microseconds: span.count / 1_000) } })
    }

    /// Sets the frequency, like ntp_adjtime(2) of Darwin: 500,000 billionths at most.
    package mutating func setFrequency(partsPerBillion rate: Int64) {
        change(linux: { _ in }, darwin: { $0.discipline { $0.setFrequency(partsPerBillion: rate) } })
    }

    /// Corrects the phase, like ntp_adjtime(2) of Darwin: half a second at most in all, a sixteenth of the rest each
    /// second, or less.
    package mutating func correctPhase(by offset: Nanoseconds, timeConstant: Int64) {
        change(
            linux: { _ in },
            darwin: { $0.discipline { $0.correctPhase(nanoseconds: offset.count, timeConstant: timeConstant) } })
    }

    /// Sets the crystal's error to a share of the model's bound, from -1,000 to 1,000 thousandths.
    package mutating func setDrift(thousandthsOfBound share: Int64) {
        let lost = billionths(share)
        change(linux: { $0.setDrift(lostBillionths: lost) }, darwin: { $0.setDrift(lostBillionths: lost) })
    }

    /// Sets the error of Darwin's clocks that run while the power is off, in thousandths of the same bound.
    package mutating func setBatteryCrystal(thousandthsOfBound share: Int64) {
        let lost = billionths(share)
        change(linux: { _ in }, darwin: { $0.setBatteryCrystal(lostBillionths: lost) })
    }

    /// Lets Darwin's clocks that run while the power is off jump. Breaks a premise.
    package mutating func disturbBattery(by span: Nanoseconds) {
        change(linux: { _ in }, darwin: { $0.disturbBattery(by: span) })
    }

    private func billionths(_ share: Int64) -> Int64 {
        make.model.drift.partsPerBillion * max(-1_000, min(share, 1_000)) / 1_000
    }

    /// The fate of the battery-backed clock while the machine is off.
    package enum CalendarFate: Sendable, Hashable {
        /// The clock goes on: on Linux from the wall clock's reading, on Darwin from its last setting.
        case kept
        /// The clock shows the true time plus this error, regardless of the wall clock's reading.
        case offBy(Nanoseconds)
        /// The clock was lost: the machine boots in 1970.
        case lost
        /// The clock was lost, and the power management unit's clock starts anew as well.
        case restarted
    }

    /// Keeps the machine off for a while, then starts a new boot. `truth` is the true time of its start.
    package mutating func reboot(offFor span: Nanoseconds, truth: TrueInstant, calendar: CalendarFate, isWarm: Bool) {
        reboot(
            offFor: span, truth: truth, calendar: calendar, isWarm: isWarm,
            booting: make.model.platform == .darwin ? min(span, make.bootTakes) : .zero)
    }

    /// Keeps the machine off for a while, then starts a new boot. The last part of that time, `booting`, passes after
    /// power-on and after the decision on the calendar.
    package mutating func reboot(
        offFor span: Nanoseconds, truth: TrueInstant, calendar: CalendarFate, isWarm: Bool, booting: Nanoseconds
    ) {
        let before = Nanoseconds(wall.nanoseconds) - (Nanoseconds(truth.nanoseconds) - span)
        bootCount += 1
        let fate = make.hasBattery ? calendar : .lost
        change(
            linux: { machine in
                switch fate {
                case .kept: machine.boot(hardwareClock: (truth + before).nanoseconds)
                case .offBy(let error): machine.boot(hardwareClock: (truth + error).nanoseconds)
                case .lost, .restarted: machine.boot(hardwareClock: nil)
                }
            },
            darwin: { machine in
                // A machine that loses all power doesn't boot warm.
                machine.powerOff(for: span - booting, isWarm: isWarm && fate != .restarted)
                switch fate {
                case .kept: break
                case .offBy(let error): machine.setBattery(nanoseconds: (truth - booting + error).nanoseconds)
                case .lost: machine.setBattery(nanoseconds: 0)
                case .restarted: machine.restartBattery()
                }
                machine.boot(after: booting)
            })
    }
}
