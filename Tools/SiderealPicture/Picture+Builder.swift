package import Sidereal
package import SiderealCore

extension Picture {
    /// Makes a picture of steps that are fed in order.
    package struct Builder: Sendable {
        private let title: String
        private let drift: Rate?
        private var replay: JournalReplay
        private var sights: [Sight] = []
        private var entries = 0
        private var launch = JournalEntry.Launch.unnamed
        /// Paragraphs in front of the picture.
        package var story: [String] = []
        /// Tables below it.
        package var tables: [PictureTable] = []

        /// A picture of nothing yet. A drift is the bound on the clocks' rate to use in place of each platform's own.
        package init(title: String, drift: Rate? = nil) {
            self.title = title
            self.drift = drift
            replay = JournalReplay(drift: drift)
        }

        /// Takes the next step, and what the timekeeper concludes from it. Throws where an entry cannot follow the one
        /// before.
        package mutating func add(_ step: PictureStep) throws(JournalError) {
            var sight = Sight(step: step, model: launch.model)
            if let entry = step.entry {
                entries += 1
                let line = step.line ?? entries
                if case .launch(let next) = entry { launch = next }
                sight.state = try replay.feed(entry, line: line)
                sight.line = line
            }
            sight.model = drift.map { launch.model.withDrift($0) } ?? launch.model
            sights.append(sight)
        }

        /// The picture of all steps so far.
        package var picture: Picture {
            var picture = Picture(title: title)
            picture.story = story
            picture.tables = tables
            picture.isTruthKnown = sights.contains { $0.step.truth != nil }
            var course = Timeline(isTruthKnown: picture.isTruthKnown, settled: Builder.finalVerdicts(sights))
            for sight in sights { course.follow(sight) }
            picture.boots = course.finished
            picture.ending = sights.last { $0.state?.boot != nil }.map { Builder.ending($0) } ?? []
            return picture
        }

        private static func ending(_ sight: Sight) -> [Fact] {
            guard let state = sight.state, let boot = state.boot else { return [] }
            let (verdict, clock) = (Formatting.headline(boot), Formatting.describe(state.systemClock))
            return [
                Fact(name: "Boot", value: verdict.text, tone: verdict.tone),
                Fact(name: "System clock", value: clock.text, tone: clock.tone),
                Fact(name: "True time", value: Formatting.describe(state.trusted)),
            ]
        }

        /// What was said of each launch's boot in the end, by the line of its first reading.
        private static func finalVerdicts(_ sights: [Sight]) -> [Int: BootVerdict] {
            var verdicts: [Int: BootVerdict] = [:]
            var asked: Int?
            for sight in sights {
                for finding in sight.state?.findings ?? [] {
                    switch finding {
                    case .boot(_, let verdict):
                        asked = sight.line
                        if let asked { verdicts[asked] = verdict }
                    case .settled(_, let verdict):
                        if let asked { verdicts[asked] = verdict }
                    default: break
                    }
                }
            }
            return verdicts
        }
    }
}

/// A step, and what the timekeeper made of it.
struct Sight: Sendable {
    var step: PictureStep
    var model: ClockModel
    var state: JournalReplay.State?
    var line: Int?

    init(step: PictureStep, model: ClockModel) {
        self.step = step
        self.model = model
    }
}
