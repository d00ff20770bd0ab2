/// Bounds of the true time at an instant, and the kind of evidence that supports each end.
struct KnownTime {
    /// The bounds, in nanoseconds of true time.
    var bounds = Bounds.unbounded
    var earliestSupport: TrustedTime.Support?
    var latestSupport: TrustedTime.Support?
    var isAuthenticated = true
    var assumesSameBoot = false
    var assumesNoPause = false

    init() {}

    init(_ bounds: Bounds, support: TrustedTime.Support) {
        self.bounds = bounds
        earliestSupport = bounds.hasLower ? support : nil
        latestSupport = bounds.hasUpper ? support : nil
    }

    /// Creates a time from the ends of a judgement that the basis admits.
    init(_ judgement: Judgement, at state: ClockState, on basis: TrustBasis) {
        guard let offset = judgement.bounds else { return }
        let all = offset + Nanoseconds(state.elapsed.nanoseconds)
        earliestSupport = judgement.lowerSupport.flatMap { basis.admits($0) && all.hasLower ? $0 : nil }
        latestSupport = judgement.upperSupport.flatMap { basis.admits($0) && all.hasUpper ? $0 : nil }
        bounds =
            Bounds(
                lower: earliestSupport == nil ? .min : all.lower, upper: latestSupport == nil ? .max : all.upper)
            ?? .unbounded
    }

    /// Creates a time from the part of a trusted time that the basis admits.
    init(_ time: TrustedTime, on basis: TrustBasis) {
        guard time.isAuthenticated || basis.accepts(.unauthenticated),
            !time.assumesSameBoot || basis.accepts(.probableBoot)
        else { return }
        earliestSupport = time.earliestSupport.flatMap { basis.admits($0) ? $0 : nil }
        latestSupport = time.latestSupport.flatMap { basis.admits($0) ? $0 : nil }
        let earliest = earliestSupport == nil ? nil : time.earliest
        let latest = latestSupport == nil ? nil : time.latest
        bounds =
            Bounds(
                lower: earliest.map { Nanoseconds($0.nanoseconds) } ?? .min,
                upper: latest.map { Nanoseconds($0.nanoseconds) } ?? .max) ?? .unbounded
        isAuthenticated = time.isAuthenticated
        assumesSameBoot = time.assumesSameBoot
        assumesNoPause = time.assumesNoPause
    }

    var isBounded: Bool { bounds.isBounded }

    /// Returns the time that is earlier by a length within `span`.
    func before(_ span: Bounds) -> KnownTime {
        var known = self
        known.bounds = bounds - span
        if !known.bounds.hasLower { known.earliestSupport = nil }
        if !known.bounds.hasUpper { known.latestSupport = nil }
        return known
    }

    /// Returns the times that both bounds allow, or `nil` if the bounds contradict each other.
    func intersection(_ other: KnownTime) -> KnownTime? {
        guard let inside = bounds.intersection(other.bounds) else { return nil }
        if inside == bounds { return self }
        return inside == other.bounds ? other : narrowed(to: inside, by: other)
    }

    /// Returns the same time with the tighter ends of another time.
    func narrowed(to inside: Bounds, by other: KnownTime) -> KnownTime {
        var both = self
        both.bounds = inside
        if inside.lower != bounds.lower { both.earliestSupport = other.earliestSupport }
        if inside.upper != bounds.upper { both.latestSupport = other.latestSupport }
        both.isAuthenticated = isAuthenticated && other.isAuthenticated
        both.assumesSameBoot = assumesSameBoot || other.assumesSameBoot
        both.assumesNoPause = assumesNoPause || other.assumesNoPause
        return both
    }

    var withoutUpper: KnownTime {
        var known = self
        known.bounds = bounds.withoutUpper
        known.latestSupport = nil
        return known
    }

    var time: TrustedTime {
        guard bounds.hasLower else { return .unknown }
        return TrustedTime(
            bounds, earliestSupport: earliestSupport, latestSupport: latestSupport, isAuthenticated: isAuthenticated,
            assumesSameBoot: assumesSameBoot, assumesNoPause: assumesNoPause)
    }
}
