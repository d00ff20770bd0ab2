package import SiderealCore

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// An axis of errors from milliseconds to years. The axis is linear near zero and logarithmic farther out, in both
/// directions.
package struct ErrorScale {
    package struct Tick {
        package let y: Double
        package let label: String
    }

    package let height: Double
    /// The absolute error in nanoseconds below which the axis is linear.
    private let threshold: Double
    private let top: Double
    private let bottom: Double

    package init(_ values: [Nanoseconds], height: Double) {
        self.height = height
        let sizes = values.map { Double($0.count).magnitude }.filter { $0 >= 1e6 }
        // The threshold is the largest value that does not exceed the smallest error, so the axis has no empty ranges.
        let smallest = sizes.min() ?? 1e9
        threshold = [1e9, 1e8, 1e7].first { $0 <= smallest } ?? 1e6
        let least = threshold * 10
        let most = values.map { Double($0.count) }
        top = ErrorScale.bent(max(most.max() ?? 0, least), threshold) * 1.06
        bottom = ErrorScale.bent(min(most.min() ?? 0, -least), threshold) * 1.06
    }

    private static func bent(_ value: Double, _ threshold: Double) -> Double {
        let size = (value.magnitude / threshold + 1).logarithm
        return value < 0 ? -size : size
    }

    /// Returns the distance of a value from the top of the axis. A value outside the axis is drawn at the edge.
    package func y(_ value: Nanoseconds) -> Double {
        let share = (top - ErrorScale.bent(Double(value.count), threshold)) / (top - bottom)
        return max(0, min(1, share)) * height
    }

    private static let marks: [(size: Int64, label: String)] = [
        (1_000_000, "1 ms"), (10_000_000, "10 ms"), (100_000_000, "0.1 s"), (1_000_000_000, "1 s"),
        (10_000_000_000, "10 s"), (60_000_000_000, "1 min"), (600_000_000_000, "10 min"),
        (3_600_000_000_000, "1 h"), (86_400_000_000_000, "1 d"), (864_000_000_000_000, "10 d"),
        (8_640_000_000_000_000, "100 d"), (31_557_600_000_000_000, "1 a"), (315_576_000_000_000_000, "10 a"),
        (3_155_760_000_000_000_000, "100 a"),
    ]

    /// The ticks at zero and at round numbers. If two labels would overlap, the axis shows only the larger number.
    package var ticks: [Tick] {
        let room = 15.0
        var ticks = [Tick(y: y(.zero), label: "0")]
        for (sign, text, limit) in [(1, "+", top), (-1, "−", -bottom)] as [(Int64, String, Double)] {
            for mark in ErrorScale.marks.reversed() {
                guard ErrorScale.bent(Double(mark.size), threshold) <= limit else { continue }
                let place = y(Nanoseconds(mark.size * sign))
                guard ticks.allSatisfy({ ($0.y - place).magnitude >= room }) else { continue }
                ticks.append(Tick(y: place, label: text + mark.label))
            }
        }
        return ticks
    }
}

extension Double {
    /// The base-10 logarithm.
    var logarithm: Double { log10(self) }
}
