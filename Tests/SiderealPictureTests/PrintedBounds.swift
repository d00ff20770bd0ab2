import Foundation

/// Bounds as a reader parses them from a text, in exact nanoseconds. It shares no code with the formatter.
struct PrintedBounds {
    var lower: Decimal?
    var upper: Decimal?
    /// The value of one unit in the last digit of a printed half-width or end.
    var unit: Decimal = 0

    /// Parses "2026-03-01T09:30:12.345Z ± 571 ms", and what may follow.
    init?(trueTime text: String) {
        let words = text.split(separator: " ").map(String.init)
        if words.count >= 3, words[1] == "±" {
            guard let middle = Self.date(words[0]), let half = Self.length(words.dropFirst(2)) else { return nil }
            (lower, upper, unit) = (middle - half.value, middle + half.value, half.unit)
        } else if words.count >= 3, let date = Self.date(words[2]) {
            unit = 1_000_000_000
            switch words[0] + words[1] {
            case "atleast": lower = date
            case "atmost": upper = date
            default: return nil
            }
        } else {
            return nil
        }
    }

    /// Parses "ahead by at least 3 s, at most 1 min 5 s".
    init?(systemClock text: String) {
        for part in text.split(separator: ",") {
            let words = part.split(separator: " ").map(String.init)
            guard let start = words.firstIndex(of: "at"), start + 2 < words.count,
                let length = Self.length(words[(start + 2)...])
            else { return nil }
            unit = max(unit, length.unit)
            if words[start + 1] == "least" { lower = length.value } else { upper = length.value }
        }
        if text.hasPrefix("behind") { (lower, upper) = (upper.map { -$0 }, lower.map { -$0 }) }
    }

    static func date(_ text: String) -> Decimal? {
        let fields = text.split(whereSeparator: { "-T:Z".contains($0) }).map(String.init)
        guard text.hasSuffix("Z"), fields.count == 6, let second = Decimal(string: fields[5]) else { return nil }
        let numbers = fields[..<5].compactMap(Int32.init)
        guard numbers.count == 5 else { return nil }
        var parts = tm()
        (parts.tm_year, parts.tm_mon, parts.tm_mday) = (numbers[0] - 1_900, numbers[1] - 1, numbers[2])
        (parts.tm_hour, parts.tm_min) = (numbers[3], numbers[4])
        return (Decimal(timegm(&parts)) + second) * 1_000_000_000
    }

    /// Parses the numbers and units at the beginning.
    static func length(_ words: some Sequence<String>) -> (value: Decimal, unit: Decimal)? {
        let units: [String: Decimal] = [
            "ns": 1, "µs": 1_000, "ms": 1_000_000, "s": 1_000_000_000, "min": 60_000_000_000,
            "h": 3_600_000_000_000, "d": 86_400_000_000_000,
        ]
        var result: (value: Decimal, unit: Decimal)?
        var number: String?
        for word in words {
            guard let text = number else {
                number = word
                continue
            }
            guard let value = Decimal(string: text), var unit = units[word] else { break }
            if let dot = text.firstIndex(of: ".") {
                for _ in text[dot...].dropFirst() { unit /= 10 }
                result = ((result?.value ?? 0) + value * (units[word] ?? 0), unit)
            } else {
                result = ((result?.value ?? 0) + value * unit, unit)
            }
            number = nil
        }
        return result
    }
}
