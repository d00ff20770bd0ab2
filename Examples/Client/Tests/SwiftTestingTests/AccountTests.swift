import MemberImportVisibility
import Sidereal
import SiderealTesting
import Testing

@Suite("What the guide to locked storage shows of the keychain")
struct AccountTests {
    func account(of app: SimulatedApp) throws -> Account {
        Account(store: try app.store(), keychain: app.keychain())
    }

    @Test("Nobody is logged out by a launch before the first unlock, nor asked to sign up by a lost item")
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
    }

    @Test("An app that is installed again has no account, although the keychain still has its item")
    func reinstalled() throws {
        let device = SimulatedDevice(.iPhone)
        let first = try account(of: device.launch())
        try device.run { try await first.logIn("token") }
        device.uninstallApps()
        let again = try account(of: device.launch())
        #expect(try device.run { try await again.start() } == .welcome)
    }
}
