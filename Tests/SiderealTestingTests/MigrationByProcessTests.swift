import Sidereal
import SiderealTesting
import Testing

/// The same migration, run by several processes and versions of an app.
@Suite("migrations by an app, its widget and its next version") struct MigrationByProcessTests {
    private static let welcomed = StoreKey<Bool>("welcomed")
    private static let name = StoreKey<String>("name")

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private struct Process {
        let device: SimulatedDevice
        let store: ProtectedStore
        let migration: StoreMigration

        init(
            _ name: String = "app", on device: SimulatedDevice, isExtension: Bool = false, suite: String? = nil,
            items: [StoreMigration.Item] = [.init("welcomed", to: welcomed)]
        ) throws {
            let app = try device.launch(name, isExtension: isExtension)
            self.device = device
            store = try app.store()
            migration = StoreMigration("settings", items: items, from: app.defaults(suite: suite), to: store)
        }

        @discardableResult
        func run() throws -> StoreMigration.Report { try device.run { try await migration.run() } }
        var isWelcomed: ProtectedReading<Bool> { store.read(welcomed) }
    }

    /// A phone with the defaults of an earlier version.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private func phone(suite: String? = nil) throws -> SimulatedDevice {
        let device = SimulatedDevice(.iPhone)
        let defaults = try device.launch().defaults(suite: suite)
        try defaults.set(true, for: "welcomed")
        try defaults.set("Ada", for: "name")
        device.advance(by: .seconds(11))
        return device
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a widget that migrates first, from its own empty defaults, doesn't hide the app's values")
    func theWidgetIsFirst() throws {
        let device = try phone()
        try Process("widget", on: device, isExtension: true).run()
        let app = try Process(on: device)
        #expect(app.isWelcomed == .unavailable(.notMigrated))
        #expect(try app.run() == StoreMigration.Report(moved: ["welcomed"], kept: [:], wasDone: false))
        #expect(app.isWelcomed == .value(true))
        #expect(try Process("widget", on: device, isExtension: true).isWelcomed == .value(true))
        #expect(try Process(on: device).run().wasDone)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a widget that doesn't migrate waits until the app has migrated")
    func theWidgetOnlyMakesIt() throws {
        let device = SimulatedDevice(.iPhone)
        let widget = try Process("widget", on: device, isExtension: true)
        #expect(widget.isWelcomed == .unavailable(.notMigrated))
        try Process(on: device).run()
        #expect(widget.isWelcomed == .absent)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a widget may migrate for the app if the values are in a suite that both share")
    func theSuiteIsShared() throws {
        let device = try phone(suite: "group.example")
        let widget = try Process("widget", on: device, isExtension: true, suite: "group.example")
        #expect(widget.isWelcomed == .unavailable(.notMigrated))
        #expect(try widget.run().moved == ["welcomed"])
        let app = try Process(on: device, suite: "group.example")
        #expect(app.isWelcomed == .value(true))
        #expect(try app.run().wasDone)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an item that a later version adds is moved, too, and is unavailable until then")
    func anItemIsAdded() throws {
        let device = try phone()
        try Process(on: device).run()
        let items: [StoreMigration.Item] = [.init("welcomed", to: Self.welcomed), .init("name", to: Self.name)]
        let next = try Process(on: device, items: items)
        #expect(next.isWelcomed == .value(true))
        #expect(next.store.read(Self.name) == .unavailable(.notMigrated))
        let widget = try Process("widget", on: device, isExtension: true, items: items)
        #expect(widget.store.read(Self.name) == .unavailable(.notMigrated), "the app has moved the other one alone")
        #expect(try next.run() == StoreMigration.Report(moved: ["name"], kept: [:], wasDone: false))
        #expect([next, widget].allSatisfy { $0.store.read(Self.name) == .value("Ada") })
        #expect(try Process(on: device, items: items.reversed()).run().wasDone, "the order is none of its")
    }
}
