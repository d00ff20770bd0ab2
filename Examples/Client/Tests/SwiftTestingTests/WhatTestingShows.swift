// The test code of the guides and the comments of types. `Scripts/snippets-check` compares both.
import Foundation
import Sidereal
import SiderealTesting
import Testing

extension StoreKey<Bool> {
    static var hasOnboarded: Self { .init("hasOnboarded") }
}

extension StoreKey<String> {
    static var userName: Self { .init("userName") }
    static var settings: Self { .init("settings") }
}

/// A screen that shows a placeholder before the first unlock.
struct Screen {
    let gate: FirstUnlockGate

    var isPlaceholder: Bool { gate.state != .unlocked }
}

@Suite("The documentation's code about tests")
struct WhatTestingShows {
    func migration(of app: SimulatedApp) throws -> StoreMigration {
        StoreMigration("2026", items: [.init("name", to: .userName)], from: app.defaults(), to: try app.store())
    }

    @Test("A migration survives a kill at each change of the disk")
    func killed() throws {
        var index = 0
        var wasKilled = true
        while wasKilled {
            let device = SimulatedDevice(.iPhone)
            try device.launch().defaults().set("Ada", for: "name")
            device.advance(by: .seconds(10))
            let app = try device.launch()
            let migration = try migration(of: app)
            app.kill(beforeDiskChange: index)
            _ = try? device.run { try await migration.run() }
            wasKilled = !app.isAlive
            device.reboot()
            device.unlock()
            let next = try device.launch()
            let last = try self.migration(of: next)
            _ = try device.run { try await last.run() }
            #expect(try next.store().read(.userName) == .value("Ada"))
            index += 1
        }
        #expect(index > 10)
    }

    @Test("A reboot is proven even if the clock was set")
    func reboot() throws {
        let device = SimulatedDevice(.iPhone)
        try device.launch()
        device.setClock(.forward(.seconds(24 * 3_600)))
        device.reboot(after: .seconds(3 * 60))
        let app = try device.launch()
        #expect(app.observatory.bootVerdict.didReboot == true)
    }

    @Test("A store is unavailable until the first unlock")
    func earlyLaunch() throws {
        let device = SimulatedDevice(.iPhone)
        let store = try device.launch().store()
        try device.run { try await store.set(true, for: .hasOnboarded) }
        device.reboot()
        let early = try device.launch().store()
        #expect(early.read(.hasOnboarded) == .unavailable(.beforeFirstUnlock))
        device.unlock()
        #expect(early.read(.hasOnboarded) == .value(true))
    }

    @Test("A store behind a held gate is unavailable")
    func heldGate() throws {
        let temporary = FileManager.default.temporaryDirectory
            .appendingPathComponent("sidereal-held-\(UUID().uuidString)", isDirectory: true)
        defer { try? FileManager.default.removeItem(at: temporary) }

        let held = HeldGate()
        let store = try ProtectedStore("test", directory: temporary, gate: held.gate)
        #expect(store.read(.hasOnboarded) == .unavailable(.beforeFirstUnlock))
        held.open()
        #expect(store.read(.hasOnboarded) == .absent)
    }

    @Test("A screen behind a held gate shows its placeholder")
    func screen() {
        let held = HeldGate()
        let screen = Screen(gate: held.gate)
        #expect(screen.isPlaceholder)
        held.open()
        #expect(!screen.isPlaceholder)
    }

    @Test("Work that waits for the unlock, and answers from servers")
    func running() throws {
        let servers: [SimulatedServer] = [
            .https("a.example"),
            .https("b.example").lying(by: .seconds(3_600)).slow(outbound: .milliseconds(20)...(.seconds(2))),
            .ntp("time.example").lossy(0.3),
        ]
        let device = SimulatedDevice(.iPhone, servers: servers)
        device.reboot(after: .seconds(3 * 60))
        let app = try device.launch()
        let clock = try app.clock(alsoAccepting: .unauthenticated)
        let store = try app.store()

        let outcome = try device.run { await clock.synchronize() }
        let settings = try device.run {
            try await store.value(.settings)
        } whileWaiting: {
            device.unlock()
        }
        #expect(outcome.outcomes.count == 3)
        #expect(settings == .absent)
    }

    @Test("The app's own request to a simulated server")
    func response() throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("a.example")])
        let app = try device.launch()
        let clock = try app.clock()
        let url = try #require(URL(string: "https://a.example"))
        try device.run {
            let sent = clock.timestamp()
            let response = try await app.response(to: url)
            clock.captureResponse(from: url, status: response.status, sent: sent) { response.headers[$0] }
        }
        #expect(clock.now().isAuthenticated)
    }
}
