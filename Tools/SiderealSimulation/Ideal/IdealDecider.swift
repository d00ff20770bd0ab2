package import SiderealCore

/// A decider that finds which histories fit two snapshots of a device. No decider can conclude more.
///
/// It uses only the physics of the clocks and the stated premises, and shares nothing with the core's procedure. The
/// unknowns of a history are intervals:
///
/// - the true time P that passed between the snapshots
/// - the part of P that the device slept
/// - the error of its crystal
/// - the slewing and the setting of its calendar
/// - the start of the new boot, if there was one
///
/// A history fits if some choice of them gives both snapshots.
///
/// The owner can set the wall clock to anything at any time. So the wall clock and the kernel's boot time exclude
/// nothing, but their difference does, because no setting moves it. Uncertain physics is left free:
///
/// - Linux: each counted suspension miscounts the time asleep by up to three seconds either way. So does one more if
///   the time asleep grew by hibernation, which is not counted. If suspensions were counted without time asleep, all of
///   their time is lost. If the time asleep grew without a count (the count can't be read; Intel Macs), only the time
///   awake is known. Without growth and without a count there was no sleep: by premise, no sleep is too short to show.
/// - Linux's time since boot is slewed without a reliable bound. It only can't fall.
/// - A virtual machine may be paused. Its clocks stand still, and a server's upper bounds may be too early.
/// - Darwin's hardware counter may run on through a reboot, or start anywhere. In a new boot only the calendar counts.
/// - Equal identities exclude a reboot even if a counter fell. Then nothing fits.
package struct IdealDecider: Sendable {
    let model: ClockModel
    let tolerance: InstrumentTolerance

    /// The error of the sleep of each suspension, in seconds.
    static let sleepError = 3.0
    /// The largest slew of Darwin's calendar: 31,250 ppm by the phase-locked loop, 5,000 by adjtime, 500 of frequency,
    /// and the crystal.
    static let slew = 0.03685

    package init(model: ClockModel, tolerance: InstrumentTolerance = .stated) {
        self.model = model
        self.tolerance = tolerance
    }

    package func fitting(before: ClockSnapshot, now: ClockSnapshot) -> FittingHistories {
        fitting(SnapshotPair(before, now, model), tolerance)
    }

    func fitting(_ pair: SnapshotPair, _ tolerance: InstrumentTolerance) -> FittingHistories {
        // The clocks of two machines are unrelated.
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
    /// The largest rate error of the crystal, rho.
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
        // Values that only grow can't have fallen.
        guard min(min(pair.elapsed, pair.awake), min(pair.slept, pair.sinceBoot)) >= -tolerance.counter,
            (pair.suspensions?.most ?? 0) >= 0, !pair.hasForgottenWake
        else { return false }
        // P must agree with the elapsed clock and with the servers. If the machine may be paused, the servers' bounds
        // may no longer hold when the clocks are read.
        let byServers = model.mayBePaused ? Reach.anything : pair.truePassed.widened(by: tolerance.offset)
        let passed = timeByClocks(pair).meeting(byServers)
        guard !passed.isEmpty else { return false }
        guard model.platform == .darwin else { return true }
        // The calendar falls behind no faster than slewing allows. It also misses any sleep that it did not count.
        let least = max(pair.elapsed, passed.least - unseenSleep(pair))
        return pair.sinceBoot >= (1 - slew) * least - tolerance.calendar
    }

    /// Returns whether a boot that began after the first snapshot can give the second. P must have room for all of it.
    func rebootFits(_ pair: SnapshotPair) -> Bool {
        // No reboot fits into the tolerance alone.
        pair.truePassed.most >= 0 && pair.truePassed.most + tolerance.offset >= leastTimeSinceBoot(pair.now)
    }

    /// Returns P within one boot, by the elapsed clock.
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

    /// Returns whether there may have been sleep of unknown length.
    private func sleepIsUnknown(_ pair: SnapshotPair) -> Bool {
        switch model.sleepAccount {
        case .hardwareCounter, .powerManagementClock: false
        case .calendarClock: !isAwake(pair)
        case .countedSuspensions: pair.suspensions == nil && pair.slept > tolerance.noise
        }
    }

    /// Returns whether neither Darwin's kernel nor its clocks report any sleep.
    private func isAwake(_ pair: SnapshotPair) -> Bool { pair.isAwakeSince && abs(pair.slept) <= tolerance.noise }

    /// Returns the longest sleep that Darwin's calendar can have missed, as the elapsed clock did.
    private func unseenSleep(_ pair: SnapshotPair) -> Double {
        switch model.sleepAccount {
        case .hardwareCounter, .countedSuspensions: 0
        case .powerManagementClock: isAwake(pair) ? 0 : crystalsApart(pair.now)
        case .calendarClock: isAwake(pair) ? 0 : .infinity
        }
    }

    /// Returns the error that a wake takes over: the gap that two crystals gained while awake, and their ticks.
    private func crystalsApart(_ now: SnapshotPair.Counters) -> Double {
        2 * drift * max(0, now.awake) + tolerance.ticks
    }

    /// Returns the least true time since the boot of a reading began.
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

    /// Returns the largest overcount of sleep. A sleep is not shorter than zero, so an overcount is not larger than the
    /// count.
    private func overcount(_ error: Double, asleep: Double) -> Double { min(error, max(0, asleep)) }

    /// Returns the least length of a sleep, given the error of the crystal that counted it.
    private func leastSleep(_ counted: Double) -> Double { max(0, counted) * (1 - drift) }

    /// Returns the true time while the crystal counted this much.
    private func crystal(_ counted: Double) -> Reach {
        let error = drift * abs(counted)
        return Reach(least: counted - error, most: counted + error)
    }

    /// Returns the largest miscount of sleep by the counted suspensions, and by a hibernation.
    private func sleepError(_ suspensions: Double, asleep: Double) -> Double {
        IdealDecider.sleepError * (suspensions + (asleep > tolerance.hibernation ? 1 : 0))
    }
}
