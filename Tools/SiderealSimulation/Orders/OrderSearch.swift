import Dispatch
import SiderealCore
import SiderealSystem

/// Goes through everything that a few known operators and one app can do to each other at one moment: every order in
/// which answers arrive, or never do, with a save or a relaunch between any two of them. What was not saved is lost by
/// a relaunch.
///
/// Not samples: all of it, for words out of a few values around the truth. What comes about is told apart by all that
/// the timekeeper and its record hold, so that no situation is looked at twice.
package struct OrderSearch: Sendable {
    /// How many operators the app names, and how many of them say what is false.
    package var operators: Int
    package var wrong: Int

    package init(operators: Int, wrong: Int? = nil) {
        self.operators = operators
        self.wrong = wrong ?? Judgement.mostWrong(of: operators)
    }

    /// What came of it.
    package struct Result: Sendable {
        /// How many choices of words, and how many situations these led to.
        package var choices = 0
        package var situations = 0
        /// What broke a promise first, and how it came about.
        package var broken: Broken?
    }

    /// A promise that is broken, and the steps that lead there.
    package struct Broken: Error, Sendable, CustomStringConvertible {
        package var what: String
        package var steps: [String]

        package var description: String { ([what + ", after:"] + steps.map { "  " + $0 }).joined(separator: "\n") }
    }

    /// On all cores.
    package func run() -> Result {
        let choices = choices
        let found = Lock(Result())
        let next = Lock(0)
        DispatchQueue.concurrentPerform(iterations: ProcessorCount.active) { _ in
            while let index = next.withLock({ next in
                defer { next += 1 }
                return next < choices.count ? next : nil
            }) {
                if found.withLock({ $0.broken != nil }) { return }
                let result = Situations(choices[index]).search()
                found.withLock { all in
                    all.choices += 1
                    all.situations += result.situations
                    all.broken = all.broken ?? result.broken
                }
            }
        }
        return found.withLock { $0 }
    }

    // MARK: - Formatting

    /// What each operator may say, again and again: all choices, but for those that differ only in who is who. The
    /// wrong ones change their minds as they like, where there are so few that all of it can be looked at.
    private var choices: [[[SaidWord]]] {
        let honest = OrderSearch.multisets(of: SaidWord.honest.map { [$0] }, count: operators - wrong)
        let lies =
            switch wrong {
            case 0, 1: [SaidWord.lies]
            case 2 where operators == 4: [SaidWord.boldLies]
            default: SaidWord.lies.map { [$0] }
            }
        let wrongOnes = OrderSearch.multisets(of: lies, count: wrong)
        return honest.flatMap { honest in wrongOnes.map { honest + $0 } }
    }

    private static func multisets<Value>(of values: [Value], count: Int, from least: Int = 0) -> [[Value]] {
        guard count > 0 else { return [[]] }
        return values.indices.dropFirst(least).flatMap { index in
            multisets(of: values, count: count - 1, from: index).map { [values[index]] + $0 }
        }
    }
}

/// What an operator says of a truth of zero, in nanoseconds.
struct SaidWord: Sendable, Hashable {
    var earliest: Int64?
    var latest: Int64?

    static let honest = [
        SaidWord(earliest: 0, latest: 0), SaidWord(earliest: -1, latest: 1), SaidWord(earliest: 0, latest: 1),
        SaidWord(earliest: -1, latest: 0), SaidWord(earliest: 0, latest: nil), SaidWord(earliest: nil, latest: 0),
    ]
    static let lies = [
        SaidWord(earliest: 1, latest: 1), SaidWord(earliest: 2, latest: 3), SaidWord(earliest: -1, latest: -1),
        SaidWord(earliest: 1, latest: nil), SaidWord(earliest: nil, latest: -1), SaidWord(earliest: -3, latest: -2),
    ]
    static let boldLies = [lies[1], lies[3], lies[4]]

    var text: String {
        "from \(earliest.map { "\($0)" } ?? "anything") to \(latest.map { "\($0)" } ?? "anything")"
    }
}
