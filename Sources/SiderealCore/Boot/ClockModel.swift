/// How the clocks of a platform behave: what may be concluded from them.
package struct ClockModel: Sendable, Hashable {
    /// Whose kernel the clocks are of.
    package enum Platform: Sendable, Equatable {
        case linux
        case darwin
    }

    /// How the elapsed clock learns how long a sleep took.
    package enum SleepAccount: Sendable, Equatable {
        /// The counter itself runs on: no error (Apple chips from A12 and M1 on).
        case hardwareCounter
        /// At each wake the clock is set to another crystal's, the power management unit's (A10, virtual machines of
        /// Apple's).
        case powerManagementClock
        /// From a battery-backed clock that ticks in seconds; suspensions are counted by the kernel (Linux).
        case countedSuspensions
        /// From such a clock, which setting the clock sets, too: a sleep may count nothing, or far too much (Intel
        /// Macs).
        case calendarClock
    }

    /// Whose kernel the clocks are of.
    package let platform: Platform
    /// rho: the most by which the elapsed and the awake clock run too fast or too slow.
    package let drift: Rate
    package let sleepAccount: SleepAccount
    /// Whether a hardware clock runs while the power is off, from which the kernel takes the time when it boots.
    package let hasHardwareClock: Bool
    /// The most by which the steps of the counter can put two readings apart.
    package let tick: Nanoseconds
    /// Whether a hypervisor may have stopped the machine, and all its clocks, at any time.
    package let mayBePaused: Bool

    package init(
        platform: Platform, drift: Rate, sleepAccount: SleepAccount, hasHardwareClock: Bool = true,
        tick: Nanoseconds = ClockModel.coarsestTick, mayBePaused: Bool = false
    ) {
        self.platform = platform
        self.drift = drift
        self.sleepAccount = sleepAccount
        self.hasHardwareClock = hasHardwareClock
        self.tick = tick
        self.mayBePaused = mayBePaused
    }

    /// Linux with a hardware clock: 500 ppm, which covers the kernel's calibration of the counter, too.
    package static let linux = ClockModel(
        platform: .linux, drift: .partsPerMillion(500), sleepAccount: .countedSuspensions)

    /// Apple chips from A12 and M1 on: 100 ppm; common crystals are within 20.
    package static let darwin = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .hardwareCounter)

    /// Apple's earlier chips, and virtual machines: both crystals within 100 ppm.
    package static let darwinPowerManagement = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .powerManagementClock)

    /// Intel Macs, and whatever Apple machine is not known: this promises least.
    package static let darwinIntel = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .calendarClock)

    /// The same, but for what is given.
    package func with(
        drift: Rate? = nil, hasHardwareClock: Bool? = nil, tick: Nanoseconds? = nil, mayBePaused: Bool? = nil
    ) -> ClockModel {
        ClockModel(
            platform: platform, drift: drift ?? self.drift, sleepAccount: sleepAccount,
            hasHardwareClock: hasHardwareClock ?? self.hasHardwareClock, tick: tick ?? self.tick,
            mayBePaused: mayBePaused ?? self.mayBePaused)
    }

    /// The same with another bound on the rate of the clocks.
    package func withDrift(_ drift: Rate) -> ClockModel { with(drift: drift) }

    /// The same without a hardware clock that runs while the power is off.
    package var withoutHardwareClock: ClockModel { with(hasHardwareClock: false) }

    /// The same with a counter of steps that are too small to matter.
    package var withoutTicks: ClockModel { with(tick: .zero) }

    /// The most by which Darwin's time since boot, which follows the slewed wall clock, can run wrong: 31,250 ppm of
    /// the phase-locked loop (a sixteenth of its offset each second, at its limit of half a second), adjtime's 5,000,
    /// 500 of frequency correction (xnu bsd/kern/kern_ntptime.c) and the crystal.
    package static let slewedRate = Rate.partsPerMillion(36_850)

    /// 41.7 ns on Apple's chips, 52 and 77 on others', 280 of the slowest timer that a PC falls back to.
    package static let coarsestTick = Nanoseconds(300)

    /// By how much a counter can seem to fall from one reading of a boot to the next.
    package static let counterTolerance = Nanoseconds.seconds(1)

    /// A move of the kernel's boot time by more than this shows that the wall clock was set.
    package static let smallestStep = Nanoseconds.seconds(1)

    /// How far apart Darwin's boot time and wall clock can be, which are not read at one moment.
    package static let bootTimeError = Nanoseconds.milliseconds(500)

    /// By how much Darwin's time since boot can be off beside its rate.
    package static let sinceBootError = bootTimeError + sleepNoise

    /// Readings measure the time asleep anew, to within milliseconds: by more than this it grows through sleep only.
    package static let sleepNoise = Nanoseconds.milliseconds(10)

    /// More time asleep than this is a sleep, counted by the kernel or not.
    static let leastSleep = Nanoseconds.milliseconds(100)

    /// U: the time since this boot as the kernel counts it.
    package func timeSinceBoot(_ reading: ClockReading) -> Nanoseconds {
        let byCalendar = reading.wall - reading.kernelBootTime
        switch platform {
        case .linux: return byCalendar
        case .darwin: return min(Nanoseconds(reading.elapsed.nanoseconds), byCalendar)
        }
    }

    /// T_boot: the least true time since the boot of a reading began.
    package func leastTimeSinceBoot(_ reading: ClockReading) -> Nanoseconds {
        switch platform {
        case .darwin:
            // The counter may run on through a warm reboot, so the slewed clock must do. Sleep that was counted wrongly
            // is in it, and may have taken no time.
            let sinceBoot = timeSinceBoot(reading) - mostOvercounted(reading.clockState)
            return (ClockModel.slewedRate.leastTrueTime(over: sinceBoot) - ClockModel.sinceBootError).orZero
        case .linux:
            let reported = reading.suspendMark.flatMap { $0 < 0 ? nil : $0 }
            guard let suspendMark = reported ?? (reading.slept > .zero ? nil : 0) else {
                // How often the machine slept is unknown, and so is the error of the sleep: count the time awake.
                let awake = drift.leastTrueTime(over: reading.clockState.awake)
                let counted = drift.leastTrueTime(over: Nanoseconds(reading.elapsed.nanoseconds)) - .seconds(1)
                return (min(awake, counted) - ClockModel.sleepNoise).orZero
            }
            // Hibernation is not counted: one more where there was any sleep.
            let sleeps = suspendMark.addingSaturated(reading.slept > ClockModel.leastSleep ? 1 : 0)
            // No more can have been added wrongly than was added.
            let isBelievable = ClockModel.isBelievable(reading.slept, times: suspendMark)
            let added = min(isBelievable ? ClockModel.suspensionError(times: sleeps) : .max, reading.slept.orZero)
            let sleepError = max(added, .seconds(1))
            let counted = Nanoseconds(reading.elapsed.nanoseconds)
            return (drift.leastTrueTime(over: counted) - sleepError - ClockModel.sleepNoise).orZero
        }
    }
}

