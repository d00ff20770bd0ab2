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

    /// By how much the offset (true time less elapsed clock) can have changed through sleep, between two states of one
    /// boot.
    package func sleepError(from earlier: ClockState, to later: ClockState) -> Bounds {
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
            return grown > ClockModel.sleepNoise ? .unbounded : .exactly(.zero)
        }
        // Within one boot the count only grows.
        let suspensions = ClockModel.suspensionError(times: Swift.max(0, after.subtractingSaturated(before)))
        guard grown > .milliseconds(100) else {
            // Suspended, yet no time asleep was added: a board without a persistent clock, where true time passed
            // unseen.
            return after > before ? Bounds.plusOrMinus(suspensions).withoutUpper : .exactly(.zero)
        }
        // Hibernation is not counted: one more.
        return .plusOrMinus(suspensions + ClockModel.suspensionError(times: 1))
    }

    /// Whether the kernel tells that no sleep lies between two states (Darwin): then it woke from the same one last.
    /// Equal clocks alone do not tell: a sleep may have counted nothing.
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

    /// Readings measure the time asleep anew, to within milliseconds: by more than this it grows through sleep only.
    static let sleepNoise = Nanoseconds.milliseconds(10)

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
