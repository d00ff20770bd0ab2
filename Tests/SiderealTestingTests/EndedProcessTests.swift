import Foundation
import Sidereal
import SiderealCore
import SiderealStorage
import SiderealTesting
import Testing

@Suite("calls of an ended process have no effect, and fail the test")
struct EndedProcessTests {
    /// The way in which a process ends and the device continues.
    enum End: CaseIterable {
        case kill, killInTheMiddle, reboot, powerCut, uninstalled, wentBack, storeDamaged
    }

    /// Makes a phone with an app that has stored a value everywhere, and ended.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private func endedApp(_ end: End) throws -> (device: SimulatedDevice, app: SimulatedApp) {
        let device = SimulatedDevice(.iPhone, servers: [.https("a.example")])
        let app = try device.launch()
        try app.keychain().set("before", for: "item")
        try app.defaults().set(1, for: "n")
        let store = try app.store()
        try device.run { try await store.set(1, for: StoreKey<Int>("n")) }
        let clock = try app.clock()
        _ = try device.run { await clock.synchronize() }
        switch end {
        case .kill: app.kill()
        case .killInTheMiddle:
            app.kill(beforeDiskChange: 0)
            #expect(throws: (any Error).self) { try app.keychain().set("after", for: "item") }
        case .reboot: device.reboot()
        case .powerCut:
            device.advance(by: .seconds(11))
            device.cutPower()
        case .uninstalled: device.uninstallApps()
        case .wentBack: device.restore(device.takeSnapshot())
        case .storeDamaged: device.damageStore("another")
        }
        device.unlock()
        #expect(!app.isAlive)
        return (device, app)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an ended process's keychain returns and changes nothing, and gives the reason", arguments: End.allCases)
    func keychain(_ end: End) throws {
        let (device, app) = try endedApp(end)
        for keychain in [app.keychain(), app.keychain(service: "another")] {
            guard case .unavailable(let reason) = keychain.readString("item") else {
                Issue.record("an ended process read the keychain")
                continue
            }
            #expect(reason.description.contains("launch the app again") && !reason.isTemporary)
            #expect(throws: reason) { try keychain.set("after", for: "item") }
            #expect(throws: reason) { try keychain.remove("item") }
        }
        let next = try device.launch()
        #expect(next.keychain().readString("item") == .value("before"))
        #expect(next.keychain(service: "another").readString("item") == .notFound)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "an ended process's UserDefaults return and change nothing, and gated defaults give the reason",
        arguments: End.allCases)
    func defaults(_ end: End) throws {
        let (device, app) = try endedApp(end)
        let naive = app.userDefaults()
        naive.set(7, forKey: "n")
        naive.removeObject(forKey: "n")
        naive.set(7, forKey: "m")
        #expect(naive.integer(forKey: "n") == 0 && naive.integer(forKey: "m") == 0)
        let told = "app reads UserDefaults, but its process has ended: launch the app again"
        #expect(device.story.count { $0 == told } == 1)
        for defaults in [app.defaults(), app.defaults(suite: "group.example")] {
            guard case .unavailable(let reason) = defaults.read("n", as: Int.self) else {
                Issue.record("an ended process read UserDefaults")
                continue
            }
            #expect(reason.description.contains("launch the app again") && !reason.isTemporary)
            #expect(throws: reason) { try defaults.set(7, for: "n") }
            #expect(throws: reason) { try defaults.remove("n") }
            #expect(throws: reason) { try defaults.resetIfUnrecoverable() }
        }
        device.advance(by: .seconds(60))
        let next = try device.launch()
        #expect(next.defaults().read("n") == (end == .uninstalled ? .absent : .value(1)))
        #expect(next.defaults().read("m", as: Int.self) == .absent)
        #expect(next.defaults(suite: "group.example").read("n", as: Int.self) == .absent)
    }

