import ObservableModels
import Sidereal
import SiderealTesting
import Testing

@Suite("The whole app of the guide to locked storage, on a simulated device")
@MainActor
struct AppModelTests {
    @available(iOS 18, macOS 15, *)
    func model(of app: SimulatedApp) throws -> AppModel {
        AppModel(store: try app.store(), defaults: app.defaults())
    }

    @available(iOS 18, macOS 15, *)
    func phoneOfOldVersion() throws -> SimulatedDevice {
        let device = SimulatedDevice(.iPhone)
        let old = try device.launch().userDefaults()
        old.set(true, forKey: "didShowOnboarding")
        old.set(true, forKey: "darkMode")
        old.set(1.5, forKey: "textScale")
        device.advance(by: .seconds(10))  // until the defaults are on the disk
        return device
    }

    @available(iOS 18, macOS 15, *)
    @Test func anUpdateWelcomesNobodyAgain() async throws {
        let device = try phoneOfOldVersion()
        device.reboot()
        let model = try model(of: device.launch())
        #expect(model.screen == .launching)  // the first reading begins to read
        try await device.runOnMainActor {}  // a view may read before start() runs
        #expect(model.screen == .launching)  // not .welcome: the migration was made before anything read
        try await device.runOnMainActor {
            await model.start()
        } whileWaiting: {
            #expect(model.screen == .launching)
            device.unlock()
        }
        #expect(model.screen == .home(Display(isDark: true, textScale: 1.5)))
    }

    @available(iOS 18, macOS 15, *)
    @Test func theModelFollowsTheWidget() async throws {
        let device = SimulatedDevice(.iPhone)
        let model = try model(of: device.launch())
        #expect(model.screen == .launching)  // the first reading begins to read
        try await device.runOnMainActor { await model.start() }
        #expect(model.screen == .welcome)
        try await device.runOnMainActor { try await model.finishOnboarding() }
        let widget = try device.launch("widget", isExtension: true).store()
        let display = StoreKey<Display>("display")
        try await device.runOnMainActor { try await widget.set(Display(isDark: true), for: display) }
        #expect(model.screen == .home(Display(isDark: true)))
        try await device.runOnMainActor { try await model.change { $0.textScale = 2 } }
        #expect(model.screen == .home(Display(isDark: true, textScale: 2)))
    }

    @available(iOS 18, macOS 15, *)
    @Test func aLostStoreAsksThePerson() async throws {
        let device = SimulatedDevice(.iPhone)
        let first = try model(of: device.launch())
        try await device.runOnMainActor {
            await first.start()
            try await first.finishOnboarding()
        }
        device.loseStore()
        let model = try model(of: device.launch())
        #expect(model.screen == .launching)
        try await device.runOnMainActor { await model.start() }
        #expect(model.screen == .trouble(.lost))
        try await device.runOnMainActor { try await model.beginAnew() }
        #expect(model.screen == .welcome)
    }

    @available(iOS 18, macOS 15, *)
    @Test func aFullDiskAtTheFirstLaunchOfAnUpdateIsSaid() async throws {
        let device = try phoneOfOldVersion()
        device.isDiskFull = true
        let model = try model(of: device.launch())
        #expect(model.screen == .launching)  // the first reading begins to read
        try await device.runOnMainActor { await model.start() }
        guard case .notMoved = model.screen else { Issue.record("\(model.screen)"); return }
        device.isDiskFull = false
        try await device.runOnMainActor { await model.start() }
        #expect(model.screen == .home(Display(isDark: true, textScale: 1.5)))
    }

    @available(iOS 18, macOS 15, *)
    @Test func aFullDiskLaterIsSaid() async throws {
        let device = try phoneOfOldVersion()
        _ = try device.launch("widget").store().read(.hasOnboarded)  // the gate has its file
        device.isDiskFull = true
        let model = try model(of: device.launch())
        try await device.runOnMainActor { await model.start() }
        guard case .notMoved(let why) = model.screen else { Issue.record("\(model.screen)"); return }
        #expect(why.contains("space"))
        device.isDiskFull = false
        try await device.runOnMainActor { await model.start() }
        #expect(model.screen == .home(Display(isDark: true, textScale: 1.5)))
    }

    @available(iOS 18, macOS 15, *)
    @Test func aCancelledStartIsNoFailure() async throws {
        let device = try phoneOfOldVersion()
        device.reboot()
        let model = try model(of: device.launch())
        #expect(model.screen == .launching)
        let start = Task { await model.start() }
        try await device.runOnMainActor {}
        start.cancel()
        await start.value
        #expect(model.screen == .launching)
    }

    @available(iOS 18, macOS 15, *)
    @Test func anUndecodableValueCanBeGivenUp() async throws {
        let device = SimulatedDevice(.iPhone)
        let first = try model(of: device.launch())
        let store = try device.launch("widget").store()
        try await device.runOnMainActor {
            await first.start()
            try await first.finishOnboarding()
            try await store.set("dark", for: StoreKey<String>("display"))
        }
        let model = try model(of: device.launch())
        #expect(model.screen == .launching)
        try await device.runOnMainActor { await model.start() }
        guard case .trouble(.undecodable) = model.screen else { Issue.record("\(model.screen)"); return }
        try await device.runOnMainActor { try await model.beginAnew() }
        #expect(model.screen == .home(Display()))
    }

    @available(iOS 18, macOS 15, *)
    @Test func anEarlierVersionHadFewerFields() async throws {
        struct Earlier: Codable { var isDark = true }
        let device = SimulatedDevice(.iPhone)
        let model = try model(of: device.launch())
        let store = try device.launch("widget").store()
        try await device.runOnMainActor {
            await model.start()
            try await model.finishOnboarding()
            try await store.set(Earlier(), for: StoreKey<Earlier>("display"))
        }
        #expect(model.screen == .home(Display(isDark: true)))
    }
}
