/// A check of bytes against the JSON grammar of RFC 8259.
///
/// Foundation doesn't check values that aren't decoded, and it accepts byte order marks and encodings other than UTF-8.
/// Without this check the library would accept journals that other JSON parsers reject.
package struct JSONGrammar {
    private enum Expected {
        case value, valueOrEnd, key, keyOrEnd, colon, commaOrEnd
    }

    private var rest: ArraySlice<UInt8>
    private var expected = Expected.value
    /// The closing brackets that are still missing. The next bracket is last in the array.
    private var ends: [UInt8] = []

    /// Returns whether the bytes are one value with optional white space around it.
    package static func accepts(_ bytes: [UInt8]) -> Bool {
        var grammar = JSONGrammar(rest: bytes[...])
        while true {
            grammar.rest = grammar.rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x0a || $0 == 0x0d }
            guard let next = grammar.rest.first else { break }
            guard grammar.take(next) else { return false }
        }
        return grammar.ends.isEmpty && grammar.expected == .commaOrEnd
    }

    private init(rest: ArraySlice<UInt8>) { self.rest = rest }

    private var expectsValue: Bool { expected == .value || expected == .valueOrEnd }

    /// Consumes the next token, which begins with this byte.
    private mutating func take(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "{") where expectsValue: open(UInt8(ascii: "}"), then: .keyOrEnd)
        case UInt8(ascii: "[") where expectsValue: open(UInt8(ascii: "]"), then: .valueOrEnd)
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            guard [.valueOrEnd, .keyOrEnd, .commaOrEnd].contains(expected), ends.popLast() == byte else { return false }
            rest.removeFirst()
            expected = .commaOrEnd
        case UInt8(ascii: ",") where expected == .commaOrEnd:
            guard let end = ends.last else { return false }
            rest.removeFirst()
            expected = end == UInt8(ascii: "}") ? .key : .value
        case UInt8(ascii: ":") where expected == .colon:
            rest.removeFirst()
            expected = .value
        case UInt8(ascii: "\""):
            guard expectsValue || expected == .key || expected == .keyOrEnd else { return false }
            expected = expectsValue ? .commaOrEnd : .colon
            return takeString()
        default:
            guard expectsValue else { return false }
            expected = .commaOrEnd
            return takeWord()
        }
        return true
    }

    private mutating func open(_ end: UInt8, then next: Expected) {
        rest.removeFirst()
        ends.append(end)
        expected = next
    }

    private mutating func takeString() -> Bool {
        rest.removeFirst()
        while let byte = rest.popFirst(), byte >= 0x20 {
            if byte == UInt8(ascii: "\"") { return true }
            guard byte == UInt8(ascii: "\\") else { continue }
            switch rest.popFirst() {
            case UInt8(ascii: "u"):
                let digits = rest.prefix(4)
                guard digits.count == 4, digits.allSatisfy({ Self.isHexadecimal($0) }) else { return false }
                rest = rest.dropFirst(4)
            case let escape?: if !"\"\\/bfnrt".utf8.contains(escape) { return false }
            case nil: return false
            }
        }
        return false
    }

    /// Consumes a number, `true`, `false` or `null`.
    private mutating func takeWord() -> Bool {
        let word = rest.prefix { !" \t\n\r,:]}[{\"".utf8.contains($0) }
        rest = rest.dropFirst(word.count)
        return ["true", "false", "null"].contains { word.elementsEqual($0.utf8) } || Self.isNumber(word)
    }

    private static func isNumber(_ word: ArraySlice<UInt8>) -> Bool {
        var word = word.first == UInt8(ascii: "-") ? word.dropFirst() : word
        func takeDigits() -> ArraySlice<UInt8> {
            let digits = word.prefix { (0x30...0x39).contains($0) }
            word = word.dropFirst(digits.count)
            return digits
        }
        let whole = takeDigits()
        guard let first = whole.first, whole.count == 1 || first != UInt8(ascii: "0") else { return false }
        if word.first == UInt8(ascii: ".") {
            word.removeFirst()
            if takeDigits().isEmpty { return false }
        }
        if word.first == UInt8(ascii: "e") || word.first == UInt8(ascii: "E") {
            word.removeFirst()
            if word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "-") { word.removeFirst() }
            if takeDigits().isEmpty { return false }
        }
        return word.isEmpty
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }
}
