import Dispatch
import Foundation
import SiderealCore
import SiderealStorage
import SiderealSystem

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A comparison of the store with SQLite, UserDefaults and plain file writes. One run measures all of them in turn.
enum StoreBenchmark {
    /// The content of a store: the number of keys, and the size of each value in bytes.
    struct Shape {
        let name: String
        let keys: Int
        let bytes: Int

        static let sizes = [
            Shape(name: "1 KB", keys: 10, bytes: 80),
            Shape(name: "100 KB", keys: 100, bytes: 1_000),
            Shape(name: "1 MB", keys: 1_000, bytes: 1_000),
        ]
        static let counts = [10, 100, 1_000, 10_000, 100_000].map { Shape(name: "\($0) keys", keys: $0, bytes: 80) }

        func text(_ round: Int) -> String {
            let digits = String(round)
            return digits + String(repeating: "x", count: max(0, bytes - digits.count))
        }
    }

    private static let gate = FirstUnlockGate(environment: .live) { .unlocked }

    static func open(_ directory: String, _ name: String = "store") throws -> ProtectedStore {
        try ProtectedStore(name, directory: directory, gate: gate, environment: .live)
    }

    static func key(_ number: Int) -> StoreKey<String> { StoreKey("key \(number)") }

    static func run() async throws {
        print("one durable write, in five turns of 100 writes: the median, least and greatest of the turns' medians")
        for shape in Shape.sizes { try await sets(shape) }
        print("eight concurrent writers in one process, with 50 writes of 1 KB each (10 rounds)")
        try await writers()
        print("by the number of keys, each with an 80-byte value")
        for shape in Shape.counts { try await curve(shape) }
        print("other ways to store 100 KB, durable unless marked otherwise (100 rounds)")
        try await otherWays()
        try await reads()
        try await cutOff()
        try await stopped()
    }

    /// Returns a store that contains the shape's values and has read its file.
    private static func filled(_ shape: Shape, _ directory: String) async throws -> ProtectedStore {
        let store = try open(directory)
        try await store.transaction { transaction throws(StoreError) in
            for number in 0..<shape.keys { try transaction.set(shape.text(number), for: key(number)) }
        }
        for number in 0..<shape.keys {
            guard case .value = store.read(key(number)) else { throw BenchmarkError(description: "nothing was read") }
        }
        return store
    }

    // MARK: - Single durable sets

    private static func sets(_ shape: Shape) async throws {
        let directory = try Scratch.directory("store-\(shape.keys)-\(shape.bytes)")
        let store = try await filled(shape, directory)
        let database = try SQLite(path: directory + "/wal.sqlite", .wal)
        for number in 0..<shape.keys { try database.set("key \(number)", Array(shape.text(number).utf8)) }
        var (ours, theirs, bare) = (Turns(), Turns(), Turns())
        for turn in 0..<5 {
            var figures = (ours: Figures(), theirs: Figures(), bare: Figures())
            for round in 0..<100 {
                let number = (turn * 100 + round) * 7 % shape.keys
                let text = shape.text(round)
                let bytes = Array(text.utf8)
                // The order changes in each round, because a sync also waits for the writes that the previous operation
                // left.
                for turn in 0..<3 {
                    switch (turn + round) % 3 {
                    case 0:
                        let start = Figures.instant
                        try await store.set(text, for: key(number))
                        figures.ours.add(Figures.instant - start)
                    case 1: try figures.theirs.measure { try database.set("key \(number)", bytes) }
                    default: try figures.bare.measure { try overwrite(directory + "/block") }
                    }
                }
            }
            ours.add(figures.ours)
            theirs.add(figures.theirs)
            bare.add(figures.bare)
        }
        print("  \(shape.name), \(shape.keys) keys")
        print("    1 KB in place, sync   \(bare.summary); the minimum for any durable write")
        print("    Sidereal              \(ours.summary); \(Figures.ratio(ours.median, bare.median)) times that")
        print("    SQLite, WAL           \(theirs.summary); \(Figures.ratio(theirs.median, bare.median)) times that")
    }

    /// Overwrites a kilobyte of the file, and syncs the file.
    private static func overwrite(_ path: String) throws {
        let disk = RealFileSystem()
        let file = try disk.open(path, .openOrCreate)
        defer { disk.close(file) }
        try disk.writeFully(file, block, at: 0)
        try disk.sync(file, .data)
    }

    private static let block = [UInt8](repeating: 0x5a, count: 1_000)

    // MARK: - By the number of keys

    private static func curve(_ shape: Shape) async throws {
        let directory = try Scratch.directory("store-curve-\(shape.keys)")
        let store = try await filled(shape, directory)
        var (ours, bare, opening) = (Figures(), Figures(), Figures())
        let reading = Lock(true)
        let other = try open(directory)
        let reader = Task.detached {
            var (figures, others, number) = (Figures(), Figures(), 0)
            while reading.withLock({ $0 }) {
                number = (number + 7_919) % shape.keys
                figures.measure { _ = store.read(key(number)) }
                others.measure { _ = other.read(key(number)) }
                // The reader pauses, because a loop without pauses would occupy the writer's core.
                try await Task.sleep(for: .microseconds(20))
            }
            return (figures, others)
        }
        for round in 0..<300 {
            let start = Figures.instant
            try await store.set(shape.text(round), for: key(round * 7 % shape.keys))
            ours.add(Figures.instant - start)
            try bare.measure { try overwrite(directory + "/block") }
        }
        reading.withLock { $0 = false }
        let (beside, besideOthers) = try await reader.value
        for _ in 0..<20 {
            let value = try opening.measure { try open(directory).read(key(3)) }
            guard case .value = value else { throw BenchmarkError(description: "nothing was read") }
        }
        let times = Figures.ratio(ours.median, bare.median)
        print(
            """
              \(shape.name): a set \(Figures.text(ours.median)), \(times) times a bare sync; a read beside the writer \
            \(Figures.text(beside.median)), 99 of 100 below \(Figures.text(beside.percentile(99))), as from another process \
            \(Figures.text(besideOthers.median)), \(Figures.text(besideOthers.percentile(99))); opening and a read \
            \(Figures.text(opening.median))
            """)
    }