    /// Handles from before its end, too: they remember what they found then.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a keychain or defaults that a process opened before it ended have no effect afterward")
    func handlesOfBefore() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        let (keychain, defaults, naive) = (app.keychain(), app.defaults(), app.userDefaults())
        try keychain.set(1, for: "n")
        try defaults.set(1, for: "n")
        #expect(naive.integer(forKey: "n") == 1)
        app.kill()
        #expect(throws: (any Error).self) { try keychain.set(2, for: "n") }
        #expect(throws: (any Error).self) { try defaults.set(2, for: "n") }
        naive.set(2, forKey: "n")
        let next = try device.launch()
        #expect(next.keychain().read("n", as: Int.self) == .value(1))
        #expect(next.defaults().read("n") == .value(1))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an ended process's observatory reads no clock, and its trusted clock has no time", arguments: End.allCases)
    func observatory(_ end: End) throws {
        let (device, app) = try endedApp(end)
        let live = try device.launch()
        let mark = try live.observatory.moment()
        var meter = try ElapsedMeter(startingAt: live.observatory)
        let before = meter
        let told = { (error: ObservatoryError?) in
            error?.cause == .clocksUnreadable
                && error?.description.contains("app, because the app's process has ended") == true
        }
        #expect(told(#expect(throws: ObservatoryError.self) { try app.observatory.moment() }))
        #expect(told(#expect(throws: ObservatoryError.self) { try app.observatory.elapsed(since: mark) }))
        #expect(told(#expect(throws: ObservatoryError.self) { try app.observatory.verdict(since: mark) }))
        for omits in [false, true] {
            let error = #expect(throws: ObservatoryError.self) {
                try meter.update(from: app.observatory, omittingUnprovenTime: omits)
            }
            #expect(told(error) && meter == before)
        }
        #expect(told(#expect(throws: ObservatoryError.self) { try ElapsedMeter(startingAt: app.observatory) }))
        #expect(throws: ObservatoryError.self) { try app.observatory.save() }
        let clock = try app.clock()
        #expect(clock.now().kind != .bounded && clock.date == nil)
        #expect(throws: ObservatoryError.self) { try clock.systemClockVerdict() }
        let asked = #expect(throws: TimeSourceError.self) {
            try device.run { try await app.request(.https("a.example"), capturingWith: clock) }
        }
        #expect(asked?.cause == .cancelled && asked?.description.contains("launch the app again") == true)
        // The running app's own continues.
        device.advance(by: .seconds(60))
        #expect(try live.observatory.elapsed(since: mark).atLeast > .seconds(59))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an ended process's store reads and writes nothing", arguments: End.allCases)
    func store(_ end: End) throws {
        let (device, app) = try endedApp(end)
        let key = StoreKey<Int>("n")
        for name in ["settings", "new"] {
            let store = try app.store(name)
            guard case .unavailable = store.read(key) else {
                Issue.record("an ended process read the store \(name)")
                continue
            }
            #expect(throws: (any Error).self) { try device.run { try await store.set(2, for: key) } }
        }
        let next = try device.launch()
        #expect(try next.store().read(key) == (end == .uninstalled ? .absent : .value(1)))
        #expect(try next.store("new").read(key) == .absent)
    }

    /// A value that a process hands to the daemon of the keychain or of UserDefaults outlives it as if it were written.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a process can be killed right before it changes the keychain or UserDefaults, too")
    func killedBeforeAChange() throws {
        var (index, left) = (0, Set<[Int]>())
        var wasKilled = true
        while wasKilled {
            let device = SimulatedDevice(.iPhone)
            let app = try device.launch()
            let (keychain, defaults, naive) = (app.keychain(), app.defaults(), app.userDefaults())
            #expect(app.gate.state == .unlocked)
            app.kill(beforeDiskChange: index)
            try? keychain.set("new", for: "item")
            naive.set(1, forKey: "first")
            naive.set(2, forKey: "second")
            try? defaults.set(3, for: "third")
            try? keychain.remove("item")
            wasKilled = !app.isAlive
            let next = try device.launch()
            let numbers = ["first", "second", "third"].map { next.userDefaults().integer(forKey: $0) }
            left.insert((next.keychain().readString("item") == .value("new") ? [1] : [0]) + numbers)
            index += 1
        }
        let steps = [[0, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 2, 0], [1, 1, 2, 3], [0, 1, 2, 3]]
        #expect(left == Set(steps), "nothing happens after its end")
    }

    /// It once checked for an unlock until all the time of the test had passed, ninety thousand times.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "if a process is killed while it waits for the first unlock, the wait fails at once, with the reason",
        arguments: [0, 1, 2], [true, false])
    func waitOfTheKilled(_ index: Int, isUnlockedBefore: Bool) throws {
        let device = SimulatedDevice(.iPhone)
        device.reboot()
        if isUnlockedBefore { device.unlock() }
        let app = try device.launch()
        app.kill(beforeDiskChange: index)
        app.gate.onFirstUnlock { Issue.record("the gate of an ended process opened") }
        let error = #expect(throws: UnlockError.self) {
            try device.run(within: .days(1)) {
                try await app.gate.waitForFirstUnlock()
            } whileWaiting: {
                device.unlock()
            }
        }
        #expect(error?.description.contains("launch the app again") == true && !app.isAlive)
        let steps = device.executor.ran
        device.advance(by: .days(1))
        #expect(device.executor.ran - steps <= 3, "nothing goes on in it")
    }
}
