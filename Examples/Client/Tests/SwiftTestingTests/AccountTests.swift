import MemberImportVisibility
import Sidereal
import SiderealTesting
import Testing

@Suite("The keychain code of the guide to locked storage")
struct AccountTests {
    func account(of app: SimulatedApp) throws -> Account {
        Account(store: try app.store(), keychain: app.keychain())
    }

    @Test("A launch before the first unlock keeps the user logged in, and a lost item asks only for the password")
    func start() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        let first = try account(of: app)
        #expect(try device.run { try await first.start() } == .welcome)
        try device.run { try await first.logIn("token") }
        #expect(try device.run { try await first.start() } == .session("token"))

        device.reboot()
        let restarted = try device.launch()
        let early = try account(of: restarted)
        let start = try device.run {
            try await early.start()
        } whileWaiting: {
            device.unlock()
        }
        #expect(start == .session("token"))

        try restarted.keychain().remove("session")
        #expect(try device.run { try await early.start() } == .askForPassword)
        try device.run { try await early.logOut() }
        #expect(try device.run { try await early.start() } == .welcome)
    }

    /// An earlier version that used only the keychain had the same outcome.
    @Test("A reinstalled app is logged in, because the keychain still has its item")
    func reinstalled() throws {
        let device = SimulatedDevice(.iPhone)
        let first = try account(of: device.launch())
        try device.run { try await first.logIn("token") }
        device.uninstallApps()
        let again = try account(of: device.launch())
        #expect(try device.run { try await again.start() } == .session("token"))
        try device.run { try await again.logOut() }
        #expect(try device.run { try await again.start() } == .welcome)
    }

    /// Makes the device of an earlier version, without the library: a token in the keychain, and no flag.
    func deviceWithUser() throws -> SimulatedDevice {
        let device = SimulatedDevice(.iPhone)
        try device.launch().keychain(accessibility: .whenUnlocked).set("token", for: "session")
        return device
    }

    @Test("An update keeps the user logged in, wherever its first launch is killed", arguments: [false, true])
    func update(isBeforeFirstUnlock: Bool) throws {
        var killed = 0
        for change in 0..<40 {
            let device = try deviceWithUser()
            if isBeforeFirstUnlock { device.reboot() }
            let app = try device.launch()
            let updated = try account(of: app)
            app.kill(beforeDiskChange: change)
            let start = try? device.run(within: .seconds(60)) {
                try await updated.start()
            } whileWaiting: {
                device.unlock()
            }
            if let start { #expect(start == .session("token")) }
            if !app.isAlive { killed += 1 }
            app.kill()
            let next = try account(of: device.launch())
            #expect(try device.run { try await next.start() } == .session("token"), "killed before change \(change)")
        }
        #expect(killed > 5 && killed < 40)
    }

    @Test("A logout that is killed anywhere leaves the user logged out, or still logged in", arguments: [false, true])
    func logOut(isAgain: Bool) throws {
        var ends: Set<Account.Start> = []
        for change in 0..<20 {
            let device = try deviceWithUser()
            let app = try device.launch()
            let updated = try account(of: app)
            _ = try device.run { try await updated.start() }
            app.kill(beforeDiskChange: change)
            _ = try? device.run(within: .seconds(60)) { try await updated.logOut() }
            let wasKilled = !app.isAlive
            app.kill()
            let next = try account(of: device.launch())
            ends.insert(try device.run { try await next.start() })
            if isAgain { try device.run { try await next.logOut() } }
            if !wasKilled { break }
        }
        // If the flag exists but the token doesn't, the app requests the password and keeps the account's data.
        #expect(ends == [.session("token"), .askForPassword, .welcome])
    }

    @Test("An update that is launched while the device is locked waits for the unlock")
    func lockedUpdate() throws {
        let device = try deviceWithUser()
        let app = try device.launch()
        _ = app.gate.state
        device.lock()
        let updated = try account(of: app)
        let start = try device.run {
            try await updated.start()
        } whileWaiting: {
            device.advance(by: .seconds(600))
            device.unlock()
        }
        #expect(start == .session("token"))
    }

    @Test("A permanent keychain error is shown, and the user stays logged in")
    func failing() throws {
        let device = try deviceWithUser()
        device.keychainFailure = -34_018
        let updated = try account(of: device.launch())
        #expect(throws: StoreMigration.Failure.oldValue(name: "keychain:session", .refused(status: -34_018))) {
            try device.run { try await updated.start() }
        }
        device.keychainFailure = nil
        #expect(try device.run { try await updated.start() } == .session("token"))
    }
}