    // MARK: - Other ways

    private static func otherWays() async throws {
        let shape = Shape.sizes[1]
        let directory = try Scratch.directory("store-others")
        let store = try await filled(shape, directory)
        let database = try SQLite(path: directory + "/rollback.sqlite", .rollback)
        for number in 0..<shape.keys { try database.set("key \(number)", Array(shape.text(number).utf8)) }
        let whole = Data(repeating: 0x5a, count: shape.keys * shape.bytes)
        var (ours, rollbacks, rewrites, careless) = (Figures(), Figures(), Figures(), Figures())
        for round in 0..<100 {
            let start = Figures.instant
            try await store.set(shape.text(round), for: key(round))
            ours.add(Figures.instant - start)
            try rollbacks.measure { try database.set("key \(round)", Array(shape.text(round).utf8)) }
            try rewrites.measure { try rewrite(whole, directory + "/plain") }
            try careless.measure { try whole.write(to: URL(filePath: directory + "/atomic"), options: .atomic) }
        }
        print("  Sidereal                \(ours.summary)")
        print(
            "  SQLite, rollback        \(rollbacks.summary); \(Figures.ratio(rollbacks.median, ours.median)) times ours"
        )
        print(
            "  rewrite, sync, rename   \(rewrites.summary); \(Figures.ratio(rewrites.median, ours.median)) times ours")
        print("  Data.write(.atomic)     \(careless.summary); no sync of the directory")
    }

    /// Writes a new file in place of the old file, with all the syncs that make the change durable.
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
        let shape = Shape.sizes[0]
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
        print("  Sidereal                \(ours.summary)")
        print(
            "  like two processes      \(apart.summary): two open stores that share nothing, four writers each")
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
        print("a repeated read, 200 rounds of 1000 (checksum \(sink & 1))")
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

    // MARK: - After a commit that was cut off

    /// Returns a store of 1 MB, a second store object that has read the file, and the sidecar. The benchmark changes
    /// the sidecar as a writer would.
    private static func readByAnother(
        _ name: String, _ disk: RealFileSystem
    ) async throws -> (directory: String, reader: ProtectedStore, sidecar: OpenFile) {
        let directory = try Scratch.directory(name)
        _ = try await filled(Shape.sizes[2], directory)
        let reader = try open(directory)
        _ = reader.read(key(1))
        return (directory, reader, try disk.open(directory + "/store.store.lock", .readWrite))
    }

    /// Measures how long another process takes to read after a writer was killed during a commit. The reading process
    /// checks the file only at its first read.
    private static func cutOff() async throws {
        print("reads by another process after a writer was killed during a commit, 1 MB")
        let disk = RealFileSystem()
        let (_, reader, sidecar) = try await readByAnother("store-cut-off", disk)
        defer { disk.close(sidecar) }
        var (first, next) = (Figures(), Figures())
        for round in 0..<50 {
            // If a writer is killed during a commit, the sidecar's word stays odd.
            try disk.writeFully(sidecar, [UInt8(round * 2 + 1), 2, 3, 4, 5, 6, 7, 8], at: 0)
            first.measure { _ = reader.read(key(1)) }
            for _ in 0..<20 { next.measure { _ = reader.read(key(1)) } }
        }
        print("  the first               \(first.summary)")
        print("  all later reads         \(next.summary)")
    }

    /// Measures reads while a writer is stopped during a commit, for example by a debugger. The stopped writer still
    /// holds the lock, so no reader may check the file: this is the worst case.
    private static func stopped() async throws {
        print("reads by another process while a writer is stopped during a commit, 1 MB")
        let disk = RealFileSystem()
        let (directory, reader, sidecar) = try await readByAnother("store-stopped", disk)
        defer { disk.close(sidecar) }
        guard try disk.tryLock(sidecar), let word = try disk.readWord(sidecar) else {
            throw BenchmarkError(description: "the benchmark could not lock the store")
        }
        try disk.writeWord(word | 1, to: sidecar)
        let late = try open(directory)
        var (known, unknown) = (Figures(), Figures())
        for _ in 0..<200 {
            known.measure { _ = reader.read(key(1)) }
            unknown.measure { _ = late.read(key(1)) }
        }
        print("  had read before         \(known.summary)")
        print("  had not                 \(unknown.summary)")
    }
}

/// The median times of several turns of a benchmark.
private struct Turns {
    private var medians: [Int64] = []

    mutating func add(_ figures: Figures) { medians.append(figures.median) }

    var median: Int64 { medians.isEmpty ? 0 : medians.sorted()[medians.count / 2] }

    var summary: String {
        let sorted = medians.sorted()
        return "\(Figures.text(median)) (\(Figures.text(sorted.first ?? 0)) to \(Figures.text(sorted.last ?? 0)))"
    }
}
