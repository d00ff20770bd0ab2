package import SiderealCore

/// The rating of an answer, from comparing the answer with the truth.
package enum AnswerWorth: Sendable, Hashable, CaseIterable {
    case right
    case wrong
    /// There was no answer, or the answer left the question open.
    case open
    /// A probable answer was wrong.
    case wrongGuess
    /// A probable answer was right.
    case rightGuess
}

extension BootBaselineAnswer {
    /// Returns the rating of the answer, given whether the device rebooted since the previous launch.
    package func worth(rebooted: Bool) -> AnswerWorth {
        switch self {
        case .first: .open
        case .sameBoot: rebooted ? .wrong : .right
        case .rebooted: rebooted ? .right : .wrong
        }
    }
}

extension BootVerdict {
    /// Returns the worth of the answer, given whether the device rebooted since the previous launch.
    package func worth(rebooted: Bool) -> AnswerWorth {
        if let didReboot { return didReboot == rebooted ? .right : .wrong }
        switch answer {
        case .sameBoot: return rebooted ? .wrongGuess : .rightGuess
        case .rebooted: return rebooted ? .rightGuess : .wrongGuess
        case .firstObservation, .indeterminate, .unavailable, .damaged: return .open
        }
    }
}

extension AnswerWorth {
    /// The largest error at which a date without bounds still counts as right.
    package static let dateTolerance = Nanoseconds.seconds(2)

    /// Rates a date without bounds. The date is right if its error is within the tolerance.
    package init(date: TrueInstant?, truth: TrueInstant, within tolerance: Nanoseconds = dateTolerance) {
        self = date.map { ($0 - truth).magnitude <= tolerance ? .right : .wrong } ?? .open
    }

    /// Rates the bounds of a date. The bounds are right if both ends are known and the bounds contain the truth.
    package init(earliest: TrueInstant?, latest: TrueInstant?, truth: TrueInstant) {
        if let earliest, truth < earliest {
            self = .wrong
        } else if let latest, latest < truth {
            self = .wrong
        } else {
            self = earliest == nil || latest == nil ? .open : .right
        }
    }
}

/// Counts of the contestants' answers, by rating, kind of history, and contestant.
package struct BaselineTable: Sendable, Hashable {
    /// The counts of one contestant's answers in histories of one kind.
    package struct Tally: Sendable, Hashable {
        private var counts: [AnswerWorth: Int] = [:]

        package init() {}

        package subscript(_ worth: AnswerWorth) -> Int { counts[worth, default: 0] }

        /// The number of questions to the contestant.
        package var asked: Int { counts.values.reduce(0, +) }

        package mutating func add(_ worth: AnswerWorth, times: Int = 1) { counts[worth, default: 0] += times }

        package mutating func add(_ other: Tally) {
            for (worth, count) in other.counts { add(worth, times: count) }
        }
    }

    private struct Cell: Hashable {
        let kind: String
        let contestant: String
    }

    private var tallies: [Cell: Tally] = [:]
    /// The kinds of history, in the order in which the table first counted them.
    package private(set) var kinds: [String] = []
    package private(set) var contestants: [String] = []

    package init() {}

    package mutating func count(_ worth: AnswerWorth, kind: String, contestant: String) {
        var tally = Tally()
        tally.add(worth)
        add(tally, kind: kind, contestant: contestant)
    }

    /// Adds the counts of another table, for example a table that another processor core computed.
    package mutating func add(_ other: BaselineTable) {
        for kind in other.kinds {
            for contestant in other.contestants {
                guard let tally = other.tallies[Cell(kind: kind, contestant: contestant)] else { continue }
                add(tally, kind: kind, contestant: contestant)
            }
        }
    }

    private mutating func add(_ tally: Tally, kind: String, contestant: String) {
        if !kinds.contains(kind) { kinds.append(kind) }
        if !contestants.contains(contestant) { contestants.append(contestant) }
        tallies[Cell(kind: kind, contestant: contestant), default: Tally()].add(tally)
    }

    package subscript(kind kind: String, contestant contestant: String) -> Tally {
        tallies[Cell(kind: kind, contestant: contestant)] ?? Tally()
    }
}
