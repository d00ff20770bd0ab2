import SiderealAuthenticatedTime
import SiderealCore

extension FuzzTarget {
    /// A report. An accepted one survives being written and read, and two answers contradict each other if and only if
    /// no time fits both.
    static let roughtimeReport = FuzzTarget(name: "roughtime-report", longest: 4_096) { bytes in
        do throws(RoughtimeReportError) {
            let report = try TimeServer.RoughtimeChain.Proof(json: bytes)
            let again = try? TimeServer.RoughtimeChain.Proof(json: Array(report.json.utf8))
            demand(again == report, "what is written is read as the same")
            let findings = try report.verified(.credulous)
            demand(findings.answers.count == report.exchanges.count, "each exchange has an answer")
            let count = findings.answers.count
            for later in 0..<count {
                for earlier in 0..<later {
                    let (first, second) = (findings.answers[earlier], findings.answers[later])
                    // Exact arithmetic: 128 bits.
                    let least = Int128(first.midpoint) - Int128(first.radius)
                    let most = Int128(second.midpoint) + Int128(second.radius)
                    let isFound = findings.contradictions.contains(.init(earlier: earlier, later: later))
                    demand(isFound == (least > most), "a contradiction is one")
                }
            }
        } catch {
            demand(
                !error.reason.isEmpty && error.reason.utf8.allSatisfy { (0x20...0x7e).contains($0) }, "it is printed")
        }
    }
}
