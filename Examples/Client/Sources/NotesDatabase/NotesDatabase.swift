import Foundation
import Sidereal

/// Notes in an SQLite database in a container that the app shares with its extensions.
///
/// iOS may start the app before the first unlock after a restart. SQLite then can't open the database, and reports that
/// as it reports a damaged database. So this actor waits until the file can be read before it opens the database, and
/// it creates a database only if the file is provably missing.
public actor NotesDatabase {
    private let file: ProtectedFile
    private let gate: FirstUnlockGate
    private var opened: SQLiteConnection?

    public init(_ url: URL, gate: FirstUnlockGate = .shared) {
        file = ProtectedFile(url, alongside: ["-wal", "-shm"], gate: gate)
        self.gate = gate
    }

    /// The notes, in the order in which they were added. Waits for the first unlock.
    public func notes() async throws -> [String] {
        try await connection().texts("SELECT note FROM notes ORDER BY rowid")
    }

    /// Adds a note. Waits for the first unlock.
    ///
    /// - Returns: `false` if the system is about to suspend the app. Then the note was not added. Try again when the
    ///   app runs again.
    public func add(_ note: String) async throws -> Bool {
        let connection = try await connection()
        // Without this, iOS would kill an app that it suspends within the transaction (0xdead10cc).
        return try ProtectedFile.whileAwake { try connection.run("INSERT INTO notes (note) VALUES (?)", note) } != nil
    }

    private func connection() async throws -> SQLiteConnection {
        let isThere = try await file.waitUntilReadable()
        // Before the first unlock, the system should refuse to create a file of this class.
        if !isThere { try await gate.waitForFirstUnlock() }
        // Another task may have opened the database during the waits.
        if let opened { return opened }
        let connection = try SQLiteConnection(path: file.url.path(percentEncoded: false), creates: !isThere)
        try connection.run("PRAGMA journal_mode = WAL")
        try connection.run("CREATE TABLE IF NOT EXISTS notes (note TEXT NOT NULL)")
        opened = connection
        return connection
    }
}
