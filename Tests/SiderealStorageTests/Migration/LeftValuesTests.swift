import Foundation
import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

/// A migration that leaves the old values, for a release that may be rolled back.
@Suite("a migration that leaves the old values") struct LeftValuesTests {
    static let name = StoreKey<String>("name")
    static let count = StoreKey<Int>("count")
    static let both = StoreKey<[String]>("both")
    static let items: [StoreMigration.Item] = [
        .init("name", to: name), .init("count", to: count),
        .init(["first", "last"], to: both) { old in
            [try old.value("first") ?? "-", try old.value("last") ?? "-"]
        },
    ]

    /// Runs the earlier version, which doesn't use the library. Its values are on the disk.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func old(_ device: SimulatedDevice, _ body: (SimulatedApp.Defaults) -> Void) throws {
        let app = try device.launch()
        body(app.userDefaults())
        device.advance(by: .seconds(11))
        app.kill()
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    struct Version {
        let app: SimulatedApp
        let store: ProtectedStore
        let migration: StoreMigration

        init(
            _ device: SimulatedDevice, items: [StoreMigration.Item] = LeftValuesTests.items, leaving: Bool = true
        ) throws {
            app = try device.launch()
            store = try app.store()
            migration = StoreMigration(
                "settings", items: items, from: app.defaults(), to: store, keepingOldValues: leaving)
        }

        func run(_ device: SimulatedDevice) throws -> StoreMigration.Report {
            try device.run { try await migration.run() }
        }
    }

    /// Launches the newer version again, and runs its migration.
    @discardableResult
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func new(
        _ device: SimulatedDevice, items: [StoreMigration.Item] = LeftValuesTests.items, leaving: Bool = true,
        _ body: (Version, StoreMigration.Report) throws -> Void = { _, _ in }
    ) throws -> StoreMigration.Report {
        let version = try Version(device, items: items, leaving: leaving)
        let report = try version.run(device)
        try body(version, report)
        device.advance(by: .seconds(11))
        version.app.kill()
        return report
    }

