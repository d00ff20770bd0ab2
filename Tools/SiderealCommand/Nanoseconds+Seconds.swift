package import SiderealCore

extension Nanoseconds {
    /// A direction in which a number of seconds may differ from its span, because most programs read the number as a
    /// binary floating-point number.
    package enum Rounding: Sendable {
        /// The number is exact in decimal notation. A program reads the nearest number that it has.
        case nearest
        /// The number doesn't exceed the span, whether a program reads it as a decimal or as a binary number.
        case down
        /// The number is at least the span, whether a program reads it as a decimal or as a binary number.
        case up
    }

    /// Returns the span in seconds, as a number that JSON and OpenMetrics accept.
    package func seconds(_ rounding: Rounding = .nearest) -> String {
        let text = decimalSeconds
        // Each decimal number is read as the nearest binary number. The shortest decimal number that is read as a
        // neighbor lies on the same side of the span as the neighbor.
        guard let read = Double(text) else { return text }
        switch rounding {
        case .down where excess(of: read) > 0: return "\(read.nextDown)"
        case .up where excess(of: read) < 0: return "\(read.nextUp)"
        case .nearest, .down, .up: return text
        }
    }

    private var decimalSeconds: String {
        let (whole, rest) = count.magnitude.quotientAndRemainder(dividingBy: 1_000_000_000)
        var digits = String(1_000_000_000 + rest).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        return (count < 0 ? "-" : "") + String(whole) + (digits.isEmpty ? "" : "." + digits)
    }

    /// Returns a number with the sign of the exact difference: the number of seconds minus this span.
    private func excess(of seconds: Double) -> Double {
        let whole = seconds.rounded(.towardZero)
        let (ownWhole, rest) = count.quotientAndRemainder(dividingBy: 1_000_000_000)
        if whole != Double(ownWhole) { return whole - Double(ownWhole) }
        // The fused operation rounds only its result, so the sign is exact.
        return (-Double(rest)).addingProduct(seconds - whole, 1_000_000_000)
    }
}
