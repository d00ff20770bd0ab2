package import SiderealCore

/// A decider that finds which kinds of history fit two snapshots of a device. No other decider can draw more
/// conclusions from the same snapshots.
///
/// The decider uses only the physics of the clocks and the stated premises, and shares no code with the core. The
/// unknowns of a history are intervals:
///
/// - the true time P that passed between the snapshots
/// - the part of P that the device slept
/// - the rate error of the device's crystal
/// - the slewing and the setting of the device's calendar
/// - the start of the new boot, if there was one
///
/// A history fits if some values of the unknowns result in both snapshots.
///
/// The owner can set the wall clock to any time at any moment. So neither the wall clock nor the kernel's boot time can
/// exclude a history. Their difference can exclude a history, because setting the clock does not change it. If the
/// behavior of a clock is uncertain, the decider allows every possibility:
///
/// - Linux, counted suspensions: each suspension miscounts the time asleep by up to three seconds in either direction.
/// - Linux, hibernation: the kernel doesn't count it. If a hibernation increased the time asleep, it adds one more
///   miscount of up to three seconds.
/// - Linux, suspensions that did not increase the time asleep: the kernel lost all the time of these suspensions.
/// - Time asleep that grew without a count of sleeps, because the count can't be read or the machine is an Intel Mac:
///   only the time awake is known.
/// - Neither the time asleep nor the count grew: there was no sleep. It is a premise that every sleep is long enough to
///   detect.
/// - Linux's time since boot: the kernel slews it without a reliable bound, but it can't decrease.
/// - A virtual machine that its host may pause: a pause stops the clocks, and a server's upper bounds may be too early.
/// - Darwin's hardware counter: it may continue to count during a reboot, or start at any value. In a new boot only the
///   calendar counts.
/// - Equal boot identities: they exclude a reboot even if a counter decreased. Then no history fits.
package struct IdealDecider: Sendable {
    let model: ClockModel
    let tolerance: InstrumentTolerance

    /// The largest error in the counted time asleep for each suspension, in seconds.
    static let sleepError = 3.0
    /// The largest slew of Darwin's calendar as a fraction. It is the sum of 31,250 ppm from the phase-locked loop,
    /// 5,000 ppm from adjtime, 500 ppm from the frequency setting, and the crystal's error.
    static let slew = 0.03685

    package init(model: ClockModel, tolerance: InstrumentTolerance = .stated) {
        self.model = model
        self.tolerance = tolerance
    }

    package func fitting(before: ClockSnapshot, now: ClockSnapshot) -> FittingHistories {
        fitting(SnapshotPair(before, now, model), tolerance)
    }

    func fitting(_ pair: SnapshotPair, _ tolerance: InstrumentTolerance) -> FittingHistories {
        // The clocks of two machines have no relation to each other.
        guard pair.isOfOneMachine else { return .all }
        let physics = Physics(model: model, tolerance: tolerance)
        return FittingHistories(
            sameBoot: pair.identitiesMatch != false && physics.sameBootFits(pair),
            reboot: pair.identitiesMatch != true && physics.rebootFits(pair))
    }
}

/// The equations of one platform's clocks, with tolerances.
private struct Physics {
    let model: ClockModel
    let tolerance: InstrumentTolerance
    /// The largest rate error of the crystal.
    let drift: Double
    let slew: Double

    init(model: ClockModel, tolerance: InstrumentTolerance) {
        self.model = model
        self.tolerance = tolerance
        drift = Double(model.drift.partsPerBillion) / 1e9 * (1 + tolerance.rate)
        slew = IdealDecider.slew * (1 + tolerance.rate)
    }

    /// Returns whether one boot can give both snapshots.
    func sameBootFits(_ pair: SnapshotPair) -> Bool {
        // These counters can only increase, so two snapshots in which one decreased can't be from the same boot.
        guard min(min(pair.elapsed, pair.awake), min(pair.slept, pair.sinceBoot)) >= -tolerance.counter,
            (pair.suspensions?.most ?? 0) >= 0, !pair.hasForgottenWake
        else { return false }
        // P must agree with the elapsed clock and with the servers. If a host may pause the machine, the servers'
        // bounds may be out of date when the process reads the clocks.
        let byServers = model.mayBePaused ? Reach.anything : pair.truePassed.widened(by: tolerance.offset)
        let passed = timeByClocks(pair).meeting(byServers)
        guard !passed.isEmpty else { return false }
        guard model.platform == .darwin else { return true }
        // Slewing limits how fast the calendar falls behind. In addition, the calendar misses any sleep that it did not
        // count.
        let least = max(pair.elapsed, passed.least - unseenSleep(pair))
        return pair.sinceBoot >= (1 - slew) * least - tolerance.calendar
    }

