package import Sidereal
package import SiderealCore
import SiderealSystem

/// What the processes of a history were fed, with the true time of each: a journal, to be replayed or drawn.
package final class HistoryJournal: Sendable {
    package struct Line: Sendable {
        package var entry: JournalEntry
        package var truth: TrueInstant
    }

    private let all = Lock<[Line]>([])

    package init() {}

    package var lines: [Line] { all.withLock { $0 } }

    func note(_ entry: JournalEntry, at truth: TrueInstant) {
        all.withLock { $0.append(Line(entry: entry, truth: truth)) }
    }
}
