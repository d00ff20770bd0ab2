/// The behavior of a platform's clocks, and the conclusions that it allows.
package struct ClockModel: Sendable, Hashable {
    /// The kernel that keeps the clocks.
    package enum Platform: Sendable, Equatable {
        case linux
        case darwin
    }

    /// The way in which the elapsed clock counts the length of a sleep.
    package enum SleepAccount: Sendable, Equatable {
        /// The counter itself keeps counting through sleep, without error (Apple chips from A12 and M1 on).
        case hardwareCounter
        /// At each wake, the kernel sets the elapsed clock from the clock of the power management unit (A10, Apple's
        /// virtual machines).
        case powerManagementClock
        /// A battery-backed clock measures each sleep in seconds, and the kernel counts suspensions (Linux).
        case countedSuspensions
        /// A battery-backed clock measures each sleep. Setting the time also sets this clock, so the kernel may count a
        /// sleep as zero or as far too long (Intel Macs).
        case calendarClock
    }

    /// The kernel that keeps the clocks.
    package let platform: Platform
    /// rho: the largest rate error of the elapsed and the awake clock, too fast or too slow.
    package let drift: Rate
    package let sleepAccount: SleepAccount
    /// A Boolean value that indicates whether a hardware clock runs while the power is off. The kernel reads the time
    /// from this clock at boot.
    package let hasHardwareClock: Bool
    /// The largest error that the steps of the counter can cause in the difference of two readings.
    package let tick: Nanoseconds
    /// A Boolean value that indicates whether a hypervisor may have stopped the machine, and all its clocks, at any
    /// time.
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

    /// Intel Macs, and every unknown Apple machine. This model assumes the least about the clocks.
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

    /// The largest difference in rate between Darwin's slewed wall clock and its elapsed clock. It is the sum of 31,250
    /// ppm of the phase-locked loop (a sixteenth of its offset each second, at its limit of half a second), 5,000 ppm
    /// of adjtime, and 500 ppm of frequency correction (xnu bsd/kern/kern_ntptime.c).
    package static let slew = Rate.partsPerMillion(36_750)

    /// The largest rate error of Darwin's time since boot, which follows the slewed wall clock.
    package var slewedRate: Rate { ClockModel.slew + drift }

    /// An upper bound on the step of a counter. The step is 41.7 ns on Apple's chips, 52 and 77 ns on other chips, and
    /// 280 ns on a PC's slowest fallback timer.
    package static let coarsestTick = Nanoseconds(300)

    /// The most by which a counter can seem to decrease between two readings of one boot.
    package static let counterTolerance = Nanoseconds.seconds(1)

    /// The largest change in the kernel's boot time that does not prove that the wall clock was set.
    package static let smallestStep = Nanoseconds.seconds(1)

    /// The largest error from reading Darwin's boot time and wall clock one after the other.
    package static let bootTimeError = Nanoseconds.milliseconds(500)

    /// The largest error of Darwin's time since boot, apart from its rate error.
    package static let sinceBootError = bootTimeError + sleepNoise

    /// The noise in the time asleep, which each reading measures again. If the time asleep grows by more than this
    /// noise, the device slept.
    package static let sleepNoise = Nanoseconds.milliseconds(10)

    /// If the time asleep grows by more than this length, the device slept, even if the kernel counted no suspension.
    static let leastSleep = Nanoseconds.milliseconds(100)

    /// U: the time since the start of this boot, as the kernel counts it.
    package func timeSinceBoot(_ reading: ClockReading) -> Nanoseconds {
        let byCalendar = reading.wall - reading.kernelBootTime
        switch platform {
        case .linux: return byCalendar
        case .darwin: return min(Nanoseconds(reading.elapsed.nanoseconds), byCalendar)
        }
    }

    /// T_boot: the least true time from the start of a boot to a reading in that boot.
    package func leastTimeSinceBoot(_ reading: ClockReading) -> Nanoseconds {
        switch platform {
        case .darwin:
            // The counter may keep counting through a warm reboot, so the result rests on the slewed clock. The slewed
            // clock may include sleep that the kernel overcounted.
            let sinceBoot = timeSinceBoot(reading) - mostOvercounted(reading.clockState)
            return (slewedRate.leastTrueTime(over: sinceBoot) - ClockModel.sinceBootError).orZero
        case .linux:
            let reported = reading.suspendMark.flatMap { $0 < 0 ? nil : $0 }
            guard let suspendMark = reported ?? (reading.slept > .zero ? nil : 0) else {
                // The number of sleeps is unknown, and so is their error. Count only the time awake.
                let awake = drift.leastTrueTime(over: reading.clockState.awake)
                let counted = drift.leastTrueTime(over: Nanoseconds(reading.elapsed.nanoseconds)) - .seconds(1)
                return (min(awake, counted) - ClockModel.sleepNoise).orZero
            }
            // The kernel doesn't count hibernation. If the device slept, add one suspension.
            let sleeps = suspendMark.addingSaturated(reading.slept > ClockModel.leastSleep ? 1 : 0)
            // The error can't exceed the time asleep that the kernel counted.
            let isBelievable = ClockModel.isBelievable(reading.slept, times: suspendMark)
            let added = min(isBelievable ? ClockModel.suspensionError(times: sleeps) : .max, reading.slept.orZero)
            let sleepError = max(added, .seconds(1))
            let counted = Nanoseconds(reading.elapsed.nanoseconds)
            return (drift.leastTrueTime(over: counted) - sleepError - ClockModel.sleepNoise).orZero
        }
    }
}

