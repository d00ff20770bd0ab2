package import SiderealCore

/// What happens to a machine.
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

    /// Time passes, the machine awake.
    package mutating func run(for span: Nanoseconds) {
        change(linux: { $0.run(for: span) }, darwin: { $0.run(for: span) })
    }

    /// Time passes, the machine asleep; on Darwin but for the moment that it needs to fall asleep.
    ///
    /// Linux asks a clock that ticks in seconds how long it was, and errs by so much. Darwin's errors come from its
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

    /// Its host pauses it: true time passes that no clock counts.
    package mutating func pause() { disruptions = disruptions.addingSaturated(1) }

    /// Darwin sleeps so long from this very tick on.
    package mutating func sleepAtOnce(for span: Nanoseconds) {
        change(linux: { _ in }, darwin: { $0.sleep(for: span) })
    }

    /// The wall clock is set, and the boot time moves along.
    package mutating func setClock(by step: Nanoseconds) {
        setClock(to: wall + step)
    }

    package mutating func setClock(to instant: WallInstant) {
        let step = instant - wall
        change(
            linux: { $0.setClock(by: step) },
            darwin: { $0.setClock(microseconds: instant.nanoseconds.roundedDown(to: 1_000) / 1_000) })
    }

    /// A time daemon keeps the calendar so much faster than the counter from now on: Darwin by 36,750 millionths at
    /// most.
    package mutating func slew(byMillionths slew: Int64) {
        change(linux: { $0.slew(byMillionths: slew) }, darwin: { $0.discipline { $0.hold(millionths: slew) } })
    }

    /// adjtime(2) of Darwin: by so much in all, 5,000 millionths at a time.
    package mutating func adjustClock(by span: Nanoseconds) {
        change(linux: { _ in }, darwin: { $0.discipline { $0.adjust(microseconds: span.count / 1_000) } })
    }

    /// ntp_adjtime(2) of Darwin: 500,000 billionths at most.
    package mutating func setFrequency(partsPerBillion rate: Int64) {
        change(linux: { _ in }, darwin: { $0.discipline { $0.setFrequency(partsPerBillion: rate) } })
    }

    /// ntp_adjtime(2) of Darwin: by half a second at most in all, a sixteenth of what is left each second, or less.
    package mutating func correctPhase(by offset: Nanoseconds, timeConstant: Int64) {
        change(
            linux: { _ in },
            darwin: { $0.discipline { $0.correctPhase(nanoseconds: offset.count, timeConstant: timeConstant) } })
    }

    /// The crystal is wrong by a share of what the model allows, from -1,000 to 1,000 thousandths.
    package mutating func setCrystal(thousandthsOfBound share: Int64) {
        let lost = billionths(share)
        change(linux: { $0.setCrystal(lostBillionths: lost) }, darwin: { $0.setCrystal(lostBillionths: lost) })
    }

    /// The same of Darwin's clocks that run while the power is off.
    package mutating func setBatteryCrystal(thousandthsOfBound share: Int64) {
        let lost = billionths(share)
        change(linux: { _ in }, darwin: { $0.setBatteryCrystal(lostBillionths: lost) })
    }

    /// Darwin's clocks that run while the power is off jump. Breaks a premise.
    package mutating func disturbBattery(by span: Nanoseconds) {
        change(linux: { _ in }, darwin: { $0.disturbBattery(by: span) })
    }

    private func billionths(_ share: Int64) -> Int64 {
        make.model.drift.partsPerBillion * max(-1_000, min(share, 1_000)) / 1_000
    }

    /// What the battery's clock does while the machine is off.
    package enum CalendarFate: Sendable, Hashable {
        /// It goes on: on Linux from what the wall clock showed, on Darwin from what it was last set to.
        case kept
        /// It shows the true time and so much more, whatever the wall clock showed.
        case offBy(Nanoseconds)
        /// It was lost: the machine boots in 1970.
        case lost
        /// So was the power management unit's clock: it starts anew.
        case restarted
    }

    /// Off for a while, then a new boot, whose start this is. `truth` is that of the start.
    package mutating func reboot(offFor span: Nanoseconds, truth: TrueInstant, calendar: CalendarFate, isWarm: Bool) {
        reboot(
            offFor: span, truth: truth, calendar: calendar, isWarm: isWarm,
            booting: make.model.platform == .darwin ? min(span, make.bootTakes) : .zero)
    }

    /// The same, where all but the last part of it passes before the power is switched on, and the calendar decided
    /// upon.
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
                // What loses all power is not warm.
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
