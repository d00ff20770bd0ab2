import SiderealCore
import Synchronization

@testable import SiderealTime

extension FuzzTarget {
    /// One line of a journal. What is read is JSON by the letter of its standard; it is written and read as the same.
    static let journalLine = FuzzTarget(name: "journal-line", longest: 512) { bytes in
        guard let entry = try? JournalEntry(line: bytes) else { return }
        demand(StrictJSON.accepts(bytes), "a line is JSON")
        checkWritten(entry)
    }

    /// Lines of a journal, replayed and stripped. Whatever the clocks of a journal say, neither traps; the record of a
    /// launch is read by the next one; what is stripped is a journal again.
    static let journal = FuzzTarget(name: "journal", longest: 2_048) { bytes in
        var replay = JournalReplay()
        var export = JournalExport(shift: .seconds(1))
        // Not for each input: `journalLine` does the same with lines alone, and it takes a third of the time.
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

    /// An input has most of its lines from others, and `journalLine` is for reading them: here each is read once.
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

/// Remembers what lines say, so that a line that comes again is not read again.
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
