import Dispatch
import SiderealCore
import SiderealSystem

/// A search through all sequences of steps that a few known operators and one app can take at one moment. The search
/// tries every order in which answers can arrive, also with missing answers, and with a save or a relaunch between any
/// two answers. A relaunch loses unsaved data.
///
/// The search is complete for a fixed set of answers near the true time. Two situations are the same if all data in
/// the timekeeper and its record is the same, so the search visits each situation once.
package struct OrderSearch: Sendable {
    /// The number of operators that the app names, and the number of operators that give false answers.
    package var operators: Int
    package var wrong: Int

    package init(operators: Int, wrong: Int? = nil) {
        self.operators = operators
        self.wrong = wrong ?? Judgement.mostWrong(of: operators)
    }

    /// The result of a search.
    package struct Result: Sendable {
        /// The number of choices of answers, and the number of situations that they led to.
        package var choices = 0
        package var situations = 0
        /// The first broken promise.
        package var broken: Broken?
    }

    /// A broken promise, and the steps that lead to it.
    package struct Broken: Error, Sendable, CustomStringConvertible {
        package var what: String
        package var steps: [String]

        package var description: String { ([what + ", after:"] + steps.map { "  " + $0 }).joined(separator: "\n") }
    }

    /// Searches on all cores.
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

    // MARK: - Choices of answers

    /// All choices of the answers that each operator may give repeatedly. Choices that differ only in the order of the
    /// operators count once. If the number of wrong operators is small enough for a full search, each of them can give
    /// a different false answer every time.
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

/// An operator's answer in nanoseconds, relative to the true time.
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
