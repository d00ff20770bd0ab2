import Foundation
import ParkingMeter
import Sidereal
import SiderealTesting
import Testing

/// After a restart, the system launches the app before the user has entered the passcode.
@Suite struct EarlyLaunchTests {
    /// Makes a phone on which the app was used and which has restarted since then.
    private func restartedPhone() throws -> SimulatedDevice {
        let device = SimulatedDevice(.iPhone)
        let app = try ParkingApp.launched(on: device)
        try device.run {
            try await app.onboarding.finish()
            try await app.wallet.payIn(1_000)
            try await app.meter.park("S-ID 1")
        }
        device.reboot()
        return device
    }

    @Test func nobodyIsWelcomedTwice() throws {
        let device = try restartedPhone()
        let app = try ParkingApp.launched(on: device)
        #expect(app.onboarding.screen == .launching(.beforeFirstUnlock))
        #expect(try app.meter.display() == .waiting(.beforeFirstUnlock))
        device.unlock()
        #expect(app.onboarding.screen == .home)
        // The file stays readable when the user locks the device later.
        device.lock()
        #expect(app.onboarding.screen == .home)
    }

    @Test func theFirstScreenWaitsForTheUnlock() throws {
        let device = try restartedPhone()
        let app = try ParkingApp.launched(on: device)
        let screen = try device.run {
            try await app.onboarding.firstScreen()
        } whileWaiting: {
            device.advance(by: .seconds(5 * 60))
            device.unlock()
        }
        #expect(screen == .home)
    }

    /// The library proves that a launch is the first one ever, so the app may show its welcome before the unlock.
    @Test func aFirstLaunchIsWelcomed() throws {
        let device = SimulatedDevice(.iPhone)
        device.reboot()
        #expect(try ParkingApp.launched(on: device).onboarding.screen == .welcome)
    }

    /// A push brings money to a locked phone. The app adds it to the balance as soon as the balance can be read.
    @Test func moneyThatComesEarlyIsAdded() throws {
        let device = try restartedPhone()
        let app = try ParkingApp.launched(on: device)
        let balance = try device.run {
            try await app.wallet.payIn(500)
        } whileWaiting: {
            #expect(app.wallet.balance == .unavailable(.beforeFirstUnlock))
            device.unlock()
        }
        #expect(balance == 1_500)
        device.cutPower()
        device.unlock()
        #expect(try ParkingApp.launched(on: device).wallet.balance == .value(1_500))
    }

    /// If the process ends first, the app doesn't confirm the push, and the balance stays as it was.
    @Test func aPushThatNobodyUnlockedForPromisesNothing() throws {
        let device = try restartedPhone()
        let phone = try device.launch()
        let app = try ParkingApp(of: phone)
        #expect(throws: StalledExecution.self) {
            try device.run {
                try await app.wallet.payIn(500)
            } whileWaiting: {
                phone.kill()
            }
        }
        device.unlock()
        #expect(try ParkingApp.launched(on: device).wallet.balance == .value(1_000))
    }

    /// The bug: the app treats values that UserDefaults can't read as empty, and writes the empty values back.
    @Test func userDefaultsWelcomeAgainAndLoseTheMoney() throws {
        let device = SimulatedDevice(.iPhone)
        let stored = try device.launch().defaults()
        try stored.set(true, for: "hasOnboarded")
        try stored.set(1_000, for: "balance")
        device.reboot()
        let phone = try device.launch()
        let naive = phone.userDefaults()
        #expect(!naive.bool(forKey: "hasOnboarded"))
        naive.set(naive.integer(forKey: "balance") + 500, forKey: "balance")
        device.unlock()
        // The gate shows the app that this process still gets the empty answer.
        #expect(phone.defaults().read("hasOnboarded", as: Bool.self) == .unavailable(.stale))
        let next = try device.launch().defaults()
        #expect(next.read("hasOnboarded") == .value(true))
        #expect(next.read("balance") == .value(500))
    }
}
