/// What is known of the true time at one instant: never a bare date.
public struct TrustedTime: Sendable, Hashable, BitwiseCopyable {
    /// In which shape the time is known.
    public enum Kind: Sendable, Hashable, BitwiseCopyable {
        /// The true time lies between two instants.
        case bounded
        /// It is at least this late; nothing bounds it from above. So it is after a reboot without network.
        case atLeast
        /// No server bounds it: it is later than this software, and that is all.
        case unknown
    }

    /// In which shape it is known.
    public let kind: Kind
    /// The least that the true time can be; nil where not even the date of this software is known to have passed.
    package let earliest: TrueInstant?
    /// The most that the true time can be; nil unless bounded.
    package let latest: TrueInstant?
    /// Whether it rests on authenticated sources alone.
    public let isAuthenticated: Bool
    /// The support of ``earliestDate``; nil if that is nil.
    public let earliestSupport: Support?
    /// The support of ``latestDate``; nil unless bounded.
    public let latestSupport: Support?
    /// Whether it rests on a boot that is only probably the same as when it was learned, as the caller accepted.
    public let assumesSameBoot: Bool
    /// Whether ``latestDate`` rests on the premise that the machine was not paused since servers told the time: a
    /// hypervisor can stop it and all its clocks, and nothing inside can tell. Of the time of a ``Moment`` either end
    /// may, since it was a span of those clocks ago.
    public let assumesNoPause: Bool

    package static let unknown = TrustedTime(
        kind: .unknown, earliest: nil, latest: nil, earliestSupport: nil, latestSupport: nil, isAuthenticated: false,
        assumesSameBoot: false, assumesNoPause: false)

    private init(
        kind: Kind, earliest: TrueInstant?, latest: TrueInstant?, earliestSupport: Support?, latestSupport: Support?,
        isAuthenticated: Bool, assumesSameBoot: Bool, assumesNoPause: Bool
    ) {
        self.kind = kind
        self.earliest = earliest
        self.latest = latest
        self.isAuthenticated = isAuthenticated
        self.earliestSupport = earliestSupport
        self.latestSupport = latestSupport
        self.assumesSameBoot = assumesSameBoot
        self.assumesNoPause = assumesNoPause
    }

    /// Whether every known end holds even where half of the known operators, rounded down, are wrong.
    /// False where the time is unknown.
    public var isCorroborated: Bool {
        kind != .unknown
            && [earliestSupport, latestSupport].allSatisfy { $0 == nil || $0 == .corroborated || $0 == .software }
    }

    /// The same a while later, or earlier, without any sleep in between: further on, and wider by the drift.
    ///
    /// All ends widen at one rate, so what was the tightest stays the tightest.
    package func carried(over span: Nanoseconds, drift: Rate) -> TrustedTime {
        carried(over: span, to: span, drift: drift)
    }

    /// The same a while later that lasted between two spans.
    package func carried(over least: Nanoseconds, to most: Nanoseconds, drift: Rate) -> TrustedTime {
        guard let earliest else { return self }
        return TrustedTime(
            kind: kind, earliest: earliest + (least - drift.error(over: least)),
            latest: latest.map { $0 + (most + drift.error(over: most)) },
            earliestSupport: earliestSupport, latestSupport: latestSupport, isAuthenticated: isAuthenticated,
            assumesSameBoot: assumesSameBoot, assumesNoPause: assumesNoPause)
    }

    /// From bounds in nanoseconds of true time.
    package init(
        _ bounds: Bounds, earliestSupport: Support?, latestSupport: Support?, isAuthenticated: Bool,
        assumesSameBoot: Bool = false, assumesNoPause: Bool = false
    ) {
        guard bounds.hasLower else {
            self = .unknown
            return
        }
        let earliest = TrueInstant(nanoseconds: bounds.lower.count)
        let latest = bounds.hasUpper ? TrueInstant(nanoseconds: bounds.upper.count) : nil
        self.init(
            kind: latest != nil ? .bounded : earliestSupport == .software ? .unknown : .atLeast, earliest: earliest,
            latest: latest,
            earliestSupport: earliestSupport, latestSupport: latestSupport, isAuthenticated: isAuthenticated,
            assumesSameBoot: assumesSameBoot, assumesNoPause: assumesNoPause)
    }
}

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
    package func status(of deadline: TrueInstant) -> DeadlineStatus {
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

/// What an input changed about what is trusted.
package enum TrustChange: Sendable, Equatable {
    case none
    /// The true time is bounded now, and was not before, or only by bounds that exclude those of now.
    case synchronized
    /// The bounds are narrower by a tenth or more, or corroborated now; or nothing bounds the time from above, and it
    /// is at least a second later than was known.
    case tightened
    /// The bounds that were known are withheld: sources disagree, or a reading showed that they no longer hold.
    case withheld

    /// From what was known just before, and what is known now, of one moment.
    package init(from before: TrustedTime, to after: TrustedTime) {
        switch (before.width, after.width) {
        case (nil, nil): self = after.isLater(than: before) ? .tightened : .none
        case (nil, _?): self = .synchronized
        case (_?, nil): self = .withheld
        case (_?, _?) where before.excludes(after): self = .synchronized
        case (_?, _?) where after.isCorroborated && !before.isCorroborated: self = .tightened
        case (let old?, let new?): self = new <= old - Nanoseconds(old.count / 10) && new < old ? .tightened : .none
        }
    }
}

extension TrustedTime {
    /// Half of the distance between the ends, as in "± 40 ms"; nil unless bounded.
    public var uncertainty: Duration? { width.map { .nanoseconds($0.count / 2 + $0.count % 2) } }

    /// Whether it is known to be later, by so much that somebody may wait for it.
    fileprivate func isLater(than other: TrustedTime) -> Bool {
        guard kind != .unknown, let earliest else { return false }
        return other.earliest.map { earliest - $0 >= .seconds(1) } ?? true
    }

    /// Whether no instant lies within both.
    fileprivate func excludes(_ other: TrustedTime) -> Bool {
        guard let earliest, let latest, let otherEarliest = other.earliest, let otherLatest = other.latest else {
            return false
        }
        return latest < otherEarliest || otherLatest < earliest
    }

    /// The distance between the ends; nil unless bounded.
    package var width: Nanoseconds? {
        latest.flatMap { latest in earliest.map { latest - $0 } }
    }
}