extension ClockModel {
    /// The most by which Linux can miscount so many sleeps.
    ///
    /// Three seconds each: the hardware clock ticks in seconds, and where the wall clock has moved against it by less
    /// than two since the last sleep, the kernel takes that for its own rounding and undoes it in the count
    /// (timekeeping_suspend in kernel/time/timekeeping.c). Measured by `Scripts/suspend-lab`: -2.83 to +1.86 seconds in
    /// one suspension.
    package static func suspensionError(times: Int64) -> Nanoseconds {
        let (milliseconds, overflow) = times.multipliedReportingOverflow(by: 3_000)
        return overflow ? .max : .milliseconds(milliseconds)
    }

    /// No machine sleeps longer than this: its battery is empty long before, and a battery-backed clock that jumped
    /// tells as much.
    package static let longestSleep = Nanoseconds.seconds(366 * 86_400)

    /// Whether so many suspensions, one at least, can have taken so long.
    private static func isBelievable(_ slept: Nanoseconds, times: Int64) -> Bool {
        let (most, isOver) = longestSleep.count.multipliedReportingOverflow(by: Swift.max(1, times))
        return isOver || slept.count <= most
    }

    /// By how much the offset (true time less elapsed clock) can have changed through sleep, between two states of one
    /// boot. Nothing counts how long a hypervisor stopped the machine.
    package func sleepError(from earlier: ClockState, to later: ClockState) -> Bounds {
        let counted = countedError(from: earlier, to: later)
        return earlier.wasDisrupted(until: later) ? counted.withoutUpper : counted
    }

    private func countedError(from earlier: ClockState, to later: ClockState) -> Bounds {
        switch sleepAccount {
        case .hardwareCounter:
            return .exactly(.zero)
        case .countedSuspensions:
            return countedSleepError(from: earlier, to: later)
        case .powerManagementClock:
            let most = powerManagementError(at: later)
            return sleepError(from: earlier, to: later, over: most, under: most)
        case .calendarClock:
            // Any number of sleeps of a second may have counted nothing, and one may have counted what the calendar was
            // off.
            return sleepError(from: earlier, to: later, over: .max, under: .max)
        }
    }

    /// Darwin's, where sleep can have been counted too long by `over` and too short by `under`, in all.
    ///
    /// No more was added wrongly than was added. That holds for the noise of reading two clocks, too, so that what is
    /// certain does not fall when a sleep shows.
    private func sleepError(
        from earlier: ClockState, to later: ClockState, over: Nanoseconds, under: Nanoseconds
    ) -> Bounds {
        let added = (later.slept - earlier.slept).orZero
        let unseen = isKnownAwake(from: earlier, to: later) ? .zero : under
        return Bounds(lower: -min(added, over), upper: unseen) ?? .unbounded
    }

