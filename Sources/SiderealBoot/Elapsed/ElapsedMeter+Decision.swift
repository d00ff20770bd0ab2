public import SiderealCore

extension ElapsedMeter {
    /// The state of a limit, such as the length of a trial.
    public enum Decision: Sendable, Hashable {
        /// The limit is certainly not reached. `remaining` is the time that is left.
        case running(remaining: DurationBounds)
        /// The limit is certainly reached.
        case over
        /// The limit may or may not be reached.
        case undetermined(Reason)
    }

    /// The reason why a decision is undetermined.
    public enum Reason: Sendable, Hashable {
        /// The time has no upper bound. The meter lost the bound through one of these events, and the true time has
        /// been unknown since:
        ///
        /// - the device rebooted
        /// - the meter moved to another device
        /// - the device slept, and has no clock that counts each sleep (Intel Macs, boards)
        ///
        /// Ask the user to go online, `synchronize`, and update the meter.
        ///
        /// The two values are the least time and the number of restarts since the loss. They omit the time between an
        /// update and a restart, whether the device was on or off.
        case unbounded(for: Duration, reboots: Int)
        /// The time has no upper bound, and the start had no date when the meter lost the bound. Going online helps
        /// only if you call ``ElapsedMeter/update(from:omittingUnprovenTime:)`` with `true`, which continues from the
        /// proven time. Otherwise the decision stays undetermined until the proven time reaches the limit.
        case undated(for: Duration, reboots: Int)
        /// The limit lies between the bounds. The upper bound exceeds the limit by at most this much. If the excess is
        /// a few minutes, the cause is the drift of the clocks. Otherwise a server contradicts earlier answers, and the
        /// next decision usually settles the question.
        case tooClose(exceededBy: Duration)
        /// The meter can't be read, for example before the first unlock. Its count stays correct. Read the meter again
        /// later, and don't start a new meter.
        case unavailable(Unavailability)
    }

    /// The rule by which an app acts on an undetermined decision.
    ///
    /// | Decision | `strict` | `grace` | `lenient` |
    /// | --- | --- | --- | --- |
    /// | running | allow | allow | allow |
    /// | over | deny | deny | deny |
    /// | undetermined, unbounded or undated | deny | allow within the grace time and the restarts | allow |
    /// | undetermined, too close | deny | allow if the excess is within the grace time | allow |
    /// | undetermined, unavailable | deny | deny | allow |
    ///
    /// After a reboot without network, a limit stays undetermined until `atLeast` reaches it. The time from an update
    /// to a restart doesn't count. The time while the device is off doesn't count either.
    ///
    /// - `lenient`: lets an owner who stays offline and restarts before each use gain all the time that doesn't count.
    /// - `strict`: denies an honest traveller until there is a network.
    /// - `grace`: counts the proven time and the restarts since the meter lost the upper bound. After a restart
    ///   offline, the count begins with no time and one restart. It omits the time from the last update to the restart.
    public enum Policy: Sendable, Hashable {
        /// Denies each undetermined use.
        case strict
        /// Allows an undetermined use for the given proven time, and for at most the given number of restarts. With an
        /// undated start, the grace applies once: a time online doesn't renew it.
        case grace(Duration, reboots: Int = 10)
        /// Allows each undetermined use.
        case lenient

        /// Returns whether the use that the limit restricts is allowed.
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
            // If the meter can't be read, there is no time to compare with the grace.
            case (.undetermined(.unavailable), .grace): false
            }
        }
    }

    /// Returns whether a limit was reached at the last update.
    ///
    /// - Parameter limit: The time from the start to the end. The limit is reached when exactly that time has passed.
    /// - Returns: The decision. `undetermined` is not an error.
    public func decision(for limit: Duration) -> Decision {
        ElapsedMeter.decision(
            for: limit, by: account.latest.sinceStart, account.gap, isDated: isDated)
    }

    /// Returns whether a limit is reached now, without updating the meter.
    ///
    /// - Parameters:
    ///   - limit: The time from the start to the end. The limit is reached when exactly that time has passed.
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
    /// The decision for a log: `running: from 13 d to 14 d remain`, `over`, `undetermined: ...`.
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
