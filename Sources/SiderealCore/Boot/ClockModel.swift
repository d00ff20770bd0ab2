/// The behavior of a platform's clocks, and the conclusions that it allows.
package struct ClockModel: Sendable, Hashable {
    /// The kernel that keeps the clocks.
    package enum Platform: Sendable, Equatable {
        case linux
        case darwin
    }

    /// The source from which the elapsed clock learns the length of a sleep.
    package enum SleepAccount: Sendable, Equatable {
        /// The counter itself runs on, without error (Apple chips from A12 and M1 on).
        case hardwareCounter
        /// At each wake, the clock is set to the crystal of the power management unit (A10, Apple's virtual machines).
        case powerManagementClock
        /// A battery-backed clock measures each sleep in seconds, and the kernel counts suspensions (Linux).
        case countedSuspensions
        /// A battery-backed clock that setting the time sets, too, measures each sleep. A sleep may count nothing, or
        /// far too much (Intel Macs).
        case calendarClock
    }

    /// The kernel that keeps the clocks.
    package let platform: Platform
    /// rho: the most that the elapsed and the awake clock run too fast or too slow.
    package let drift: Rate
    package let sleepAccount: SleepAccount
    /// Indicates whether a hardware clock runs while the power is off, and gives the kernel the time at boot.
    package let hasHardwareClock: Bool
    /// The most that the steps of the counter can put two readings apart.
    package let tick: Nanoseconds
    /// Indicates whether a hypervisor may have stopped the machine, and all its clocks, at any time.
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

    /// Linux with a hardware clock: 500 ppm, which also covers the kernel's calibration of the counter.
    package static let linux = ClockModel(
        platform: .linux, drift: .partsPerMillion(500), sleepAccount: .countedSuspensions)

    /// Apple chips from A12 and M1 on: 100 ppm. Common crystals are within 20 ppm.
    package static let darwin = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .hardwareCounter)

    /// Apple's earlier chips, and virtual machines: both crystals are within 100 ppm.
    package static let darwinPowerManagement = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .powerManagementClock)

    /// Intel Macs, and every unknown Apple machine. This model promises least.
    package static let darwinIntel = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .calendarClock)

    /// Returns the same model with the given changes.
    package func with(
        drift: Rate? = nil, hasHardwareClock: Bool? = nil, tick: Nanoseconds? = nil, mayBePaused: Bool? = nil
    ) -> ClockModel {
        ClockModel(
            platform: platform, drift: drift ?? self.drift, sleepAccount: sleepAccount,
            hasHardwareClock: hasHardwareClock ?? self.hasHardwareClock, tick: tick ?? self.tick,
            mayBePaused: mayBePaused ?? self.mayBePaused)
    }

    /// Returns the same model with another bound on the rate of the clocks.
    package func withDrift(_ drift: Rate) -> ClockModel { with(drift: drift) }

    /// The same model without a hardware clock that runs while the power is off.
    package var withoutHardwareClock: ClockModel { with(hasHardwareClock: false) }

    /// The same model with a counter whose steps are too small to matter.
    package var withoutTicks: ClockModel { with(tick: .zero) }

    /// The most that Darwin's time since boot, which follows the slewed wall clock, can run wrong: 31,250 ppm of the
    /// phase-locked loop (a sixteenth of its offset each second, at its limit of half a second), adjtime's 5,000, 500
    /// of frequency correction (xnu bsd/kern/kern_ntptime.c) and the crystal.
    package static let slewedRate = Rate.partsPerMillion(36_850)

    /// A bound on the step of a counter: 41.7 ns on Apple's chips, 52 and 77 on others, and 280 of a PC's slowest
    /// fallback timer.
    package static let coarsestTick = Nanoseconds(300)

    /// The most that a counter can seem to fall from one reading of a boot to the next.
    package static let counterTolerance = Nanoseconds.seconds(1)

    /// A move of the kernel's boot time by more than this shows that the wall clock was set.
    package static let smallestStep = Nanoseconds.seconds(1)

    /// The most that Darwin's boot time and wall clock can be apart. They are not read at one moment.
    package static let bootTimeError = Nanoseconds.milliseconds(500)

    /// The most that Darwin's time since boot can be off, apart from its rate.
    package static let sinceBootError = bootTimeError + sleepNoise

    /// The noise in the time asleep, which each reading measures anew. Only sleep makes it grow by more.
    package static let sleepNoise = Nanoseconds.milliseconds(10)

    /// A growth of the time asleep by more than this is a sleep, counted by the kernel or not.
    static let leastSleep = Nanoseconds.milliseconds(100)

    /// U: the time since this boot by the kernel's count.
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
            // The counter may run on through a warm reboot, so the slewed clock must decide. It includes sleep that was
            // counted wrongly and may have taken no time.
            let sinceBoot = timeSinceBoot(reading) - mostOvercounted(reading.clockState)
            return (ClockModel.slewedRate.leastTrueTime(over: sinceBoot) - ClockModel.sinceBootError).orZero
        case .linux:
            let reported = reading.suspendMark.flatMap { $0 < 0 ? nil : $0 }
            guard let suspendMark = reported ?? (reading.slept > .zero ? nil : 0) else {
                // The number of sleeps is unknown, and so is their error: count the time awake.
                let awake = drift.leastTrueTime(over: reading.clockState.awake)
                let counted = drift.leastTrueTime(over: Nanoseconds(reading.elapsed.nanoseconds)) - .seconds(1)
                return (min(awake, counted) - ClockModel.sleepNoise).orZero
            }
            // Hibernation is not counted: add one if there was any sleep.
            let sleeps = suspendMark.addingSaturated(reading.slept > ClockModel.leastSleep ? 1 : 0)
            // The error can't exceed the sleep that was added.
            let isBelievable = ClockModel.isBelievable(reading.slept, times: suspendMark)
            let added = min(isBelievable ? ClockModel.suspensionError(times: sleeps) : .max, reading.slept.orZero)
            let sleepError = max(added, .seconds(1))
            let counted = Nanoseconds(reading.elapsed.nanoseconds)
            return (drift.leastTrueTime(over: counted) - sleepError - ClockModel.sleepNoise).orZero
        }
    }
}

