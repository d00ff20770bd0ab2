import SiderealSystem

/// Appends a journal's lines to a file: the flight recorder of the live library.
///
/// When the file has reached a megabyte it becomes `NAME.old`, in place of an earlier one, and a new one begins.
struct JournalWriter: Sendable {
    private static let mostBytes: Int64 = 1 << 20
    private static let lockAttempts = 5
    private let path: String
    private let disk: any FileSystem

    init(path: String, disk: any FileSystem) {
        self.path = path
        self.disk = disk
    }

    func append(_ entry: JournalEntry) throws(ObservatoryError) {
        do throws(SystemError) {
            let line = entry.json + [UInt8(ascii: "\n")]
            var file = try disk.open(path, .openOrCreate)
            defer { disk.close(file) }
            // Another process may write, too: a line is a moment's work, so no process holds the lock for long.
            for _ in 0..<JournalWriter.lockAttempts {
                if try disk.tryLock(file) { break }
                disk.pause()
            }
            var end = try disk.size(of: file)
            if end > 0, end + Int64(line.count) > JournalWriter.mostBytes {
                try disk.rename(path, to: path + ".old")
                let fresh = try disk.open(path, .openOrCreate)
                disk.close(file)
                file = fresh
                end = try disk.size(of: file)
            }
            // A new one. It holds the boot's identity as it is: not for backups.
            if end == 0 { StateAttributes.apply(to: path) }
            try disk.writeFully(file, line, at: end)
        } catch {
            throw ObservatoryError(
                .journal, errno: error.number.rawValue, path: path,
                "cannot write the journal \(path): \(error.number.message)")
        }
    }
}
