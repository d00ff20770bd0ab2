package import SiderealCore
import SiderealTesting

/// A scenario that was run: what each was asked and answered, beside the truth.
package struct ScenarioRun: Sendable {
    /// What was asked.
    package enum Question: Sendable, Hashable, CaseIterable {
        /// Did the device reboot since the launch before? Asked at each launch that is not the first.
        case boot
        /// The same again, where what came later settles or changes Sidereal's answer.
        case bootAgain
        /// What time is it? Asked at each launch, and when the app looks at its clocks.
        case time

        package var text: String {
            switch self {
            case .boot: "Did the device reboot since the launch before?"
            case .bootAgain: "And by what is known now?"
            case .time: "What time is it?"
            }
        }
    }

    package enum Judgement: Sendable, Hashable {
        case right
        case wrong
        case cannotTell
    }

    package struct Answer: Sendable, Hashable {
        package var contestant: String
        package var text: String
        package var judgement: Judgement
        /// Whether it claims to be right whatever happened, as long as the stated premises hold.
        package var isProven = false
    }

    /// A question, what is true, and what all said.
    package struct Exchange: Sendable, Hashable {
        package var question: Question
        package var truth: String
        /// Ours first.
        package var answers: [Answer]
    }

    /// An event, and what was asked after it.
    package struct Step: Sendable, Hashable {
        package var event: HistoryEvent
        /// The true time after it.
        package var truth: TrueInstant
        package var exchanges: [Exchange]
    }

    package static let ours = "Sidereal"

    package let history: History
    package private(set) var steps: [Step] = []
    /// A promise that was broken; then the history ends there.
    package private(set) var violation: Violation?

    /// Runs a history with the timekeeper and the baselines of boot and time.
    package init(_ history: History) {
        self.history = history
        var contest = Contest(history.setting)
        for (place, event) in history.events.enumerated() {
            do throws(Breach) {
                let exchanges = try contest.step(event)
                steps.append(Step(event: event, truth: contest.now, exchanges: exchanges))
            } catch {
                violation = Violation(error.promise, event: place, error.text)
                return
            }
        }
    }

    /// All that one answered to a question, in the order of the events.
    package func answers(of contestant: String, to question: Question) -> [Answer] {
        steps.flatMap { $0.exchanges }.filter { $0.question == question }.flatMap { $0.answers }
            .filter { $0.contestant == contestant }
    }
}
