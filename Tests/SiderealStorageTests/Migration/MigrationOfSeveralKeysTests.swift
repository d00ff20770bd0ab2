import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

@Suite("several keys of the defaults that become one value") struct MigrationOfSeveralKeysTests {
    struct Display: Codable, Sendable, Equatable {
        var isDark: Bool
        var textScale: Double
    }

    static let display = StoreKey<Display>("display")

    static func item(asked key: String = "textScale") -> StoreMigration.Item {
        .init(["isDark", "textScale"], to: display) { old in
            Display(isDark: try old.value("isDark") ?? false, textScale: try old.value(key) ?? 1)
        }
    }

    static func migration(
        _ world: DefaultsWorld, _ store: ProtectedStore, asked key: String = "textScale"
    ) -> StoreMigration {
        StoreMigration("1", items: [item(asked: key)], from: world.defaults(), to: store)
    }

    static func isTemporary<Value>(_ reading: ProtectedReading<Value>) -> Bool? {
        if case .unavailable(let why) = reading { why.isTemporary } else { nil }
    }

    @Test("both values are moved, or one value if only one exists")
    func moved() async throws {
        let both = DefaultsWorld(["isDark": .boolean(true), "textScale": .real(1.5)])
        var store = try StoryDisk().launch().store
        var report = try await Self.migration(both, store).run()
        #expect(report.moved.sorted() == ["isDark", "textScale"] && report.kept.isEmpty)
        #expect(store.read(Self.display) == .value(Display(isDark: true, textScale: 1.5)))
        #expect(both.disk?["isDark"] == nil && both.disk?["textScale"] == nil)

        let one = DefaultsWorld(["isDark": .boolean(true)])
        store = try StoryDisk().launch().store
        report = try await Self.migration(one, store).run()
        #expect(report.moved == ["isDark"] && report.kept.isEmpty)
        #expect(store.read(Self.display) == .value(Display(isDark: true, textScale: 1)))

        store = try StoryDisk().launch().store
        report = try await Self.migration(DefaultsWorld([:]), store).run()
        #expect(report.moved.isEmpty && report.kept.isEmpty)
        #expect(store.read(Self.display) == .absent)
    }

    @Test("if a value has another type, all values stay in the defaults, and the report names it")
    func notConverted() async throws {
        let world = DefaultsWorld(["isDark": .boolean(true), "textScale": .string("big")])
        let store = try StoryDisk().launch().store
        let report = try await Self.migration(world, store).run()
        let reason = "it is of the wrong type: \"textScale\" is a string, but the migration reads it as Double"
        #expect(
            report.kept == ["isDark": .notConverted(reason: reason), "textScale": .notConverted(reason: reason)])
        #expect(Self.isTemporary(store.read(Self.display)) == false)
        #expect(world.disk?["isDark"] == .boolean(true))
    }

    @Test("a closure that reads a key outside of its item moves nothing")
    func wrongKey() async throws {
        let world = DefaultsWorld(["isDark": .boolean(true)])
        let store = try StoryDisk().launch().store
        let report = try await Self.migration(world, store, asked: "textSize").run()
        #expect(
            report.kept == [
                "isDark": .notConverted(
                    reason: "it is of the wrong type: the item does not name the key \"textSize\"")
            ])
    }

    @Test("a value that is set after the copy stays, and is reported as changed")
    func changedMeanwhile() {
        let item = MigrationItem(from: ["a", "b"], to: ExactName("c")) { values in
            Array("\(values.keys.sorted())".utf8)
        }
        let name = ExactName("marker")
        let source: [String: PropertyListValue] = ["a": .integer(1)]
        let copied = MigrationPlan.copy([item], marker: name, anyMarker: "any", source: source, present: [:])
        guard let marker = copied[name].flatMap({ MigrationMarker(bytes: $0) }) else {
            Issue.record("there is no marker")
            return
        }
        let later: [String: PropertyListValue] = ["a": .integer(1), "b": .integer(2)]
        let found = MigrationPlan.settle([item], marker, source: later, present: copied)
        #expect(found.remove == ["a"])
        #expect(found.kept == ["b": .changedSinceCopied])
    }

    @Test("if items name the same key, a run reports the error, and waits then end with that error")
    func ambiguous() async throws {
        let store = try StoryDisk().launch().store
        let migration = StoreMigration(
            "1", items: [.init("a", to: StoreKey<Int>("x")), .init("b", to: StoreKey<Int>("x"))],
            from: DefaultsWorld([:]).defaults(), to: store)
        #expect(store.read(StoreKey<Int>("x")) == .unavailable(.notMigrated))
        await #expect(throws: StoreMigration.Failure.ambiguous(key: "x")) { try await migration.run() }
        #expect(Self.isTemporary(store.read(StoreKey<Int>("x"))) == false)
    }
}
