public import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Tells the true time within bounds, whatever the owner did to the device's clock, offline too.
///
/// It learns from answers of servers: of sources that it asks (``synchronize(timeout:whenDone:)``), and of requests
/// that the app makes anyway. Between them it counts on with the clock that runs through sleep, and widens the bounds
/// by how wrong that clock can be. Bounds are never tighter than `DateHeaderPremises` and the premises in the guide
/// justify.
///
/// It is `Sendable`: use it from any thread. Clocks of one observatory share all that they know.
public final class TrustedClock: Sendable {
    /// Where the clocks are read and what was learned is kept.
    public let observatory: Observatory
    /// What ``synchronize(timeout:whenDone:)`` asks.
    public let sources: [any TimeSource]
    /// Which of the app's own requests it learns from.
    public let policy: CapturePolicy
    /// What all of its answers may rest on.
    let basis: TrustBasis

    /// The observatory's state, kept here to save a reference count at each call.
    let shared: SharedObservatory

    /// A clock of an observatory.
    ///
    /// The operators of its sources and of the hosts that its policy names are known from now on, in all processes that
    /// share the record, until a reboot is proven; nobody else counts. The premise: at each judgement, of the operators
    /// that are known then, at most half, rounded down, have said anything false in this boot, and one alone nothing.
    ///
    /// - Parameters:
    ///   - observatory: Where the clocks are read, and what is learned is kept for later launches.
    ///   - sources: What ``synchronize(timeout:whenDone:)`` asks, and ``sleep(until:requiring:)`` while nothing is
    ///     known.
    ///   - policy: Which of the app's own requests it learns from; by default those to the hosts of its sources.
    ///   - acceptance: What its answers may rest on beside authenticated sources in a boot that is proven to be the
    ///     same.
    ///   - requirement: What all of its answers have to rest on; a question may require more.
    /// - Throws: `neverSatisfied` if a source can never count for it, or no answer could satisfy it.
    public init(
        _ observatory: Observatory, sources: [any TimeSource] = [], policy: CapturePolicy? = nil,
        alsoAccepting acceptance: Acceptance = [], requiring requirement: TrustedTime.Requirement? = nil
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

    /// A clock that asks some servers, with the standard observatory.
    ///
    ///     let clock = try TrustedClock(.https("api.example.com"), .https("www.example.org"))
    ///     await clock.synchronize()
    ///     print(clock.now())
    ///
    /// - Parameters:
    ///   - servers: What ``synchronize(timeout:whenDone:)`` asks; without any the clock learns from the app's own
    ///     requests alone.
    ///   - observatory: Where the clocks are read and what is learned is kept; nil for that of the standard directory,
    ///     which all clocks and detectors of a process share. With that of a `SimulatedApp` the clock asks servers of
    ///     the simulated device.
    ///   - policy: Which of the app's own requests it learns from; by default those to the servers that it asks over
    ///     https.
    ///   - acceptance: What its answers may rest on beside authenticated sources in a boot that is proven to be the
    ///     same.
    ///   - requirement: What all of its answers have to rest on; a question may require more.
    /// - Throws: If the name of a server is none (`server`), a server can never count or no answer could satisfy what
    ///   is required (`neverSatisfied`), no directory can be found, or the clocks can't be read.
    @available(
        tvOS, unavailable, message: "tvOS may delete what apps keep: neither a first launch nor an absence is proven"
    )
    public convenience init(
        _ servers: TimeServer..., observatory: Observatory? = nil, policy: CapturePolicy? = nil,
        alsoAccepting acceptance: Acceptance = [], requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) {
        // A name that is none is an error before anything is opened.
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

    /// What is known of the true time at this moment.
    ///
    /// It rests on authenticated sources, and on what else the clock was made to accept: the answer says on what.
    /// After a reboot offline it is `atLeast`. It reads the elapsed clock, and neither waits nor touches the disk.
    /// Where the device has slept since the last reading, it reads all clocks.
    ///
    /// Asked again within ten milliseconds it reads one clock and takes no lock; the bounds are then up to a 64th part
    /// wider.
    ///
    /// - Parameter requirement: What the answer has to rest on, where that is more than the clock requires.
    /// - Returns: The narrowest that is known.
    public func now(requiring requirement: TrustedTime.Requirement? = nil) -> TrustedTime {
        shared.trusted(basis.requiring(requirement))
    }

    /// The best estimate of the time, for display; nil while nothing bounds it.
    ///
    /// In one process it stands still rather than going backward, until ``reset()``. It goes backward only where what
    /// it showed turns out to be wrong by more than a minute, as after a false answer. Decide by
    /// ``status(of:requiring:)``, never by this: it is the middle of the bounds that ``now(requiring:)`` gives.
    public var date: Date? { shared.estimate(basis)?.date }

    /// ``date`` as a closure, for code that takes its time from one: `{ Date() }` becomes `clock.dateProvider`.
    ///
    /// Nil, like ``date``, while nothing bounds the time. It keeps the clock alive.
    public var dateProvider: @Sendable () -> Date? { { self.date } }

    /// Whether the system clock tells the true time.
    ///
    /// - Parameters:
    ///   - tolerance: By how much it may be off and still agree.
    ///   - requirement: What the answer has to rest on, where that is more than the clock requires.
    /// - Returns: `ahead` and `behind` only where that is certain, with bounds of the error; `unknown` where nothing
    ///   bounds the time, or the bounds straddle the tolerance.
    /// - Throws: If the clocks can't be read; a working kernel's always can.
    public func checkSystemClock(
        tolerance: Duration = SystemClockVerdict.defaultTolerance,
        requiring requirement: TrustedTime.Requirement? = nil
    ) throws(ObservatoryError) -> SystemClockVerdict {
        try shared.systemClock(tolerance: Nanoseconds(clamping: tolerance), on: basis.requiring(requirement))
    }

    /// Forgets all that is trusted: what servers said, and the floor, in the saved record, too.
    ///
    /// For when the premises turn out to have been false, as by a server that was wrong for all. Boot verdicts stay.
    /// Of marks and moments that the app made before then only the clocks count.
    public func reset() { shared.forgetTrust() }

    /// What happens from now on: each call begins a sequence of its own.
    ///
    /// From the first call on, a setting of the system clock is reported at once; on Apple platforms not while the app
    /// is suspended.
    /// Each sequence gets every event, and ends only with its task. A reader that does not keep up loses the oldest of
    /// more than 256 events.
    public var events: AsyncStream<TrustedClockEvent> {
        let events = stream()
        shared.observeClockChanges()
        return events
    }

    /// The same, without asking for what the system tells of its clock.
    func stream(buffering count: Int = 256) -> AsyncStream<TrustedClockEvent> {
        let basis = basis
        return shared.events.stream(buffering: count) { TrustedClockEvent($0, seenOn: basis) }
    }

    /// The elapsed clock now, to time a request by: ``observe(from:method:status:sent:received:header:)``.
    public func stamp() -> ElapsedStamp { observatory.stamp() }
}

extension TrustBasis {
    /// The reason that a clock with these sources could never do what it is made for; nil where it can.
    static func objection(
        to named: [NamedSource], also acceptance: Acceptance, requiring requirement: TrustedTime.Requirement?
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
