/// Checks whether bytes are JSON by the letter of RFC 8259, and UTF-8: a parser must accept no more.
struct StrictJSON {
    private var rest: ArraySlice<UInt8>

    static func accepts(_ bytes: [UInt8]) -> Bool {
        guard String(validating: bytes, as: UTF8.self) != nil else { return false }
        var json = StrictJSON(rest: bytes[...])
        return json.takeValue(depth: 0) && json.rest.isEmpty
    }

    /// Takes a value with the blanks around it.
    private mutating func takeValue(depth: Int) -> Bool {
        skipBlanks()
        defer { skipBlanks() }
        guard depth < 600, let first = rest.first else { return false }
        switch first {
        case UInt8(ascii: "{"): return takeList(end: UInt8(ascii: "}"), depth: depth, isObject: true)
        case UInt8(ascii: "["): return takeList(end: UInt8(ascii: "]"), depth: depth, isObject: false)
        case UInt8(ascii: "\""): return takeString()
        case UInt8(ascii: "t"): return take("true")
        case UInt8(ascii: "f"): return take("false")
        case UInt8(ascii: "n"): return take("null")
        default: return takeNumber()
        }
    }

    private mutating func takeList(end: UInt8, depth: Int, isObject: Bool) -> Bool {
        rest.removeFirst()
        skipBlanks()
        if rest.first == end { return rest.popFirst() != nil }
        while true {
            skipBlanks()
            if isObject {
                guard takeString() else { return false }
                skipBlanks()
                guard take(":") else { return false }
            }
            guard takeValue(depth: depth + 1), let next = rest.popFirst() else { return false }
            if next == end { return true }
            guard next == UInt8(ascii: ",") else { return false }
        }
    }

    private mutating func takeString() -> Bool {
        guard rest.popFirst() == UInt8(ascii: "\"") else { return false }
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "\"") { return true }
            if byte < 0x20 { return false }
            guard byte == UInt8(ascii: "\\") else { continue }
            guard let escape = rest.popFirst() else { return false }
            if escape == UInt8(ascii: "u") {
                guard rest.count >= 4, rest.prefix(4).allSatisfy({ Character(Unicode.Scalar($0)).isHexDigit }) else {
                    return false
                }
                rest = rest.dropFirst(4)
            } else if !"\"\\/bfnrt".utf8.contains(escape) {
                return false
            }
        }
        return false
    }

    private mutating func takeNumber() -> Bool {
        if rest.first == UInt8(ascii: "-") { rest.removeFirst() }
        if rest.first == UInt8(ascii: "0") { rest.removeFirst() } else if !takeDigits() { return false }
        if rest.first == UInt8(ascii: ".") {
            rest.removeFirst()
            guard takeDigits() else { return false }
        }
        if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
            rest.removeFirst()
            if let sign = rest.first, "+-".utf8.contains(sign) { rest.removeFirst() }
            return takeDigits()
        }
        return true
    }

    private mutating func takeDigits() -> Bool {
        let digits = rest.prefix { (0x30...0x39).contains($0) }
        rest = rest.dropFirst(digits.count)
        return !digits.isEmpty
    }

    private mutating func take(_ word: String) -> Bool {
        guard rest.starts(with: word.utf8) else { return false }
        rest = rest.dropFirst(word.utf8.count)
        return true
    }

    private mutating func skipBlanks() { rest = rest.drop { [0x20, 0x09, 0x0a, 0x0d].contains($0) } }
}
