public import SiderealCore

extension ElapsedMeter {
    /// The state of a limit, such as the length of a trial.
    public enum Decision: Sendable, Hashable {
        /// The limit is certainly not reached. This much of it remains.
        case running(remaining: DurationBounds)
        /// The limit is certainly reached.
        case over
        /// The limit may or may not be reached.
        case undetermined(Reason)
    }

    /// The reason that a decision is undetermined.
    public enum Reason: Sendable, Hashable {
        /// The time has no upper bound. The device rebooted, or the meter was moved, or the device slept and has no
        /// clock that counts each sleep (Intel Macs, boards); and the true time has been unknown since. Ask the user to
        /// go online, `synchronize`, and update the meter.
        ///
        /// At least this much time has passed since the upper bound was lost, with so many restarts. The time between
        /// an update and a restart is not included, whether the device was on or off.
        case unbounded(for: Duration, reboots: Int)
        /// The time has no upper bound, and the start had no date before the bound was lost. Going online helps only
        /// with ``ElapsedMeter/update(from:omittingUnprovenTime:)``, which counts on from the proven time. Otherwise
        /// the decision stays undetermined until the proven time reaches the limit.
        case undated(for: Duration, reboots: Int)
        /// The limit lies between the bounds, and is exceeded by at most this much. Within minutes of the limit the
        /// cause is the drift of the clocks. Otherwise a server contradicts earlier answers, and the next decision
        /// mostly settles it.
        case tooClose(exceededBy: Duration)
        /// The meter can't be read, for example before the first unlock. Its count stays right: read it again later,
        /// and don't start a new one.
        case unavailable(Unavailability)
    }

    /// The rule by which an app acts on an undetermined decision.
    ///
    /// | Decision | `strict` | `grace` | `lenient` |
    /// | --- | --- | --- | --- |
    /// | running | allow | allow | allow |
    /// | over | deny | deny | deny |
    /// | undetermined, unbounded or undated | deny | allow for the grace, and so many restarts | allow |
    /// | undetermined, too close | deny | allow, if the limit is exceeded by no more than the grace | allow |
    /// | undetermined, unavailable | deny | deny | allow |
    ///
    /// After a reboot without network a limit is undetermined until `atLeast` reaches it. The time from an update to a
    /// restart doesn't count, nor does the time while the device is off.
    ///
    /// - `lenient`: an owner who stays offline and restarts before each use gains all of that time.
    /// - `strict`: an honest traveller is denied until there is a network.
    /// - `grace`: counts the proven time since the upper bound was lost, and the restarts. After a restart offline it
    ///   begins at zero, without the time from the last update to the restart, and with one restart.
    public enum Policy: Sendable, Hashable {
        /// Denies each undetermined use.
        case strict
        /// Allows an undetermined use for this much proven time, and for at most so many restarts. With an undated
        /// start the grace applies once, and not again after a time online.
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
            // A meter that can't be read can't be compared with the grace.
            case (.undetermined(.unavailable), .grace): false
            }
        }
    }

    /// Returns whether a limit was reached at the last update.
    ///
    /// - Parameter limit: The time from the start to the end. It is reached when exactly that time has passed.
    /// - Returns: The certain answer. `undetermined` is not an error.
    public func decision(for limit: Duration) -> Decision {
        ElapsedMeter.decision(
            for: limit, by: account.latest.sinceStart, account.gap, isDated: isDated)
    }

    /// Returns whether a limit is reached now, without updating the meter.
    ///
    /// - Parameters:
    ///   - limit: The time from the start to the end. It is reached when exactly that time has passed.
    ///   - observatory: The observatory that reads the clocks.
    /// - Returns: The certain answer. `undetermined` is not an error.
    /// - Throws: `clocks` if the clocks can't be read.
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
            "nothing bounds the time from above, \(Self.words(span, reboots))"
        case .undated(let span, let reboots):
            "the start is not dated, and nothing bounds the time from above, \(Self.words(span, reboots))"
        case .tooClose(let span):
            "the limit lies between the bounds, which exceed it by \(Formatting.length(Nanoseconds(clamping: span))) "
                + "at most"
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
