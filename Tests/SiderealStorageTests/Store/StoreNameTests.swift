import Foundation
import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

/// Directories, stores and keys whose names are equal as String: each has its own values.
@Suite("names and paths of stores") struct StoreNameTests {
    /// Composed and decomposed, one character for another, with the same number of bytes, and in another order.
    static let twins: [(String, String)] = [
        ("caf\u{E9}", "cafe\u{301}"), ("K", "\u{212A}"), ("\u{F900}", "\u{8C48}"),
        ("a\u{323}\u{301}", "a\u{301}\u{323}"),
    ]

    private let root: TemporaryDirectory

    init() throws { root = try TemporaryDirectory() }

    private func opened(_ name: String, in directory: String) throws -> ProtectedStore {
        try ProtectedStore(name, directory: root.url.appending(path: directory), gate: gate)
    }

    /// Opens a store like another process.
    private func reopened(_ name: String, in directory: String) throws -> ProtectedStore {
        try ProtectedStore(
            name, directory: root.url.path + "/" + directory, gate: gate, environment: .live)
    }

    private var gate: FirstUnlockGate { FirstUnlockGate(directory: root.url) }

    private func checkApart(_ one: (name: String, directory: String), _ other: (name: String, directory: String))
        async throws
    {
        let first = try opened(one.name, in: one.directory)
        let second = try opened(other.name, in: other.directory)
        try await first.set(1, for: .count)
        #expect(second.read(.count) == .absent)
        try await second.set(2, for: .count)
        #expect(first.read(.count) == .value(1))
        #expect(try opened(one.name, in: one.directory).read(.count) == .value(1))
        #expect(try opened(other.name, in: other.directory).read(.count) == .value(2))
        #expect(try reopened(one.name, in: one.directory).read(.count) == .value(1))
        #expect(try reopened(other.name, in: other.directory).read(.count) == .value(2))
    }

