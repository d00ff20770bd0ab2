public import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A clock that bounds the true time, offline too, whatever the owner does to the device's clock.
///
///     let clock = try TrustedClock(.https("api.example.com"))
///     await clock.synchronize()
///     print(clock.now())
///
/// A trusted clock learns from two kinds of answers: those of the sources that it asks
/// (``synchronize(timeout:onSourceDone:)``), and those to requests that the app makes anyway. Between answers it counts
/// on with the clock that runs through sleep, and widens the bounds by the possible error of that clock. Bounds are
/// never tighter than `DateHeaderPremises` and the premises in the guide justify.
///
/// The clock is `Sendable`: use it from any thread. Clocks of one observatory share all that they learn.
public final class TrustedClock: Sendable {
    /// The observatory that reads the device's clocks and keeps the evidence.
    public let observatory: Observatory
    /// The sources that ``synchronize(timeout:onSourceDone:)`` asks.
    public let sources: [any TimeSource]
    /// The policy that selects the app's own requests to learn from.
    public let policy: CapturePolicy
    /// The evidence that all of the clock's answers may rest on.
    let basis: TrustBasis

    /// The observatory's state, kept here to save a reference count at each call.
    let shared: SharedObservatory

    package init(
        _ observatory: Observatory, sources: [any TimeSource] = [], policy: CapturePolicy? = nil,
        alsoAccepting acceptance: TrustedTime.Acceptance = [], requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) {
        let policy = policy ?? CapturePolicy(hosts: sources.compactMap { ($0 as? HTTPDateSource)?.capturedHost })
        let named =
            sources.map { $0.named } + policy.sources(includingUnauthenticated: acceptance.contains(.unauthenticated))
        if let reason = TrustBasis.objection(to: named, also: acceptance, requiring: requirement) {
            throw ObservatoryError(.neverSatisfied, reason)
        }
        self.observatory = observatory
        shared = observatory.shared
        self.sources = sources
        self.policy = policy
        basis = TrustBasis(also: acceptance).requiring(requirement)
        shared.name(named)
    }

    /// Creates a clock that asks the given servers, and learns from the app's own requests.
    ///
    /// The operators of the servers and of the policy's hosts count from now on, in all processes that share the
    /// record, until a proven reboot. No other operator counts. The premise at each judgement: of the operators that
    /// count then, at most half, rounded down, have given a false answer in this boot, and an operator that is alone
    /// has given none.
    ///
    /// - Parameters:
    ///   - servers: The servers that ``synchronize(timeout:onSourceDone:)`` asks. ``sleep(until:requiring:)`` asks
    ///     them, too, if the time is not known closely enough. Without any the clock learns from the app's own requests
    ///     alone.
    ///   - observatory: The observatory that reads the clocks and keeps the evidence for later launches, or `nil` for
    ///     that of the app's own directory, which all clocks of a process share. With the observatory of a
    ///     `SimulatedApp` the clock asks servers of the simulated device.
    ///   - policy: The app's own requests to learn from; by default those to the servers that the clock asks over
    ///     https.
    ///   - acceptance: The evidence that answers may rest on beside authenticated sources in a boot proven to be the
    ///     same.
    ///   - requirement: The evidence that all answers must rest on; a single call can require more.
    /// - Throws: `server` if the name of a server is invalid, or `neverSatisfied` if a server can never count or the
    ///   requirement rules out every answer. Also throws if it finds no directory, or if the clocks can't be read.
    @available(
        tvOS, unavailable, message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
    )
    public convenience init(
        _ servers: TimeServer..., observatory: Observatory? = nil, policy: CapturePolicy? = nil,
        alsoAccepting acceptance: TrustedTime.Acceptance = [], requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) {
        try self.init(
            servers, observatory: observatory, policy: policy, alsoAccepting: acceptance, requiring: requirement)
    }

