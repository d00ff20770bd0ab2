import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

/// Another library read UserDefaults before the first unlock. From then on, UserDefaults returns no stored values to
/// this process, but the property list on the disk has them.
@Suite("migrations from the property list") struct MigrationProofTests {
    static let source: [String: PropertyListValue] = [
        "name": .string("Ada"), "count": .integer(3), "own": .boolean(true),
    ]
    static let items = MigrationWorld.items

    static func world() -> MigrationWorld {
        let world = MigrationWorld(source)
        world.defaults.restart()
        #expect(world.defaults.appReads("name") == nil)
        return world
    }

    static func stored(_ world: MigrationWorld, _ key: String) -> [UInt8]? { world.store[ExactName("store.\(key)")] }

    @Test("a run copies the values of the property list, and the run of the next launch removes them")
    func copiesAndLeaves() async throws {
        let world = Self.world()
        world.defaults.unlock()
        let first = try await world.run()
        #expect(first == StoreMigration.Report(copied: ["count", "name"]))
        for key in ["name", "count"] {
            #expect(Self.stored(world, key) == Self.source[key].map { MigrationWorld.encoded($0) })
        }
        #expect(Self.stored(world, "token") == nil && world.defaults.disk == Self.source)
        // The same launch learns nothing new.
        #expect(try await world.run().wasDone)
        world.relaunch()
        #expect(Set(try await world.run().moved) == ["name", "count"])
        #expect(Set((world.defaults.disk ?? [:]).keys) == ["own", DefaultsFreshness.sentinelKey])
        #expect(world.phase == .done)
        #expect(try await world.run().wasDone)
    }

    @Test("a value that UserDefaults returns is newer than the value of the property list")
    func shownValuesWin() async throws {
        let world = Self.world()
        world.defaults.appSets("name", .string("Grace"))
        world.defaults.unlock()
        #expect(try await world.run().copied == ["count", "name"])
        #expect(Self.stored(world, "name") == MigrationWorld.encoded(.string("Grace")))
    }

    /// Another process set the value, and the daemon had not written it yet.
    @Test("a value that is newer than the property list replaces the copy at the next launch")
    func newerValuesFollow() async throws {
        let world = Self.world()
        world.defaults.unlock()
        _ = try await world.run()
        world.relaunch()
        world.defaults.appSets("name", .string("Grace"))
        world.defaults.appSets("token", .string("t"))
        let report = try await world.run()
        #expect(Set(report.moved) == ["name", "count", "token"])
        #expect(Self.stored(world, "name") == MigrationWorld.encoded(.string("Grace")))
        #expect(Self.stored(world, "token") == MigrationWorld.encoded(.string("t")))
    }

    /// The property list still has a key that the app has removed, so UserDefaults may be stale, or right.
    @Test("a removal that UserDefaults has not saved yet is saved before the property list is read")
    func unsavedRemovals() async throws {
        let world = MigrationWorld(Self.source)
        world.defaults.appSets("name", nil)
        #expect(try await world.run().moved == ["count"])
        #expect(Self.stored(world, "name") == nil)
    }

    @Test("a run that was cut short at any step loses nothing", arguments: 0..<6)
    func cutShort(step: Int) async throws {
        let world = Self.world()
        world.defaults.unlock()
        world.dieAfter(step)
        _ = try? await world.run()
        if step % 2 == 0 { world.cutPower() } else { world.relaunch() }
        _ = try await world.run()
        for key in ["name", "count"] {
            #expect(Self.stored(world, key) == Self.source[key].map { MigrationWorld.encoded($0) })
            #expect(world.defaults.disk?[key] == nil)
        }
        #expect(world.phase == .done)
    }

    /// A run copied the values of trusted defaults, and was killed before it removed them.
    @Test("values that an earlier run copied count as copied")
    func copiedBefore() async throws {
        let world = MigrationWorld(Self.source)
        world.dieAfter(2)
        _ = try? await world.run()
        #expect(world.phase == .copied)
        world.relaunch()
        world.defaults.restart()
        _ = world.defaults.appReads("name")
        world.defaults.unlock()
        #expect(try await world.run().kept.isEmpty)
        world.relaunch()
        #expect(Set(try await world.run().moved) == ["name", "count"])
        #expect(world.phase == .done)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the app reads the migrated values although UserDefaults returns none")
    func appReads() throws {
        let name = StoreKey<String>("name")
        let device = try MigrationLaunchTests.restartedPhone()
        let app = try device.launch()
        #expect(app.userDefaults().string(forKey: "name") == nil)
        let (migration, store) = (try MigrationLaunchTests.migration(of: app), try app.store())
        device.unlock()
        let (value, report) = try device.run {
            async let value = store.value(name)
            let report = try await migration.run()
            return (try await value, report)
        }
        #expect(value == .value("Ada") && report.copied == ["name"])
        #expect(app.userDefaults().string(forKey: "name") == nil)
        let next = try device.launch()
        let again = try MigrationLaunchTests.migration(of: next)
        #expect(try device.run { try await again.run() }.moved == ["name"])
        #expect(try next.store().read(name) == .value("Ada"))
    }
}