extension ClockModel {
    /// Returns the most that Linux can miscount `times` sleeps: three seconds for each sleep.
    ///
    /// The hardware clock ticks in seconds, and the kernel compares the wall clock with it. If their difference changed
    /// by less than two seconds since the last sleep, the kernel treats the change as its own rounding error. It then
    /// removes the change from the counted sleep (timekeeping_suspend in kernel/time/timekeeping.c).
    /// `Scripts/suspend-lab` measured -2.83 to +1.86 seconds in one suspension.
    package static func suspensionError(times: Int64) -> Nanoseconds {
        let (milliseconds, overflow) = times.multipliedReportingOverflow(by: 3_000)
        return overflow ? .max : .milliseconds(milliseconds)
    }

    /// The longest plausible sleep. A battery runs empty long before that, so a longer sleep shows that a
    /// battery-backed clock jumped.
    package static let longestSleep = Nanoseconds.seconds(366 * 86_400)

    /// The number of such sleeps that a boot can contain. A boot of ten years that is mostly asleep is not plausible.
    private static let mostLongSleeps: Int64 = 10

    /// Returns whether a number of suspensions can have taken the time `slept`. Zero suspensions are treated as one
    /// suspension.
    private static func isBelievable(_ slept: Nanoseconds, times: Int64) -> Bool {
        slept.count <= longestSleep.count * Swift.min(Swift.max(1, times), mostLongSleeps)
    }

