package import Sidereal
package import SiderealCore
import SiderealSystem

/// What happened in a history, and what its processes were fed, with the true time of each: a journal, to be replayed
/// or drawn.
package final class HistoryJournal: Sendable {
    package struct Line: Sendable {
        package enum What: Sendable {
            /// What a process was fed.
            case entry(JournalEntry)
            /// What happened to the device, and when it began.
            case event(HistoryEvent, began: TrueInstant)
        }

        package var what: What
        package var truth: TrueInstant
    }

    private let all = Lock<[Line]>([])

    package init() {}

    package var lines: [Line] { all.withLock { $0 } }

    /// What the processes were fed, alone.
    package var entries: [JournalEntry] {
        lines.compactMap { if case .entry(let entry) = $0.what { entry } else { nil } }
    }

    func record(_ entry: JournalEntry, at truth: TrueInstant) {
        all.withLock { $0.append(Line(what: .entry(entry), truth: truth)) }
    }

    func record(_ event: HistoryEvent, began: TrueInstant, at truth: TrueInstant) {
        all.withLock { $0.append(Line(what: .event(event, began: began), truth: truth)) }
    }
}
