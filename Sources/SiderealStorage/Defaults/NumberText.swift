/// The number at the beginning of a text, after white space. UserDefaults uses `NSString` to parse such text, and this
/// type parses it in the same way, with one difference. If the text has no number, the values are `nil`, but `NSString`
/// returns 0.
struct NumberText {
    private let text: Substring.UTF8View

    init(_ text: String) {
        self.text = text[...].utf8.drop { $0 == 0x20 || 0x09...0x0D ~= $0 }
    }

    /// The Boolean value that the first letter represents. Without such a letter, the value is `true` if the number is
    /// not 0.
    var boolean: Bool? {
        switch text.first {
        case UInt8(ascii: "Y"), UInt8(ascii: "y"), UInt8(ascii: "T"), UInt8(ascii: "t"): true
        case UInt8(ascii: "N"), UInt8(ascii: "n"), UInt8(ascii: "F"), UInt8(ascii: "f"): false
        default: integer.map { $0 != 0 }
        }
    }

    /// The integer, or the greatest or least integer if the text is out of range.
    var integer: Int? {
        let sign = signCount
        let digits = text.dropFirst(sign).prefix { Self.isDigit($0) }
        guard !digits.isEmpty else { return nil }
        let isNegative = text.first == UInt8(ascii: "-")
        return Int(String(Substring(text.prefix(sign + digits.count)))) ?? (isNegative ? .min : .max)
    }

    var real: Double? {
        let whole = digits(from: signCount)
        var end = whole
        if text.dropFirst(end).first == UInt8(ascii: ".") { end = digits(from: end + 1) }
        // A decimal point alone is not a number.
        guard end > signCount + (end > whole ? 1 : 0) else { return nil }
        if let exponent = text.dropFirst(end).first, exponent | 0x20 == UInt8(ascii: "e") {
            let next = text.dropFirst(end + 1).first
            let start = end + (next == UInt8(ascii: "-") || next == UInt8(ascii: "+") ? 2 : 1)
            let last = digits(from: start)
            if last > start { end = last }
        }
        return Double(String(Substring(text.prefix(end))))
    }

    private var signCount: Int { text.first == UInt8(ascii: "-") || text.first == UInt8(ascii: "+") ? 1 : 0 }

    private func digits(from start: Int) -> Int { start + text.dropFirst(start).prefix { Self.isDigit($0) }.count }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
