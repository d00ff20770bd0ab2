/// A length of time in nanoseconds. Its sums saturate instead of overflowing.
public struct Nanoseconds: Sendable, Hashable, Comparable {
    public var count: Int64

    public init(_ count: Int64) { self.count = count }

    public init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .seconds(seconds) + Nanoseconds(attoseconds / 1_000_000_000)
    }

    public static var zero: Nanoseconds { Nanoseconds(0) }
    public static func seconds(_ count: Int64) -> Nanoseconds { scaled(count, by: 1_000_000_000) }
    public static func milliseconds(_ count: Int64) -> Nanoseconds { scaled(count, by: 1_000_000) }
    public static func microseconds(_ count: Int64) -> Nanoseconds { scaled(count, by: 1_000) }

    private static func scaled(_ count: Int64, by factor: Int64) -> Nanoseconds {
        let (product, overflow) = count.multipliedReportingOverflow(by: factor)
        return Nanoseconds(overflow ? (count < 0 ? .min : .max) : product)
    }

    public static func < (left: Nanoseconds, right: Nanoseconds) -> Bool { left.count < right.count }

    public static func + (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        let (sum, overflow) = left.count.addingReportingOverflow(right.count)
        return Nanoseconds(overflow ? (right.count < 0 ? .min : .max) : sum)
    }

    public static func - (left: Nanoseconds, right: Nanoseconds) -> Nanoseconds {
        let (difference, overflow) = left.count.subtractingReportingOverflow(right.count)
        return Nanoseconds(overflow ? (right.count < 0 ? .max : .min) : difference)
    }

    public static prefix func - (value: Nanoseconds) -> Nanoseconds { .zero - value }

    public var magnitude: Nanoseconds { count < 0 ? -self : self }
    public var duration: Duration { .nanoseconds(count) }
}
