import Dispatch
import Foundation
import SiderealCore
import SiderealStorage
import SiderealSystem

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

/// The store beside SQLite, UserDefaults and a plain rewrite, in turn in one run.
enum StoreBenchmark {
    /// What is stored: so many keys of so many bytes each.
    struct Shape {
        let name: String
        let keys: Int
        let bytes: Int

        static let all = [
            Shape(name: "1 KB", keys: 10, bytes: 80),
            Shape(name: "100 KB", keys: 100, bytes: 1_000),
            Shape(name: "1 MB", keys: 1_000, bytes: 1_000),
        ]

        func text(_ round: Int) -> String {
            let digits = String(round)
            return digits + String(repeating: "x", count: max(0, bytes - digits.count))
        }
    }

    static let device = StoreDevice(
        gate: { .available }, whenGateOpens: { $0() },
        background: { work in DispatchQueue.global(qos: .userInitiated).async(execute: work) },
        wait: { (span) async throws(CancellationError) in
            do { try await Task.sleep(for: span) } catch { throw CancellationError() }
        })

    static func open(_ directory: String, _ name: String = "store") throws -> ProtectedStore {
        try ProtectedStore(name, directory: directory, disk: RealFileSystem(), device: device)
    }

    static func key(_ number: Int) -> StoreKey<String> { StoreKey("key \(number)") }

    static func run() async throws {
        for shape in Shape.all { try await sets(shape) }
        try await writers()
        try await reads()
        try await opening()
    }

    // MARK: - Single durable sets

    private static func sets(_ shape: Shape) async throws {
        let directory = try Scratch.directory("store-\(shape.keys)-\(shape.bytes)")
        let store = try open(directory)
        let filled = shape
        try await store.transaction { transaction throws(StoreError) in
            for number in 0..<filled.keys { try transaction.set(filled.text(number), for: key(number)) }
        }
        let wal = try SQLite(path: directory + "/wal.sqlite", .wal)
        let rollback = try SQLite(path: directory + "/rollback.sqlite", .rollback)
        for database in [wal, rollback] {
            for number in 0..<shape.keys { try database.set("key \(number)", Array(shape.text(number).utf8)) }
        }
        let whole = Data(repeating: 0x5a, count: shape.keys * shape.bytes)
        var ours = Figures()
        var wals = Figures()
        var rollbacks = Figures()
        var rewrites = Figures()
        var careless = Figures()
        var floor = Figures()
        let block = [UInt8](repeating: 0x5a, count: 1_000)
        for round in 0..<300 {
            let number = round * 7 % shape.keys
            let text = shape.text(round)
            let bytes = Array(text.utf8)
            // In another order each time: a sync waits for what the one before has left to be written.
            for turn in 0..<5 {
                switch (turn + round) % 5 {
                case 0:
                    let start = Figures.instant
                    try await store.set(text, for: key(number))
                    ours.add(Figures.instant - start)
                case 1: try wals.measure { try wal.set("key \(number)", bytes) }
                case 2: try rollbacks.measure { try rollback.set("key \(number)", bytes) }
                case 3: try floor.measure { try overwrite(block, directory + "/block") }
                default: try rewrites.measure { try rewrite(whole, directory + "/plain") }
                }
            }
        }
        for _ in 0..<100 {
            try careless.measure { try whole.write(to: URL(filePath: directory + "/atomic"), options: .atomic) }
        }
        print("one durable set in a store of \(shape.name), \(shape.keys) keys (300 rounds)")
        print("  Sidereal                \(ours.summary)")
        print(
            "  1 KB in place, sync     \(floor.summary); the least that anything durable can take")
        print("  SQLite, WAL             \(wals.summary); \(Figures.ratio(wals.median, ours.median)) times ours")
        print(
            "  SQLite, rollback        \(rollbacks.summary); \(Figures.ratio(rollbacks.median, ours.median)) times ours"
        )
        print(
            "  rewrite, sync, rename   \(rewrites.summary); \(Figures.ratio(rewrites.median, ours.median)) times ours")
        print("  Data.write(.atomic)     \(careless.summary); no sync of the directory")
    }

    /// A kilobyte over what is there, and its sync.
    private static func overwrite(_ bytes: [UInt8], _ path: String) throws {
        let disk = RealFileSystem()
        let file = try disk.open(path, .openOrCreate)
        defer { disk.close(file) }
        try disk.writeFully(file, bytes, at: 0)
        try disk.sync(file, .data)
    }

    /// A whole file written anew with all the syncs that make it durable.
    private static func rewrite(_ data: Data, _ path: String) throws {
        let disk = RealFileSystem()
        try? disk.unlink(path + ".new")
        let file = try disk.open(path + ".new", .createExclusively(.always))
        defer { disk.close(file) }
        try disk.writeFully(file, Array(data), at: 0)
        try disk.sync(file, .everything)
        try disk.rename(path + ".new", to: path)
        try disk.syncDirectory(path.parentDirectory ?? ".")
    }

    // MARK: - Eight writers

