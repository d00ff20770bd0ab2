/// What is trusted, apart from how it came about: it answers for any later moment, is small, and is cheap to copy.
package struct TrustView: Sendable {
    /// Agreed bounds, and whether two distinct operators stand behind them.
    package struct Agreed: Sendable, Hashable {
        var offset: CarriedBounds
        var isCorroborated: Bool

        fileprivate init?(_ anchor: Consensus.Anchor?, isDisputed: Bool) {
            guard let anchor, !isDisputed else { return nil }
            offset = anchor.offset
            isCorroborated = anchor.operators.count >= 2
        }
    }

    private let model: ClockModel
    private let authenticated: Agreed?
    private let unauthenticated: Agreed?
    private let floor: FloorTrack
    /// What is certain while unauthenticated sources disagree.
    private let unauthenticatedLeast: Floor?
    /// What was agreed on before this launch, in a boot that is probably this one.
    private let assumed: Agreed?
    private let assumedUnauthenticated: Agreed?

    package init(_ keeper: Timekeeper) {
        model = keeper.model
        authenticated = Agreed(keeper.authenticated.anchor, isDisputed: keeper.authenticated.isDisputed)
        unauthenticated = Agreed(keeper.unauthenticated.anchor, isDisputed: keeper.unauthenticated.isDisputed)
        floor = keeper.floor
        unauthenticatedLeast = keeper.unauthenticated.least.flatMap { Floor(offset: $0.offset, at: $0.at) }
        let saved = keeper.isProbablySameBoot ? keeper.record.record : nil
        assumed = Agreed(saved?.authenticated?.anchor, isDisputed: saved?.authenticated?.isDisputed ?? false)
        assumedUnauthenticated = Agreed(
            saved?.unauthenticated?.anchor, isDisputed: saved?.unauthenticated?.isDisputed ?? false)
    }

    // MARK: - Answers

    /// The true time at a state of this boot: from authenticated sources where they bound it, else from what others say
    /// inside of what those allow, flagged.
    package func trusted(at state: ClockState) -> TrustedTime {
        let proven = proven(at: state)
        return (proven.offset.isBounded ? proven : narrowedByUnauthenticated(proven, at: state)).time(at: state)
    }

    /// The same from what the caller accepts, the narrowest of it.
    package func trusted(at state: ClockState, accepting: Acceptance) -> TrustedTime {
        var known = proven(at: state)
        if accepting.contains(.probableBoot) {
            known.narrow(by: assumed, at: state, model: model) { $0.assumesSameBoot = true }
        }
        if accepting.contains(.unauthenticated) {
            known = narrowedByUnauthenticated(known, at: state)
            if accepting.contains(.probableBoot) {
                known.narrow(by: assumedUnauthenticated, at: state, model: model) {
                    $0.assumesSameBoot = true
                    $0.isAuthenticated = false
                }
            }
        }
        return known.time(at: state)
    }

    /// Whether a wall clock tells the true time; what authenticated sources alone can decide is decided by them.
    package func systemClock(
        _ wall: WallInstant, at state: ClockState, tolerance: Nanoseconds, accepting: Acceptance
    ) -> SystemClockVerdict {
        let proven = SystemClockVerdict(
            wall: wall, trusted: proven(at: state).time(at: state), tolerance: tolerance)
        guard proven.answer == .unknown, accepting != .provenOnly else { return proven }
        let accepted = trusted(at: state, accepting: accepting)
        return SystemClockVerdict(wall: wall, trusted: accepted, tolerance: tolerance)
    }

    // MARK: - What it rests on

    private func proven(at state: ClockState) -> Known {
        let least = floor.offset(at: state, model: model)
        guard let authenticated, let agreed = authenticated.offset.bounds(at: state, model: model) else {
            return Known(offset: least.map { .exactly($0).withoutUpper } ?? .unbounded)
        }
        return Known(
            offset: least.flatMap { agreed.atLeast($0) } ?? agreed, isCorroborated: authenticated.isCorroborated)
    }

    private func narrowedByUnauthenticated(_ proven: Known, at state: ClockState) -> Known {
        var known = proven
        known.narrow(by: unauthenticated, at: state, model: model) { $0.isAuthenticated = false }
        guard !known.offset.hasLower, let least = unauthenticatedLeast?.offset(at: state, model: model) else {
            return known
        }
        return Known(offset: .exactly(least).withoutUpper, isAuthenticated: false)
    }
}

/// Bounds of the offset, and what they rest on.
private struct Known {
    var offset: Bounds
    var isAuthenticated = true
    var isCorroborated = false
    var assumesSameBoot = false

    /// Takes what others agree on as far as it lies inside, where that adds something. A higher lower end alone does not:
    /// it would only hide what is proven.
    mutating func narrow(
        by agreed: TrustView.Agreed?, at state: ClockState, model: ClockModel, flag: (inout Known) -> Void
    ) {
        guard let agreed, let bounds = agreed.offset.bounds(at: state, model: model),
            let inside = bounds.intersection(offset), inside != offset, inside.hasUpper || !offset.hasLower
        else { return }
        offset = inside
        isCorroborated = agreed.isCorroborated
        flag(&self)
    }

    func time(at state: ClockState) -> TrustedTime {
        guard offset.hasLower else { return .unknown }
        return TrustedTime(
            offset: offset, at: state.elapsed, isAuthenticated: isAuthenticated, isCorroborated: isCorroborated,
            assumesSameBoot: assumesSameBoot)
    }
}
