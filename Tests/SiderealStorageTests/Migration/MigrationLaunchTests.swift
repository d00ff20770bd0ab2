import Foundation
import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

/// The keys of a migration, as an app reads them from its launch on.
@Suite("launches with a migration") struct MigrationLaunchTests {
    static let name = StoreKey<String>("name")

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func migration(of app: SimulatedApp) throws -> StoreMigration {
        StoreMigration("1", items: [.init("name", to: name)], from: app.defaults(), to: try app.store())
    }

    /// Makes a phone on which an older version of the app has stored a name, after a restart.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func restartedPhone() throws -> SimulatedDevice {
        let device = SimulatedDevice(.iPhone)
        try device.launch().userDefaults().set("Ada", forKey: "name")
        device.advance(by: .seconds(60))
        device.reboot()
        return device
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a run waits for the first unlock, and so does a read of a value")
    func waits() throws {
        let device = try Self.restartedPhone()
        let app = try device.launch()
        let (migration, store) = (try Self.migration(of: app), try app.store())
        #expect(store.read(Self.name) == .unavailable(.notMigrated))
        let (report, value) = try device.run {
            async let value = store.value(Self.name)
            let report = try await migration.run()
            return (report, try await value)
        } whileWaiting: {
            #expect(store.read(Self.name) == .unavailable(.notMigrated))
            device.unlock()
        }
        #expect(report.moved == ["name"])
        #expect(value == .value("Ada"))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a run that is cancelled before the first unlock has changed nothing")
    func cancelled() throws {
        let device = try Self.restartedPhone()
        let app = try device.launch()
        let migration = try Self.migration(of: app)
        let error = try device.run {
            await withTaskGroup(of: StoreMigration.Failure?.self) { group in
                group.addTask {
                    do throws(StoreMigration.Failure) {
                        _ = try await migration.run()
                        return nil
                    } catch {
                        return error
                    }
                }
                group.cancelAll()
                return await group.next() ?? nil
            }
        }
        #expect(error == .cancelled)
        device.unlock()
        #expect(app.userDefaults().string(forKey: "name") == "Ada")
        #expect(try app.store().read(Self.name) == .unavailable(.notMigrated))
    }

    @Test("after a lasting failure, reads and waits give its reason until a run succeeds")
    func failed() async throws {
        let world = DefaultsWorld(["name": .string("Ada")])
        world.change { $0.diskFault = .damaged }
        let store = try StoryDisk().launch().store
        let migration = StoreMigration(
            "1", items: [.init("name", to: Self.name)], from: world.defaults(), to: store)
        async let waiting = Self.error { () async throws(StoreError) in _ = try await store.value(Self.name) }
        await #expect(throws: StoreMigration.Failure.defaults(.damaged)) { try await migration.run() }
        let waited = await waiting
        #expect(waited?.unavailability == .damaged)
        let update = await Self.error { () async throws(StoreError) in
            try await store.update(Self.name, whileLocked: .wait) { $0 = ($0 ?? "") + "!" }
        }
        #expect(update?.unavailability == .damaged)
        #expect(store.read(Self.name) == .unavailable(.damaged))
        world.change { $0.diskFault = nil }
        _ = try await migration.run()
        #expect(store.read(Self.name) == .value("Ada"))
    }

    private static func error(_ body: @Sendable () async throws(StoreError) -> Void) async -> StoreError? {
        do throws(StoreError) {
            try await body()
            return nil
        } catch {
            return error
        }
    }

    @Test("a value that a closure can't convert is reported with the closure's error")
    func thrownReasons() async throws {
        struct Unknown: Error, CustomStringConvertible { let description = "no such theme: sepia" }
        let world = DefaultsWorld(["theme": .string("sepia")])
        let store = try StoryDisk().launch().store
        let theme = StoreKey<Int>("theme")
        let items: [StoreMigration.Item] = [
            .init("theme", to: theme) { (_: String) throws -> Int in throw Unknown() }
        ]
        let report = try await StoreMigration("1", items: items, from: world.defaults(), to: store).run()
        #expect(report.kept == ["theme": .notConverted(reason: "no such theme: sepia")])
        guard case .unavailable(.undecodable) = store.read(theme) else {
            Issue.record("what is still in the defaults is not absent")
            return
        }
    }

    @Test("the process keeps a migration that nothing else references")
    func remembered() async throws {
        let url = URL(filePath: NSTemporaryDirectory()).appending(path: "migrations-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        let world = DefaultsWorld(["name": .string("Ada")])
        func open() throws -> ProtectedStore {
            try ProtectedStore(directory: url, gate: FirstUnlockGate(directory: url))
        }
        func make() throws -> StoreMigration {
            StoreMigration("1", items: [.init("name", to: Self.name)], from: world.defaults(), to: try open())
        }
        _ = try make()
        #expect(try open().read(Self.name) == .unavailable(.notMigrated))
        _ = try await make().run()
        #expect(try open().read(Self.name) == .value("Ada"))
        try await open().remove(Self.name)
        #expect(try open().read(Self.name) == .absent)
    }
}
