#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// An error of SQLite. The file was readable, so the device's lock is not the cause.
public struct SQLiteError: Error, CustomStringConvertible {
    public let code: Int32
    public let description: String
}

/// An open database. SQLite lets only one thread at a time use it; here an actor owns it.
final class SQLiteConnection {
    private let database: OpaquePointer

    init(path: String, creates: Bool) throws(SQLiteError) {
        var flags = SQLITE_OPEN_READWRITE
        if creates { flags |= SQLITE_OPEN_CREATE }
        #if os(iOS)
            // The class of the database and its -wal and -shm files: readable from the first unlock on.
            flags |= SQLITE_OPEN_FILEPROTECTION_COMPLETEUNTILFIRSTUSERAUTHENTICATION
        #endif
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(path, &opened, flags, nil)
        guard code == SQLITE_OK, let opened else {
            let error = SQLiteError(code: code, description: Self.message(opened))
            sqlite3_close_v2(opened)
            throw error
        }
        database = opened
        sqlite3_busy_timeout(database, 5_000)
    }

    deinit { sqlite3_close_v2(database) }

    /// Runs a statement without rows.
    func run(_ statement: String, _ value: String? = nil) throws(SQLiteError) { _ = try texts(statement, value) }

    /// Runs a statement, and returns the first column of its rows.
    func texts(_ statement: String, _ value: String? = nil) throws(SQLiteError) -> [String] {
        var prepared: OpaquePointer?
        try check(sqlite3_prepare_v2(database, statement, -1, &prepared, nil))
        defer { sqlite3_finalize(prepared) }
        if let value {
            // SQLite copies the text (SQLITE_TRANSIENT).
            let copies = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
            try check(sqlite3_bind_text(prepared, 1, value, -1, copies))
        }
        var rows: [String] = []
        while true {
            let code = sqlite3_step(prepared)
            if code == SQLITE_DONE { return rows }
            guard code == SQLITE_ROW else { throw SQLiteError(code: code, description: Self.message(database)) }
            if let text = sqlite3_column_text(prepared, 0) { rows.append(String(cString: text)) }
        }
    }

    private func check(_ code: Int32) throws(SQLiteError) {
        if code != SQLITE_OK { throw SQLiteError(code: code, description: Self.message(database)) }
    }

    private static func message(_ database: OpaquePointer?) -> String {
        sqlite3_errmsg(database).map { String(cString: $0) } ?? "SQLite has no memory"
    }
}