    private static func writers() async throws {
        let directory = try Scratch.directory("store-writers")
        let shape = Shape.all[0]
        let store = try open(directory)
        try await store.transaction { transaction throws(StoreError) in
            for number in 0..<shape.keys { try transaction.set(shape.text(number), for: key(number)) }
        }
        let path = directory + "/wal.sqlite"
        let database = Lock(try SQLite(path: path, .wal))
        for number in 0..<shape.keys { try set(shape.text(number), number, database) }
        var ours = Figures()
        var theirs = Figures()
        var shared = Figures()
        var apart = Figures()
        let other = try open(directory)
        let each = 50
        for round in 0..<10 {
            let start = Figures.instant
            try await withThrowingTaskGroup { group in
                for writer in 0..<8 {
                    group.addTask {
                        for turn in 0..<each { try await store.set(shape.text(round * turn), for: key(writer)) }
                    }
                }
                try await group.waitForAll()
            }
            ours.add(Figures.instant - start)
            let secondStart = Figures.instant
            try await withThrowingTaskGroup { group in
                for writer in 0..<8 {
                    let store = writer % 2 == 0 ? store : other
                    group.addTask {
                        for turn in 0..<each { try await store.set(shape.text(round * turn), for: key(writer)) }
                    }
                }
                try await group.waitForAll()
            }
            apart.add(Figures.instant - secondStart)
            theirs.measure { threads(8, each, path, shape, sharing: nil) }
            shared.measure { threads(8, each, path, shape, sharing: database) }
        }
        print("eight writers at once in one process, \(each) sets each, 1 KB (10 rounds)")
        print("  Sidereal                \(ours.summary)")
        print(
            "  as from two processes   \(apart.summary): two openers that share nothing, four writers each")
        print(
            "  SQLite, 8 connections   \(theirs.summary); \(Figures.ratio(theirs.median, ours.median)) times ours")
        print(
            "  SQLite, one connection  \(shared.summary); \(Figures.ratio(shared.median, ours.median)) times ours")
    }

    private static func threads(_ count: Int, _ each: Int, _ path: String, _ shape: Shape, sharing: Lock<SQLite>?) {
        DispatchQueue.concurrentPerform(iterations: count) { writer in
            guard let connection = try? sharing ?? Lock(SQLite(path: path, .wal)) else { return }
            for number in 0..<each { try? set(shape.text(number), writer, connection) }
        }
    }

    private static func set(_ text: String, _ number: Int, _ database: Lock<SQLite>) throws {
        try database.withLock { database in try database.set("key \(number)", Array(text.utf8)) }
    }

    // MARK: - Reads

    private static func reads() async throws {
        let directory = try Scratch.directory("store-reads")
        let store = try open(directory)
        try await store.set(7, for: StoreKey<Int>("number"))
        try await store.set("some text", for: StoreKey<String>("text"))
        let suite = "sidereal.benchmark.\(getpid())"
        guard let defaults = UserDefaults(suiteName: suite) else { return }
        defer { defaults.removePersistentDomain(forName: suite) }
        defaults.set(7, forKey: "number")
        defaults.set("some text", forKey: "text")
        let database = try SQLite(path: directory + "/wal.sqlite", .wal)
        try database.set("number", [7])
        var numbers = Figures()
        var texts = Figures()
        var theirNumbers = Figures()
        var theirTexts = Figures()
        var rows = Figures()
        let number = StoreKey<Int>("number")
        let text = StoreKey<String>("text")
        var sink = 0
        for _ in 0..<200 {
            numbers.measure {
                for _ in 0..<1_000 { if case .value(let value) = store.read(number) { sink &+= value } }
            }
            texts.measure {
                for _ in 0..<1_000 { if case .value(let value) = store.read(text) { sink &+= value.utf8.count } }
            }
            theirNumbers.measure { for _ in 0..<1_000 { sink &+= defaults.integer(forKey: "number") } }
            theirTexts.measure { for _ in 0..<1_000 { sink &+= defaults.string(forKey: "text")?.utf8.count ?? 0 } }
            rows.measure { for _ in 0..<1_000 { sink &+= database.contains("number") ? 1 : 0 } }
        }
        print("a read of what was read before, 200 rounds of 1000 (checksum \(sink & 1))")
        print("  Sidereal, Int           \(NowBenchmark.each(numbers))")
        print(
            "  UserDefaults, Int       \(NowBenchmark.each(theirNumbers)), \(Figures.ratio(theirNumbers.median, numbers.median)) times ours"
        )
        print("  Sidereal, String        \(NowBenchmark.each(texts))")
        print(
            "  UserDefaults, String    \(NowBenchmark.each(theirTexts)), \(Figures.ratio(theirTexts.median, texts.median)) times ours"
        )
        print("  SQLite, one row         \(NowBenchmark.each(rows))")
    }

    // MARK: - Cold open

    private static func opening() async throws {
        let shape = Shape.all[1]
        let directory = try Scratch.directory("store-opening")
        try await open(directory).transaction { transaction throws(StoreError) in
            for number in 0..<shape.keys { try transaction.set(shape.text(number), for: key(number)) }
        }
        var ours = Figures()
        for _ in 0..<300 {
            let value = try ours.measure { try open(directory).read(key(3)) }
            guard case .value = value else { throw BenchmarkError(description: "nothing was read") }
        }
        print("opening a store of 100 KB that this process has not read, and reading a key (300 rounds)")
        print("  Sidereal                \(ours.summary)")
    }
}
