#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The system's SQLite with a table of keys and values. The benchmark loads the library by name, so the build needs no
/// header.
final class SQLite {
    /// The journal mode. In both modes SQLite syncs fully before a statement ends.
    enum Journal: String {
        case wal = "WAL"
        case rollback = "DELETE"
    }

    private typealias Open = @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>) -> Int32
    private typealias Close = @convention(c) (OpaquePointer?) -> Int32
    private typealias Execute =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
        ) -> Int32
    private typealias Prepare =
        @convention(c) (
            OpaquePointer?, UnsafePointer<CChar>, Int32, UnsafeMutablePointer<OpaquePointer?>, OpaquePointer?
        ) -> Int32
    private typealias Bind = @convention(c) (OpaquePointer?, Int32, UnsafeRawPointer?, Int32, Int) -> Int32
    private typealias OnStatement = @convention(c) (OpaquePointer?) -> Int32
    private typealias Column = @convention(c) (OpaquePointer?, Int32) -> UnsafeRawPointer?
    private typealias Busy = @convention(c) (OpaquePointer?, Int32) -> Int32

    private let library: UnsafeMutableRawPointer
    private var connection: OpaquePointer?
    private var update: OpaquePointer?
    private var select: OpaquePointer?
    private let bindText: Bind
    private let bindBlob: Bind
    private let step: OnStatement
    private let reset: OnStatement
    private let column: Column

    static var isThere: Bool { load() != nil }

    private static func load() -> UnsafeMutableRawPointer? {
        for name in ["libsqlite3.so.0", "libsqlite3.dylib"] {
            if let library = dlopen(name, RTLD_NOW) { return library }
        }
        return nil
    }

    init(path: String, _ journal: Journal) throws {
        guard let library = Self.load() else { throw BenchmarkError(description: "libsqlite3 is missing") }
        self.library = library
        func symbol<Function>(_ name: String, _: Function.Type) throws -> Function {
            guard let address = dlsym(library, name) else { throw BenchmarkError(description: "\(name) is missing") }
            return unsafeBitCast(address, to: Function.self)
        }
        let open = try symbol("sqlite3_open", Open.self)
        let execute = try symbol("sqlite3_exec", Execute.self)
        let prepare = try symbol("sqlite3_prepare_v2", Prepare.self)
        bindText = try symbol("sqlite3_bind_text", Bind.self)
        bindBlob = try symbol("sqlite3_bind_blob", Bind.self)
        step = try symbol("sqlite3_step", OnStatement.self)
        reset = try symbol("sqlite3_reset", OnStatement.self)
        column = try symbol("sqlite3_column_blob", Column.self)
        guard open(path, &connection) == 0 else { throw BenchmarkError(description: "can't open \(path)") }
        _ = try symbol("sqlite3_busy_timeout", Busy.self)(connection, 10_000)
        for statement in [
            "PRAGMA journal_mode=\(journal.rawValue)", "PRAGMA synchronous=FULL",
            "CREATE TABLE IF NOT EXISTS kv (key TEXT PRIMARY KEY, value BLOB) WITHOUT ROWID",
        ] {
            guard execute(connection, statement, nil, nil, nil) == 0 else {
                throw BenchmarkError(description: "SQLite refuses the statement: \(statement)")
            }
        }
        guard
            prepare(connection, "INSERT OR REPLACE INTO kv VALUES (?1, ?2)", -1, &update, nil) == 0,
            prepare(connection, "SELECT value FROM kv WHERE key = ?1", -1, &select, nil) == 0
        else { throw BenchmarkError(description: "SQLite can't prepare the statement") }
    }

    deinit {
        for name in ["sqlite3_finalize", "sqlite3_finalize", "sqlite3_close"] {
            guard let address = dlsym(library, name) else { continue }
            let call = unsafeBitCast(address, to: Close.self)
            if name == "sqlite3_close" {
                _ = call(connection)
            } else {
                _ = call(update)
                update = select
            }
        }
    }

    /// Runs one durable statement.
    func set(_ key: String, _ value: [UInt8]) throws {
        // The last argument, 0, is SQLITE_STATIC: both values live until the statement is done.
        let result = value.withUnsafeBytes { bytes in
            Array(key.utf8).withUnsafeBytes { text in
                _ = bindText(update, 1, text.baseAddress, Int32(text.count), 0)
                _ = bindBlob(update, 2, bytes.baseAddress, Int32(bytes.count), 0)
                let result = step(update)
                _ = reset(update)
                return result
            }
        }
        guard result == 101 else { throw BenchmarkError(description: "SQLite returns \(result)") }
    }

    /// Returns a Boolean value that indicates whether the table contains the key.
    func contains(_ key: String) -> Bool {
        Array(key.utf8).withUnsafeBytes { text in
            _ = bindText(select, 1, text.baseAddress, Int32(text.count), 0)
            let found = step(select) == 100 && column(select, 0) != nil
            _ = reset(select)
            return found
        }
    }
}
