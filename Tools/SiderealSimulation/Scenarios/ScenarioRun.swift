package import SiderealCore

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
        /// What do the app's settings say? Asked by the histories of storage.
        case data

        package var text: String {
            switch self {
            case .boot: "Did the device reboot since the launch before?"
            case .bootAgain: "And by what is known now?"
            case .time: "What time is it?"
            case .data: "What do the settings say?"
            }
        }
    }

    package struct Answer: Sendable, Hashable {
        package var contestant: String
        package var text: String
        package var worth: AnswerWorth
    }

    /// A question, what is true, and what all said.
    package struct Exchange: Sendable, Hashable {
        package var question: Question
        /// Nil where it differs by who answers: not everything is acknowledged by all.
        package var truth: String?
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

    /// What happened to the app's data, and what all said of it then.
    package struct DataStep: Sendable, Hashable {
        package var text: String
        package var exchange: Exchange
    }

    package static let ours = "Sidereal"

    package let history: History
    package private(set) var steps: [Step] = []
    /// The same kind of history for the app's data, with the store and the baselines of storage.
    package private(set) var data: [DataStep] = []
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

    /// Runs a scenario with all there is to ask in it.
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

    /// All that one answered to a question, in the order of the events.
    package func answers(of contestant: String, to question: Question) -> [Answer] {
        (steps.flatMap { $0.exchanges } + data.map { $0.exchange }).filter { $0.question == question }.flatMap {
            $0.answers
        }
        .filter { $0.contestant == contestant }
    }
}
