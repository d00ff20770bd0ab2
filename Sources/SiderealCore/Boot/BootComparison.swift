/// The explanations that are still possible for two readings.
package struct Possibilities: Sendable, Equatable {
    package var sameBoot: Bool
    package var reboot: Bool

    package static let both = Possibilities(sameBoot: true, reboot: true)
    package static let onlySameBoot = Possibilities(sameBoot: true, reboot: false)
    package static let onlyReboot = Possibilities(sameBoot: false, reboot: true)

    package init(sameBoot: Bool, reboot: Bool) {
        self.sameBoot = sameBoot
        self.reboot = reboot
    }

    package var isNeither: Bool { !sameBoot && !reboot }

    package func intersection(_ other: Possibilities) -> Possibilities {
        Possibilities(sameBoot: sameBoot && other.sameBoot, reboot: reboot && other.reboot)
    }
}

/// Two readings to compare, and the separate conclusion of each check.
package struct BootComparison: Sendable {
    package let before: BootMark
    package let now: DeviceReading
    /// Authenticated bounds of the offset at the later reading, or `nil` without bounds. They rest on evidence from the
    /// boot of that reading.
    package let offsetNow: Bounds?
    /// A Boolean value that indicates whether earlier checks in this boot excluded both answers. If so, no check counts
    /// in this boot.
    package let isContradicted: Bool
    /// A Boolean value that indicates whether one process made both readings.
    package let isOfSameProcess: Bool
    /// The verdict that this launch proved about another mark of the process that made the earlier reading. A process
    /// lives in one boot, so the verdict applies to all its marks.
    package let provenOfProcess: BootVerdict?
    /// The earliest true time at the later reading that the date of the software allows, or `nil` if there is no date.
    package let earliestNow: TrueInstant?
    package let model: ClockModel

    package init(
        before: BootMark, now: DeviceReading, offsetNow: Bounds?, isContradicted: Bool = false,
        isOfSameProcess: Bool = false, provenOfProcess: BootVerdict? = nil, earliestNow: TrueInstant? = nil,
        model: ClockModel
    ) {
        self.before = before
        self.now = now
        self.offsetNow = offsetNow
        self.isContradicted = isContradicted
        self.isOfSameProcess = isOfSameProcess
        self.provenOfProcess = provenOfProcess
        self.earliestNow = earliestNow
        self.model = model
    }

    /// dR: the increase of the elapsed clock.
    package var elapsedGrowth: Nanoseconds { now.reading.elapsed - before.reading.elapsed }

    /// dB: the change in the kernel's boot time. Within one boot, this change equals the step of the wall clock.
    package var bootTimeMove: Nanoseconds { now.reading.kernelBootTime - before.reading.kernelBootTime }

    /// dU: the increase of the kernel's time since boot.
    package var sinceBootGrowth: Nanoseconds {
        model.timeSinceBoot(now.reading) - model.timeSinceBoot(before.reading)
    }

    /// First check: the kernel's boot identity.
    package var identityCheck: Possibilities {
        switch before.bootIdentityMatches(now) {
        case .some(true): .onlySameBoot
        case .some(false): .onlyReboot
        case .none: .both
        }
    }

    /// The check by process. A process lives in one boot, even if the process can't identify that boot.
    private var processCheck: (Possibilities, BootVerdict.Evidence) {
        if isOfSameProcess { return (.onlySameBoot, .sameProcess) }
        return switch provenOfProcess?.didReboot {
        case .some(let didReboot):
            (didReboot ? .onlyReboot : .onlySameBoot, provenOfProcess?.evidence ?? .sameProcess)
        case .none: (.both, .noEvidence)
        }
    }

    private var isOfSameMachine: Bool {
        isOfSameProcess || provenOfProcess?.didReboot != nil || before.isOfSameMachine(as: now)
    }

    /// Second check: counters that only grow within a boot.
    package var counterCheck: Possibilities {
        let tolerance = ClockModel.counterTolerance
        let old = before.reading
        let new = now.reading
        if elapsedGrowth < -tolerance
            || new.awake - old.awake < -tolerance
            || new.slept - old.slept < -tolerance
            || sinceBootGrowth < -tolerance
            || suspendMarkFell
        {
            return .onlyReboot
        }
        // If the elapsed clock keeps counting through a warm reboot, the time since boot falls behind that clock.
        if model.platform == .darwin,
            sinceBootGrowth < elapsedGrowth - model.slewedRate.error(over: elapsedGrowth.orZero)
                - ClockModel.bootTimeError
        {
            return .onlyReboot
        }
        return .both
    }

    /// A Boolean value that indicates whether the suspend mark is lower at the later reading. The mark is the number of
    /// suspensions, or the time awake until the last suspension. In each boot, it starts at zero.
    private var suspendMarkFell: Bool {
        guard let old = before.reading.suspendMark, let new = now.reading.suspendMark, old >= 0, new >= 0 else {
            return false
        }
        return new < old
    }

    /// Third check: compares the true time that passed with the clocks.
    package var trustCheck: Possibilities {
        guard let offsetBefore = before.offset, let offsetNow else { return .both }
        let change = offsetNow - offsetBefore
        return Possibilities(sameBoot: sameBootFits(change), reboot: rebootFits(change))
    }

    private func sameBootFits(_ change: Bounds) -> Bool {
        // The machine's clocks miss a pause. They carried the bounds from before the pause, so these bounds may be
        // wrong.
        if model.mayBePaused { return true }
        let old = before.reading.clockState
        let new = now.reading.clockState
        // If the clock is lower by less than the counters' tolerance, this check treats the clock as unchanged.
        let allowed = model.offsetChange(from: old, to: new.at(max(old.elapsed, new.elapsed)))
        guard change.meets(allowed + .plusOrMinus(ClockModel.sleepNoise)) else { return false }
        guard model.platform == .darwin, change.hasLower else { return true }
        // If the kernel did not count a sleep, the slewed clock misses that sleep, too.
        let unseen = model.unseenSleep(from: old, to: new)
        guard unseen.hasUpper else { return true }
        // The slewed clock loses at most its rate error over the time that it could count.
        let counted = change.lower + elapsedGrowth - unseen.upper
        return counted - model.slewedRate.error(over: counted.orZero)
            <= sinceBootGrowth + ClockModel.sinceBootError
    }

    private func rebootFits(_ change: Bounds) -> Bool {
        // A new boot begins after the last reading of the old boot, so all time since boot lies between the readings.
        let passed = change + elapsedGrowth
        return !passed.hasUpper || passed.upper >= model.leastTimeSinceBoot(now.reading)
    }
}

