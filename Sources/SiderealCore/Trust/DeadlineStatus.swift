/// Whether an instant of the true time has passed.
public enum DeadlineStatus: Sendable, Hashable {
    /// It has, for certain.
    case passed
    /// It has not, for certain.
    case pending
    /// It lies within what is not known.
    case undetermined
}

extension TrustedTime {
    /// Whether an instant has passed. The instant itself counts as passed.
    public func status(of deadline: TrueInstant) -> DeadlineStatus {
        if let earliest, earliest >= deadline { return .passed }
        if let latest, latest < deadline { return .pending }
        return .undetermined
    }

    /// How long it is until an instant, negative after it: at least, and at most; an end that nothing bounds is
    /// infinite.
    package func remaining(until deadline: TrueInstant) -> Bounds {
        let least = latest.map { deadline - $0 } ?? .min
        let most = earliest.map { deadline - $0 } ?? .max
        return Bounds(lower: least, upper: most) ?? .unbounded
    }
}
