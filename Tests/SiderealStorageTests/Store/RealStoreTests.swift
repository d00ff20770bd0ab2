import Foundation
import SiderealBase
import SiderealStorage
import SiderealSystem
import TestSupport
import Testing

/// Stores on the disk of this machine, in a directory that is removed with the test.
@Suite("stores on this machine's disk") struct RealStoreTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Opens a store like another process, without sharing state in this one.
    private func other() throws -> ProtectedStore {
        try ProtectedStore(
            "settings", directory: directory.path, gate: FirstUnlockGate(directory: directory.url), environment: .live)
    }

    private func opened(_ name: String = "settings") throws -> ProtectedStore {
        try ProtectedStore(name, directory: directory.url, gate: FirstUnlockGate(directory: directory.url))
    }

    @Test("another process reads what was set, and only the expected files are made")
    func storesAndReadsAgain() async throws {
        let store = try opened()
        #expect(store.read(.count) == .absent)
        try await store.set(7, for: .count)
        try await store.set("Ada", for: .name)
        #expect(try other().read(.count) == .value(7))
        #expect(try await other().value(.name) == .value("Ada"))
        let files = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        #expect(
            files == ["canary", "settings.born", "settings.store", "settings.store.lock"])
    }

    @Test(
        "a store name that is not a valid file name is refused",
        arguments: ["", ".hidden", "a/b", "nul\0", String(repeating: "x", count: 101)])
    func namesThatAreNoFileNamesAreRefused(name: String) throws {
        let error = #expect(throws: StoreError.self) { try opened(name) }
        #expect(error?.cause == .invalidStoreName)
    }

    @Test(
        "an empty or overlong key name can't be set, and reads as absent",
        arguments: ["", String(repeating: "x", count: 256)])
    func namesOfKeysAreChecked(name: String) async throws {
        let store = try opened()
        let error = await #expect(throws: StoreError.self) { try await store.set(1, for: StoreKey<Int>(name)) }
        #expect(error?.cause == .invalidKeyName)
        #expect(store.read(StoreKey<Int>(name)) == .absent)
    }

    @Test("an encoding error names the key")
    func whatCannotBeEncodedIsNamed() async throws {
        let store = try opened()
        let error = await #expect(throws: StoreError.self) {
            try await store.set(Double.nan, for: StoreKey<Double>("ratio"))
        }
        #expect(error?.cause == .notEncodable)
        #expect(error?.description.contains("ratio") == true)
    }

    @Test("a value of another type reads as undecodable, and only set replaces it")
    func anotherTypeIsNotAbsent() async throws {
        let store = try opened()
        try await store.set("seven", for: StoreKey<String>("count"))
        guard case .unavailable(.undecodable) = store.read(.count) else {
            Issue.record("read as a number")
            return
        }
        let error = await #expect(throws: StoreError.self) { try await store.update(.count) { $0 = 8 } }
        guard case .undecodable = error?.unavailability else {
            Issue.record("replaced what was not understood: \(String(describing: error))")
            return
        }
        try await store.set(8, for: .count)
        #expect(store.read(.count) == .value(8))
    }

    /// The kernel reports the other process's write, without polling.
    @Test("a change by another process is reported")
    func aChangeByAnotherProcessIsTold() async throws {
        let mine = try other()
        let theirs = try other()
        var changes = mine.changes(of: .count).makeAsyncIterator()
        #expect(await changes.next() == .absent)
        for number in 1...5 {
            try await theirs.set(number, for: .count)
            #expect(await changes.next() == .value(number))
            #expect(mine.read(.count) == .value(number))
        }
    }

    @Test("no update is lost if several run at once through two stores")
    func manyWritersAtOnceLoseNothing() async throws {
        let stores = [try other(), try other()]
        try await withThrowingTaskGroup { group in
            for writer in 0..<8 {
                group.addTask {
                    for _ in 0..<10 { try await stores[writer % 2].update(.count) { $0 = ($0 ?? 0) + 1 } }
                }
            }
            try await group.waitForAll()
        }
        #expect(try other().read(.count) == .value(80))
    }

    #if os(Linux)
        /// The number of this process's descriptors in the directory.
        private var openHere: Int {
            let numbers = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
            return numbers.count { number in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
                return target?.contains(directory.url.lastPathComponent) == true
            }
        }

        /// An idle store keeps one descriptor open, and a released store none. The thread that wrote last closes its
        /// own a moment later.
        @Test("an idle store keeps one descriptor open, and a released store closes it", .timeLimit(Patience.ofATest))
        func descriptorsAreClosed() async throws {
            for number in 0..<40 {
                let store = try opened("store-\(number)")
                try await store.set(number, for: .count)
                #expect(store.read(.count) == .value(number))
                await until { openHere <= 1 }
            }
            await until { openHere == 0 }
            let kept = try (0..<10).map { try opened("store-\($0)") }
            for (number, store) in kept.enumerated() {
                #expect(store.read(.count) == .value(number))
                try await store.set(number + 1, for: .count)
            }
            await until { openHere <= kept.count }
            #expect(openHere == kept.count)
            withExtendedLifetime(kept) {}
        }
    #endif

    /// Two openers share the store while one of them exists. The next one begins anew.
    @Test("a store outlives its first opener")
    func whoeverOpensLastGoesOn() async throws {
        var first: ProtectedStore? = try opened()
        try await first?.set(1, for: .count)
        let second = try opened()
        first = nil
        #expect(second.read(.count) == .value(1))
        try await second.set(2, for: .count)
        #expect(try opened().read(.count) == .value(2))
    }

    /// Another program truncates the files, or restores them in place: a process that has them open continues, and
    /// reads the new content.
    @Test("truncated files read as damaged, and restored files read as they were")
    func filesAreCutShortAndRestoredInPlace() async throws {
        let (store, reader) = (try opened(), try other())
        try await store.set(1, for: .count)
        #expect(reader.read(.count) == .value(1))
        let paths = ["settings.store", "settings.store.lock"].map { directory.path + "/" + $0 }
        let saved = try paths.map { try Data(contentsOf: URL(filePath: $0)) }
        try await store.set(2, for: .count)
        #expect(reader.read(.count) == .value(2))
        for path in paths { try Data().write(to: URL(filePath: path)) }
        for one in [store, reader] { #expect(one.read(.count) == .unavailable(.damaged)) }
        for (path, bytes) in zip(paths, saved) { try bytes.write(to: URL(filePath: path)) }
        for one in [store, reader] { #expect(one.read(.count) == .value(1)) }
        try await store.set(3, for: .count)
        for one in [store, reader, try other()] { #expect(one.read(.count) == .value(3)) }
    }

    /// Damage is reported only after an examination under the lock, which readers of one process must not deny each
    /// other.
    @Test("all readers of a damaged file find the damage")
    func manyReadersOfADamagedFile() async throws {
        // Long enough that an examination takes a while.
        try await opened().set(String(repeating: "x", count: 1_000_000), for: .name)
        let file = URL(filePath: directory.path + "/settings.store")
        var bytes = Array(try Data(contentsOf: file))
        for index in stride(from: 64, to: bytes.count, by: 512) { bytes[index] ^= 0xff }
        try Data(bytes).write(to: file)
        let others = Collected<ProtectedReading<Int>>()
        for _ in 0..<10 {
            // A store without anything in memory.
            let store = try other()
            DispatchQueue.concurrentPerform(iterations: 8) { _ in
                let reading = store.read(.count)
                if reading != .unavailable(.damaged) { others.add(reading) }
            }
        }
        #expect(others.all.isEmpty)
    }

    @Test("a removed directory counts as a loss, and is recreated after a reset, with its creation marker")
    func aDirectoryRemovedAndMadeAgainHasItsBirthRecordAgain() async throws {
        let (store, reader) = (try opened(), try other())
        try await store.set(1, for: .count)
        #expect(reader.read(.count) == .value(1))
        try FileManager.default.removeItem(at: directory.url)
        #expect(reader.read(.count) == .unavailable(.lost))
        try await store.resetIfUnrecoverable()
        try await store.set(2, for: .count)
        #expect(reader.read(.count) == .value(2))
        #expect(FileManager.default.fileExists(atPath: directory.path + "/settings.born"))
    }

    @Test("a file shrinks after a large value is removed")
    func aFileShrinksAfterALargeValue() async throws {
        let store = try opened()
        func size() throws -> Int64 {
            let disk = RealFileSystem()
            let file = try disk.open(directory.path + "/settings.store", .readOnly)
            defer { disk.close(file) }
            return try disk.size(of: file)
        }
        try await store.set(1, for: .count)
        let small = try size()
        try await store.set(String(repeating: "x", count: 1_000_000), for: .name)
        #expect(try size() > 4_000_000)
        try await store.remove(.name)
        #expect(try size() == small)
        #expect(try other().read(.count) == .value(1))
    }

    @Test("a value too large for a file is refused before anything is written")
    func aValueThatNoFileHoldsIsRefusedAtOnce() async throws {
        let store = try opened()
        let error = await #expect(throws: StoreError.self) {
            try await store.set(Data(repeating: 0, count: 1 << 30 + 1), for: StoreKey<Data>("large"))
        }
        #expect(error?.cause == .tooLarge)
        #expect(!FileManager.default.fileExists(atPath: directory.path + "/settings.store"))
    }

    @Test("the library's own names can't be set, and removeAll removes all other keys")
    func namesOfTheLibraryAreItsOwn() async throws {
        let store = try opened()
        for name in ["sidereal.", "sidereal.migration.mine", "sidereal.\u{301}x"] {
            let key = StoreKey<Int>(name)
            let error = await #expect(throws: StoreError.self) { try await store.set(1, for: key) }
            #expect(error?.cause == .invalidKeyName)
            _ = await #expect(throws: StoreError.self) { try await store.update(key) { $0 = 1 } }
            try await store.remove(key)
        }
        let others = ["sidereal", "Sidereal.x"]
        for name in others { try await store.set(1, for: StoreKey<Int>(name)) }
        try await store.transaction { transaction throws(StoreError) in try transaction.removeAll() }
        for name in others { #expect(store.read(StoreKey<Int>(name)) == .absent) }
    }

    /// Nil is a value of an optional, and not the same as absent. Two nils can't be distinguished.
    @Test("nil is a value of an optional key, and nested optionals are refused")
    func optionalsAreValues() async throws {
        let store = try opened()
        let key = StoreKey<Int?>("maybe")
        #expect(store.read(key) == .absent)
        try await store.set(nil, for: key)
        #expect(store.read(key) == .value(nil))
        try await store.update(key) { value in
            #expect(value == .some(nil))
            value = .some(3)
        }
        #expect(store.read(key) == .value(3))
        try await store.update(key) { $0 = .some(nil) }
        #expect(store.read(key) == .value(nil))
        try await store.update(key) { $0 = nil }
        #expect(store.read(key) == .absent)
        for value in [nil, .some(nil), 1] as [Int??] {
            let error = await #expect(throws: StoreError.self) {
                try await store.set(value, for: StoreKey<Int??>("twice"))
            }
            #expect(error?.cause == .notEncodable)
        }
    }
}
