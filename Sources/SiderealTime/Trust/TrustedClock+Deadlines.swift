import SiderealClocks
public import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TrustedTime {
    /// Returns whether an instant has passed. `passed` and `pending` are certain to the nanosecond.
    public func status(of deadline: Date) -> TrustedTime.DeadlineStatus {
        // Bounds are whole nanoseconds: they reach a date when they reach the first nanosecond that is not before it.
        TrueInstant(notBefore: deadline).map { status(of: $0) } ?? .undetermined
    }
}

extension TrustedClock {
    /// Returns whether an instant of the true time has passed.
    ///
    /// - Parameters:
    ///   - deadline: Any instant. One beyond the year 2262 is pending while the time is bounded; NaN is undetermined.
    ///   - requirement: The evidence that the answer must rest on, if it is more than the clock requires.
    /// - Returns: `undetermined` if the instant lies between the bounds.
    public func status(of deadline: Date, requiring requirement: TrustedTime.Requirement? = nil)
        -> TrustedTime.DeadlineStatus
    {
        now(requiring: requirement).status(of: deadline)
    }

    /// Returns the time until an instant of the true time, which is negative once the instant has passed.
    public func remaining(
        until deadline: Date, requiring requirement: TrustedTime.Requirement? = nil
    ) -> DurationBounds {
        DurationBounds(now(requiring: requirement).remaining(until: TrueInstant(clamping: deadline)))
    }

    /// Waits until an instant has certainly passed, regardless of changes to the clock meanwhile.
    ///
    /// This method returns at once if the instant has passed. It recomputes its wait when the bounds or the clocks
    /// change, and after a sleep of the device. If the bounds of the remaining time are too wide, it asks the clock's
    /// sources; without sources it waits for the app's own requests. If the answers never satisfy the requirement, it
    /// waits until its task is cancelled.
    ///
    /// - Throws: If the task is cancelled.
    public func sleep(
        until deadline: Date, requiring requirement: TrustedTime.Requirement? = nil
    ) async throws(CancellationError) {
        let deadline = TrueInstant(clamping: deadline)
        var patience = SamplePatience()
        while true {
            // The stream begins before the time is read, so no change is missed in between.
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

/// The longest wait before the time is read again.
enum DeadlineWait {
    /// Short enough to notice a sleep of the device, during which a wait may stop.
    static let most = Nanoseconds.seconds(60)

    static func span(_ remaining: Bounds, drift: Rate) -> Duration {
        guard remaining.hasUpper else { return most.duration }
        let left = max(remaining.upper, .milliseconds(1))
        // The elapsed clock may run fast.
        return min(left + drift.error(over: left) + drift.error(over: left), most).duration
    }
}

extension Bounds {
    /// Indicates whether the remaining time is known so loosely that a sample would help.
    fileprivate var isVague: Bool { !isBounded || (lower <= .zero && upper > .seconds(30)) }
}

/// Allows requests at growing intervals while they don't help.
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
