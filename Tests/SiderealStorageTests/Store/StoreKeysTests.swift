import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

/// Keys that a running app makes, such as one for each draft.
@Suite("keys with a prefix") struct StoreKeysTests {
    static func key(_ name: String) -> StoreKey<Int> { StoreKey(name) }

    @Test(
        "`keys` returns the stored keys, in order",
        arguments: [
            ("", ["Draft.9", "draft", "draft.1", "draft.10", "other", "é"]), ("draft.", ["draft.1", "draft.10"]),
            ("draft.1", ["draft.1", "draft.10"]), ("e", []), ("é", ["é"]), ("draft.2", []),
        ] as [(String, [String])])
    func stored(prefix: String, keys: [String]) async throws {
        let device = StoryDisk()
        let store = try device.launch().store
        #expect(try store.keys(beginningWith: prefix) == [])
        for name in ["draft.10", "é", "draft.2", "other", "draft.1", "Draft.9", "draft"] {
            try await store.set(1, for: Self.key(name))
        }
        try await store.remove(Self.key("draft.2"))
        #expect(try store.keys(beginningWith: prefix) == keys)
        let other = try device.launch(2).store
        #expect(try other.keys(beginningWith: prefix) == keys)
        try await other.set(1, for: Self.key("\(prefix)zz"))
        #expect(try store.keys(beginningWith: prefix).contains("\(prefix)zz"))
    }

    @Test("the list of keys of a locked store is unavailable, not empty")
    func locked() async throws {
        let device = StoryDisk()
        try await device.launch().store.set(1, for: Self.key("a"))
        device.restart(.beforeFirstUnlock)
        let store = try device.launch().store
        #expect(throws: Unavailability.beforeFirstUnlock) { try store.keys() }
        device.disk.setLock(.unlocked)
        #expect(try store.keys() == ["a"])
    }

    @Test("a transaction sees its own changes, and changes all keys with a prefix at once")
    func transactions() async throws {
        let store = try StoryDisk().launch().store
        for name in ["draft.1", "draft.2", "other"] { try await store.set(1, for: Self.key(name)) }
        let seen = try await store.transaction { transaction throws(StoreError) in
            try transaction.set(2, for: Self.key("draft.3"))
            try transaction.remove(Self.key("draft.1"))
            let drafts = try transaction.keys(beginningWith: "draft.")
            for draft in drafts { try transaction.remove(Self.key(draft)) }
            return drafts + (try transaction.keys())
        }
        #expect(seen == ["draft.2", "draft.3", "other"])
        #expect(try store.keys() == ["other"])
    }

    @Test("the keys with a prefix are unavailable while a migration may still move some of them")
    func migrations() async throws {
        let world = DefaultsWorld(MigrationStoreTests.source)
        let store = try StoryDisk().launch().store
        let migration = StoreMigration("1", items: MigrationStoreTests.items, from: world.defaults(), to: store)
        for prefix in ["", "profile.", "profile.name"] {
            #expect(throws: Unavailability.notMigrated) { try store.keys(beginningWith: prefix) }
        }
        #expect(try store.keys(beginningWith: "draft.") == [])
        await #expect(throws: StoreError.self) {
            try await store.transaction { transaction throws(StoreError) in try transaction.keys() }
        }
        _ = try await migration.run()
        #expect(try store.keys() == ["profile.count", "profile.name"])
    }

    @Test("`keys()` of gated defaults returns the app's own keys, once the defaults are known to be fresh")
    func defaults() throws {
        let world = DefaultsWorld(["draft.1": .integer(1), "draft.2": .integer(2), "other": .boolean(true)])
        let defaults = world.defaults()
        #expect(try defaults.keys() == ["draft.1", "draft.2", "other"])
        #expect(try defaults.keys(beginningWith: "draft.") == ["draft.1", "draft.2"])
        world.restart()
        #expect(throws: Unavailability.beforeFirstUnlock) { try world.defaults().keys() }
    }
}
