import Sidereal
import SiderealCore
import SiderealPicture
import SiderealSimulation

/// A page that shows a simulated history. The page shows the history's events, the known bounds at each time, and all
/// answers.
struct HistoryPicture {
    private let title: String
    private let run: ScenarioRun
    var story: [String] = []

    init(title: String, _ run: ScenarioRun) {
        self.title = title
        self.run = run
    }

    func page() throws(CommandError) -> String {
        var builder = Picture.Builder(title: title)
        builder.story = story
        for line in HistoryRun.journal(of: run.history, hasExactBootTime: true).lines {
            do throws(JournalError) {
                if let step = Self.step(line) { try builder.add(step) }
            } catch {
                throw .badData("\(title): \(error)")
            }
        }
        if let violation = run.violation {
            builder.story.append("A promise is broken: \(violation.promise.text): \(violation.text).")
        }
        builder.tables = Self.answers(run) + Self.settings(run)
        return builder.picture.page
    }

    private static func step(_ line: HistoryJournal.Line) -> PictureStep? {
        switch line.what {
        case .entry(let entry): PictureStep(entry, truth: line.truth)
        case .event(let event, let began): step(event, began: began, ended: line.truth)
        }
    }

    /// Returns the step that shows an event, or `nil` if the picture already shows the event, for example a server's
    /// answer.
    private static func step(_ event: HistoryEvent, began: TrueInstant, ended: TrueInstant) -> PictureStep? {
        switch event {
        case .pass, .readClocks, .ask, .name, .waitPastUptime, .save: nil
        case .sleep: PictureStep(.slept(for: ended - began), truth: ended)
        case .setClock(let step): PictureStep(.clockSet(by: .milliseconds(step)), truth: ended)
        case .reboot: PictureStep(.off(until: ended), truth: began)
        case .launch(let observer, let isLocked, _):
            PictureStep(.launched(name: observer == 0 ? "app" : "widget", early: isLocked), truth: ended)
        case .unlock: PictureStep(.unlocked, truth: ended)
        case .lock: PictureStep(.locked, truth: ended)
        case .kill: PictureStep(.killed, truth: ended)
        default: PictureStep(.remark(event.text), truth: ended)
        }
    }

    /// Returns the name with a space that allows a line break in a narrow column.
    private static func breakable(_ name: String) -> String { name.replacing("(", with: " (") }

    /// Returns a table of the app's settings after each step if the scenario is about the settings.
    private static func settings(_ run: ScenarioRun) -> [PictureTable] {
        guard let names = run.data.first?.exchange.answers.map({ $0.contestant }) else { return [] }
        return [
            PictureTable(
                caption: ScenarioRun.Question.data.text, columns: ["After"] + names.map { breakable($0) },
                rows: run.data.map { step in
                    [.init(step.text)] + step.exchange.answers.map { .init($0.text, $0.worth.tone) }
                })
        ]
    }

    /// Returns a table for each question in the run, with a row for each time and a column for each contestant.
    private static func answers(_ run: ScenarioRun) -> [PictureTable] {
        ScenarioRun.Question.allCases.compactMap { question -> PictureTable? in
            let asked = run.steps.flatMap { step in
                step.exchanges.filter { $0.question == question }.map { (event: step.event, exchange: $0) }
            }
            guard let names = asked.first?.exchange.answers.map({ $0.contestant }) else { return nil }
            return PictureTable(
                caption: question.text, columns: ["After", "Truth"] + names.map { breakable($0) },
                rows: asked.map { row in
                    [.init(row.event.text), .init(row.exchange.truth ?? "")]
                        + row.exchange.answers.map { .init($0.text, $0.worth.tone) }
                })
        }
    }
}

extension AnswerWorth {
    fileprivate var tone: Formatting.Tone {
        switch self {
        case .right, .rightGuess: .good
        case .wrong, .wrongGuess: .bad
        case .open: .notable
        }
    }
}