    // Volumes of Apple's systems treat both spellings as one name.
    #if os(Linux)
        @Test("directories with canonically equal names hold separate stores", arguments: twins)
        func canonicallyEqualDirectoriesDiffer(one: String, other: String) async throws {
            for name in [one, other] {
                try FileManager.default.createDirectory(
                    at: root.url.appending(path: name), withIntermediateDirectories: true)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: root.url.path).count == 2)
            try await checkApart(("settings", one), ("settings", other))
        }

        /// Neither exists yet.
        @Test("directories with canonically equal names that don't exist yet hold separate stores", arguments: twins)
        func twoDirectoriesToBeAreTwo(one: String, other: String) async throws {
            try await checkApart(("settings", one), ("settings", other))
        }

        @Test("stores with canonically equal names are separate", arguments: twins)
        func twoStoresOfADirectoryAreTwo(one: String, other: String) async throws {
            try await checkApart((one, "both"), (other, "both"))
        }

        /// The kernel resolves ".." to the parent of the link's target.
        @Test("two dots after a link lead to the parent of the link's target")
        func theParentOfALinkIsNotThatOfItsTarget() async throws {
            try FileManager.default.createDirectory(
                at: root.url.appending(path: "a/deep"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: root.url.path + "/link", withDestinationPath: "a/deep")
            try await checkApart(("settings", "link/../store"), ("settings", "store"))
            #expect(try opened("settings", in: "a/store").read(.count) == .value(1))
        }

        @Test("an open store stays in its directory when the link to it changes")
        func aLinkThatMovesTakesNoStoreAlong() async throws {
            for name in ["a", "b"] {
                try FileManager.default.createDirectory(
                    at: root.url.appending(path: name), withIntermediateDirectories: true)
            }
            let link = root.url.path + "/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "a")
            let early = try opened("settings", in: "link")
            try FileManager.default.removeItem(atPath: link)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "b")
            try await opened("settings", in: "a").set(1, for: .count)
            #expect(early.read(.count) == .value(1))
            #expect(try opened("settings", in: "link").read(.count) == .absent)
            #expect(try reopened("settings", in: "a").read(.count) == .value(1))
            #expect(try reopened("settings", in: "b").read(.count) == .absent)
        }

        /// Opened before the directory was made, and after.
        @Test("a directory and a link to it hold one store")
        func aLinkAndItsTargetAreOne() async throws {
            try FileManager.default.createDirectory(
                at: root.url.appending(path: "real"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: root.url.path + "/link", withDestinationPath: "real")
            let early = try opened("settings", in: "link/store")
            try await early.set(1, for: .count)
            let error = #expect(throws: StoreError.self) {
                try ProtectedStore(
                    "settings", directory: root.url.appending(path: "real/store"), tier: .always, gate: gate)
            }
            #expect(error?.cause == .otherTier, "they share")
        }
    #endif

    @Test("a slash before a combining mark counts as a slash, and is refused", arguments: ["a/\u{301}b", "a/\u{20DD}"])
    func aSlashIsOneBeforeACombiningMarkToo(name: String) throws {
        let error = #expect(throws: StoreError.self) { try opened(name, in: ".") }
        #expect(error?.cause == .invalidStoreName)
        #expect(!StandardDirectories.directoryName(name).utf8.contains(UInt8(ascii: "/")))
    }

    @Test("keys with canonically equal names hold separate values", arguments: twins)
    func twoKeysAreTwo(one: String, other: String) async throws {
        let (first, second) = (StoreKey<Int>(one), StoreKey<Int>(other))
        #expect(first != second)
        let store = try opened("settings", in: "keys")
        try await store.set(1, for: first)
        #expect(store.read(first) == .value(1) && store.read(second) == .absent)
        try await store.transaction { transaction throws(StoreError) in
            try transaction.set(2, for: second)
            try transaction.set(3, for: first)
        }
        #expect(store.read(first) == .value(3) && store.read(second) == .value(2))
        #expect(try reopened("settings", in: "keys").read(first) == .value(3))
        #expect(try reopened("settings", in: "keys").read(second) == .value(2))
        try await store.remove(first)
        #expect(store.read(first) == .absent && store.read(second) == .value(2))
        try await store.transaction { transaction throws(StoreError) in try transaction.removeAll() }
        #expect(store.read(second) == .absent)
    }

    /// The marker of a migration survives the removal of all values, whatever its identifier.
    @Test("a migration doesn't run again after removeAll, whatever its identifier", arguments: ["1", "\u{301}"])
    func aMigrationDoesNotRunTwice(id: String) async throws {
        let device = StoryDisk()
        let world = DefaultsWorld(MigrationStoreTests.source)
        let store = try device.launch().store
        _ = try await StoreMigration(id, items: MigrationStoreTests.items, from: world.defaults(), to: store).run()
        try await store.transaction { transaction throws(StoreError) in try transaction.removeAll() }
        let again = StoreMigration(id, items: MigrationStoreTests.items, from: world.defaults(), to: store)
        #expect(try await again.run().wasDone)
    }

    /// The target of one key doesn't hold back another key.
    @Test("a migration holds back its own keys, but not canonically equal keys", arguments: twins)
    func aMigrationWaitsForItsOwnKeys(one: String, other: String) async throws {
        let device = StoryDisk()
        let world = DefaultsWorld(["a": .integer(3), "b": .integer(4)])
        let store = try device.launch().store
        let (first, second) = (StoreKey<Int>(one), StoreKey<Int>(other))
        let migration = StoreMigration("1", items: [.init("a", to: first)], from: world.defaults(), to: store)
        #expect(store.read(first) == .unavailable(.notMigrated) && store.read(second) == .absent)
        #expect(try await migration.run().moved == ["a"])
        _ = try await StoreMigration("2", items: [.init("b", to: second)], from: world.defaults(), to: store).run()
        #expect(store.read(first) == .value(3) && store.read(second) == .value(4))
    }
}
