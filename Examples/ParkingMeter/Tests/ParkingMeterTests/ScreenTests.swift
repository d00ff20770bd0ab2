import Foundation
import ParkingMeter
import Sidereal
import SiderealTesting
import Testing

/// Tests of the main actor's code, in virtual time.
@Suite @MainActor struct ScreenTests {
    @Test func theScreenShowsTheCar() async throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        let screen = ParkingScreen(meter: try ParkingApp.launched(on: device).meter)
        try await device.runOnMainActor { try await screen.park("S-ID 1") }
        device.advance(by: .seconds(50 * 60))
        try screen.refresh()
        #expect(screen.display == .parked(plate: "S-ID 1", Price(cents: 200, atMost: 200)))
    }

    /// After a launch before the first unlock, leaving the parking space waits for the unlock.
    @Test func leavingWaitsForTheUnlock() async throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        let first = ParkingScreen(meter: try ParkingApp.launched(on: device).meter)
        try await device.runOnMainActor { try await first.park("S-ID 1") }
        device.reboot(offFor: .seconds(40 * 60))
        let screen = ParkingScreen(meter: try ParkingApp.launched(on: device).meter)
        let price = try await device.runOnMainActor {
            try await screen.leave()
        } whileWaiting: {
            #expect(screen.isBusy)
            device.advance(by: .seconds(10 * 60))
            device.unlock()
        }
        #expect(price == Price(cents: 200, atMost: 200))
        #expect(screen.display == .free && !screen.isBusy)
    }
}
