import MemberImportVisibility
import Sidereal
import SiderealTesting
import Testing

@Suite("The code of the guide on hand-made checks")
struct LaunchTests {
    /// Launches the app.
    func launch(_ app: SimulatedApp) throws -> Launch {
        Launch(
            observatory: app.observatory, clock: try app.clock(), store: try app.store(), defaults: app.defaults())
    }

    @Test("The first launch isn't a reboot; the welcome appears once, and a parked car is found again")
    func firstLaunch() throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("a.example")])
        let app = try device.launch()
        let launch = try launch(app)
        var lines: [String] = []
        try launch.recordReboot { lines.append($0) }
        #expect(lines.count == 1 && lines[0].hasPrefix("not proven"))
        try launch.checkClock { lines.append($0) }
        #expect(lines.count == 1)

        #expect(launch.firstScreen() == .launching)
        _ = try device.run { try await launch.migration.run() }
        #expect(launch.firstScreen() == .welcome)
        let store = try app.store()
        try device.run { try await store.set(true, for: StoreKey<Bool>("isWelcomed")) }
        #expect(launch.firstScreen() == .home)

        #expect(try launch.parkedFor() == nil)
        try device.run { try await launch.park("S-ID 4711") }
        device.advance(by: .seconds(1_800))
        let parked = try #require(try launch.parkedFor())
        #expect(parked.atLeast > .seconds(1_799) && parked.atLeast <= .seconds(1_800))

        try device.run {
            try await launch.countLaunch()
            try await launch.countLaunch()
        }
        #expect(store.read(StoreKey<Int>("launches")) == .value(2))
    }

    @Test("The user of an updated app sees no second welcome, even if it is launched before the first unlock")
    func update() throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("a.example")])
        let old = try device.launch().userDefaults()
        old.set(true, forKey: "isWelcomed")
        old.set(7, forKey: "launches")
        device.reboot(after: .seconds(60))
        let early = try launch(device.launch())
        #expect(early.firstScreen() == .launching)
        device.unlock()
        #expect(early.firstScreen() == .launching)
        let app = try device.launch()
        let next = try launch(app)
        _ = try device.run { try await next.migration.run() }
        #expect(next.firstScreen() == .home)
        #expect(try app.store().read(StoreKey<Int>("launches")) == .value(7))
    }
}