extension BootComparison {
    /// tau: the largest change in the kernel's boot time within one boot if nothing sets the clock.
    package var bootTimeTolerance: Nanoseconds {
        .seconds(30) + Rate.partsPerMillion(50).error(over: elapsedGrowth.orZero)
    }

    /// The verdict of all checks together. If the checks leave both answers possible, the boot time decides.
    package var verdict: BootVerdict {
        guard isOfSameMachine else {
            let isOther = before.machineMatches(now) == false
            return BootVerdict(.indeterminate, evidence: isOther ? .otherMachine : .noEvidence)
        }
        if isContradicted { return BootVerdict(.indeterminate, evidence: .contradiction) }
        let (possible, decisive) = remaining
        return switch (possible.sameBoot, possible.reboot) {
        case (false, true): BootVerdict(.rebooted, .proven, evidence: decisive)
        case (true, false): BootVerdict(.sameBoot, .proven, evidence: decisive, clockStep: clockStep)
        case (false, false): BootVerdict(.indeterminate, evidence: .contradiction)
        case (true, true): verdictByBootTime
        }
    }

    /// The possibilities that all checks leave, and the first check that excluded an answer.
    private var remaining: (Possibilities, BootVerdict.Evidence) {
        let checks: [(Possibilities, BootVerdict.Evidence)] = [
            (identityCheck, .bootIdentity), processCheck, (counterCheck, .counterDecreased),
            (trustCheck, .trustedTime),
        ]
        var left = Possibilities.both
        var decisive = BootVerdict.Evidence.noEvidence
        for (possible, evidence) in checks {
            if left == .both && possible != .both { decisive = evidence }
            left = left.intersection(possible)
        }
        return (left, decisive)
    }

