package import Sidereal
package import SiderealCore

extension Picture {
    /// A builder that makes a picture from the steps of a history, in order.
    package struct Builder: Sendable {
        private let title: String
        private let drift: Rate?
        private var replay: JournalReplay
        private var snapshots: [Snapshot] = []
        private var entries = 0
        private var launch = JournalEntry.Launch.unnamed
        /// The paragraphs above the picture.
        package var story: [String] = []
        /// The tables below the picture.
        package var tables: [PictureTable] = []

        /// Creates a builder without steps. A given drift replaces each platform's default bound on the rate error of
        /// its clocks.
        package init(title: String, drift: Rate? = nil) {
            self.title = title
            self.drift = drift
            replay = JournalReplay(drift: drift)
        }

        /// Adds the next step, and the conclusions that the timekeeper draws from the step. Throws if the step's entry
        /// can't follow the previous entry.
        package mutating func add(_ step: PictureStep) throws(JournalError) {
            var snapshot = Snapshot(step: step, model: launch.model)
            if let entry = step.entry {
                entries += 1
                let line = step.line ?? entries
                if case .launch(let next) = entry { launch = next }
                snapshot.state = try replay.ingest(entry, line: line)
                snapshot.line = line
            }
            snapshot.model = drift.map { launch.model.withDrift($0) } ?? launch.model
            snapshots.append(snapshot)
        }

        /// The picture of all steps so far.
        package var picture: Picture {
            var picture = Picture(title: title)
            picture.story = story
            picture.tables = tables
            picture.isTruthKnown = snapshots.contains { $0.step.truth != nil }
            var course = Timeline(isTruthKnown: picture.isTruthKnown, settled: Builder.finalVerdicts(snapshots))
            for snapshot in snapshots { course.follow(snapshot) }
            picture.boots = course.finished
            picture.ending = snapshots.last { $0.state?.boot != nil }.map { Builder.ending($0) } ?? []
            return picture
        }

        private static func ending(_ snapshot: Snapshot) -> [Fact] {
            guard let state = snapshot.state, let boot = state.boot else { return [] }
            let (verdict, clock) = (Formatting.headline(boot), Formatting.describe(state.systemClock))
            return [
                Fact(name: "Boot", value: verdict.text, tone: verdict.tone),
                Fact(name: "System clock", value: clock.text, tone: clock.tone),
                Fact(name: "True time", value: Formatting.describe(state.trusted)),
            ]
        }

        /// Returns the final boot verdict of each launch. The key is the line number of the launch's first reading.
        private static func finalVerdicts(_ snapshots: [Snapshot]) -> [Int: BootVerdict] {
            var verdicts: [Int: BootVerdict] = [:]
            var asked: Int?
            for snapshot in snapshots {
                for finding in snapshot.state?.findings ?? [] {
                    switch finding {
                    case .boot(_, let verdict):
                        asked = snapshot.line
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

/// A step, and the conclusions that the timekeeper draws from the step.
struct Snapshot: Sendable {
    var step: PictureStep
    var model: ClockModel
    var state: JournalReplay.State?
    var line: Int?

    init(step: PictureStep, model: ClockModel) {
        self.step = step
        self.model = model
    }
}