    /// The time between two states of one boot that may have passed without being counted.
    package func unseenSleep(from earlier: ClockState, to later: ClockState) -> Bounds {
        Bounds(lower: .zero, upper: max(.zero, sleepError(from: earlier, to: later).upper)) ?? .unbounded
    }

    private func countedSleepError(from earlier: ClockState, to later: ClockState) -> Bounds {
        let grown = later.slept - earlier.slept
        guard let before = earlier.suspendMark, let after = later.suspendMark, before >= 0, after >= 0 else {
            // Without any sleep since there is none to miscount. Each process measures the time asleep anew, to within
            // milliseconds.
            if grown > ClockModel.sleepNoise { return .unbounded }
            // A machine that loses the time that it sleeps shows none. Its kernel would have counted suspensions.
            let keepsNone = earlier.suspendMark == nil && later.suspendMark == nil
            return hasHardwareClock || keepsNone ? .exactly(.zero) : Bounds.exactly(.zero).withoutUpper
        }
        // Within one boot the count only grows.
        let suspensions = ClockModel.suspensionError(times: Swift.max(0, after.subtractingSaturated(before)))
        guard grown > ClockModel.leastSleep else {
            // Suspended, yet no time asleep was added: a board without a persistent clock, where true time passed
            // unseen.
            return after > before ? Bounds.plusOrMinus(suspensions).withoutUpper : .exactly(.zero)
        }
        // Hibernation is not counted: one more.
        let error = Bounds.plusOrMinus(suspensions + ClockModel.suspensionError(times: 1))
        let isBelievable = ClockModel.isBelievable(grown, times: after.subtractingSaturated(before))
        return isBelievable ? error : error.withoutLower
    }

    /// Whether the kernel shows that no sleep lies between two states (Darwin): then both have the same last wake.
    /// Equal clocks alone do not show it: a sleep may have counted nothing.
    private func isKnownAwake(from earlier: ClockState, to later: ClockState) -> Bool {
        guard let before = earlier.suspendMark, before == later.suspendMark else { return false }
        return (later.slept - earlier.slept).magnitude <= ClockModel.sleepNoise
    }

    /// How far the elapsed clock can be off by all sleeps of a boot together, where each wake sets it to another
    /// crystal's time.
    ///
    /// The first wake takes over what both crystals drifted apart while the machine was awake; the next one finds the
    /// rest. A sleep shorter than what the counter ran ahead counts nothing (clock_wakeup_calendar_legacy in xnu
    /// osfmk/kern/clock.c). A millisecond more covers the ticks of both.
    private func powerManagementError(at state: ClockState) -> Nanoseconds {
        let drifted = drift.error(over: state.awake.orZero)
        return drifted + drifted + .milliseconds(1)
    }

    /// The most sleep that is in the elapsed clock and took no time, by all sleeps of a boot.
    func mostOvercounted(_ state: ClockState) -> Nanoseconds {
        switch sleepAccount {
        case .hardwareCounter: .zero
        case .countedSuspensions, .calendarClock: state.slept.orZero
        case .powerManagementClock:
            min(state.slept.orZero, powerManagementError(at: state) + drift.error(over: state.slept))
        }
    }

    /// By how much the offset (true time less elapsed clock) can have changed from one state of a boot to another.
    ///
    /// Works in either direction of time: what was known later bounds what was true before.
    package func offsetChange(from start: ClockState, to end: ClockState) -> Bounds {
        if end.elapsed < start.elapsed { return -offsetChange(from: end, to: start) }
        let drifted = drift.error(over: end.elapsed - start.elapsed)
        // However the sleep was miscounted, it did not take away from the time awake.
        let awake = -drift.error(over: end.awake - start.awake) - (end.slept - start.slept).orZero
        return (.plusOrMinus(drifted) + sleepError(from: start, to: end)).raised(to: awake)
    }

    /// The least true time from one state of a boot to a later one; never negative.
    package func leastTrueTime(from earlier: ClockState, to later: ClockState) -> Nanoseconds {
        let counted = drift.leastTrueTime(over: later.elapsed - earlier.elapsed)
        // Where counters run on through a reboot, the sleep of the old boot may count as time awake afterwards.
        let awake = drift.leastTrueTime(over: min(later.awake - earlier.awake, later.elapsed - earlier.elapsed))
        let sleep = sleepError(from: earlier, to: later)
        return sleep.hasLower ? max(counted + sleep.lower, awake) : awake
    }
}

extension Bounds {
    /// The same with no lower end below this one, where that leaves anything.
    fileprivate func raised(to least: Nanoseconds) -> Bounds { atLeast(least) ?? self }
}
