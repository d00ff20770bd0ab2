package import SiderealCore

/// The changes to a machine.
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

    /// Lets time pass while the machine sleeps. Darwin first stays awake for up to a millisecond.
    ///
    /// Linux measures the sleep with a clock that ticks in seconds, and `error` is the error of that measurement.
    /// Darwin ignores `error`, because its errors come from its simulated clocks.
    package mutating func sleep(for span: Nanoseconds, miscountedBy error: Nanoseconds, isCounted: Bool) {
        change(
            linux: { $0.sleep(for: span, miscountedBy: error, isCounted: isCounted) },
            darwin: {
                let moment = min(span, .milliseconds(1))
                $0.run(for: moment)
                $0.sleep(for: span - moment)
            })
    }

    /// Pauses the machine, as its host does. The clocks do not count the true time of the pause.
    package mutating func pause() { disruptions = disruptions.addingSaturated(1) }

    /// Lets Darwin sleep from the current tick on. Linux ignores this call.
    package mutating func sleepAtOnce(for span: Nanoseconds) {
        change(linux: { _ in }, darwin: { $0.sleep(for: span) })
    }

    /// Changes the wall clock by a step. The boot time changes by the same step.
    package mutating func setClock(by step: Nanoseconds) {
        setClock(to: wall + step)
    }

    package mutating func setClock(to instant: WallInstant) {
        let step = instant - wall
        change(
            linux: { $0.setClock(by: step) },
            darwin: { $0.setClock(microseconds: instant.nanoseconds.roundedDown(to: 1_000) / 1_000) })
    }

    /// From now on, a time daemon keeps the calendar faster than the counter. On Darwin, the greatest rate is 36,750
    /// millionths.
    package mutating func slew(byMillionths slew: Int64) {
        change(linux: { $0.slew(byMillionths: slew) }, darwin: { $0.discipline { $0.hold(millionths: slew) } })
    }

    /// Slews the clock by `span` in total, as Darwin's adjtime(2) does. The rate is 5,000 millionths while more than a
    /// second is left, and 500 after that.
    package mutating func adjustClock(by span: Nanoseconds) {
        change(linux: { _ in }, darwin: { $0.discipline { $0.adjust(microseconds: span.count / 1_000) } })
    }

    /// Sets the frequency, as Darwin's ntp_adjtime(2) does. The greatest frequency is 500,000 billionths.
    package mutating func setFrequency(partsPerBillion rate: Int64) {
        change(linux: { _ in }, darwin: { $0.discipline { $0.setFrequency(partsPerBillion: rate) } })
    }

    /// Corrects the phase, as Darwin's ntp_adjtime(2) does. The greatest correction is half a second. Each second, the
    /// kernel applies at most a sixteenth of the remaining correction.
    package mutating func correctPhase(by offset: Nanoseconds, timeConstant: Int64) {
        change(
            linux: { _ in },
            darwin: { $0.discipline { $0.correctPhase(nanoseconds: offset.count, timeConstant: timeConstant) } })
    }

    /// Sets the crystal's error to a share of the model's drift, from -1,000 to 1,000 thousandths.
    package mutating func setDrift(thousandthsOfBound share: Int64) {
        let lost = billionths(share)
        change(linux: { $0.setDrift(lostBillionths: lost) }, darwin: { $0.setDrift(lostBillionths: lost) })
    }

    /// Sets the error of Darwin's battery-backed clocks, in thousandths of the model's drift.
    package mutating func setBatteryCrystal(thousandthsOfBound share: Int64) {
        let lost = billionths(share)
        change(linux: { _ in }, darwin: { $0.setBatteryCrystal(lostBillionths: lost) })
    }

    /// Makes Darwin's battery-backed clocks jump. The jump violates a premise.
    package mutating func disturbBattery(by span: Nanoseconds) {
        change(linux: { _ in }, darwin: { $0.disturbBattery(by: span) })
    }

    private func billionths(_ share: Int64) -> Int64 {
        make.model.drift.partsPerBillion * max(-1_000, min(share, 1_000)) / 1_000
    }

    /// The behavior of the battery-backed clock while the machine was off.
    package enum CalendarFate: Sendable, Hashable {
        /// The clock continued. On Linux, the hardware clock continued from the wall clock's reading. On Darwin, the
        /// hardware clock continued from the time at which it was last set.
        case kept
        /// The clock shows the true time plus the given error, regardless of the wall clock's reading.
        case offBy(Nanoseconds)
        /// The clock lost the time, so the machine boots in 1970.
        case lost
        /// The clock lost the time, and the power management unit's clock restarted at zero.
        case restarted
    }

    /// Keeps the machine off for a while, then starts a new boot. `truth` is the true time at the start of the boot.
    package mutating func reboot(offFor span: Nanoseconds, truth: TrueInstant, calendar: CalendarFate, isWarm: Bool) {
        reboot(
            offFor: span, truth: truth, calendar: calendar, isWarm: isWarm,
            booting: make.model.platform == .darwin ? min(span, make.bootTakes) : .zero)
    }

    /// Keeps the machine off for a while, then starts a new boot. `booting` is the last part of `span`. The
    /// battery-backed clock changes before that part, which begins at power-on.
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
                // After a loss of all power, a reboot is never warm.
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
