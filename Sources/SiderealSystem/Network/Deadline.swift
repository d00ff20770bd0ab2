package import SiderealCore

/// An instant until which to wait, with the clock that it is on.
package struct Deadline: Sendable {
    package let instant: ElapsedInstant
    private let elapsed: @Sendable () -> ElapsedInstant

    package init(_ instant: ElapsedInstant, elapsed: @escaping @Sendable () -> ElapsedInstant) {
        self.instant = instant
        self.elapsed = elapsed
    }

    /// How long it is until then; zero or less where that has passed.
    package var left: Nanoseconds { instant - elapsed() }
    package var hasPassed: Bool { left <= .zero }

    /// So long from now, but no later than this.
    package func limited(to length: Nanoseconds) -> Deadline {
        Deadline(min(instant, elapsed() + length), elapsed: elapsed)
    }
}
