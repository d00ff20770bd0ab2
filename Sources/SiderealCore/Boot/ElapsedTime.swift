extension BootComparison {
    /// Bounds of the true time that passed between the two readings, whatever was done to the clock; the upper end is
    /// unknown where nothing bounds it.
    package var truePassed: Bounds {
        let anyTime = Bounds.unbounded.atLeast(.zero) ?? .unbounded
        let byTrust = trustedPassed?.atLeast(.zero)
        let byClocks = passedByClocks.atLeast(.zero) ?? anyTime
        guard let byTrust else { return byClocks }
        // Where both speak and disagree, the servers of either end are wrong or a premise failed: claim neither.
        return byTrust.intersection(byClocks) ?? anyTime
    }

    private var trustedPassed: Bounds? {
        guard let offsetBefore = before.offset, let offsetNow else { return nil }
        return offsetNow - offsetBefore + elapsedGrowth
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
