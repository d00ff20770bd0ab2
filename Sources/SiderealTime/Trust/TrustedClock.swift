public import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A clock that bounds the true time. The clock also works offline, and even if the owner sets the system clock.
///
/// ```swift
/// let clock = try TrustedClock(.https("api.example.com"))
/// await clock.synchronize()
/// print(clock.now())
/// ```
///
/// A trusted clock uses the answers from the sources that it polls (``synchronize(timeout:onSourceDone:)``). The clock
/// also uses the responses to requests that your app makes anyway. Between answers, the trusted clock advances with the
/// elapsed clock, which counts through sleep. The bounds widen by the possible error of the elapsed clock. The bounds
/// are never tighter than `DateHeaderPremises` and the guide Premises justify.
///
/// You can use the clock from any thread. The clocks of one observatory share all evidence.
public final class TrustedClock: Sendable {
    /// The observatory that reads the device's clocks and keeps the evidence.
    public let observatory: Observatory
    /// The sources that ``synchronize(timeout:onSourceDone:)`` polls.
    public let sources: [any TimeSource]
    /// The policy that selects which of the app's own requests the clock uses.
    public let policy: TrustedClock.CapturePolicy
    /// The kinds of evidence that the clock's answers can rest on.
    let basis: TrustBasis

    /// The observatory's state. The clock keeps its own reference to this object, so each call retains one fewer
    /// object.
    let shared: SharedObservatory

    package init(
        _ observatory: Observatory, sources: [any TimeSource] = [], policy: TrustedClock.CapturePolicy? = nil,
        alsoAccepting acceptance: TrustedTime.Acceptance = [], requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) {
        let policy =
            policy ?? TrustedClock.CapturePolicy(hosts: sources.compactMap { ($0 as? HTTPDateSource)?.capturedHost })
        if let error = policy.objection { throw ObservatoryError(error) }
        let named =
            sources.map { $0.named } + policy.sources(includingUnauthenticated: acceptance.contains(.unauthenticated))
        if let reason = TrustBasis.objection(to: named, also: acceptance, requiring: requirement) {
            throw ObservatoryError(.unsatisfiableRequirement, reason)
        }
        self.observatory = observatory
        shared = observatory.shared
        self.sources = sources
        self.policy = policy
        basis = TrustBasis(also: acceptance).requiring(requirement)
        shared.name(named)
    }

    /// Creates a clock that polls the given servers, and uses the app's own requests.
    ///
    /// The operators of the servers and of the policy's hosts become known operators. Known operators have a vote in
    /// all processes that share the record, until a proven reboot. No other operator has a vote.
    ///
    /// The clock relies on this premise: at most half of the known operators, rounded down, have given a false answer
    /// in this boot. If there is only one known operator, that operator has given no false answer.
    ///
    /// - Parameters:
    ///   - servers: The servers that ``synchronize(timeout:onSourceDone:)`` polls. ``sleep(until:requiring:)`` also
    ///     polls these servers if the bounds are too wide. Without servers, the clock uses only the app's own requests.
    ///   - observatory: The observatory that reads the clocks and keeps the evidence for later launches. Pass `nil` for
    ///     the observatory of the app's own directory. All clocks of a process share that observatory. With the
    ///     observatory of a `SimulatedApp`, the clock polls servers of the simulated device.
    ///   - policy: The policy for the app's own requests. By default, the clock uses requests to the hosts of its https
    ///     servers.
    ///   - acceptance: Further kinds of evidence that the clock accepts. By default, an answer rests only on
    ///     authenticated sources that answered since the device last started, with proof that the device has not
    ///     rebooted since.
    ///   - requirement: The evidence that all answers must rest on. A single call can have a stricter requirement.
    /// - Throws: `invalidServer` if the name of a server or of a policy's host is invalid. `unsatisfiableRequirement`
    ///   if the clock could never use one of the servers, or if no answer can meet the requirement. Also throws if the
    ///   library finds no directory or can't read the clocks.
    @available(
        tvOS, unavailable, message: "tvOS may delete an app's files, so a missing file may have existed before"
    )
    public convenience init(
        _ servers: TimeServer..., observatory: Observatory? = nil, policy: TrustedClock.CapturePolicy? = nil,
        alsoAccepting acceptance: TrustedTime.Acceptance = [], requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) {
        try self.init(
            servers, observatory: observatory, policy: policy, alsoAccepting: acceptance, requiring: requirement)
    }

    /// Creates a clock that polls the servers in an array. Another initializer takes the servers as separate arguments.
    @available(
        tvOS, unavailable, message: "tvOS may delete an app's files, so a missing file may have existed before"
    )
    public convenience init(
        _ servers: [TimeServer], observatory: Observatory? = nil, policy: TrustedClock.CapturePolicy? = nil,
        alsoAccepting acceptance: TrustedTime.Acceptance = [], requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) {
        // If a name is invalid, this initializer throws before it opens the record.
        let network = observatory?.network as? TimeServer.Network ?? .real
        var sources: [any TimeSource] = []
        for server in servers {
            do throws(TimeSourceError) {
                sources.append(try network.source(server))
            } catch {
                throw ObservatoryError(error)
            }
        }
        let observatory = if let observatory { observatory } else { try Observatory() }
        try self.init(
            observatory, sources: sources, policy: policy, alsoAccepting: acceptance, requiring: requirement)
    }

