/// The known bounds of the true time at one instant. A trusted time is never a single date.
///
/// ```swift
/// let time = clock.now()
/// if time.status(of: saleEnds) == .passed { hideSale() }
/// if let earliest = time.earliestDate { log("It is \(earliest) or later.") }
/// ```
public struct TrustedTime: Sendable, Hashable, BitwiseCopyable {
    /// The kinds of trusted time.
    public enum Kind: Sendable, Hashable, BitwiseCopyable {
        /// The true time lies between two instants.
        case bounded
        /// The true time has a lower bound but no upper bound, for example after a reboot without network.
        case atLeast
        /// No server bounds the true time. It is only certain that the true time is later than the date of this
        /// software.
        case unknown
    }

    /// The kind of this trusted time.
    public let kind: Kind
    /// The earliest possible true time, or `nil` if there is no lower bound, not even the date of this software.
    package let earliest: TrueInstant?
    /// The latest possible true time, or `nil` unless bounded.
    package let latest: TrueInstant?
    /// A Boolean value that indicates whether the time rests on authenticated sources alone.
    public let isAuthenticated: Bool
    /// The support of ``earliestDate``, or `nil` if ``earliestDate`` is `nil`.
    public let earliestSupport: Support?
    /// The support of ``latestDate``, or `nil` if ``latestDate`` is `nil`.
    public let latestSupport: Support?
    /// A Boolean value that indicates whether the time comes from before this launch, although it is only probable that
    /// the device has not rebooted since then. The value is true only if the clock accepts ``Acceptance/probableBoot``.
    public let assumesSameBoot: Bool
    /// A Boolean value that indicates whether ``latestDate`` rests on the premise that the machine has not been paused
    /// since servers gave the time.
    ///
    /// A hypervisor can stop the machine and all its clocks. No clock inside the machine shows the stop. In the time of
    /// a ``Moment``, both dates may rest on this premise, because the library computes them from the time that these
    /// clocks have counted since the moment.
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

    /// A Boolean value that indicates whether the bounds hold even if up to half of the known operators (rounded down)
    /// are wrong. A missing bound counts as a bound that holds. The value is false if the time is unknown.
    public var isCorroborated: Bool {
        kind != .unknown
            && [earliestSupport, latestSupport].allSatisfy { $0 == nil || $0 == .corroborated || $0 == .software }
    }

    /// Returns the time after a span without sleep, or before it if the span is negative. The bounds move by the span,
    /// and widen by the drift.
    ///
    /// All ends widen at one rate, so the tightest end stays the tightest.
    package func carried(over span: Nanoseconds, drift: Rate) -> TrustedTime {
        carried(over: span, to: span, drift: drift)
    }

    /// Returns the time that is later by at least `least` and at most `most`.
    package func carried(over least: Nanoseconds, to most: Nanoseconds, drift: Rate) -> TrustedTime {
        guard let earliest else { return self }
        return TrustedTime(
            kind: kind, earliest: earliest + (least - drift.error(over: least)),
            latest: latest.map { $0 + (most + drift.error(over: most)) },
            earliestSupport: earliestSupport, latestSupport: latestSupport, isAuthenticated: isAuthenticated,
            assumesSameBoot: assumesSameBoot, assumesNoPause: assumesNoPause)
    }

    /// Creates a time from bounds in nanoseconds of true time.
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

extension TrustedTime {
    /// The relation of the true time to a deadline.
    public enum DeadlineStatus: Sendable, Hashable {
        /// The deadline has certainly passed.
        case passed
        /// The deadline has certainly not passed.
        case pending
        /// The deadline lies within the bounds of the true time, so it may or may not have passed.
        case undetermined
    }
}

extension TrustedTime {
    /// Returns whether an instant has passed. The instant itself counts as passed.
    package func status(of deadline: TrueInstant) -> TrustedTime.DeadlineStatus {
        if let earliest, earliest >= deadline { return .passed }
        if let latest, latest < deadline { return .pending }
        return .undetermined
    }

    /// Returns bounds of the time until an instant. The bounds are negative after the instant. An unknown end is
    /// infinite.
    package func remaining(until deadline: TrueInstant) -> Bounds {
        let least = latest.map { deadline - $0 } ?? .min
        let most = earliest.map { deadline - $0 } ?? .max
        return Bounds(lower: least, upper: most) ?? .unbounded
    }
}

/// The change of the trusted time that an input causes.
package enum TrustChange: Sendable, Equatable {
    case none
    /// The true time now has both bounds. Before this change, it lacked a bound, or its bounds excluded the new bounds.
    case synchronized
    /// The bounds became narrower by a tenth or more, or became corroborated. Without an upper bound, the lower bound
    /// rose by a second or more.
    case tightened
    /// The timekeeper no longer returns the earlier bounds. Sources disagree, or a reading showed that the bounds no
    /// longer hold.
    case withheld

    /// Creates the change from the time that was known just before to the time that is known now. Both are times of one
    /// moment.
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
    /// Half of the distance between the two ends, for text such as "± 40 ms". The value is `nil` if an end is missing.
    public var uncertainty: Duration? { width.map { .nanoseconds($0.count / 2 + $0.count % 2) } }

    /// Returns whether the lower bound is later by at least a second, which matters to a caller that waits.
    fileprivate func isLater(than other: TrustedTime) -> Bool {
        guard kind != .unknown, let earliest else { return false }
        return other.earliest.map { earliest - $0 >= .seconds(1) } ?? true
    }

    /// Returns whether the two times have no instant in common.
    fileprivate func excludes(_ other: TrustedTime) -> Bool {
        guard let earliest, let latest, let otherEarliest = other.earliest, let otherLatest = other.latest else {
            return false
        }
        return latest < otherEarliest || otherLatest < earliest
    }

    /// The distance between the ends, or `nil` unless bounded.
    package var width: Nanoseconds? {
        latest.flatMap { latest in earliest.map { latest - $0 } }
    }
}
