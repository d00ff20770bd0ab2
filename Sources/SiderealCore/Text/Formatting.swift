/// Text for lengths, instants and their bounds. Printed bounds contain the exact bounds: lower ends round down, and
/// upper ends round up.
package enum Formatting {
    package enum Rounding: Sendable {
        case down
        case up
    }

    // MARK: - Lengths

    /// Returns a length in its two largest units, or in two or three digits: "3 d 4 h", "1 min 12 s", "1.5 s", "250
    /// ms".
    package static func length(_ length: Nanoseconds, _ rounding: Rounding = .down) -> String {
        text(length.count.magnitude, rounding)
    }

    /// Returns the two ends of bounds that are not negative. An open end is `nil`.
    static func lengths(_ bounds: Bounds) -> (least: String?, most: String?) {
        // If the ends are near each other, use finer steps, so that their texts differ. For distant ends, a second is
        // fine enough.
        let limit = bounds.isBounded ? max(step(for: bounds.distance), second) : .max
        return (
            bounds.hasLower ? text(bounds.lower.count.magnitude, .down, limit) : nil,
            bounds.hasUpper ? text(bounds.upper.count.magnitude, .up, limit) : nil
        )
    }

    /// Returns the text of a length, rounded to a step of at most `limit`.
    private static func text(_ count: UInt64, _ rounding: Rounding, _ limit: UInt64 = .max) -> String {
        var step = min(self.step(for: count), limit)
        var rest = rounded(count, rounding, to: step)
        // Rounding can carry into the next unit: 1000 ms becomes 1.0 s.
        let coarser = self.step(for: rest)
        if rest % coarser == 0 { step = max(step, coarser) }
        var parts: [String] = []
        for (name, size) in [("d", 86_400 * second), ("h", 3_600 * second), ("min", 60 * second)] where rest >= size {
            parts.append("\(rest / size) \(name)")
            rest %= size
        }
        if rest > 0 || parts.isEmpty {
            let (name, unit) = parts.isEmpty ? self.unit(for: rest) : ("s", second)
            parts.append("\(rest / unit)\(decimals(rest % unit, of: unit, step: step)) \(name)")
        }
        return parts.joined(separator: " ")
    }

    private static let second: UInt64 = 1_000_000_000

    private static func unit(for count: UInt64) -> (name: String, size: UInt64) {
        switch count {
        case ..<1_000: ("ns", 1)
        case ..<1_000_000: ("µs", 1_000)
        case ..<second: ("ms", 1_000_000)
        default: ("s", second)
        }
    }

    /// Returns the step of the last digit in the text of a length.
    private static func step(for count: UInt64) -> UInt64 {
        if count >= 86_400 * second { return 3_600 * second }
        if count >= 3_600 * second { return 60 * second }
        if count >= 60 * second { return second }
        let unit = self.unit(for: count).size
        return count < 10 * unit ? max(unit / 10, 1) : unit
    }

    private static func rounded(_ count: UInt64, _ rounding: Rounding, to step: UInt64) -> UInt64 {
        let excess = count % step
        return rounding == .down || excess == 0 ? count - excess : count - excess + step
    }

    /// Returns the decimals of a unit, with as many digits as the step needs: ".345", or an empty text.
    private static func decimals(_ part: UInt64, of unit: UInt64, step: UInt64) -> String {
        var text = ""
        var digit = unit
        while digit > step {
            digit /= 10
            text += String(part / digit % 10)
        }
        return text.isEmpty ? "" : "." + text
    }

    /// Returns bounds of a length that may be negative: "from -3 s to 4 s", "at least 3 s", "at most -2 min", or
    /// "unknown" if both ends are open.
    package static func signedLengths(_ bounds: Bounds) -> String {
        switch (bounds.hasLower, bounds.hasUpper) {
        case (true, true) where bounds.lower == bounds.upper: signed(bounds.lower, .down)
        case (true, true): "from \(signed(bounds.lower, .down)) to \(signed(bounds.upper, .up))"
        case (true, false): "at least \(signed(bounds.lower, .down))"
        case (false, true): "at most \(signed(bounds.upper, .up))"
        case (false, false): "unknown"
        }
    }

    private static func signed(_ length: Nanoseconds, _ rounding: Rounding) -> String {
        guard length < .zero else { return text(length.count.magnitude, rounding) }
        return "-" + text(length.count.magnitude, rounding == .down ? .up : .down)
    }

    // MARK: - Instants

    package enum DateStyle: Sendable {
        /// "2026-03-01T09:30:12Z"
        case iso
        /// "2026-03-01 09:30:12 UTC"
        case readable

        fileprivate var beforeTime: String { self == .iso ? "T" : " " }
        fileprivate var zone: String { self == .iso ? "Z" : " UTC" }
    }

    /// Returns an instant in UTC, rounded down to the second: "2026-03-01T09:30:12Z".
    package static func date(_ instant: TrueInstant) -> String { date(instant, .down, to: second) }

    /// Returns an instant in UTC with all nine decimals.
    package static func exactDate(_ instant: TrueInstant) -> String { date(instant, .down, to: 1) }

    /// Returns an instant for people, to the minute: "2026-03-01 09:30".
    package static func minute(_ instant: TrueInstant) -> String {
        let text = date(instant)
        return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
    }

    /// Returns bounds of the true time, such as "2026-03-01T09:30:12.345Z ± 571 ms". If one end is open, the text
    /// begins with "at least" or "at most". If both ends are open, returns `nil`.
    package static func dates(_ bounds: Bounds, as style: DateStyle = .iso) -> String? {
        let (lower, upper) = (bounds.lower.count, bounds.upper.count)
        switch (bounds.hasLower, bounds.hasUpper) {
        case (true, true):
            let step = self.step(for: bounds.distance / 2 + bounds.distance % 2)
            let fine = min(step, second)
            let middle = nearest(lower + Int64(bounds.distance / 2), to: Int64(fine))
            // After rounding, one end may be further from the middle than the other end.
            let half = max(UInt64(bitPattern: middle &- lower), UInt64(bitPattern: upper &- middle))
            return date(TrueInstant(nanoseconds: middle), .down, to: fine, as: style) + " ± " + text(half, .up, step)
        case (true, false): return "at least " + date(TrueInstant(nanoseconds: lower), .down, to: second, as: style)
        case (false, true): return "at most " + date(TrueInstant(nanoseconds: upper), .up, to: second, as: style)
        case (false, false): return nil
        }
    }

    /// Returns the nearest multiple of a step. If that is out of range, returns the next multiple toward zero.
    private static func nearest(_ value: Int64, to step: Int64) -> Int64 {
        let excess = value % step
        let (far, overflows) = (value - excess).addingReportingOverflow(excess < 0 ? -step : step)
        return excess.magnitude * 2 < step.magnitude || overflows ? value - excess : far
    }

    private static func date(
        _ instant: TrueInstant, _ rounding: Rounding, to step: UInt64, as style: DateStyle = .iso
    ) -> String {
        var (seconds, excess) = instant.nanoseconds.quotientAndRemainder(dividingBy: Int64(second))
        if excess < 0 { (seconds, excess) = (seconds - 1, excess + Int64(second)) }
        var part = rounded(UInt64(excess), rounding, to: step)
        if part == second { (seconds, part) = (seconds + 1, 0) }
        // At the limits of Int64, the product saturates, but stays within the same day.
        let day = CivilDate(TrueInstant(nanoseconds: Nanoseconds.seconds(seconds).count))
        let time = Int((seconds % 86_400 + 86_400) % 86_400)
        return "\(digits(day.year, 4))-\(digits(day.month))-\(digits(day.day))"
            + style.beforeTime + "\(digits(time / 3_600)):\(digits(time / 60 % 60)):\(digits(time % 60))"
            + decimals(part, of: second, step: step) + style.zone
    }

    private static func digits(_ number: Int, _ count: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, count - text.count)) + text
    }
}

extension Bounds {
    /// Creates bounds, or returns `nil` if `earliest` is after `latest`. An end that is `nil` is open.
    package init?(_ earliest: TrueInstant?, _ latest: TrueInstant?) {
        self.init(
            lower: earliest.map { Nanoseconds($0.nanoseconds) } ?? .min,
            upper: latest.map { Nanoseconds($0.nanoseconds) } ?? .max)
    }

    /// The distance from end to end, which can exceed an Int64.
    fileprivate var distance: UInt64 { UInt64(bitPattern: upper.count &- lower.count) }
}
