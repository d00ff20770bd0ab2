package import SiderealCore

/// A run of a scenario, with the questions, the true answers, and the answers of all contestants.
package struct ScenarioRun: Sendable {
    /// A question to the contestants.
    package enum Question: Sendable, Hashable, CaseIterable {
        /// Did the device reboot since the previous launch? The run asks this question at each launch except the first.
        case boot
        /// The same question again. The run repeats the question if later events settle or change Sidereal's answer.
        case bootAgain
        /// The question about the current time. The run asks this question at each launch and whenever the app reads
        /// its clocks.
        case time
        /// The question about the app's settings. Only the scenarios about storage ask it.
        case data

        package var text: String {
            switch self {
            case .boot: "Did the device reboot since the previous launch?"
            case .bootAgain: "And with the present evidence?"
            case .time: "What time is it?"
            case .data: "What are the settings?"
            }
        }
    }

    package struct Answer: Sendable, Hashable {
        package var contestant: String
        package var text: String
        package var worth: AnswerWorth
    }

    /// A question, the true answer, and the contestants' answers.
    package struct Exchange: Sendable, Hashable {
        package var question: Question
        /// The true answer. The value is `nil` if the contestants acknowledged different writes, so that each
        /// contestant has a different true answer.
        package var truth: String?
        /// The answers. The first answer is Sidereal's.
        package var answers: [Answer]
    }

    /// An event, and the questions after it.
    package struct Step: Sendable, Hashable {
        package var event: HistoryEvent
        /// The true time after the event.
        package var truth: TrueInstant
        package var exchanges: [Exchange]
    }

    /// An event that concerns the app's data, and the contestants' answers after it.
    package struct DataStep: Sendable, Hashable {
        package var text: String
        package var exchange: Exchange
    }

    package static let ours = "Sidereal"

    package let history: History
    package private(set) var steps: [Step] = []
    /// The steps of the history that tests the app's data. The contestants in these steps are the store and the storage
    /// baselines.
    package private(set) var data: [DataStep] = []
    /// The violation that ends the history, or `nil` if the history breaks no promise.
    package private(set) var violation: Violation?

    /// Runs a history with the timekeeper and with the boot and time baselines.
    package init(_ history: History) {
        self.history = history
        var contest = Contest(history.setting)
        violation = history.violation { event throws(Breach) in
            let exchanges = try contest.step(event)
            steps.append(Step(event: event, truth: contest.now, exchanges: exchanges))
        }
    }

    /// Runs a scenario with all of its questions.
    package init(_ scenario: Scenario, seed: UInt64 = 0) async {
        self.init(scenario.history(seed: seed))
        guard let kind = scenario.data else { return }
        var logs: [(contestant: LossContestants, log: [LossRun.Entry])] = []
        for contestant in LossContestants.allCases {
            logs.append((contestant, await LossRun.log(kind, contestant, seed: seed)))
        }
        data = (0..<(logs.map { $0.log.count }.min() ?? 0)).map { place in
            let answers = logs.map { contestant, log in
                Answer(
                    contestant: contestant.rawValue, text: log[place].notes.joined(separator: ", "),
                    worth: log[place].isWrong ? .wrong : log[place].isOpen ? .open : .right)
            }
            return DataStep(text: logs[0].log[place].text, exchange: Exchange(question: .data, answers: answers))
        }
    }

    /// Returns all answers of a contestant to a question, in the order of the events.
    package func answers(of contestant: String, to question: Question) -> [Answer] {
        (steps.flatMap { $0.exchanges } + data.map { $0.exchange }).filter { $0.question == question }.flatMap {
            $0.answers
        }
        .filter { $0.contestant == contestant }
    }
}