    // MARK: - The time

    /// Returns the bounds of the true time at this moment.
    ///
    /// The result rests on authenticated sources, and on the other evidence that the clock accepts. The result names
    /// its evidence. After an offline reboot, the `kind` of the result is `atLeast`.
    ///
    /// This method reads the elapsed clock. The method neither waits nor uses the disk. If the device has slept since
    /// the last reading, the method reads all clocks.
    ///
    /// A call within ten milliseconds of the previous call reads one clock and takes no lock. The bounds that it
    /// returns can be wider by up to 1/64 of their width.
    ///
    /// - Parameter requirement: A stricter requirement than that of the trusted clock, or `nil`.
    /// - Returns: The tightest known bounds.
    public func now(requiring requirement: TrustedTime.Requirement? = nil) -> TrustedTime {
        shared.trusted(basis.requiring(requirement))
    }

    /// The best estimate of the time, for display. The value is `nil` unless the time has a lower and an upper bound.
    ///
    /// In one process, the date stops instead of going backward. The date goes backward only after
    /// ``forgetTrustedTime()``, or if the date turns out to be wrong by more than a minute, for example after a
    /// server's false answer. The date is only the middle of the bounds that ``now(requiring:)`` returns. For
    /// decisions, use ``status(of:requiring:)``.
    public var date: Date? { shared.estimate(basis)?.date }

    /// A closure that returns ``date``. Replace `{ Date() }` with `clock.dateProvider` in code that gets its time from
    /// a closure.
    ///
    /// The closure returns `nil` whenever ``date`` is `nil`. The closure keeps the clock alive.
    public var dateProvider: @Sendable () -> Date? { { self.date } }

    /// Compares the system clock with the true time.
    ///
    /// - Parameters:
    ///   - tolerance: The largest error at which the system clock still agrees with the true time.
    ///   - requirement: A stricter requirement than that of the trusted clock, or `nil`.
    /// - Returns: The verdict with the bounds of the error. The answer is `ahead` or `behind` only if the error is
    ///   certainly greater than the tolerance. The answer is `unknown` if the time has no bounds, or if the bounds
    ///   are too wide to tell whether the error is greater than the tolerance.
    /// - Throws: `clocksUnreadable` if the clocks can't be read. A working kernel never causes this error.
    public func systemClockVerdict(
        tolerance: Duration = SystemClockVerdict.defaultTolerance,
        requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) -> SystemClockVerdict {
        try shared.systemClock(tolerance: Nanoseconds(clamping: tolerance), on: basis.requiring(requirement))
    }

    /// Deletes all trusted time from memory and from the saved record. Trusted time consists of the servers' answers
    /// and the floor (the latest lower bound on the true time that survives reboots).
    ///
    /// Call this method if the premises turn out to be false, for example because a server gave everyone the wrong
    /// time. This method does not change boot verdicts. The clock no longer uses the true time in earlier moments, but
    /// still uses the clock readings in these moments.
    ///
    /// Other processes that share the record forget their trusted time at their next save or launch. If two processes
    /// call this method before either process sees the other's call, both processes also forget the answers that they
    /// received after their calls.
    public func forgetTrustedTime() { shared.forgetTrust() }

    /// A sequence of the events from now on. Each access begins a new sequence.
    ///
    /// From the first access on, the clock reports a change to the system clock at once. On Apple platforms, the clock
    /// does not report changes while the app is suspended.
    ///
    /// Each sequence receives every event, and ends only when its task is cancelled. A slow reader loses the oldest
    /// events if more than 256 are waiting.
    public var events: AsyncStream<TrustedClock.Event> {
        let events = stream()
        shared.observeClockChanges()
        return events
    }

    /// Returns a sequence of events, without observing the system's notifications of clock changes.
    func stream(buffering count: Int = 256) -> AsyncStream<TrustedClock.Event> {
        let basis = basis
        return shared.events.stream(buffering: count) { TrustedClock.Event($0, seenOn: basis) }
    }

    /// Returns a reading of the elapsed clock that marks the time of a request:
    /// ``captureResponse(from:method:status:sent:received:header:)``.
    public func timestamp() -> Timestamp { Timestamp(shared.elapsed()) }
}

extension TrustBasis {
    /// Returns the reason that a clock can't work with these sources and options, or `nil` if the clock can work.
    static func objection(
        to named: [NamedSource], also acceptance: TrustedTime.Acceptance,
        requiring requirement: TrustedTime.Requirement?
    ) -> String? {
        if let requirement, !acceptance.isEmpty {
            return "a clock that requires \(requirement) answers can't also accept other answers"
        }
        if !acceptance.contains(.unauthenticated), let source = named.first(where: { !$0.isAuthenticated }) {
            return "\(source.shownName) is unauthenticated, so this clock would never use its answers: "
                + "pass alsoAccepting: .unauthenticated, or remove the source"
        }
        let operators = Set(named.map { $0.operator })
        if requirement == .corroborated, let only = operators.first, operators.count == 1 {
            return "no other operator can corroborate \(only), the only operator of this clock's sources: "
                + "name a source of another operator"
        }
        return nil
    }
}
