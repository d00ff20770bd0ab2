import SiderealCore

/// The true relation between two launches.
enum BootTruth: String {
    case sameBoot = "it did not"
    case rebooted = "it did"
    /// Another machine saved the state, so the two boots are also different.
    case otherMachine = "this is another machine"

    init(from before: LaunchTruth, to now: LaunchTruth) {
        if before.boot.machineNumber != now.boot.machineNumber {
            self = .otherMachine
        } else {
            self = before.isSameBoot(as: now) ? .sameBoot : .rebooted
        }
    }

    func worth(of answer: BootBaselineAnswer) -> AnswerWorth { answer.worth(rebooted: self != .sameBoot) }

    func worth(of verdict: BootVerdict) -> AnswerWorth { verdict.worth(rebooted: self != .sameBoot) }
}

extension BootBaselineAnswer {
    var text: String {
        switch self {
        case .first: "first launch"
        case .sameBoot: "same boot"
        case .rebooted: "rebooted"
        }
    }
}

extension BootVerdict {
    var text: String {
        let certainty = certainty.map { $0 == .proven ? ", proven" : ", probably" } ?? ""
        let step = clockStepNanoseconds.map { ", the clock set by \($0.signedText)" } ?? ""
        return switch answer {
        case .firstObservation: "first launch"
        case .sameBoot: "same boot" + certainty + step
        case .rebooted: "rebooted" + certainty
        case .indeterminate: "can't tell"
        case .unavailable: "can't tell: its record can't be read now"
        case .damaged: "can't tell: its record is damaged"
        }
    }
}

extension TrustedTime {
    /// The largest error that a right answer may have. An answer with a larger half-width counts as an open answer.
    static var close: Nanoseconds { .seconds(5) }

    func worth(at truth: TrueInstant) -> AnswerWorth {
        let worth = AnswerWorth(earliest: earliest, latest: latest, truth: truth)
        guard worth == .right, let earliest, let latest else { return worth }
        return latest - earliest <= Nanoseconds(TrustedTime.close.count * 2) ? .right : .open
    }

    func text(at truth: TrueInstant) -> String {
        guard kind != .unknown, let earliest else { return "unknown" }
        guard let latest else {
            let gap = truth - earliest
            return "not before " + (gap < .zero ? "\(gap.text) after the truth" : "\(gap.roundedUp.text) ago")
        }
        let width = latest - earliest
        let middle = earliest + Nanoseconds(width.count / 2)
        return "± \((latest - middle).roundedUp.text)"
            + (earliest <= truth && truth <= latest ? "" : ", \((middle - truth).asError)")
    }
}

extension Nanoseconds {
    /// A readable text that gives the length without its sign.
    var text: String {
        let tenths = magnitude.count / 100_000_000
        switch tenths {
        case 0: return HistoryEvent.words(count / 1_000_000)
        case 1..<100: return "\(tenths / 10).\(tenths % 10) s"
        // The text gives the length to the nearest second, so a millisecond less than a day becomes "1 d".
        default: return HistoryEvent.words((tenths + 5) / 10 * 1_000)
        }
    }
    /// The smallest length that is at least this length and that `text` gives exactly. Use it for the ends of bounds.
    var roundedUp: Nanoseconds {
        let step: Nanoseconds =
            switch magnitude {
            case ..<(.milliseconds(100)): .milliseconds(1)
            case ..<(.seconds(10)): .milliseconds(100)
            case ..<(.seconds(3_600)): .seconds(1)
            case ..<(.seconds(86_400)): .seconds(60)
            default: .seconds(3_600)
            }
        let excess = Nanoseconds(count % step.count)
        return excess > .zero ? self - excess + step : self - excess
    }
    var signedText: String { (count < 0 ? "-" : "+") + text }
    /// A text that describes the length as the error of an answer.
    var asError: String {
        if magnitude < .milliseconds(1) { return "exact" }
        return text + (count < 0 ? " behind" : " ahead")
    }
}

extension TrueInstant {
    /// The date and the time of day in UTC, rounded down to the second.
    var text: String { String(Formatting.date(self).dropLast()).replacing("T", with: " ") }
}
