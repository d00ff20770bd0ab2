import SiderealCore

extension ScenarioRun {
    /// Lines that describe each event, with its questions, the true answers, and the contestants' answers.
    package var lines: [String] {
        var lines: [String] = []
        var last: TrueInstant?
        for step in steps {
            let passed = last.map { step.truth - $0 } ?? .zero
            last = step.truth
            lines.append(ScenarioRun.when(passed) + step.event.text)
            for exchange in step.exchanges { lines += exchange.lines.map { ScenarioRun.blank + $0 } }
        }
        if !data.isEmpty { lines += ["", "The app's settings in a history of this kind:"] }
        for step in data {
            lines.append(ScenarioRun.when(.zero) + step.text)
            guard step.exchange.answers.contains(where: { !$0.text.isEmpty }) else { continue }
            lines += step.exchange.lines.map { ScenarioRun.blank + $0 }
        }
        if let violation { lines.append("A promise is broken: \(violation.promise.text): \(violation.text)") }
        return lines
    }

    private static let blank = String(repeating: " ", count: 14)

    /// Returns a text that gives the true time that an event took.
    private static func when(_ passed: Nanoseconds) -> String {
        let text = passed < .seconds(1) ? "" : "+ " + passed.text
        return text + String(repeating: " ", count: max(1, blank.count - text.count))
    }
}

extension ScenarioRun.Exchange {
    /// A line with the question and its true answer, and a line for each different answer. Each of these lines names
    /// all contestants that gave the answer.
    package var lines: [String] {
        var rows: [(names: [String], answer: ScenarioRun.Answer)] = []
        for answer in answers {
            if let row = rows.firstIndex(where: { $0.answer.isSame(as: answer) }) {
                rows[row].names.append(answer.contestant)
            } else {
                rows.append(([answer.contestant], answer))
            }
        }
        let texts = rows.map { $0.answer.text.count }.max() ?? 0
        return (truth.map { ["\(question.text)  (Truth: \($0).)"] } ?? [])
            + rows.map { row in
                "  " + row.answer.worth.text.padded(to: 16) + row.answer.text.padded(to: texts) + "  "
                    + row.names.joined(separator: ", ")
            }
    }
}

extension ScenarioRun.Answer {
    fileprivate func isSame(as other: Self) -> Bool { text == other.text && worth == other.worth }
}

extension AnswerWorth {
    package var text: String {
        switch self {
        case .right: "right"
        case .wrong: "WRONG"
        case .open: "?"
        case .wrongGuess: "WRONG, a guess"
        case .rightGuess: "right, a guess"
        }
    }
}

extension String {
    func padded(to count: Int) -> String { self + String(repeating: " ", count: max(0, count - self.count)) }
}
