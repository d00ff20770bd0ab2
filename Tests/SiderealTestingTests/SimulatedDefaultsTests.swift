import Foundation
import Sidereal
import SiderealCore
import SiderealStorage
import SiderealTesting
import Testing

@Suite("UserDefaults of a simulated device") struct SimulatedDefaultsTests {
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a value that an early process sets replaces the stored value that it doesn't see")
    func earlyWrite() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        try app.defaults().set(true, for: "welcomed")
        try app.defaults().set(1_000, for: "balance")
        device.reboot()
        let naive = try device.launch().userDefaults()
        naive.set(naive.integer(forKey: "balance") + 500, forKey: "balance")
        naive.removeObject(forKey: "welcomed")
        #expect(naive.integer(forKey: "balance") == 500)
        device.unlock()
        let late = try device.launch().defaults()
        #expect(late.read("balance") == .value(500))
        #expect(late.read("welcomed") == .value(true), "what it doesn't see, it doesn't remove")
    }

    enum End: CaseIterable {
        case kill, reboot, powerCutAtOnce, powerCutLater, earlyPowerCut
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a value survives its process at once, and a power cut only after ten seconds", arguments: End.allCases)
    func durability(_ end: End) throws {
        let device = SimulatedDevice(.iPhone)
        if end == .earlyPowerCut { device.reboot() }
        let app = try device.launch()
        app.userDefaults().set("x", forKey: "name")
        app.userDefaults().set([ForeignNumber()], forKey: "ignored")
        switch end {
        case .kill: app.kill()
        case .reboot: device.reboot()
        case .powerCutAtOnce:
            device.advance(by: .seconds(9))
            device.cutPower()
        case .powerCutLater:
            device.advance(by: .seconds(11))
            device.cutPower()
        case .earlyPowerCut:
            device.advance(by: .hours(1))
            device.cutPower()
        }
        device.unlock()
        let isLost = end == .powerCutAtOnce || end == .earlyPowerCut
        let next = try device.launch()
        #expect(next.userDefaults().string(forKey: "name") == (isLost ? nil : "x"))
        #expect(next.defaults().read("name") == (isLost ? .absent : .value("x")))
    }

    /// A type that UserDefaults doesn't support.
    struct ForeignNumber: GatedDefaults.Value {}

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an app that is removed loses its defaults but keeps the keychain; a new phone gets both, and the stores")
    func installations() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        try app.defaults().set("Ada", for: "name")
        try app.keychain().set("token", for: "session")
        let key = StoreKey<String>("name")
        try device.run {
            try await app.store().set("Ada", for: key)
            try await app.store("secrets", tier: .whenUnlocked).set("x", for: key)
        }
        let phone = device.restoredToNewDevice()
        let moved = try phone.launch()
        #expect(moved.defaults().read("name") == .value("Ada"))
        #expect(moved.keychain().readString("session") == .value("token"))
        device.uninstallApps()
        let again = try device.launch()
        #expect(again.defaults().read("name", as: String.self) == .absent)
        #expect(again.userDefaults().string(forKey: "name") == nil)
        #expect(again.keychain().readString("session") == .value("token"))
        phone.lock()
        #expect(try moved.store().read(key) == .value("Ada"))
        #expect(try moved.store("secrets", tier: .whenUnlocked).read(key) == .unavailable(.locked))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("each app has its own defaults, and all apps share a suite")
    func suites() throws {
        let device = SimulatedDevice(.iPhone)
        let (app, widget) = (try device.launch(), try device.launch("widget", isExtension: true))
        try app.defaults().set(1, for: "n")
        try app.defaults(suite: "group.example").set(2, for: "n")
        #expect(widget.defaults().read("n", as: Int.self) == .absent)
        #expect(widget.defaults(suite: "group.example").read("n") == .value(2))
        try widget.defaults(suite: "group.example").set(3, for: "n")
        #expect(app.defaults(suite: "group.example").read("n") == .value(3))
        #expect(app.userDefaults(suite: "group.example").integer(forKey: "n") == 3)
        #expect(app.defaults().read("n") == .value(1))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a snapshot contains the defaults, too")
    func snapshots() throws {
        let device = SimulatedDevice(.iPhone)
        try device.launch().defaults().set(1, for: "n")
        let snapshot = device.takeSnapshot()
        try device.launch().defaults().set(2, for: "n")
        device.restore(snapshot)
        #expect(try device.launch().defaults().read("n") == .value(1))
    }
}