    /// The verdict by the boot time, if the checks leave both answers possible. In that case the wall clock and the
    /// counters can't prove an answer. The verdict is probable if one answer is likely. Otherwise the question stays
    /// open.
    ///
    /// A likely answer requires a hardware clock that runs while the power is off. Without this clock, a reboot may set
    /// the calendar to the time that was last saved, and the boot time follows the calendar.
    private var verdictByBootTime: BootVerdict {
        let tolerance = bootTimeTolerance
        let uptimeBefore = model.timeSinceBoot(before.reading)
        if uptimeBefore <= tolerance + tolerance { return BootVerdict(.indeterminate, evidence: .tooEarly) }
        guard model.hasHardwareClock else { return BootVerdict(.indeterminate, evidence: .noHardwareClock) }
        if bootTimeMove.magnitude <= tolerance {
            return BootVerdict(.sameBoot, .probable, evidence: .bootTime, clockStep: clockStep)
        }
        if now.reading.wall < before.reading.wall - tolerance {
            return BootVerdict(.indeterminate, evidence: .clockStep)
        }
        if bootTimeMove >= uptimeBefore - tolerance { return BootVerdict(.indeterminate, evidence: .bootTime) }
        return BootVerdict(.sameBoot, .probable, evidence: .clockStep, clockStep: clockStep)
    }

    /// The step of the wall clock if the boot is the same, or `nil` if the step is too small to detect.
    package var clockStep: Nanoseconds? {
        bootTimeMove.magnitude > ClockModel.smallestStep ? bootTimeMove : nil
    }
}

extension BootComparison {
    /// Bounds of the true time that passed between the two readings. Setting the wall clock doesn't affect them. The
    /// upper end is unknown if no evidence bounds it.
    package var truePassed: Bounds { agreedPassed ?? .anyTime }

    /// The same bounds, or `nil` if the clocks contradict the servers' times at both readings. In that case the servers
    /// are wrong, or a premise failed.
    package var agreedPassed: Bounds? {
        let byClocks = passedByClocks.atLeast(.zero) ?? .anyTime
        guard let trustedPassed else { return byClocks }
        guard let byTrust = trustedPassed.atLeast(.zero), !(isOfSameMachine && remaining.0.isNeither) else {
            return nil
        }
        if let both = byTrust.intersection(byClocks) { return both }
        return model.mayBePaused ? byTrust.intersection(byClocks.withoutUpper) : nil
    }

    /// Bounds of the time that passed, from the trusted time at both readings. A date is valid in every boot, so the
    /// dates of both readings bound the time between them.
    private var trustedPassed: Bounds? {
        guard let offsetBefore = before.offset else { return nil }
        let byOffset = offsetNow.map { $0 - offsetBefore + elapsedGrowth }
        guard let earliestNow else { return byOffset }
        let latestBefore = offsetBefore + Nanoseconds(before.reading.elapsed.nanoseconds)
        let least = Bounds.exactly(Nanoseconds(earliestNow.nanoseconds)) - latestBefore
        return (byOffset ?? .unbounded).atLeast(least.lower) ?? byOffset
    }

    private var passedByClocks: Bounds {
        let old = before.reading.clockState
        let new = now.reading.clockState
        let decided = verdict
        switch decided.answer {
        case .sameBoot where decided.isProven:
            return model.offsetChange(from: old, to: new) + .plusOrMinus(model.tick) + elapsedGrowth
        case .rebooted:
            return .unbounded.atLeast(model.leastTimeSinceBoot(now.reading)) ?? .unbounded
        case .sameBoot, .indeterminate:
            guard decided.isOpen else { return .unbounded }
            let ifSame = (model.leastTrueTime(from: old, to: new) - model.tick).orZero
            let ifRebooted = model.leastTimeSinceBoot(now.reading)
            return .unbounded.atLeast(min(ifSame, ifRebooted)) ?? .unbounded
        case .firstObservation, .unavailable, .damaged:
            return .unbounded
        }
    }
}
