import Sidereal
import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Verdicts in the words and colours that a person understands at a glance.
enum VerdictText {
    static func headline(_ verdict: BootVerdict, _ terminal: Terminal) -> String {
        let certainty = verdict.certainty.map { $0 == .proven ? ", proven" : ", probably" } ?? ""
        switch verdict.answer {
        case .firstObservation: return terminal.styled("first check", .bold)
        case .sameBoot: return terminal.styled("same boot", .green) + certainty
        case .rebooted: return terminal.styled("rebooted", .yellow) + certainty
        case .indeterminate: return terminal.styled("indeterminate", .yellow)
        case .unavailable: return terminal.styled("the last record cannot be read", .red)
        case .damaged: return terminal.styled("the last record is damaged", .red)
        }
    }

    static func describe(_ verdict: SystemClockVerdict, _ terminal: Terminal) -> String {
        let trust = verdict.isAuthenticated ? "" : " (by unauthenticated time)"
        switch verdict.answer {
        case .agrees: return terminal.styled("agrees", .green) + " with the true time" + trust
        case .ahead: return terminal.styled("ahead", .red) + by(verdict.atLeast, verdict.atMost) + trust
        case .behind:
            return terminal.styled("behind", .red) + by(verdict.atMost.map { -$0 }, verdict.atLeast.map { -$0 }) + trust
        case .unknown: return "unknown: nothing bounds the true time closely enough"
        }
    }

    private static func by(_ least: Nanoseconds?, _ most: Nanoseconds?) -> String {
        let least = least.map { " by at least \(length($0))" } ?? ""
        return least + (most.map { ", at most \(length($0))" } ?? "")
    }

    static func describe(_ trusted: TrustedTime) -> String {
        let trust = trusted.isAuthenticated ? "" : " (unauthenticated)"
        switch (trusted.earliest, trusted.latest) {
        case (let earliest?, let latest?):
            let half = Nanoseconds((latest - earliest).count / 2)
            return "\(date(earliest + half)) ± \(length(half))" + trust
        case (let earliest?, nil): return "at least \(date(earliest))" + trust
        default: return "unknown: no server has told it"
        }
    }

    static func date(_ instant: TrueInstant) -> String {
        let whole = Date(timeIntervalSince1970: Double(instant.nanoseconds / 1_000_000_000))
        return whole.formatted(.iso8601)
    }

    static func step(_ step: Nanoseconds) -> String {
        (step > .zero ? "forward by " : "back by ") + length(step.magnitude)
    }

    static func direction(_ direction: StepDirection) -> String {
        switch direction {
        case .towardTruth: ", toward the true time"
        case .awayFromTruth: ", away from the true time"
        case .unknown: ""
        }
    }

    /// A length in its two largest units: "3 d 4 h", "1 min 12 s", "250 ms".
    static func length(_ length: Nanoseconds) -> String {
        let count = length.magnitude.count
        if count < 1_000_000 { return "\(count / 1_000) µs" }
        if count < 1_000_000_000 { return "\(count / 1_000_000) ms" }
        let units: [(name: String, size: Int64)] = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
        let seconds = count / 1_000_000_000
        guard let first = units.firstIndex(where: { seconds >= $0.size }) else { return "0 s" }
        let unit = units[first]
        let whole = "\(seconds / unit.size) \(unit.name)"
        guard first + 1 < units.count else {
            return seconds < 10 ? "\(seconds).\(count % 1_000_000_000 / 100_000_000) s" : whole
        }
        let rest = seconds % unit.size / units[first + 1].size
        return rest == 0 ? whole : whole + " \(rest) \(units[first + 1].name)"
    }
}
