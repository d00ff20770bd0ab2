import Foundation
import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

/// The store is the real one, on a simulated disk.
@Suite("migrations into the store") struct MigrationStoreTests {
    static let items: [StoreMigration.Item] = [
        .init("name", to: StoreKey<String>("profile.name")), .init("count", to: StoreKey<Int>("profile.count")),
    ]
    static let source: [String: PropertyListValue] = ["name": .string("Ada"), "count": .integer(3)]

    @Test("a value of a type that UserDefaults doesn't support stays, and is reported")
    func foreignTypesStay() async throws {
        let world = DefaultsWorld(Self.source)
        let items: [StoreMigration.Item] = [.init("name", to: StoreKey<ForeignValue>("profile.name"))]
        let store = try StoryDisk().launch().store
        let report = try await StoreMigration("1", items: items, from: world.defaults(), to: store).run()
        #expect(report.moved.isEmpty)
        #expect(
            report.kept == ["name": .notConverted(reason: "it is a string, but the migration reads it as ForeignValue")]
        )
        #expect(world.disk?["name"] == .string("Ada"))
        guard case .unavailable(.undecodable) = store.read(StoreKey<ForeignValue>("profile.name")) else {
            Issue.record("what is still in the defaults is not absent")
            return
        }
    }

    struct Profile: Codable, Sendable, Equatable {
        var name: String
        var isBlank = false
    }

    static let profile = StoreKey<Profile>("profile")

    @Test("a value in another form, such as JSON, is converted")
    func conversion() async throws {
        let json = [UInt8](try JSONEncoder().encode(Profile(name: "Ada")))
        let world = DefaultsWorld(["profile": .data(json)])
        let items: [StoreMigration.Item] = [
            .init("profile", to: Self.profile) { (data: Data) in try JSONDecoder().decode(Profile.self, from: data) }
        ]
        let store = try StoryDisk().launch().store
        let report = try await StoreMigration("1", items: items, from: world.defaults(), to: store).run()
        #expect(report.moved == ["profile"] && report.kept.isEmpty)
        #expect(store.read(Self.profile) == .value(Profile(name: "Ada")))
        #expect(world.disk?["profile"] == nil)
    }

    @Test("a value that can't be converted is undecodable, not absent, until a later version converts or sets it")
    func failedConversion() async throws {
        let world = DefaultsWorld(["profile": .string("Ada")])
        let device = StoryDisk()
        let store = try device.launch().store
        let wrong: [StoreMigration.Item] = [
            .init("profile", to: Self.profile) { (data: Data) in try JSONDecoder().decode(Profile.self, from: data) }
        ]
        let report = try await StoreMigration("1", items: wrong, from: world.defaults(), to: store).run()
        #expect(report.moved.isEmpty)
        #expect(report.kept == ["profile": .notConverted(reason: "it is a string, but the migration reads it as Data")])
        let later = try device.launch(2).store
        #expect(
            later.read(Self.profile)
                == .unavailable(
                    .undecodable(reason: "the migration could not convert the old value, and did not remove it")))
        await #expect(throws: StoreError.self) { try await later.update(Self.profile) { $0?.isBlank = true } }
        let right: [StoreMigration.Item] = [
            .init("profile", to: Self.profile) { (name: String) in Profile(name: name) }
        ]
        let next = try await StoreMigration("2", items: right, from: world.defaults(), to: later).run()
        #expect(next.moved == ["profile"] && next.kept.isEmpty)
        #expect(later.read(Self.profile) == .value(Profile(name: "Ada")))
    }

    @Test("a new value that replaces an unconverted value stays, and the old value stays in the defaults")
    func setInPlaceOfWhatCannotBeConverted() async throws {
        let world = DefaultsWorld(["flag": .string("maybe")])
        let store = try StoryDisk().launch().store
        let flag = StoreKey<Bool>("flag")
        let items: [StoreMigration.Item] = [.init("flag", to: flag)]
        _ = try await StoreMigration("1", items: items, from: world.defaults(), to: store).run()
        try await store.set(true, for: flag)
        #expect(store.read(flag) == .value(true))
        let again = try await StoreMigration("2", items: items, from: world.defaults(), to: store).run()
        #expect(again.kept == ["flag": .notConverted(reason: "it is a string, but the migration reads it as Bool")])
        #expect(store.read(flag) == .value(true))
        #expect(world.disk?["flag"] == .string("maybe"))
    }

    @Test(
        "a flag that was set as text, which UserDefaults accepts, is moved",
        arguments: ["YES": true, "true": true, "0": false])
    func textOfAFlag(text: String, isSet: Bool) async throws {
        let world = DefaultsWorld(["flag": .string(text)])
        let store = try StoryDisk().launch().store
        let flag = StoreKey<Bool>("flag")
        let report = try await StoreMigration(
            "1", items: [.init("flag", to: flag)], from: world.defaults(), to: store
        ).run()
        #expect(report.moved == ["flag"])
        #expect(store.read(flag) == .value(isSet))
    }

    /// One of the values is made of two keys.
    @Test("a power cut at any change of the disk loses nothing")
    func aPowerCutAnywhereLosesNothing() async throws {
        typealias Several = MigrationOfSeveralKeysTests
        let items = Self.items + [Several.item()]
        var isCut = true
        var change = 0
        while isCut, change < 200 {
            let device = StoryDisk()
            let world = DefaultsWorld(
                Self.source.merging(["isDark": .boolean(true), "textScale": .real(1.5)]) { $1 })
            let app = try device.launch()
            device.disk.schedule(.kill, process: 1, change: change)
            _ = try? await StoreMigration("1", items: items, from: world.defaults(), to: app.store).run()
            isCut = device.disk.isStopped(1)
            device.disk.killAll()
            device.restart(.unlocked)
            world.cutPower()
            let store = try device.launch(2).store
            _ = try await StoreMigration("1", items: items, from: world.defaults(), to: store).run()
            #expect(store.read(StoreKey<String>("profile.name")) == .value("Ada"))
            #expect(store.read(StoreKey<Int>("profile.count")) == .value(3))
            #expect(store.read(Several.display) == .value(Several.Display(isDark: true, textScale: 1.5)))
            #expect(world.disk?["name"] == nil && world.disk?["count"] == nil)
            change += 1
        }
        #expect(!isCut && change > 5)
        print("migration into the store: \(change) power cuts")
    }

    @Test("a run throws if the store refuses a key")
    func refused() async throws {
        let nameless: [StoreMigration.Item] = [.init("name", to: StoreKey<String>(""))]
        let defaults = DefaultsWorld(Self.source).defaults()
        let store = try StoryDisk().launch().store
        await #expect(throws: StoreMigration.Failure.self) {
            try await StoreMigration("1", items: nameless, from: defaults, to: store).run()
        }
    }

    @Test("a key can't be removed while a migration would restore it")
    func whatWasRemovedBeforeAMigrationDoesNotComeBack() async throws {
        let device = StoryDisk()
        let world = DefaultsWorld(Self.source)
        let app = try device.launch()
        let name = StoreKey<String>("profile.name")
        let migration = StoreMigration(
            "1", items: Self.items, from: world.defaults(), to: app.store)
        let refused = await #expect(throws: StoreError.self) { try await app.store.remove(name) }
        #expect(refused?.unavailability == .notMigrated)
        _ = try await migration.run()
        try await app.store.remove(name)
        #expect(app.store.read(name) == .absent)
    }

    @Test("a plan finishes only a marker in the phase `copied`")
    func plansFinishOnlyTheirOwnMarker() throws {
        let copied = try #require(MigrationMarker(phase: .copied, copies: [:]).bytes)
        let done = try #require(MigrationMarker(phase: .done, copies: [:]).bytes)
        #expect(MigrationPlan.finish(marker: "m", present: ["m": copied]) == ["m": done])
        for other in [nil, done, Array("{\"version\":2}".utf8)] as [[UInt8]?] {
            #expect(MigrationPlan.finish(marker: "m", present: other.map { ["m": $0] } ?? [:]).isEmpty)
        }
    }
}
