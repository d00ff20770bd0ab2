import SiderealCore
import SiderealTesting

/// The width of the bounds with one to five honest operators, with the current rule and with the previous rule. The
/// previous rule was the smallest interval with all points on which more than half of the answering operators agree.
/// Both rules get the same answers.
enum WidthTable {
    private static let rounds = 20_000

    /// The kind of a server's answers.
    private enum Kind: String, CaseIterable {
        case web = "web Dates, lag 1 s"
        case tightWeb = "web Dates, lag 20 ms, error 10 ms"
        case ntp = "NTP"
    }

    static func run() {
        print("Width in milliseconds, the mean of \(rounds) simulated polls with round trips of 10 to 150 ms.")
        print(
            "| asked | operators | one poll: before | now | five polls: before | now | one of them silent, five polls |"
        )
        print("| --- | --- | --- | --- | --- | --- | --- |")
        for kind in Kind.allCases {
            for operators in 1...5 {
                let one = widths(kind, operators, polls: 1)
                let five = widths(kind, operators, polls: 5)
                let silent = operators == 1 ? "-" : text(widths(kind, operators, polls: 5, silent: 1).now)
                print(
                    "| \(kind.rawValue) | \(operators) | \(text(one.before)) | \(text(one.now)) | \(text(five.before)) "
                        + "| \(text(five.now)) | \(silent) |")
            }
        }
    }

    private static func text(_ nanoseconds: Int64?) -> String {
        nanoseconds.map { "\(($0 + 500_000) / 1_000_000)" } ?? "uncorroborated"
    }

    private static func widths(
        _ kind: Kind, _ operators: Int, polls: Int, silent: Int = 0
    ) -> (before: Int64?, now: Int64?) {
        var random = SplitMix64(seed: 7)
        var (before, now) = (Total(), Total())
        for _ in 0..<rounds {
            let words = (0..<operators - silent).map { _ in
                (0..<polls).reduce(Bounds.unbounded) { said, _ in said.intersection(word(kind, &random)) ?? said }
            }
            before.add(excludedByAtMost(words.count - (words.count / 2 + 1), of: words))
            let judgement = Judgement(of: words.map { Hull(of: [$0], wrong: 0) }, known: operators)
            now.add(judgement.lowerSupport == .uncorroborated ? nil : judgement.bounds)
        }
        return (before.mean, now.mean)
    }

    /// Returns the bounds that an honest operator gives when the true time is zero.
    private static func word(_ kind: Kind, _ random: inout SplitMix64) -> Bounds {
        let roundTrip = Int64.random(in: 10_000_000...150_000_000, using: &random)
        let outbound = Int64.random(in: 0...roundTrip, using: &random)
        if kind == .ntp {
            let error: Int64 = 5_000_000
            let shown = Int64.random(in: -error...error, using: &random)
            return bounds(shown - (roundTrip - outbound) - error, shown + outbound + error)
        }
        let premises =
            kind == .web
            ? DateHeaderPremises() : DateHeaderPremises(lag: .milliseconds(20), serverError: .milliseconds(10))
        let error = Nanoseconds(clamping: premises.serverError).count
        let shown = Int64.random(in: -error...error, using: &random)
        let phase = Int64.random(in: 0..<1_000_000_000, using: &random)
        let ends = premises.ends(of: TrueInstant(nanoseconds: shown - phase))
        // The earliest end is valid when the answer arrives, and the latest end is valid when the request leaves.
        return bounds(
            ends.earliest.nanoseconds - (roundTrip - outbound), (ends.latest?.nanoseconds ?? .max) + outbound)
    }

    private static func bounds(_ lower: Int64, _ upper: Int64) -> Bounds {
        Bounds(lower: Nanoseconds(lower), upper: Nanoseconds(upper)) ?? .unbounded
    }

    private struct Total {
        private var sum: Int64 = 0
        private var count: Int64 = 0

        var mean: Int64? { count == 0 ? nil : sum / count }

        mutating func add(_ bounds: Bounds?) {
            guard let bounds, bounds.isBounded else { return }
            sum += bounds.width.count
            count += 1
        }
    }
}
