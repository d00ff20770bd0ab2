/// A snapshot of the trust. It returns the time for any later moment. It is small and cheap to copy.
package struct TrustView: Sendable {
    private let model: ClockModel
    private let authenticated: KnownOperators
    private let others: KnownOperators
    private let floors: Floors
    private let softwareFloor: SoftwareFloor?
    /// The record from before this launch, if its boot is probably the present boot.
    private let assumed: TimekeeperRecord?

    package init(_ keeper: Timekeeper) {
        model = keeper.model
        authenticated = keeper.authenticated
        others = keeper.others
        floors = keeper.floors
        softwareFloor = keeper.softwareFloor
        assumed = keeper.isProbablySameBoot ? keeper.record.record : nil
    }

    // MARK: - Answers

    /// Returns the true time at a state of this boot, as tightly as `basis` allows.
    package func trusted(at state: ClockState, on basis: TrustBasis = .standard) -> TrustedTime {
        var known = known(at: state, on: basis)
        let assumed = basis.accepts(.probableBoot) ? assumed : nil
        if let assumed {
            known = narrowed(
                known, by: assumed.authenticated, at: state, on: basis, isAuthenticated: true,
                assumesSameBoot: true)
        }
        guard basis.accepts(.unauthenticated) else { return time(known, at: state) }
        known = narrowed(known, by: others, at: state, on: basis)
        if let assumed {
            known = narrowed(known, by: assumed.others, at: state, on: basis, assumesSameBoot: true)
        }
        return time(known, at: state)
    }

    /// Returns the time, raised to the date of this software.
    private func time(_ known: KnownTime, at state: ClockState) -> TrustedTime {
        var known = known
        known.assumesNoPause = model.mayBePaused && known.bounds.hasUpper
        guard let floor = softwareFloor?.moved(to: state, model: model) else { return known.time }
        let least = Nanoseconds(floor.earliest.nanoseconds)
        guard let bounds = known.bounds.atLeast(least) else {
            return KnownTime(Bounds(lower: least, upper: .max) ?? .unbounded, support: .software).time
        }
        guard bounds != known.bounds else { return known.time }
        var risen = known
        (risen.bounds, risen.earliestSupport) = (bounds, .software)
        return risen.time
    }

    /// Returns whether a wall clock shows the true time. If authenticated sources can give the answer, it rests only on
    /// them.
    package func systemClock(
        _ wall: WallInstant, at state: ClockState, tolerance: Nanoseconds, on basis: TrustBasis
    ) -> SystemClockVerdict {
        let proven = SystemClockVerdict(
            wall: wall, trusted: time(known(at: state, on: basis), at: state), tolerance: tolerance)
        guard proven.answer == .unknown else { return proven }
        return SystemClockVerdict(wall: wall, trusted: trusted(at: state, on: basis), tolerance: tolerance)
    }

    /// Returns authenticated bounds of the offset, including the floor, with only the ends that may prove a boot
    /// verdict and enter a mark. Returns `nil` if there are no such ends.
    ///
    /// `isCorroborated` is true if the bounds hold even when up to half of the known operators (rounded down) are
    /// wrong.
    func binding(at state: ClockState) -> (offset: Bounds, isCorroborated: Bool)? {
        let votes = authenticated.bindingBounds(at: state, model: model)
        let areCorroborated = Judgement.support(of: authenticated.all.count) == .corroborated
        guard let (floor, support) = floors.highest(at: state, model: model) else {
            return votes.map { ($0, areCorroborated) }
        }
        let least = Nanoseconds(floor.earliest.nanoseconds) - Nanoseconds(state.elapsed.nanoseconds)
        // If the floor is true, votes for an earlier time are false.
        guard let votes, let risen = votes.atLeast(least) else {
            return Bounds(lower: least, upper: .max).map { ($0, support == .corroborated) }
        }
        return (risen, areCorroborated && (risen == votes || support == .corroborated))
    }

    /// Returns authenticated bounds of the offset, including the floor, or `nil` without bounds.
    package func shownOffset(at state: ClockState) -> Bounds? {
        let known = known(at: state, on: .standard)
        return known.bounds == .unbounded ? nil : known.bounds - .exactly(Nanoseconds(state.elapsed.nanoseconds))
    }

    // MARK: - Bases of the answers

    private func known(at state: ClockState, on basis: TrustBasis) -> KnownTime {
        let judgement = authenticated.judgement(at: state, model: model)
        let highest = floors.highest(at: state, model: model, admitting: basis.admits)
        var known = KnownTime(judgement, at: state, on: basis)
        // If the floor is true, bounds that end before it are false. If their upper end is uncorroborated, drop only
        // that end.
        if let floor = highest?.floor, let bounds = judgement.bounds, bounds.isBefore(floor, at: state) {
            known = judgement.upperSupport == .uncorroborated ? known.withoutUpper : KnownTime()
        }
        guard let highest, let risen = known.bounds.atLeast(Nanoseconds(highest.floor.earliest.nanoseconds)),
            risen != known.bounds
        else { return known }
        known.bounds = risen
        known.earliestSupport = highest.support
        return known
    }

    private func narrowed(
        _ known: KnownTime, by others: KnownOperators, at state: ClockState, on basis: TrustBasis,
        isAuthenticated: Bool = false, assumesSameBoot: Bool = false
    ) -> KnownTime {
        var other = KnownTime(others.judgement(at: state, model: model), at: state, on: basis)
        (other.isAuthenticated, other.assumesSameBoot) = (isAuthenticated, assumesSameBoot)
        return narrowed(known, to: other)
    }

    /// Narrows the time to its common part with another time, if that adds information. A later lower end alone adds no
    /// information. It would only hide the proven lower end.
    private func narrowed(_ known: KnownTime, to other: KnownTime) -> KnownTime {
        guard let inside = other.bounds.intersection(known.bounds), inside != known.bounds,
            inside.hasUpper || !known.bounds.hasLower
        else { return known }
        return known.narrowed(to: inside, by: other)
    }
}