extension ClockModel {
    /// The most that Linux can miscount `times` sleeps.
    ///
    /// Three seconds each. The hardware clock ticks in seconds. If the wall clock has moved against it by less than two
    /// seconds since the last sleep, the kernel takes that for its own rounding and undoes it in the count
    /// (timekeeping_suspend in kernel/time/timekeeping.c). Measured by `Scripts/suspend-lab`: -2.83 to +1.86 seconds in
    /// one suspension.
    package static func suspensionError(times: Int64) -> Nanoseconds {
        let (milliseconds, overflow) = times.multipliedReportingOverflow(by: 3_000)
        return overflow ? .max : .milliseconds(milliseconds)
    }

    /// The longest sleep that is believable. A battery is empty long before, so a longer sleep shows that a
    /// battery-backed clock jumped.
    package static let longestSleep = Nanoseconds.seconds(366 * 86_400)

    /// Returns whether that many suspensions, at least one, can have taken so long.
    private static func isBelievable(_ slept: Nanoseconds, times: Int64) -> Bool {
        let (most, isOver) = longestSleep.count.multipliedReportingOverflow(by: Swift.max(1, times))
        return isOver || slept.count <= most
    }

    /// Returns bounds of the change of the offset (true time less elapsed clock) through sleep, between two states of
    /// one boot. If a hypervisor stopped the machine, the upper end is unknown.
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
            // Any number of one-second sleeps may have counted nothing, and one sleep may have counted the whole error
            // of the calendar.
            return sleepError(from: earlier, to: later, over: .max, under: .max)
        }
    }

    /// Returns Darwin's sleep error, if sleep was counted at most `over` too long and `under` too short in all.
    ///
    /// The clock can't have added more sleep wrongly than it added. That holds for the noise of reading two clocks,
    /// too, so no certain bound falls when a sleep shows.
    private func sleepError(
        from earlier: ClockState, to later: ClockState, over: Nanoseconds, under: Nanoseconds
    ) -> Bounds {
        let added = (later.slept - earlier.slept).orZero
        let unseen = isKnownAwake(from: earlier, to: later) ? .zero : under
        return Bounds(lower: -min(added, over), upper: unseen) ?? .unbounded
    }

    /// Returns bounds of the time between two states of one boot that passed without being counted.
    package func unseenSleep(from earlier: ClockState, to later: ClockState) -> Bounds {
        Bounds(lower: .zero, upper: max(.zero, sleepError(from: earlier, to: later).upper)) ?? .unbounded
    }

    private func countedSleepError(from earlier: ClockState, to later: ClockState) -> Bounds {
        let grown = later.slept - earlier.slept
        guard let before = earlier.suspendMark, let after = later.suspendMark, before >= 0, after >= 0 else {
            // No sleep since means no miscounted sleep. Each process measures the time asleep anew, to within
            // milliseconds.
            if grown > ClockModel.sleepNoise { return .unbounded }
            // A machine that loses the time of its sleep shows no growth. Its kernel would have counted suspensions.
            let keepsNone = earlier.suspendMark == nil && later.suspendMark == nil
            return hasHardwareClock || keepsNone ? .exactly(.zero) : Bounds.exactly(.zero).withoutUpper
        }
        // Within one boot the count only grows.
        let suspensions = ClockModel.suspensionError(times: Swift.max(0, after.subtractingSaturated(before)))
        guard grown > ClockModel.leastSleep else {
            // The machine was suspended, yet no time asleep was added: on a board without a persistent clock, true time
            // passed unseen.
            return after > before ? Bounds.plusOrMinus(suspensions).withoutUpper : .exactly(.zero)
        }
        // Hibernation is not counted: add one.
        let error = Bounds.plusOrMinus(suspensions + ClockModel.suspensionError(times: 1))
        let isBelievable = ClockModel.isBelievable(grown, times: after.subtractingSaturated(before))
        return isBelievable ? error : error.withoutLower
    }

    /// Returns whether the kernel shows that no sleep lies between two states (Darwin): then both have the same last
    /// wake. Equal clocks alone don't show it, because a sleep may have counted nothing.
    private func isKnownAwake(from earlier: ClockState, to later: ClockState) -> Bool {
        guard let before = earlier.suspendMark, before == later.suspendMark else { return false }
        return (later.slept - earlier.slept).magnitude <= ClockModel.sleepNoise
    }

    /// Returns the most that all sleeps of a boot together can put the elapsed clock off, if each wake sets it to
    /// another crystal's time.
    ///
    /// The first wake adds the drift between both crystals while the machine was awake. The next wake adds the rest. A
    /// sleep shorter than the counter's lead counts nothing (clock_wakeup_calendar_legacy in xnu osfmk/kern/clock.c). A
    /// millisecond more covers the ticks of both.
    private func powerManagementError(at state: ClockState) -> Nanoseconds {
        let drifted = drift.error(over: state.awake.orZero)
        return drifted + drifted + .milliseconds(1)
    }

    /// Returns the most sleep that the elapsed clock counted and that took no time, by all sleeps of a boot.
    func mostOvercounted(_ state: ClockState) -> Nanoseconds {
        switch sleepAccount {
        case .hardwareCounter: .zero
        case .countedSuspensions, .calendarClock: state.slept.orZero
        case .powerManagementClock:
            min(state.slept.orZero, powerManagementError(at: state) + drift.error(over: state.slept))
        }
    }

    /// Returns bounds of the change of the offset (true time less elapsed clock) from one state of a boot to another.
    ///
    /// Works in either direction of time: later knowledge bounds earlier truth.
    package func offsetChange(from start: ClockState, to end: ClockState) -> Bounds {
        if end.elapsed < start.elapsed { return -offsetChange(from: end, to: start) }
        let drifted = drift.error(over: end.elapsed - start.elapsed)
        // However the sleep was miscounted, the time awake stays counted.
        let awake = -drift.error(over: end.awake - start.awake) - (end.slept - start.slept).orZero
        return (.plusOrMinus(drifted) + sleepError(from: start, to: end)).raised(to: awake)
    }

    /// Returns the least true time from one state of a boot to a later one; never negative.
    package func leastTrueTime(from earlier: ClockState, to later: ClockState) -> Nanoseconds {
        let counted = drift.leastTrueTime(over: later.elapsed - earlier.elapsed)
        // If counters run on through a reboot, the sleep of the old boot may count as time awake afterwards.
        let awake = drift.leastTrueTime(over: min(later.awake - earlier.awake, later.elapsed - earlier.elapsed))
        let sleep = sleepError(from: earlier, to: later)
        return sleep.hasLower ? max(counted + sleep.lower, awake) : awake
    }
}

extension Bounds {
    /// Returns the same bounds with no lower end below `least`, if that leaves anything.
    fileprivate func raised(to least: Nanoseconds) -> Bounds { atLeast(least) ?? self }
}
