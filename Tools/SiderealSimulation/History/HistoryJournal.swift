package import Sidereal
package import SiderealCore
import SiderealSystem

/// A journal of a history, which you can replay or draw. It contains the history's events and the inputs of its
/// processes, each with its true time.
package final class HistoryJournal: Sendable {
    package struct Line: Sendable {
        package enum What: Sendable {
            /// An input of a process.
            case entry(JournalEntry)
            /// An event of the device, and the time at which it began.
            case event(HistoryEvent, began: TrueInstant)
        }

        package var what: What
        package var truth: TrueInstant
    }

    private let all = Lock<[Line]>([])

    package init() {}

    package var lines: [Line] { all.withLock { $0 } }

    /// The inputs of the processes, without the events.
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
