import SiderealClocks
public import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TrustedTime {
    /// Whether an instant has passed; `passed` and `pending` are certain to the nanosecond.
    public func status(of deadline: Date) -> DeadlineStatus {
        // Bounds are whole nanoseconds: they reach a date where they reach the first one that is not before it.
        TrueInstant(notBefore: deadline).map { status(of: $0) } ?? .undetermined
    }
}

extension TrustedClock {
    /// Whether an instant of the true time has passed.
    ///
    /// - Parameters:
    ///   - deadline: Any instant; one beyond the year 2262 is pending while the time is bounded, and what is no number
    ///     is undetermined.
    ///   - requirement: What the answer has to rest on, where that is more than the clock requires.
    /// - Returns: `undetermined` where the instant lies within what is not known.
    public func status(of deadline: Date, requiring requirement: TrustedTime.Requirement? = nil) -> DeadlineStatus {
        now(requiring: requirement).status(of: deadline)
    }

    /// How long it is until an instant of the true time; negative once it lies behind.
    public func remaining(
        until deadline: Date, requiring requirement: TrustedTime.Requirement? = nil
    ) -> DurationBounds {
        DurationBounds(now(requiring: requirement).remaining(until: TrueInstant(clamping: deadline)))
    }

    /// Waits until an instant has passed for certain, whatever is done to the clock meanwhile.
    ///
    /// It returns at once where it has. It plans anew when the bounds or the clocks move, and after a sleep. While
    /// nothing is known it asks the clock's sources; without any it waits for the app's own requests. Where only
    /// sources answer that do not satisfy what is required, it waits until it is cancelled.
    ///
    /// - Throws: Where the task is cancelled.
    public func sleep(
        until deadline: Date, requiring requirement: TrustedTime.Requirement? = nil
    ) async throws(CancellationError) {
        let deadline = TrueInstant(clamping: deadline)
        var patience = SamplePatience()
        while true {
            // Listening first: what happens between the question and the wait is then not missed.
            let changes = stream(buffering: 1)
            let known = now(requiring: requirement)
            if known.status(of: deadline) == .passed { return }
            let remaining = known.remaining(until: deadline)
            if !sources.isEmpty, remaining.isVague, patience.allows(at: shared.elapsed()) {
                _ = await synchronize()
                if Task.isCancelled { throw CancellationError() }
                continue
            }
            try await shared.wait(DeadlineWait.span(remaining, drift: shared.clocks.model.drift), unless: changes)
        }
    }
}

/// How long to wait before asking for the time again.
enum DeadlineWait {
    /// So that a sleep of the device, which a wait may not see, is noticed.
    static let most = Nanoseconds.seconds(60)

    static func span(_ remaining: Bounds, drift: Rate) -> Duration {
        guard remaining.hasUpper else { return most.duration }
        let left = max(remaining.upper, .milliseconds(1))
        // The elapsed clock may run fast.
        return min(left + drift.error(over: left) + drift.error(over: left), most).duration
    }
}

extension Bounds {
    /// Whether so little is known of what remains that a sample would help.
    fileprivate var isVague: Bool { !isBounded || (lower <= .zero && upper > .seconds(30)) }
}

/// Asks ever more rarely while asking does not help.
private struct SamplePatience {
    private var next: ElapsedInstant?
    private var pause = Nanoseconds.seconds(30)

    mutating func allows(at now: ElapsedInstant) -> Bool {
        if let next, now < next { return false }
        next = now + pause
        pause = min(pause + pause, .seconds(900))
        return true
    }
}