    /// Makes a device with values of the earlier version, on which the newer one has run once.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func updated() throws -> SimulatedDevice {
        let device = SimulatedDevice()
        try old(device) { defaults in
            defaults.set("Ada", forKey: "name")
            defaults.set(7, forKey: "count")
            defaults.set("Ada", forKey: "first")
        }
        try new(device) { version, report in
            #expect(report == StoreMigration.Report(copied: ["count", "first", "name"]))
            #expect(version.store.read(name) == .value("Ada"))
            #expect(version.store.read(both) == .value(["Ada", "-"]))
        }
        return device
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the earlier version keeps its values, and the newer version's changes stay")
    func stays() throws {
        let device = try Self.updated()
        try Self.new(device) { version, report in
            #expect(report == Self.nothing)
            try device.run { try await version.store.set("Grace", for: Self.name) }
        }
        try Self.old(device) { #expect($0.string(forKey: "name") == "Ada") }
        try Self.new(device) { version, report in
            #expect(report == Self.nothing && version.store.read(Self.name) == .value("Grace"))
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a value that the earlier version set meanwhile wins; a value that it removed is reported, and stays")
    func comesBack() throws {
        let device = try Self.updated()
        try Self.new(device) { version, _ in
            try device.run {
                try await version.store.set("Grace", for: Self.name)
                try await version.store.set(8, for: Self.count)
            }
        }
        try Self.old(device) { defaults in
            defaults.set("Edsger", forKey: "name")
            defaults.set("Dijkstra", forKey: "last")
            defaults.removeObject(forKey: "count")
        }
        try Self.new(device) { version, report in
            #expect(report == StoreMigration.Report(copied: ["first", "last", "name"], gone: ["count"]))
            #expect(version.store.read(Self.name) == .value("Edsger"))
            #expect(version.store.read(Self.both) == .value(["Ada", "Dijkstra"]))
            #expect(version.store.read(Self.count) == .value(8))
        }
        try Self.new(device) { _, report in #expect(report == StoreMigration.Report(gone: ["count"], wasDone: true)) }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("defaults that are lost and restored unchanged change nothing", arguments: [1, 2])
    func lost(launches: Int) throws {
        let device = try Self.updated()
        let saved = try Self.values(device)
        try Self.old(device) { defaults in for key in saved.keys { defaults.removeObject(forKey: key) } }
        for launch in 0..<launches {
            try Self.new(device) { version, report in
                #expect(report.gone == ["count", "first", "name"] && report.wasDone)
                #expect(version.store.read(Self.name) == .value(launch == 0 ? "Ada" : "Grace"))
                #expect(version.store.read(Self.count) == .value(7))
                try device.run { try await version.store.set("Grace", for: Self.name) }
            }
        }
        try Self.old(device) { defaults in
            defaults.set("Ada", forKey: "name")
            defaults.set(7, forKey: "count")
        }
        try Self.new(device) { version, report in
            #expect(report == StoreMigration.Report(gone: ["first"], wasDone: true))
            #expect(version.store.read(Self.name) == .value("Grace"))
        }
    }

    private static let nothing = StoreMigration.Report(wasDone: true)

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private static func values(_ device: SimulatedDevice) throws -> [String: String?] {
        let defaults = try device.launch().userDefaults()
        return Dictionary(uniqueKeysWithValues: ["name", "count", "first"].map { ($0, defaults.string(forKey: $0)) })
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("until a process has run the migration, a key that the store lacks doesn't read as absent there")
    func notAbsentBefore() throws {
        let device = try Self.updated()
        try Self.new(device) { version, _ in try device.run { try await version.store.remove(Self.name) } }
        try Self.old(device) { $0.set("Edsger", forKey: "name") }
        let version = try Version(device)
        #expect(version.store.read(Self.name) == .unavailable(.notMigrated))
        let waited = try device.run { () async throws -> ProtectedReading<String>.Presence in
            async let value = version.store.value(Self.name)
            try await version.migration.run()
            return try await value
        }
        #expect(waited == .value("Edsger"))
        // A run without changes ends the waits, too.
        try Self.new(device) { version, _ in try device.run { try await version.store.remove(Self.name) } }
        let next = try Version(device)
        let none = try device.run { () async throws -> ProtectedReading<String>.Presence in
            async let value = next.store.value(Self.name)
            try await next.migration.run()
            return try await value
        }
        #expect(none == .absent)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a value that the store had first stays until the earlier version sets another value")
    func storeIsNewer() throws {
        let device = SimulatedDevice()
        try Self.old(device) { $0.set("Ada", forKey: "name") }
        let first = try Version(device)
        try device.run { try await first.store.set("Grace", for: Self.name) }
        #expect(try first.run(device).kept == ["name": .storeHasOther])
        try Self.new(device) { version, report in
            #expect(report == Self.nothing && version.store.read(Self.name) == .value("Grace"))
        }
        try Self.old(device) { $0.set("Edsger", forKey: "name") }
        try Self.new(device) { version, _ in #expect(version.store.read(Self.name) == .value("Edsger")) }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a value that can't be converted is tried again, and replaces nothing")
    func notConverted() throws {
        let device = try Self.updated()
        try Self.old(device) { $0.set("many", forKey: "count") }
        for _ in 0..<2 {
            try Self.new(device) { version, report in
                guard case .notConverted? = report.kept["count"] else { Issue.record("\(report)"); return }
                #expect(version.store.read(Self.count) == .value(7))
            }
        }
        let later: [StoreMigration.Item] = [
            Self.items[0], .init("count", to: Self.count) { (text: String) in text.utf8.count }, Self.items[2],
        ]
        try Self.new(device, items: later) { version, report in
            #expect(report.copied == ["count"] && version.store.read(Self.count) == .value(4))
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a value that can't be converted stays removed if the app removed it from the store")
    func beginsAnew() throws {
        let device = SimulatedDevice()
        try Self.old(device) { $0.set("many", forKey: "count") }
        try Self.new(device) { version, _ in
            guard case .unavailable(.undecodable) = version.store.read(Self.count) else {
                Issue.record("\(version.store.read(Self.count))")
                return
            }
            try device.run { try await version.store.remove(Self.count) }
            let report = try version.run(device)
            #expect(report.kept.keys.sorted() == ["count"] && version.store.read(Self.count) == .absent)
            try device.run { try await version.store.set(1, for: Self.count) }
        }
        try Self.new(device) { version, _ in #expect(version.store.read(Self.count) == .value(1)) }
        // A later version that converts it doesn't replace values set since.
        let later: [StoreMigration.Item] = [
            Self.items[0], .init("count", to: Self.count) { (text: String) in text.utf8.count }, Self.items[2],
        ]
        try Self.new(device, items: later) { version, report in
            #expect(report.kept == ["count": .storeHasOther] && version.store.read(Self.count) == .value(1))
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an item that is added later is copied, and the other items are not copied again")
    func added() throws {
        let device = try Self.updated()
        try Self.new(device) { version, _ in try device.run { try await version.store.set("Grace", for: Self.name) } }
        let more = StoreKey<String>("more")
        let items = Self.items + [.init("more", to: more)]
        try Self.old(device) { $0.set("x", forKey: "more") }
        let version = try Version(device, items: items)
        #expect(version.store.read(more) == .unavailable(.notMigrated))
        #expect(version.store.read(Self.name) == .value("Grace"))
        #expect(try version.run(device).copied == ["more"])
        #expect(version.store.read(more) == .value("x") && version.store.read(Self.name) == .value("Grace"))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("if a later release moves the values, it copies changes once more and removes the copied defaults")
    func movedLater() throws {
        let device = try Self.updated()
        try Self.new(device) { version, _ in try device.run { try await version.store.set("Grace", for: Self.name) } }
        try Self.old(device) { $0.set(8, forKey: "count") }
        try Self.new(device, leaving: false) { version, report in
            #expect(Set(report.moved) == ["name", "count", "first"] && report.kept.isEmpty && !report.wasDone)
            #expect(version.store.read(Self.name) == .value("Grace") && version.store.read(Self.count) == .value(8))
        }
        try Self.old(device) { #expect($0.string(forKey: "name") == nil && $0.integer(forKey: "count") == 0) }
        try Self.new(device, leaving: false) { version, report in
            #expect(report.wasDone && version.store.read(Self.name) == .value("Grace"))
        }
    }

    /// One process reads the old values; then the earlier version sets one, the other process copies it, and the store
    /// gets a newer value.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a process that read the old values earlier doesn't overwrite a newer value in the store", arguments: [1, 2])
    func twoProcesses(step: Int) async throws {
        let world = MigrationWorld(["name": .string("A")])
        _ = try await world.run(keepingOldValues: true)
        world.defaults.appSets("name", .string("B"))
        let names = MigrationNames("one", moving: MigrationWorld.items, from: DefaultsWorld.domain)
        let (items, target) = (MigrationWorld.items, MigrationWorld.items[0].target)
        world.before(step) { world in
            world.defaults.appSets("name", .string("C"))
            let seen = MigrationPlan.follow(
                items, since: world.store[names.baseline].flatMap { MigrationBaseline(bytes: $0) },
                source: ["name": .string("C")], present: world.store)
            for (name, bytes) in MigrationPlan.leave(seen, names, present: world.store) { world.put(name, bytes) }
            world.put(target, [7])
        }
        let report = try await world.run(keepingOldValues: true)
        #expect(world.store[target] == [7])
        #expect(report.wasDone)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a migration that is killed at any step ends like an uninterrupted one, whether it leaves or moves values",
        arguments: [true, false])
    func killed(_ leaving: Bool) throws {
        var ends = 0
        for step in 0..<60 {
            let device = try Self.updated()
            try Self.old(device) { $0.set("Edsger", forKey: "name") }
            let version = try Version(device, leaving: leaving)
            version.app.kill(beforeDiskChange: step)
            _ = try? device.run(within: .seconds(60)) { try await version.migration.run() }
            let wasKilled = !version.app.isAlive
            device.advance(by: .seconds(11))
            version.app.kill()
            try Self.new(device, leaving: leaving) { version, _ in
                #expect(version.store.read(Self.name) == .value("Edsger"), "killed before change \(step)")
                #expect(version.store.read(Self.count) == .value(7), "killed before change \(step)")
                #expect(version.store.read(Self.both) == .value(["Ada", "-"]), "killed before change \(step)")
            }
            try Self.old(device) { #expect($0.string(forKey: "name") == (leaving ? "Edsger" : nil)) }
            if !wasKilled { ends += 1 }
        }
        #expect(ends > 0 && ends < 60)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a key that Settings shows is neither moved nor copied, and not absent", arguments: [true, false])
    func settings(_ leaving: Bool) throws {
        let device = SimulatedDevice()
        try Self.old(device) { $0.set("Ada", forKey: "name") }
        let app = try device.launch(settingsKeys: ["name"])
        let store = try app.store()
        let migration = StoreMigration(
            "settings", items: Self.items, from: app.defaults(), to: store, keepingOldValues: leaving)
        let error = StoreMigration.Failure.shownInSettings(key: "name")
        #expect(throws: error) { try device.run { try await migration.run() } }
        #expect(app.userDefaults().string(forKey: "name") == "Ada")
        #expect(store.read(Self.name) == .unavailable(.undecodable(reason: error.description)))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a value that was moved before Settings showed it stays moved")
    func settingsLater() throws {
        let device = SimulatedDevice()
        try Self.old(device) { $0.set("Ada", forKey: "name") }
        try Self.new(device, leaving: false)
        let app = try device.launch(settingsKeys: ["name"])
        let migration = StoreMigration("settings", items: Self.items, from: app.defaults(), to: try app.store())
        #expect(try device.run { try await migration.run() }.wasDone)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("if there are no defaults, a migration with an item for a default fails")
    func noDefaults() throws {
        let device = SimulatedDevice()
        let migration = StoreMigration("settings", items: Self.items, to: try device.launch().store())
        #expect(throws: StoreMigration.Failure.noDefaults(key: "name")) { try device.run { try await migration.run() } }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("if an item names another key, or a key is gone, no old value counts as newer")
    func keysOfAnItem() throws {
        let device = SimulatedDevice()
        try Self.old(device) { defaults in
            defaults.set("Ada", forKey: "first")
            defaults.set("Byron", forKey: "last")
            defaults.set("Countess", forKey: "title")
        }
        func item(_ names: [String]) -> [StoreMigration.Item] {
            [.init(names, to: Self.both) { old in try names.map { try old.value($0) ?? "-" } }]
        }
        try Self.new(device, items: item(["first", "last"])) { version, _ in
            #expect(version.store.read(Self.both) == .value(["Ada", "Byron"]))
            try device.run { try await version.store.set(["Ada", "Lovelace"], for: Self.both) }
        }
        try Self.new(device, items: item(["first", "last", "title"])) { version, report in
            #expect(report == Self.nothing && version.store.read(Self.both) == .value(["Ada", "Lovelace"]))
        }
        try Self.old(device) { $0.removeObject(forKey: "last") }
        try Self.new(device, items: item(["first", "last", "title"])) { version, report in
            #expect(report == StoreMigration.Report(gone: ["last"], wasDone: true))
            #expect(version.store.read(Self.both) == .value(["Ada", "Lovelace"]))
        }
        try Self.old(device) { $0.set("Duchess", forKey: "title") }
        try Self.new(device, items: item(["first", "last", "title"])) { version, report in
            #expect(version.store.read(Self.both) == .value(["Ada", "-", "Duchess"]))
        }
    }
}
