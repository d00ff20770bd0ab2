public import SiderealCore

extension ElapsedMeter {
    /// Whether a limit, as the length of a trial, is reached.
    public enum Decision: Sendable, Hashable {
        /// It is not reached, for certain; so much of it remains.
        case running(remaining: DurationBounds)
        /// It is reached, for certain.
        case over
        /// Neither is certain.
        case undetermined(Reason)
    }

    /// Why a decision is undetermined.
    public enum Reason: Sendable, Hashable {
        /// Nothing bounds the time from above: the device rebooted, or the meter was moved, and the true time is not
        /// known since, or never was before. Ask the user to go online, `synchronize`, and update the meter.
        ///
        /// At least this much time passed since the upper bound was lost.
        case unbounded(for: Duration)
        /// The limit lies between the bounds: it is exceeded by this much at most. Wait, or `synchronize`.
        case tooClose(exceededBy: Duration)
        /// The meter can't be read, as before the first unlock. Nothing was counted wrongly: read it again later, and
        /// start no new one.
        case unavailable(Unavailability)
    }

    /// What an app does about a decision that is undetermined.
    ///
    /// | Decision | `strict` | `grace` | `lenient` |
    /// | --- | --- | --- | --- |
    /// | running | allow | allow | allow |
    /// | over | deny | deny | deny |
    /// | undetermined, unbounded | deny | allow for the grace | allow |
    /// | undetermined, too close | deny | allow within the grace | allow |
    /// | undetermined, unavailable | deny | deny | allow |
    ///
    /// After a reboot without network a limit is undetermined until `atLeast` reaches it. Under `lenient` an owner who
    /// stays offline gains the time during which the device is off, which nothing counts. Under `strict` an honest
    /// traveller is denied until there is a network. `grace` is counted by what is proven to have passed since the
    /// upper bound was lost, so the time during which the device is off uses up none of it.
    public enum Policy: Sendable, Hashable {
        case strict
        /// Allows an undetermined use for so long: counted by what is proven to have passed.
        case grace(Duration)
        case lenient

        /// Whether the use that the limit restricts is allowed.
        public func allows(_ decision: Decision) -> Bool {
            switch (decision, self) {
            case (.running, _): true
            case (.over, _): false
            case (.undetermined, .strict): false
            case (.undetermined, .lenient): true
            case (.undetermined(.unbounded(let span)), .grace(let grace)): span <= grace
            case (.undetermined(.tooClose(let span)), .grace(let grace)): span <= grace
            // What can't be read can't be measured against the grace.
            case (.undetermined(.unavailable), .grace): false
            }
        }
    }

    /// Whether a limit was reached at the last update.
    ///
    /// - Parameter limit: The time from the start to the end. It is reached when exactly that time has passed.
    /// - Returns: What is certain; `undetermined` is no error.
    public func decision(for limit: Duration) -> Decision {
        ElapsedMeter.decision(for: limit, by: account.latest.sinceStart, unboundedFor: account.unboundedFor)
    }

    /// Whether a limit is reached now, without an update.
    ///
    /// - Parameters:
    ///   - limit: The time from the start to the end. It is reached when exactly that time has passed.
    ///   - observatory: Where the clocks are read.
    /// - Returns: What is certain; `undetermined` is no error.
    /// - Throws: If the clocks can't be read.
    public func decision(for limit: Duration, at observatory: Observatory) throws(ObservatoryError) -> Decision {
        let balance = try balance(at: observatory)
        return ElapsedMeter.decision(for: limit, by: balance.total, unboundedFor: balance.unboundedFor)
    }

    private static func decision(
        for limit: Duration, by passed: Bounds, unboundedFor: Nanoseconds
    ) -> Decision {
        let (least, most) = (passed.lower.duration, passed.hasUpper ? passed.upper.duration : nil)
        if least >= limit { return .over }
        guard let most else { return .undetermined(.unbounded(for: unboundedFor.duration)) }
        if most >= limit { return .undetermined(.tooClose(exceededBy: most - limit)) }
        return .running(remaining: DurationBounds(atLeast: limit - most, atMost: limit - least))
    }
}