    /// Creates a clock that asks a list of servers. All else is as with the servers one by one.
    @available(
        tvOS, unavailable, message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
    )
    public convenience init(
        _ servers: [TimeServer], observatory: Observatory? = nil, policy: CapturePolicy? = nil,
        alsoAccepting acceptance: TrustedTime.Acceptance = [], requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) {
        // An invalid name throws before anything is opened.
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
    /// The answer rests on authenticated sources, and on the other evidence that the clock accepts; the answer names
    /// its evidence. After a reboot offline it is `atLeast`. This method reads the elapsed clock, and neither waits nor
    /// touches the disk. If the device has slept since the last reading, it reads all clocks.
    ///
    /// A call within ten milliseconds of the last one reads one clock and takes no lock; its bounds are up to a 64th
    /// wider.
    ///
    /// - Parameter requirement: The evidence that the answer must rest on, if it is more than the clock requires.
    /// - Returns: The tightest known bounds.
    public func now(requiring requirement: TrustedTime.Requirement? = nil) -> TrustedTime {
        shared.trusted(basis.requiring(requirement))
    }

    /// The best estimate of the time, for display, or `nil` unless the time is bounded from both sides.
    ///
    /// In one process the date stands still rather than going backward, until ``reset()``. It goes backward only if it
    /// turns out to be wrong by more than a minute, for example after a false answer. For decisions use
    /// ``status(of:requiring:)``: the date is only the middle of the bounds that ``now(requiring:)`` returns.
    public var date: Date? { shared.estimate(basis)?.date }

    /// ``date`` as a closure, for code that takes its time from a closure: `{ Date() }` becomes `clock.dateProvider`.
    ///
    /// The closure returns `nil` whenever ``date`` is `nil`. It keeps the clock alive.
    public var dateProvider: @Sendable () -> Date? { { self.date } }

    /// Compares the system clock with the true time.
    ///
    /// - Parameters:
    ///   - tolerance: The error up to which the system clock still agrees.
    ///   - requirement: The evidence that the answer must rest on, if it is more than the clock requires.
    /// - Returns: `ahead` or `behind` only if that is certain, with bounds of the error; `unknown` if the time has no
    ///   bounds, or if they straddle the tolerance.
    /// - Throws: If the clocks can't be read, which doesn't happen with a working kernel.
    public func systemClockVerdict(
        tolerance: Duration = SystemClockVerdict.defaultTolerance,
        requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) -> SystemClockVerdict {
        try shared.systemClock(tolerance: Nanoseconds(clamping: tolerance), on: basis.requiring(requirement))
    }

    /// Forgets all trusted time: the servers' answers and the floor, in the saved record, too.
    ///
    /// Call this method if the premises turn out to be false, for example because a server was wrong for everyone. Boot
    /// verdicts stay. Of moments that the app made earlier, only the clock readings still count.
    public func reset() { shared.forgetTrust() }

    /// The events from now on. Each call begins a sequence of its own.
    ///
    /// After the first call, a setting of the system clock is reported at once; on Apple platforms not while the app is
    /// suspended.
    ///
    /// Each sequence gets every event, and ends only with its task. A slow reader loses the oldest events if more than
    /// 256 are waiting.
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

    /// Returns a reading of the elapsed clock, to time a request:
    /// ``observe(from:method:status:sent:received:header:)``.
    public func timestamp() -> Timestamp { Timestamp(shared.elapsed()) }
}

extension TrustBasis {
    /// Returns the reason that a clock can't work with these sources and options, or `nil` if it can.
    static func objection(
        to named: [NamedSource], also acceptance: TrustedTime.Acceptance,
        requiring requirement: TrustedTime.Requirement?
    ) -> String? {
        if let requirement, !acceptance.isEmpty {
            return "a clock that requires \(requirement) answers can accept nothing else beside them"
        }
        if !acceptance.contains(.unauthenticated), let source = named.first(where: { !$0.isAuthenticated }) {
            return "\(source.shownName) does not prove who answers, so this clock would never count it: "
                + "pass alsoAccepting: .unauthenticated, or leave it out"
        }
        let operators = Set(named.map { $0.operator })
        if requirement == .corroborated, let only = operators.first, operators.count == 1 {
            return "nobody can corroborate \(only), the only operator of this clock's sources: "
                + "name a source of another one"
        }
        return nil
    }
}
