import SiderealCore

extension Picture.Boot {
    /// Returns a copy of the boot in which each moment has its errors. Also returns the best estimate of true time
    /// minus the elapsed clock, or `nil` if there is no estimate.
    static func drawn(
        _ boot: Picture.Boot, _ drafts: [Timeline.Draft], isTruthKnown: Bool
    ) -> (boot: Picture.Boot, estimate: Nanoseconds?) {
        let base = Base(drafts, isTruthKnown: isTruthKnown)
        var boot = boot
        boot.reference = base.reference
        boot.moments = drafts.enumerated().map { index, draft in
            base.moment(draft, after: index > 0 ? drafts[index - 1] : nil)
        }
        return (boot, base.estimate)
    }
}

/// The zero from which a boot's errors are measured.
private struct Base {
    private(set) var reference = Picture.Boot.Reference.nothing
    /// The estimate of true time minus the elapsed clock, or `nil` if trusted time does not bound it.
    private(set) var estimate: Nanoseconds?
    private var offset = Nanoseconds.zero

    init(_ drafts: [Timeline.Draft], isTruthKnown: Bool) {
        var narrowest: (width: Nanoseconds, trusted: TrustedTime, elapsed: ElapsedInstant)?
        for draft in drafts {
            if draft.replacesTrust { narrowest = nil }
            guard let trusted = draft.trusted, let width = trusted.width else { continue }
            if let best = narrowest {
                let isBetter = trusted.isAuthenticated == best.trusted.isAuthenticated && width < best.width
                guard isBetter || (trusted.isAuthenticated && !best.trusted.isAuthenticated) else { continue }
            }
            narrowest = (width, trusted, draft.elapsed)
        }
        if let narrowest, let earliest = narrowest.trusted.earliest {
            let half = Nanoseconds(narrowest.width.count / 2)
            offset = Nanoseconds((earliest + half).nanoseconds) - Nanoseconds(narrowest.elapsed.nanoseconds)
            estimate = offset
            reference = .estimate(
                plusOrMinus: narrowest.width - half, isAuthenticated: narrowest.trusted.isAuthenticated)
        } else if let first = drafts.first(where: { $0.wall != nil }), let wall = first.wall {
            offset = Nanoseconds(wall.nanoseconds) - Nanoseconds(first.elapsed.nanoseconds)
            reference = .wall
        }
        if isTruthKnown { reference = .truth }
    }

    func moment(_ draft: Timeline.Draft, after before: Timeline.Draft?) -> Picture.Moment {
        var moment = draft.moment
        guard let zero = zero(at: draft) else { return moment }
        moment.date = zero
        moment.error = draft.wall.map { Nanoseconds($0.nanoseconds) - Nanoseconds(zero.nanoseconds) }
        moment.errorBefore = before?.wall == nil ? nil : moment.error.map { $0 - draft.step }
        moment.band = band(draft.trusted, zero)
        let known = band(draft.trustedBefore, zero)
        // A server's answer may replace the previous bounds. A reading shows only how much precision the previous
        // bounds have lost.
        moment.bandBefore = draft.moment.isReading ? widest(known, moment.band) : known
        if let claim = draft.claim {
            moment.claim = Picture.Claim(
                lower: claim.earliest.map { $0 - zero }, upper: claim.latest.map { $0 - zero },
                isRejected: claim.isRejected)
        }
        return moment
    }

    private func zero(at draft: Timeline.Draft) -> TrueInstant? {
        switch reference {
        case .truth: draft.truth
        case .estimate, .wall: TrueInstant(nanoseconds: (offset + Nanoseconds(draft.elapsed.nanoseconds)).count)
        case .nothing: nil
        }
    }

    private func band(_ trusted: TrustedTime?, _ zero: TrueInstant) -> Picture.Band? {
        guard let trusted, trusted.kind != .unknown else { return nil }
        return Picture.Band(
            lower: trusted.earliest.map { $0 - zero }, upper: trusted.latest.map { $0 - zero },
            isAuthenticated: trusted.isAuthenticated)
    }

    /// Returns the bounds just before a moment. The bounds are at least as wide as at the moment itself, for example
    /// after a sleep.
    private func widest(_ before: Picture.Band?, _ after: Picture.Band?) -> Picture.Band? {
        guard var before else { return nil }
        guard let after, let least = before.lower, let lower = after.lower else { return before }
        before.lower = min(least, lower)
        if let most = before.upper, let upper = after.upper { before.upper = max(most, upper) }
        return before
    }
}
