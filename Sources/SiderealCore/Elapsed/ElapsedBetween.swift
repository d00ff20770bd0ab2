extension Timekeeper {
    /// Returns bounds of the true time from one of an app's marks to a later mark, by all present evidence. Returns
    /// `nil` before this launch's first reading.
    ///
    /// Three kinds of evidence bound the time:
    /// - the clocks from one mark to the other, if both marks are of one boot
    /// - the bounds of the true time at each mark
    /// - the time that has passed since each mark
    ///
    /// If this evidence contradicts itself, or if `end` is the earlier mark, the result allows any time.
    package func elapsed(from start: BootMark, to end: BootMark, on basis: TrustBasis = .standard) -> Bounds? {
        guard let sinceStart = elapsed(since: start, on: basis), let sinceEnd = elapsed(since: end, on: basis),
            let between = comparison(from: start, to: end, on: basis)
        else { return nil }
        // If the machine may have been paused, more time may have passed since the end than its clocks show.
        let byNow = model.mayBePaused ? (sinceStart - sinceEnd).withoutLower : sinceStart - sinceEnd
        return byNow.intersection(between.truePassed)?.atLeast(.zero) ?? .anyTime
    }

    /// Returns the same bounds from one moment to another, and also uses the true time at both moments.
    package func elapsed(from start: Moment, to end: Moment, on basis: TrustBasis = .standard) -> Bounds? {
        guard let byMarks = elapsed(from: start.mark, to: end.mark, on: basis), let atEnd = time(of: end, on: basis)
        else { return nil }
        return elapsed(from: start, until: atEnd, byMarks, on: basis)
    }

    /// Returns the same bounds from a moment to this launch's latest reading.
    package func elapsed(since start: Moment, on basis: TrustBasis = .standard) -> Bounds? {
        guard let now = moment(on: basis) else { return nil }
        return elapsed(from: start, until: now.time, passed(since: start.mark, on: basis) ?? .anyTime, on: basis)
    }

    /// Returns bounds of the time between two moments, by the bounds of their true time and by their marks.
    private func elapsed(
        from start: Moment, until atEnd: TrustedTime, _ byMarks: Bounds, on basis: TrustBasis
    ) -> Bounds? {
        guard let atStart = time(of: start, on: basis) else { return nil }
        let known = KnownTime(atEnd, on: basis)
        let difference = known.bounds - KnownTime(atStart, on: basis).bounds
        let byTime = known.assumesNoPause ? difference.withoutLower : difference
        return byTime.intersection(byMarks)?.atLeast(.zero) ?? .anyTime
    }

    /// Returns a comparison of two marks. The later mark serves as the device reading. That reading gets the
    /// identities of the latest reading if the mark has the same boot or the same machine.
    func comparison(from start: BootMark, to end: BootMark, on basis: TrustBasis) -> BootComparison? {
        guard let latest else { return nil }
        let isOfThisBoot = end.bootIdentityMatches(latest) == true
        let isOfThisMachine = end.machineMatches(latest) == true || isOfThisBoot
        let isOwn = end.salt == salt && !isFaulty
        return BootComparison(
            before: isVoid(start) ? start.withoutTrust : start.admitted(on: basis),
            now: DeviceReading(
                reading: end.reading, bootIdentity: isOfThisBoot ? latest.bootIdentity : nil,
                machine: isOfThisMachine ? latest.machine : nil),
            offsetNow: isVoid(end) ? nil : end.admitted(on: basis).offset,
            // The checks contradicted each other in this boot.
            isContradicted: isContradicted && end.bootIdentityMatches(latest) != false,
            isOfSameProcess: start.salt == end.salt && start.bootIdentity == end.bootIdentity
                && (isOwn || end.salt != salt),
            provenOfProcess: isOwn ? proven(of: start.salt) : nil, model: model)
    }
}
