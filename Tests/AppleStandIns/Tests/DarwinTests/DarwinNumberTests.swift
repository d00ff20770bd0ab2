import DarwinStandIn
import Foundation
import Testing

/// The stand-in of Darwin's C library has the numbers and layouts that Scripts/apple-check compiles against.
@Suite struct DarwinNumberTests {
    static let root = URL(filePath: #filePath).appending(path: "../../../../..").standardizedFileURL

    /// Returns names and numbers in a text, by a pattern with a group for each.
    static func numbers(_ text: String, _ pattern: Regex<(Substring, Substring, Substring)>) -> [String: Int] {
        let found = text.matches(of: pattern).compactMap { match -> (String, Int)? in
            let digits = match.output.2.replacing("_", with: "")
            let number = digits.hasPrefix("0x") ? Int(digits.dropFirst(2), radix: 16) : Int(digits)
            return number.map { (String(match.output.1), $0) }
        }
        return Dictionary(found) { first, _ in first }
    }

    @Test("the numbers are those that the headers declare") func numbersAreThoseOfTheHeaders() throws {
        let path = Self.root.appending(path: "Tests/AppleDeclarations/Darwin.h")
        let header = try String(contentsOf: path, encoding: .utf8)
        let declared = Self.numbers(header, /#define ([A-Z_0-9]+) (0x[0-9a-f]+|[0-9]+)\n/)
        var compared = 0
        for name in ["Numbers", "Clocks", "Files", "Sockets"] {
            let file = Self.root.appending(path: "Tests/AppleStandIns/Sources/Darwin/\(name).swift")
            let source = try String(contentsOf: file, encoding: .utf8)
            for (name, number) in Self.numbers(source, /public var ([A-Z_0-9]+): Int32 { ([0-9a-fx_]+) }/) {
                guard let other = declared[name] else { continue }
                #expect(number == other, "\(name)")
                compared += 1
            }
        }
        #expect(compared > 45)
    }

    @Test("the layouts are those that the headers declare") func layoutsAreThoseOfTheHeaders() {
        #expect(MemoryLayout<DarwinStandIn.timeval>.stride == 16)
        #expect(MemoryLayout<DarwinStandIn.timespec>.size == 16)
        #expect(MemoryLayout<DarwinStandIn.stat>.size == 144)
        #expect(MemoryLayout<DarwinStandIn.pollfd>.size == 8)
        #expect(MemoryLayout<DarwinStandIn.sockaddr>.size == 16)
        #expect(MemoryLayout<DarwinStandIn.sockaddr_in>.size == 16)
        #expect(MemoryLayout<DarwinStandIn.sockaddr_in6>.size == 28)
        #expect(MemoryLayout<DarwinStandIn.sockaddr_storage>.size == 128)
        #expect(MemoryLayout<DarwinStandIn.addrinfo>.size == 48)
    }
}
