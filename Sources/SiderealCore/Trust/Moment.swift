/// A moment on this device. Store the moment together with the event that it dates.
///
/// ```swift
/// let began = try observatory.moment()
/// // Later, in any launch:
/// print(try observatory.elapsed(since: began))
/// ```
///
/// From a moment you get:
///
/// - the time that has passed since the moment, or until a later moment (`Observatory.elapsed(since:)`,
///   `elapsed(from:to:)`)
/// - a verdict on reboots and clock changes since the moment (`Observatory.verdict(since:)`)
/// - the moment's true time, based on all evidence so far (`TrustedClock.time(of:requiring:)`)
///
/// You can make a moment while the true time is unknown.
///
/// A moment contains readings of all clocks, and salted digests of the boot's and the machine's identity. The moment
/// also contains the bounds of the true time that were known at that instant. The moment does not contain the device's
/// name. Keep a moment on the device. Apple's rules don't let apps send readings of these clocks off the device.
public struct Moment: Sendable, Hashable {
    package let mark: BootMark
    /// The bounds of the true time that were known at the moment.
    public let time: TrustedTime

    package init(mark: BootMark, time: TrustedTime) {
        self.mark = mark
        self.time = time
    }
}

extension Timekeeper {
    /// Returns the moment of this launch's latest reading, or `nil` before the first reading.
    package func moment(on basis: TrustBasis = .standard) -> Moment? {
        guard let mark, let latest else { return nil }
        return Moment(mark: mark, time: trusted(at: latest.reading.elapsed, on: basis))
    }

    /// Returns the true time at a moment, from the bounds that were known then and from this launch's latest reading.
    /// Returns `nil` before the first reading. The time is unknown if these bounds contradict each other.
    package func time(of moment: Moment, on basis: TrustBasis = .standard) -> TrustedTime? {
        guard latest != nil else { return nil }
        if let known = known(of: moment, on: basis) { return known.time }
        // An uncorroborated end may be wrong, so try again without uncorroborated ends.
        return known(of: moment, on: basis.requiring(.proven))?.time ?? .unknown
    }

    private func known(of moment: Moment, on basis: TrustBasis) -> KnownTime? {
        guard let latest, let passed = passed(since: moment.mark, on: basis) else { return nil }
        let now = KnownTime(trusted(at: latest.reading.elapsed, on: basis), on: basis)
        var before = now.before(passed)
        if passed.hasUpper { before.assumesNoPause = model.mayBePaused }
        var then = isVoid(moment.mark) ? KnownTime() : KnownTime(moment.time, on: basis)
        if let (last, until) = lastMark(after: moment.mark, on: basis), !isVoid(last) {
            // Servers may have answered after the moment, and before the process of the moment ended.
            var atLast = last.knownTime.before(until)
            atLast.assumesNoPause = model.mayBePaused && atLast.bounds.hasUpper
            then = then.intersection(atLast) ?? then
        }
        return then.intersection(before)
    }

    /// Returns bounds of the time since a mark. If the earlier process of the mark saved later marks, the bounds also
    /// use the last of them, because servers may have dated it. Returns `nil` before the first reading, and if the
    /// evidence contradicts itself.
    func passed(since mark: BootMark, on basis: TrustBasis) -> Bounds? {
        guard let passed = agreedPassed(since: mark, on: basis) else { return nil }
        // A pause before the last mark may have made its date too early.
        guard !model.mayBePaused, let (last, until) = lastMark(after: mark, on: basis),
            let since = agreedPassed(since: last, on: basis)
        else { return passed }
        return passed.intersection(until + since)
    }

    /// Returns the last mark that the earlier process of `mark` saved on this machine, and bounds of the time from
    /// `mark` to it. Returns `nil` if the loaded record contains no such mark.
    private func lastMark(after mark: BootMark, on basis: TrustBasis) -> (BootMark, Bounds)? {
        guard mark.salt != salt, !isFaulty, let latest,
            let last = record.record?.newestMarks.last(where: {
                $0.salt == mark.salt && $0.bootIdentity == mark.bootIdentity
            }), last.isOfSameMachine(as: latest), last.reading.elapsed >= mark.reading.elapsed,
            let passed = comparison(from: mark, to: last, on: basis)?.agreedPassed
        else { return nil }
        // A pause between the marks would add time that no clock counted.
        return (last.admitted(on: basis), model.mayBePaused ? passed.withoutUpper : passed)
    }
}

extension BootMark {
    /// Returns the mark without its trusted bounds if the basis does not admit their support.
    func admitted(on basis: TrustBasis) -> BootMark { basis.admits(isCorroborated) ? self : withoutTrust }

    /// The proven bounds of the true time at the mark.
    fileprivate var knownTime: KnownTime {
        guard let offset else { return KnownTime() }
        return KnownTime(
            offset + Nanoseconds(reading.elapsed.nanoseconds), support: isCorroborated ? .corroborated : .lone)
    }
}

extension TrustBasis {
    /// Returns whether the basis admits proven bounds, which are corroborated or come from a lone operator.
    func admits(_ isCorroborated: Bool) -> Bool { admits(isCorroborated ? .corroborated : .lone) }
}
