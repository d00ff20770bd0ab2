extension BootComparison {
    /// tau: how far the kernel's boot time wanders within one boot without anybody setting the clock.
    package var bootTimeTolerance: Nanoseconds {
        .seconds(30) + Rate.partsPerMillion(50).error(over: elapsedGrowth.orZero)
    }

    /// The whole procedure: the witnesses in order, and where they leave both, what the boot time suggests.
    package var verdict: BootVerdict {
        guard before.isOfSameMachine(as: now) else {
            let isOther = before.machineMatches(now) == false
            return BootVerdict(.indeterminate, evidence: isOther ? .otherMachine : .none)
        }
        if isContradicted { return BootVerdict(.indeterminate, evidence: .contradiction) }
        let witnesses: [(Possibilities, BootVerdict.Evidence)] = [
            (identityWitness, .bootIdentity), (counterWitness, .counterDecreased), (trustWitness, .trustedTime),
        ]
        var left = Possibilities.both
        var decisive = BootVerdict.Evidence.none
        for (possible, evidence) in witnesses {
            if left == .both && possible != .both { decisive = evidence }
            left = left.intersection(possible)
        }
        return switch (left.sameBoot, left.reboot) {
        case (false, true): BootVerdict(.rebooted, .proven, evidence: decisive)
        case (true, false): BootVerdict(.sameBoot, .proven, evidence: decisive, clockStep: clockStep)
        case (false, false): BootVerdict(.indeterminate, evidence: .contradiction)
        case (true, true): verdictByBootTime
        }
    }

    /// No function of the wall clock and the counters can decide here: what is likely is told as such, the rest is
    /// open.
    ///
    /// What is likely rests on a hardware clock that runs while the power is off: without one, a reboot may leave the
    /// calendar, and so the boot time, wherever it was last saved.
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

    /// The step of the wall clock, if the boot is the same; nil up to one second.
    package var clockStep: Nanoseconds? {
        bootTimeMove.magnitude > .seconds(1) ? bootTimeMove : nil
    }
}
