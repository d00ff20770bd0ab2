package import SiderealCore

/// Tells from two snapshots of a device which histories fit them: the most that anybody could conclude.
///
/// It knows only the physics of the clocks and the stated premises, and shares nothing with the core's procedure. The
/// unknowns of a history are intervals: the true time P that passed between the snapshots; how much of it the device
/// slept; the error of its crystal; how far its calendar was slewed and set; when the new boot began, if there was one.
/// A history fits if some choice of them gives both snapshots.
///
/// Whoever owns the device can set its wall clock to anything at any time, so the wall clock and the kernel's boot time
/// exclude nothing; their difference does, which no setting moves. Where the physics is not certain, it is left free:
///
/// - Linux: each counted suspension miscounts the time asleep by up to three seconds either way, and so does one more
///   where the time asleep grew by hibernation, which is not counted. Suspensions counted without time asleep: lost,
///   all that it was. Growth that nobody counts (the count can't be read; Intel Macs): nothing is known but the time
///   awake. Time asleep that did not grow, without a count, is taken for none: a sleep too short to show in it is a
///   premise.
/// - Linux's time since boot is slewed without a bound that holds; it only can't fall.
/// - A virtual machine may be paused: its clocks stand still, and what a server bounds from above may be too early.
/// - Darwin's hardware counter may run on through a reboot, or start anywhere: in a new boot only the calendar counts.
/// - Equal identities exclude a reboot even where a counter fell: then nothing fits.
package struct IdealDecider: Sendable {
    let model: ClockModel
    let tolerance: InstrumentTolerance

    /// In seconds, for each suspension.
    static let sleepError = 3.0
    /// How far Darwin's calendar can be slewed: the phase-locked loop's 31,250 ppm, adjtime's 5,000, 500 of
    /// frequency and the crystal.
    static let slew = 0.03685

    package init(model: ClockModel, tolerance: InstrumentTolerance = .stated) {
        self.model = model
        self.tolerance = tolerance
    }

    package func fitting(before: ClockSnapshot, now: ClockSnapshot) -> FittingHistories {
        fitting(SnapshotPair(before, now, model), tolerance)
    }

    func fitting(_ pair: SnapshotPair, _ tolerance: InstrumentTolerance) -> FittingHistories {
        // Clocks of two machines have nothing to do with each other.
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
    /// rho: by how much the crystal's seconds may be wrong.
    let drift: Double
    let slew: Double

    init(model: ClockModel, tolerance: InstrumentTolerance) {
        self.model = model
        self.tolerance = tolerance
        drift = Double(model.drift.partsPerBillion) / 1e9 * (1 + tolerance.rate)
        slew = IdealDecider.slew * (1 + tolerance.rate)
    }

    /// Whether one boot can have shown both snapshots.
    func sameBootFits(_ pair: SnapshotPair) -> Bool {
        // Nothing that only grows can have fallen.
        guard min(min(pair.elapsed, pair.awake), min(pair.slept, pair.sinceBoot)) >= -tolerance.counter,
            (pair.suspensions?.most ?? 0) >= 0, !pair.hasForgottenWake
        else { return false }
        // P must agree with the elapsed clock and with what servers said.
        // Where the machine may be paused, what servers said is not known to hold when the clocks are read.
        let byServers = model.mayBePaused ? Reach.anything : pair.truePassed.widened(by: tolerance.offset)
        let passed = timeByClocks(pair).meeting(byServers)
        guard !passed.isEmpty else { return false }
        guard model.platform == .darwin else { return true }
        // The calendar can't have been slewed more slowly than it can. What sleep it did not count is
        // missing in it, too.
        let least = max(pair.elapsed, passed.least - unseenSleep(pair))
        return pair.sinceBoot >= (1 - slew) * least - tolerance.calendar
    }

    /// Whether a boot that began after the first snapshot can have shown the second: P must hold all of it.
    func rebootFits(_ pair: SnapshotPair) -> Bool {
        // No reboot fits into the tolerance alone.
        pair.truePassed.most >= 0 && pair.truePassed.most + tolerance.offset >= leastTimeSinceBoot(pair.now)
    }

    /// P within one boot, by the elapsed clock.
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

    /// Whether there may have been sleep, and nobody knows how long it was.
    private func sleepIsUnknown(_ pair: SnapshotPair) -> Bool {
        switch model.sleepAccount {
        case .hardwareCounter, .powerManagementClock: false
        case .calendarClock: !isAwake(pair)
        case .countedSuspensions: pair.suspensions == nil && pair.slept > tolerance.noise
        }
    }

    /// Whether Darwin's kernel tells of no sleep, and its clocks of none either.
    private func isAwake(_ pair: SnapshotPair) -> Bool { pair.isAwakeSince && abs(pair.slept) <= tolerance.noise }

    /// What sleep Darwin's calendar can have missed, as the elapsed clock did.
    private func unseenSleep(_ pair: SnapshotPair) -> Double {
        switch model.sleepAccount {
        case .hardwareCounter, .countedSuspensions: 0
        case .powerManagementClock: isAwake(pair) ? 0 : crystalsApart(pair.now)
        case .calendarClock: isAwake(pair) ? 0 : .infinity
        }
    }

    /// What a wake takes over: how far two crystals came apart while the machine was awake, and their ticks.
    private func crystalsApart(_ now: SnapshotPair.Counters) -> Double {
        2 * drift * max(0, now.awake) + tolerance.ticks
    }

    /// The least true time since the boot of a reading began.
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

    /// No sleep is shorter than nothing, so no more can be counted too much than was counted.
    private func overcount(_ error: Double, asleep: Double) -> Double { min(error, max(0, asleep)) }

    /// A sleep of unknown length, less what the crystal may have counted too much of it.
    private func leastSleep(_ counted: Double) -> Double { max(0, counted) * (1 - drift) }

    /// True time while the crystal counted so much.
    private func crystal(_ counted: Double) -> Reach {
        let error = drift * abs(counted)
        return Reach(least: counted - error, most: counted + error)
    }

    /// By how much so many counted suspensions, and a hibernation, can have miscounted the sleep.
    private func sleepError(_ suspensions: Double, asleep: Double) -> Double {
        IdealDecider.sleepError * (suspensions + (asleep > tolerance.hibernation ? 1 : 0))
    }
}
