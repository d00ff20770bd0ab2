extension ClockModel {
    /// How far the elapsed clock can be off over the sleeps between two states of one boot.
    package enum SleepError: Sendable, Hashable {
        /// sigma: wrong by at most this, either way.
        case atMost(Nanoseconds)
        /// The sleep was not counted: true time may have passed unseen. Otherwise wrong by at most this.
        case lostSleep(Nanoseconds)
        /// Nothing is known.
        case unknown
    }

    /// The most by which Linux can miscount so many sleeps.
    ///
    /// Three seconds each: the hardware clock ticks in seconds, and where the wall clock has moved against it by less than
    /// two since the last sleep, the kernel takes that for its own rounding and undoes it in the count (timekeeping_suspend
    /// in kernel/time/timekeeping.c). Measured by `Scripts/suspend-lab`: -2.83 to +1.86 seconds
    /// in one suspension.
    package static func suspensionError(times: Int64) -> Nanoseconds {
        let (milliseconds, overflow) = times.multipliedReportingOverflow(by: 3_000)
        return overflow ? .max : .milliseconds(milliseconds)
    }

    package func sleepError(from earlier: ClockState, to later: ClockState) -> SleepError {
        let grewNoticeably = later.slept - earlier.slept > .milliseconds(100)
        switch sleepAccount {
        case .continuousCounter:
            return .atMost(.zero)
        case .uncountedSuspensions:
            // Each sleep may be seconds off, and how many there were is not told.
            return later.slept - earlier.slept > .milliseconds(10) ? .unknown : .atMost(.zero)
        case .countedSuspensions:
            guard let before = earlier.suspendCount, let after = later.suspendCount, before >= 0, after >= 0 else {
                // Without any sleep since there is none to miscount. Each process measures the time asleep anew, to within
                // milliseconds.
                return later.slept - earlier.slept > .milliseconds(10) ? .unknown : .atMost(.zero)
            }
            // Within one boot the count only grows.
            let suspensions = ClockModel.suspensionError(times: Swift.max(0, after.subtractingSaturated(before)))
            guard grewNoticeably else {
                // Suspended, yet no time asleep was added: a board without a persistent clock.
                return after > before ? .lostSleep(suspensions) : .atMost(.zero)
            }
            // Hibernation is not counted: one more.
            return .atMost(suspensions + ClockModel.suspensionError(times: 1))
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
        switch sleepError(from: start, to: end) {
        case .atMost(let error): return .plusOrMinus(drifted + error).raised(to: awake)
        case .lostSleep(let error): return .plusOrMinus(drifted + error).withoutUpper.raised(to: awake)
        case .unknown: return .unbounded.raised(to: awake)
        }
    }

    /// The least true time from one state of a boot to a later one; never negative.
    package func leastTrueTime(from earlier: ClockState, to later: ClockState) -> Nanoseconds {
        let counted = drift.leastTrueTime(over: later.elapsed - earlier.elapsed)
        // Where counters run on through a reboot, the sleep of the old boot may count as time awake afterwards.
        let awake = drift.leastTrueTime(over: min(later.awake - earlier.awake, later.elapsed - earlier.elapsed))
        switch sleepError(from: earlier, to: later) {
        case .atMost(let error), .lostSleep(let error): return max(counted - error, awake)
        case .unknown: return awake
        }
    }
}

extension Bounds {
    /// The same with no lower end below this one, where that leaves anything.
    fileprivate func raised(to least: Nanoseconds) -> Bounds { atLeast(least) ?? self }
}