    /// Returns bounds of the change of the offset (true time minus the elapsed clock) through sleep, between two states
    /// of one boot. If a hypervisor stopped the machine, the upper end is unknown.
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
            // The clock may have counted any number of one-second sleeps as zero. In one sleep, it may have counted the
            // whole error of the calendar.
            return sleepError(from: earlier, to: later, over: .max, under: .max)
        }
    }

    /// Returns bounds of Darwin's sleep error, if the clock counted at most `over` too much sleep and at most `under`
    /// too little in total.
    ///
    /// The clock can't have overcounted by more than the time asleep that it counted. This limit also covers the noise
    /// of reading two clocks, so a lower bound that is certain does not fall when a reading shows sleep.
    private func sleepError(
        from earlier: ClockState, to later: ClockState, over: Nanoseconds, under: Nanoseconds
    ) -> Bounds {
        let added = (later.slept - earlier.slept).orZero
        let unseen = isKnownAwake(from: earlier, to: later) ? .zero : under
        return Bounds(lower: -min(added, over), upper: unseen) ?? .unbounded
    }

    /// Returns bounds of the time that passed between two states of one boot and that the clock did not count.
    package func unseenSleep(from earlier: ClockState, to later: ClockState) -> Bounds {
        Bounds(lower: .zero, upper: max(.zero, sleepError(from: earlier, to: later).upper)) ?? .unbounded
    }

    private func countedSleepError(from earlier: ClockState, to later: ClockState) -> Bounds {
        let grown = later.slept - earlier.slept
        guard let before = earlier.suspendMark, let after = later.suspendMark, before >= 0, after >= 0 else {
            // Without sleep between the states, no sleep is miscounted. Each process measures the time asleep anew, to
            // within milliseconds.
            if grown > ClockModel.sleepNoise { return .unbounded }
            // With a hardware clock, a sleep would make the time asleep grow. A kernel that keeps no suspension count
            // can't suspend. Other machines may have lost the time of a sleep.
            let keepsNone = earlier.suspendMark == nil && later.suspendMark == nil
            return hasHardwareClock || keepsNone ? .exactly(.zero) : Bounds.exactly(.zero).withoutUpper
        }
        // Within one boot the count only grows.
        let suspensions = ClockModel.suspensionError(times: Swift.max(0, after.subtractingSaturated(before)))
        guard grown > ClockModel.leastSleep else {
            // The kernel counted a suspension but added no time asleep. On a board without a persistent clock, the
            // elapsed clock misses the true time of that sleep.
            return after > before ? Bounds.plusOrMinus(suspensions).withoutUpper : .exactly(.zero)
        }
        // The kernel doesn't count hibernation. Add one suspension.
        let error = Bounds.plusOrMinus(suspensions + ClockModel.suspensionError(times: 1))
        let isBelievable = ClockModel.isBelievable(grown, times: after.subtractingSaturated(before))
        return isBelievable ? error : error.withoutLower
    }

    /// Returns whether the kernel shows that the device did not sleep between two states (Darwin). In that case both
    /// states have the same last wake. Equal clocks are not enough, because the clock may have counted a sleep as zero.
    private func isKnownAwake(from earlier: ClockState, to later: ClockState) -> Bool {
        guard let before = earlier.suspendMark, before == later.suspendMark else { return false }
        return (later.slept - earlier.slept).magnitude <= ClockModel.sleepNoise
    }

    /// Returns the largest error of the elapsed clock from all sleeps of a boot together, if each wake sets the clock
    /// to the time of another crystal.
    ///
    /// The first wake adds the drift between both crystals over the time awake. The next wake adds the rest. If a sleep
    /// is shorter than the counter's lead, the clock counts it as zero (clock_wakeup_calendar_legacy in xnu
    /// osfmk/kern/clock.c). One more millisecond covers the ticks of both crystals.
    private func powerManagementError(at state: ClockState) -> Nanoseconds {
        let drifted = drift.error(over: state.awake.orZero)
        return drifted + drifted + .milliseconds(1)
    }

    /// Returns the most by which the elapsed clock can have overcounted all sleeps of a boot.
    func mostOvercounted(_ state: ClockState) -> Nanoseconds {
        switch sleepAccount {
        case .hardwareCounter: .zero
        case .countedSuspensions, .calendarClock: state.slept.orZero
        case .powerManagementClock:
            min(state.slept.orZero, powerManagementError(at: state) + drift.error(over: state.slept))
        }
    }

    /// Returns bounds of the change of the offset (true time minus the elapsed clock) from one state of a boot to
    /// another.
    ///
    /// `end` may be earlier than `start`, so a later answer can bound an earlier true time.
    package func offsetChange(from start: ClockState, to end: ClockState) -> Bounds {
        if end.elapsed < start.elapsed { return -offsetChange(from: end, to: start) }
        let drifted = drift.error(over: end.elapsed - start.elapsed)
        // The clock counts the time awake correctly, even if it miscounts the sleep.
        let awake = -drift.error(over: end.awake - start.awake) - (end.slept - start.slept).orZero
        return (.plusOrMinus(drifted) + sleepError(from: start, to: end)).raised(to: awake)
    }

    /// Returns the least true time from one state of a boot to a later state. It is never negative.
    package func leastTrueTime(from earlier: ClockState, to later: ClockState) -> Nanoseconds {
        let counted = drift.leastTrueTime(over: later.elapsed - earlier.elapsed)
        // If counters keep counting through a reboot, the sleep of the old boot may count as time awake in the new
        // boot.
        let awake = drift.leastTrueTime(over: min(later.awake - earlier.awake, later.elapsed - earlier.elapsed))
        let sleep = sleepError(from: earlier, to: later)
        return sleep.hasLower ? max(counted + sleep.lower, awake) : awake
    }
}

extension Bounds {
    /// Returns the same bounds without the values below `least`. If no value is left, returns the bounds unchanged.
    fileprivate func raised(to least: Nanoseconds) -> Bounds { atLeast(least) ?? self }
}
