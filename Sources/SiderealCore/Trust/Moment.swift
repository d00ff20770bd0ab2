/// A moment on this device that can be dated: now by what is known, and later by what is known then.
///
/// Store it beside what it dates, such as a receipt that is issued offline. It holds a `BootMark`, so keep it on the
/// device.
public struct Moment: Sendable, Hashable {
    /// The moment as `Observatory.elapsed(since:)` and `Observatory.verdict(since:)` take it.
    public let mark: BootMark
    /// What was known of the true time at it.
    public let time: TrustedTime

    package init(mark: BootMark, time: TrustedTime) {
        self.mark = mark
        self.time = time
    }
}

extension Timekeeper {
    /// This launch's latest reading; nil before the first one.
    package func moment(on basis: TrustBasis = .standard) -> Moment? {
        guard let mark, let latest else { return nil }
        return Moment(mark: mark, time: trusted(at: latest.reading.elapsed, on: basis))
    }

    /// The true time at a moment, by what was known then and by what this launch's latest reading shows; nil before the
    /// first reading, and unknown if the two contradict each other.
    package func time(of moment: Moment, on basis: TrustBasis = .standard) -> TrustedTime? {
        guard latest != nil else { return nil }
        if let known = known(of: moment, on: basis) { return known.time }
        // Too few may have given an end that is wrong.
        return known(of: moment, on: basis.requiring(.proven))?.time ?? .unknown
    }

    private func known(of moment: Moment, on basis: TrustBasis) -> KnownTime? {
        let mark = basis.admits(.lone) || moment.mark.isCorroborated ? moment.mark : moment.mark.withoutTrust
        guard let latest, let passed = agreedPassed(since: mark) else { return nil }
        let now = KnownTime(trusted(at: latest.reading.elapsed, on: basis), on: basis)
        var before = now.before(passed)
        if passed.hasUpper { before.assumesNoPause = model.mayBePaused }
        let then = isVoid(moment.mark) ? KnownTime() : KnownTime(moment.time, on: basis)
        return then.intersection(before)
    }
}
