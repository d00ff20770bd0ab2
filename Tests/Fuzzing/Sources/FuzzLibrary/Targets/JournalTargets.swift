import SiderealCore
import Synchronization

@testable import SiderealTime

extension FuzzTarget {
    /// One line of a journal. An accepted line is JSON by the letter of its standard, and survives being written and
    /// read.
    static let journalLine = FuzzTarget(name: "journal-line", longest: 512) { bytes in
        guard let entry = try? JournalEntry(line: bytes) else { return }
        demand(StrictJSON.accepts(bytes), "a line is JSON")
        checkWritten(entry)
    }

    /// Lines of a journal, replayed and stripped. Neither traps, whatever the journal's clocks; the next launch reads a
    /// launch's record; and a stripped journal is a journal.
    static let journal = FuzzTarget(name: "journal", longest: 2_048) { bytes in
        var replay = JournalReplay()
        var export = JournalExport(shift: .seconds(1))
        // Not for each input: `journalLine` does the same with single lines, and it takes a third of the time.
        let checksWritten = isSampled(bytes)
        for (index, line) in bytes.split(separator: 0x0a).prefix(40).enumerated() {
            guard let entry = lines.entry(of: Array(line)) else { return }
            if let stripped = try? export.strip(entry, line: index + 1), checksWritten { checkWritten(stripped) }
            do throws(JournalError) {
                let state = try replay.ingest(entry, line: index + 1)
                if let earliest = state.trusted.earliest, let latest = state.trusted.latest {
                    demand(earliest <= latest, "trusted bounds are in order")
                }
            } catch {
                demand(!error.reason.contains("can't be read back"), "\(error)")
                return
            }
        }
    }

    /// An input shares most of its lines with others, and `journalLine` tests the reading: here each line is read once.
    private static let lines = ReadLines()

    private static func checkWritten(_ entry: JournalEntry) {
        let written = entry.json
        do throws(JournalLineError) {
            let again = try JournalEntry(line: written)
            demand(again.json == written, "a written line is read and written as the same")
        } catch {
            fail("a written line can't be read: \(error.reason): \(String(decoding: written, as: UTF8.self))")
        }
    }
}

/// Caches the parsed lines, so that each line is read once.
private final class ReadLines: Sendable {
    private let known = Mutex<[[UInt8]: JournalEntry?]>([:])

    func entry(of line: [UInt8]) -> JournalEntry? {
        known.withLock { known in
            if let entry = known[line] { return entry }
            let entry = try? JournalEntry(line: line)
            if known.count >= 20_000 { known.removeAll(keepingCapacity: true) }
            known[line] = .some(entry)
            return entry
        }
    }
}
