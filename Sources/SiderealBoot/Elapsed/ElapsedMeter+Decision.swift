public import SiderealCore

extension ElapsedMeter {
    /// The state of a time limit, such as the length of a trial.
    public enum Decision: Sendable, Hashable {
        /// The limit is certainly not reached. `remaining` is the time that is left until the limit.
        case running(remaining: DurationBounds)
        /// The limit is certainly reached.
        case over
        /// The limit may or may not be reached.
        case undetermined(Reason)
    }

    /// The reason why a decision is undetermined.
    public enum Reason: Sendable, Hashable {
        /// The elapsed time has no upper bound. The meter lost its upper bound at one of these events, and no server
        /// has bounded the true time since the event:
        ///
        /// - the device rebooted
        /// - the meter moved to another device
        /// - the device slept, and has no clock that counts each sleep (Intel Macs, single-board computers)
        ///
        /// Ask the user to go online, `synchronize`, and update the meter.
        ///
        /// `for` is the least time since the loss of the upper bound. `for` does not include the time from the last
        /// update to a restart. `reboots` is the number of restarts since the loss.
        case unbounded(for: Duration, reboots: Int)
        /// The elapsed time has no upper bound. When the meter lost its upper bound, the start had no date. Going
        /// online helps only if you then call ``ElapsedMeter/update(from:omittingUnprovenTime:)`` with `true`, to
        /// continue from the proven time. Otherwise the decision stays undetermined until the proven time reaches the
        /// limit.
        case undated(for: Duration, reboots: Int)
        /// The limit lies between the bounds of the elapsed time. `exceededBy` is the difference between the upper
        /// bound and the limit. If the difference is a few minutes, its cause is the drift of the clocks. Otherwise a
        /// server contradicts earlier answers, and the next decision is usually `running` or `over`.
        case tooClose(exceededBy: Duration)
        /// The meter can't be read, for example before the first unlock. The meter's count stays correct. Read the
        /// meter again later, and don't start a new meter.
        case unavailable(Unavailability)
    }

    /// The rule that an app applies to an undetermined decision.
    ///
    /// | Decision | `strict` | `grace` | `lenient` |
    /// | --- | --- | --- | --- |
    /// | running | allow | allow | allow |
    /// | over | deny | deny | deny |
    /// | undetermined, unbounded or undated | deny | allow within the grace time and the restarts | allow |
    /// | undetermined, too close | deny | allow if the excess is within the grace time | allow |
    /// | undetermined, unavailable | deny | deny | allow |
    ///
    /// After a reboot without network, the decision stays undetermined until `atLeast` reaches the limit. `atLeast`
    /// doesn't include the time from the last update to the restart, or the time while the device is off.
    ///
    /// - `lenient`: by staying offline and restarting the device before each use, an owner gains all time that
    ///   `atLeast` doesn't include.
    /// - `strict`: an honest traveller is denied until the device is online again.
    /// - `grace`: after the elapsed time loses its upper bound, the policy allows the use for the given time and number
    ///   of restarts. Only proven time counts toward the given time. After a restart offline, the count begins with no
    ///   time and one restart.
    public enum Policy: Sendable, Hashable {
        /// Denies each use for which the decision is undetermined.
        case strict
        /// If the decision is undetermined, allows the use until more than the given proven time has passed, or the
        /// device has restarted more than the given number of times. If the start has no date, the grace applies only
        /// once. Going online does not renew the grace.
        case grace(Duration, reboots: Int = 10)
        /// Allows each use for which the decision is undetermined.
        case lenient

        /// Returns whether the policy allows the use that the limit restricts.
        public func allows(_ decision: Decision) -> Bool {
            switch (decision, self) {
            case (.running, _): true
            case (.over, _): false
            case (.undetermined, .strict): false
            case (.undetermined, .lenient): true
            case (.undetermined(.unbounded(let span, let reboots)), .grace(let grace, let most)),
                (.undetermined(.undated(let span, let reboots)), .grace(let grace, let most)):
                span <= grace && reboots <= most
            case (.undetermined(.tooClose(let span)), .grace(let grace, _)): span <= grace
            // If the meter can't be read, there is no elapsed time to compare with the grace period.
            case (.undetermined(.unavailable), .grace): false
            }
        }
    }

    /// Returns whether a limit was reached at the last update.
    ///
    /// - Parameter limit: The allowed time since the start. The limit is reached when exactly this time has passed.
    /// - Returns: The decision. `undetermined` is not an error.
    public func decision(for limit: Duration) -> Decision {
        ElapsedMeter.decision(
            for: limit, by: account.latest.sinceStart, account.gap, isDated: isDated)
    }

    /// Returns whether a limit is reached now, without updating the meter.
    ///
    /// - Parameters:
    ///   - limit: The allowed time since the start. The limit is reached when exactly this time has passed.
    ///   - observatory: The observatory that reads the clocks.
    /// - Returns: The decision. `undetermined` is not an error.
    /// - Throws: `clocksUnreadable` if the clocks can't be read.
    public func decision(for limit: Duration, at observatory: Observatory) throws(ObservatoryError) -> Decision {
        let balance = try balance(at: observatory)
        return ElapsedMeter.decision(
            for: limit, by: balance.total, balance.gap, isDated: balance.isDated)
    }

    private static func decision(
        for limit: Duration, by passed: Bounds, _ gap: ElapsedAccount.Gap, isDated: Bool
    ) -> Decision {
        let (least, most) = (passed.lower.duration, passed.hasUpper ? passed.upper.duration : nil)
        if least >= limit { return .over }
        guard let most else {
            let (span, reboots) = (gap.span.duration, Int(clamping: gap.reboots))
            return .undetermined(
                isDated ? .unbounded(for: span, reboots: reboots) : .undated(for: span, reboots: reboots))
        }
        if most >= limit { return .undetermined(.tooClose(exceededBy: most - limit)) }
        return .running(remaining: DurationBounds(atLeast: limit - most, atMost: limit - least))
    }
}

extension ElapsedMeter.Decision: CustomStringConvertible {
    /// The decision as text for a log: `running: from 13 d to 14 d remain`, `over`, `undetermined: ...`.
    public var description: String {
        switch self {
        case .running(let remaining): "running: \(remaining) remain"
        case .over: "over"
        case .undetermined(let reason): "undetermined: \(reason)"
        }
    }
}

extension ElapsedMeter.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unbounded(let span, let reboots):
            "the elapsed time has no upper bound, \(Self.words(span, reboots))"
        case .undated(let span, let reboots):
            "the start has no date, and the elapsed time has no upper bound, \(Self.words(span, reboots))"
        case .tooClose(let span):
            "the limit lies between the bounds: the elapsed time exceeds the limit by at most "
                + Formatting.length(Nanoseconds(clamping: span))
        case .unavailable(let reason): "the meter can't be read: \(reason)"
        }
    }

    private static func words(_ span: Duration, _ reboots: Int) -> String {
        let counted = reboots == 1 ? "1 restart" : "\(reboots) restarts"
        guard span > .zero else { return reboots == 0 ? "as of now" : "since \(counted)" }
        let length = "for at least \(Formatting.length(Nanoseconds(clamping: span)))"
        return reboots == 0 ? length : "\(length) and \(counted)"
    }
}
