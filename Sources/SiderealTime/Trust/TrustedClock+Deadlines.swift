import SiderealClocks
public import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TrustedTime {
    /// Compares a deadline with the bounds of the true time. The results `passed` and `pending` are certain to the
    /// nanosecond.
    public func status(of deadline: Date) -> TrustedTime.DeadlineStatus {
        // Bounds are whole nanoseconds, so compare them with the first whole nanosecond at or after the date.
        TrueInstant(notBefore: deadline).map { status(of: $0) } ?? .undetermined
    }
}

extension TrustedClock {
    /// Compares a deadline with the present bounds of the true time.
    ///
    /// - Parameters:
    ///   - deadline: Any instant. An instant after the year 2262 is `pending` while the time has an upper bound. A
    ///     `Date` that is NaN is `undetermined`.
    ///   - requirement: A stricter requirement than that of the clock, or `nil`.
    /// - Returns: `passed`, `pending`, or `undetermined` if the deadline lies between the bounds.
    public func status(of deadline: Date, requiring requirement: TrustedTime.Requirement? = nil)
        -> TrustedTime.DeadlineStatus
    {
        now(requiring: requirement).status(of: deadline)
    }

    /// Returns the bounds of the true time until a deadline. The bounds are negative after the deadline.
    public func remaining(
        until deadline: Date, requiring requirement: TrustedTime.Requirement? = nil
    ) -> DurationBounds {
        DurationBounds(now(requiring: requirement).remaining(until: TrueInstant(clamping: deadline)))
    }

    /// Waits until a deadline has certainly passed, even if someone sets the system clock during the wait.
    ///
    /// This method returns at once if the deadline has passed. The method recomputes its wait when the bounds or the
    /// clocks change, and after the device has slept. If the bounds of the remaining time are too wide, the clock polls
    /// its sources. If the clock has no sources, this method waits for the app's own requests. If the answers never
    /// satisfy the requirement, this method waits until its task is cancelled.
    ///
    /// - Throws: `CancellationError` if the task is cancelled.
    public func sleep(
        until deadline: Date, requiring requirement: TrustedTime.Requirement? = nil
    ) async throws(CancellationError) {
        let deadline = TrueInstant(clamping: deadline)
        var patience = SamplePatience()
        while true {
            // The stream begins before this method reads the time, so the stream contains every later change.
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

/// The length of the wait between two readings of the time.
enum DeadlineWait {
    /// The longest wait. This limit is short, because the timer of a wait may stop while the device sleeps.
    static let most = Nanoseconds.seconds(60)

    static func span(_ remaining: Bounds, drift: Rate) -> Duration {
        guard remaining.hasUpper else { return most.duration }
        let left = max(remaining.upper, .milliseconds(1))
        // Wait a little longer, because the elapsed clock may run fast.
        return min(left + drift.error(over: left) + drift.error(over: left), most).duration
    }
}

extension Bounds {
    /// A Boolean value that indicates whether the bounds of the remaining time are so wide that a new sample would
    /// help.
    fileprivate var isVague: Bool { !isBounded || (lower <= .zero && upper > .seconds(30)) }
}

/// Allows polls at increasing intervals as long as the polls don't tighten the bounds.
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
