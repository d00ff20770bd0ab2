/// What is known of the true time at one instant: never a bare date.
public struct TrustedTime: Sendable, Hashable, BitwiseCopyable {
    /// In which shape the time is known.
    public enum Kind: Sendable, Hashable, BitwiseCopyable {
        /// The true time lies between two instants.
        case bounded
        /// It is at least this late; nothing bounds it from above. So it is after a reboot without network.
        case atLeast
        case unknown
    }

    /// In which shape it is known.
    public let kind: Kind
    /// The least that the true time can be; nil where unknown.
    public let earliest: TrueInstant?
    /// The most that the true time can be; nil unless bounded.
    public let latest: TrueInstant?
    /// Whether it rests on authenticated sources alone.
    public let isAuthenticated: Bool
    /// What ``earliest`` rests on; nil where unknown.
    public let earliestSupport: Support?
    /// What ``latest`` rests on; nil unless bounded.
    public let latestSupport: Support?
    /// Whether it rests on a boot that is only probably the same as when it was learned, as the caller accepted.
    public let assumesSameBoot: Bool
    /// Whether it rests on the power management unit's clock, as the caller accepted.
    public let assumesPowerManagementClock: Bool

    package static let unknown = TrustedTime(
        kind: .unknown, earliest: nil, latest: nil, earliestSupport: nil, latestSupport: nil, isAuthenticated: false,
        assumesSameBoot: false, assumesPowerManagementClock: false)

    private init(
        kind: Kind, earliest: TrueInstant?, latest: TrueInstant?, earliestSupport: Support?, latestSupport: Support?,
        isAuthenticated: Bool, assumesSameBoot: Bool, assumesPowerManagementClock: Bool
    ) {
        self.kind = kind
        self.earliest = earliest
        self.latest = latest
        self.isAuthenticated = isAuthenticated
        self.earliestSupport = earliestSupport
        self.latestSupport = latestSupport
        self.assumesSameBoot = assumesSameBoot
        self.assumesPowerManagementClock = assumesPowerManagementClock
    }

    /// Whether every end that is told holds even where half of the known operators, rounded down, are wrong.
    public var isCorroborated: Bool {
        earliestSupport == .corroborated && (latest == nil || latestSupport == .corroborated)
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
            assumesSameBoot: assumesSameBoot, assumesPowerManagementClock: assumesPowerManagementClock)
    }

    /// From bounds in nanoseconds of true time.
    package init(
        _ bounds: Bounds, earliestSupport: Support?, latestSupport: Support?, isAuthenticated: Bool,
        assumesSameBoot: Bool = false, assumesPowerManagementClock: Bool = false
    ) {
        guard bounds.hasLower else {
            self = .unknown
            return
        }
        let earliest = TrueInstant(nanoseconds: bounds.lower.count)
        let latest = bounds.hasUpper ? TrueInstant(nanoseconds: bounds.upper.count) : nil
        self.init(
            kind: latest == nil ? .atLeast : .bounded, earliest: earliest, latest: latest,
            earliestSupport: earliestSupport, latestSupport: latestSupport, isAuthenticated: isAuthenticated,
            assumesSameBoot: assumesSameBoot, assumesPowerManagementClock: assumesPowerManagementClock)
    }
}

/// Whether the system clock tells the true time.
public struct SystemClockVerdict: Sendable, Hashable {
    /// What can be said of the system clock.
    public enum Answer: Sendable, Hashable {
        case agrees
        case ahead
        case behind
        /// Nothing bounds its error, or the bounds straddle the tolerance.
        case unknown
    }

    /// What can be said of it.
    public let answer: Answer
    /// The wall clock less the true time is at least this; nil where unknown.
    public let atLeast: Nanoseconds?
    /// The wall clock less the true time is at most this; nil where unknown.
    public let atMost: Nanoseconds?
    /// Whether it rests on authenticated sources alone.
    public let isAuthenticated: Bool
    /// Whether it rests on a boot that is only probably the same, as the caller accepted.
    public let assumesSameBoot: Bool
    /// Whether it rests on the power management unit's clock, as the caller accepted.
    public let assumesPowerManagementClock: Bool

    /// The default tolerance.
    public static let defaultTolerance = Nanoseconds.seconds(2)

    package init(wall: WallInstant, trusted: TrustedTime, tolerance: Nanoseconds) {
        let shown = Nanoseconds(wall.nanoseconds)
        // A difference that saturated outward bounds nothing.
        atLeast = trusted.latest.map { shown - Nanoseconds($0.nanoseconds) }.flatMap { $0 == .min ? nil : $0 }
        atMost = trusted.earliest.map { shown - Nanoseconds($0.nanoseconds) }.flatMap { $0 == .max ? nil : $0 }
        isAuthenticated = trusted.isAuthenticated
        assumesSameBoot = trusted.assumesSameBoot
        assumesPowerManagementClock = trusted.assumesPowerManagementClock
        let low = atLeast ?? .min
        let high = atMost ?? .max
        if low > tolerance {
            answer = .ahead
        } else if high < -tolerance {
            answer = .behind
        } else if low >= -tolerance && high <= tolerance {
            answer = .agrees
        } else {
            answer = .unknown
        }
    }
}
