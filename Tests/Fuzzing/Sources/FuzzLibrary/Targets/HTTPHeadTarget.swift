import SiderealCore
import SiderealCurl

@testable import SiderealTime

extension FuzzTarget {
    /// Heads of HTTP answers, line by line as libcurl delivers them. Line endings make no difference; a complete head
    /// has a status and clean names, and survives being written and read; its Date is parsed as one.
    static let httpHead = FuzzTarget(name: "http-head", longest: 1_024) { bytes in
        let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0) }
        let (head, last) = read(lines)
        let (other, otherLast) = read(lines.map { $0 + [0x0d, 0x0a] })
        demand(
            head.status == other.status && head.fields == other.fields && last == otherLast, "ends make no difference")
        guard last == .complete, let status = head.status else {
            demand(last != .complete, "a complete head has a status")
            return
        }
        demand((200...999).contains(status) || status == 101, "\(status) is final")
        for field in head.fields {
            demand(!field.name.isEmpty && field.name.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7f }, "a name is clean")
            demand(field.name == field.name.lowercased(), "a name is in lower case")
        }
        let written = head.fields.map { Array("\($0.name): ".utf8) + $0.value }
        let (again, end) = read([Array("HTTP/1.1 \(status)".utf8)] + written + [[]])
        demand(end == .complete && again.status == status, "a head that is written again is complete")
        demand(again.fields.map { $0.name } == head.fields.map { $0.name }, "it has the same names")
        demand(again.fields.map { trimmed($0.value) } == head.fields.map { trimmed($0.value) }, "and values")

        let zero = ElapsedInstant(nanoseconds: 0)
        let answer = HTTPAnswer(
            head: AnswerHead(status: status) { head.value(of: $0.lowercased()) }, sent: zero, received: zero)
        if let date = try? answer.readDate(from: "fuzzer") {
            demand(
                status >= 200 && date.instant >= .codeExists, "a Date that counts is of a final answer, and no old one")
        }
    }

    private static func read(_ lines: [[UInt8]]) -> (head: HTTPHead, last: HTTPHead.Progress) {
        var head = HTTPHead()
        var last = HTTPHead.Progress.incomplete
        for line in lines where last == .incomplete { last = head.take(line: line) }
        return (head, last)
    }

    /// Removes the blanks that folded lines may leave around a value.
    private static func trimmed(_ value: [UInt8]) -> [UInt8] {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0d]
        return Array(value.drop { blanks.contains($0) }.reversed().drop { blanks.contains($0) }.reversed())
    }
}
