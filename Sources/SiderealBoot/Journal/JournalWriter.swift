import SiderealSystem

/// Appends the lines of a journal to a file, while the library runs.
///
/// If a line would make the file exceed a megabyte, the file becomes `NAME.old` and replaces an earlier `NAME.old`.
/// Then a new file begins. A file that exists at launch and is not a journal, such as a record, stays unchanged.
struct JournalWriter: Sendable {
    private static let mostBytes: Int64 = 1 << 20
    /// A limit on the length of a line, in bytes. Every line of this writer is shorter.
    private static let mostBytesOfLine = 1 << 16
    private static let lockAttempts = 5
    private let path: String
    private let disk: any FileSystem

    init(path: String, disk: any FileSystem) {
        self.path = path
        self.disk = disk
    }

    func append(_ entry: JournalEntry) throws(ObservatoryError) {
        do throws(SystemError) {
            if try isAppended(entry) { return }
        } catch {
            throw ObservatoryError(
                .journalUnwritable, errno: error.number.rawValue, path: path,
                "can't write the journal \(path): \(error.number.message)")
        }
        throw ObservatoryError(
            .journalUnwritable, path: path, "can't write the journal \(path): the file there is not a journal")
    }

    /// Appends an entry, or returns `false` if the file is not a journal.
    private func isAppended(_ entry: JournalEntry) throws(SystemError) -> Bool {
        let line = entry.json + [UInt8(ascii: "\n")]
        var file = try disk.open(path, .openOrCreate)
        defer { disk.close(file) }
        // Another process may be writing, too. Writing a line is quick, so no process holds the lock for long.
        for _ in 0..<JournalWriter.lockAttempts {
            if try disk.tryLock(file) { break }
            disk.pause()
        }
        var end = try disk.size(of: file)
        if case .launch = entry, end > 0, !(try beginsWithEntry(file)) { return false }
        if end > 0, end + Int64(line.count) > JournalWriter.mostBytes {
            try disk.rename(path, to: path + ".old")
            let fresh = try disk.open(path, .openOrCreate)
            disk.close(file)
            file = fresh
            end = try disk.size(of: file)
        }
        // The file is new. It contains the boot's identity as plain text, so exclude it from backups.
        if end == 0 { StateAttributes.apply(to: path) }
        try disk.writeFully(file, line, at: end)
        return true
    }

    private func beginsWithEntry(_ file: OpenFile) throws(SystemError) -> Bool {
        let start = try disk.read(file, at: 0, count: JournalWriter.mostBytesOfLine)
        guard let end = start.firstIndex(of: UInt8(ascii: "\n")) else { return false }
        return (try? JournalEntry(line: Array(start[..<end]))) != nil
    }
}