    /// Returns whether a boot that began after the first snapshot can give the second snapshot. In that case, P is at
    /// least the time since that boot began.
    func rebootFits(_ pair: SnapshotPair) -> Bool {
        // If all possible values of P are negative, no reboot fits, even with a large tolerance.
        pair.truePassed.most >= 0 && pair.truePassed.most + tolerance.offset >= leastTimeSinceBoot(pair.now)
    }

    /// Returns the bounds of P that the elapsed clock gives if both snapshots are from one boot.
    private func timeByClocks(_ pair: SnapshotPair) -> Reach {
        let counted = crystal(pair.elapsed)
        if sleepIsUnknown(pair) { return Reach(least: counted.least - leastSleep(pair.slept), most: .infinity) }
        switch model.sleepAccount {
        case .hardwareCounter, .calendarClock:
            return counted
        case .powerManagementClock:
            if isAwake(pair) { return counted }
            let error = crystalsApart(pair.now)
            return Reach(least: counted.least - overcount(error, asleep: pair.slept), most: counted.most + error)
        case .countedSuspensions:
            guard let suspensions = pair.suspensions else { return counted }
            let error = sleepError(suspensions.most, asleep: pair.slept)
            let isLost = suspensions.most > 0 && pair.slept < tolerance.lostSleep
            return Reach(
                least: counted.least - overcount(error, asleep: pair.slept),
                most: isLost ? .infinity : counted.most + error)
        }
    }

    /// Returns whether the device may have slept for an unknown time.
    private func sleepIsUnknown(_ pair: SnapshotPair) -> Bool {
        switch model.sleepAccount {
        case .hardwareCounter, .powerManagementClock: false
        case .calendarClock: !isAwake(pair)
        case .countedSuspensions: pair.suspensions == nil && pair.slept > tolerance.noise
        }
    }

    /// Returns whether Darwin's kernel and its clocks both report no sleep.
    private func isAwake(_ pair: SnapshotPair) -> Bool { pair.isAwakeSince && abs(pair.slept) <= tolerance.noise }

    /// Returns the length of the longest sleep that neither Darwin's calendar nor the elapsed clock counted.
    private func unseenSleep(_ pair: SnapshotPair) -> Double {
        switch model.sleepAccount {
        case .hardwareCounter, .countedSuspensions: 0
        case .powerManagementClock: isAwake(pair) ? 0 : crystalsApart(pair.now)
        case .calendarClock: isAwake(pair) ? 0 : .infinity
        }
    }

    /// Returns the error that a wake can add: the difference between the two crystals that grew while the device was
    /// awake, and the ticks of the two clocks.
    private func crystalsApart(_ now: SnapshotPair.Counters) -> Double {
        2 * drift * max(0, now.awake) + tolerance.ticks
    }

    /// Returns the shortest possible true time from the start of a boot to a reading in that boot.
    private func leastTimeSinceBoot(_ now: SnapshotPair.Counters) -> Double {
        switch model.sleepAccount {
        case .hardwareCounter:
            return leastByCalendar(now.sinceBoot)
        case .powerManagementClock:
            let error = crystalsApart(now) + drift * max(0, now.slept)
            return leastByCalendar(now.sinceBoot - overcount(error, asleep: now.slept))
        case .calendarClock:
            return leastByCalendar(now.sinceBoot - max(0, now.slept))
        case .countedSuspensions:
            let isUnknown = now.suspensions == nil && now.slept > tolerance.noise
            let error =
                if let suspensions = now.suspensions {
                    overcount(sleepError(suspensions, asleep: now.slept), asleep: now.slept)
                } else {
                    isUnknown ? leastSleep(now.slept) : 0
                }
            return max(0, crystal(now.elapsed).least - max(tolerance.counter, error))
        }
    }

    private func leastByCalendar(_ sinceBoot: Double) -> Double {
        max(0, (1 - slew) * sinceBoot - tolerance.calendar)
    }

    /// Returns the longest time by which the kernel can have overcounted the sleep. It can't exceed the counted time,
    /// because no sleep is shorter than zero.
    private func overcount(_ error: Double, asleep: Double) -> Double { min(error, max(0, asleep)) }

    /// Returns the shortest possible length of a sleep, because the crystal that counted it may have an error.
    private func leastSleep(_ counted: Double) -> Double { max(0, counted) * (1 - drift) }

    /// Returns the bounds of the true time during which the crystal counted the given time.
    private func crystal(_ counted: Double) -> Reach {
        let error = drift * abs(counted)
        return Reach(least: counted - error, most: counted + error)
    }

    /// Returns the largest error in the counted sleep that the counted suspensions and a hibernation can cause.
    private func sleepError(_ suspensions: Double, asleep: Double) -> Double {
        IdealDecider.sleepError * (suspensions + (asleep > tolerance.hibernation ? 1 : 0))
    }
}
