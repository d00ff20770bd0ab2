import Foundation
import ParkingMeter
import Sidereal
import SiderealTesting
import Testing

/// The user sets the clock while a car is parked.
@Suite struct ClockTests {
    @Test(
        arguments: [.backward(.seconds(24 * 3_600)), .forward(.seconds(24 * 3_600)), .correct]
            as [SimulatedDevice.ClockChange])
    func settingTheClockChangesNoPrice(_ change: SimulatedDevice.ClockChange) throws {
        let device = SimulatedDevice(.iPhone)
        let app = try ParkingApp.launched(on: device)
        try device.run { try await app.meter.park("S-ID 1") }
        device.advance(by: .seconds(50 * 60))
        device.setClock(change)
        device.advance(by: .seconds(50 * 60))
        // A hundred minutes have passed, so the seventh quarter of an hour has begun.
        #expect(try app.meter.display() == .parked(plate: "S-ID 1", Price(cents: 350, atMost: 350)))
    }

    /// The answer is the same at each launch and on each kind of device.
    @Test(arguments: SimulatedDevice.Kind.allCases)
    func thereAndBackIsNotSeenEither(_ kind: SimulatedDevice.Kind) throws {
        let device = SimulatedDevice(kind)
        try device.parkCar()
        device.setClock(.backward(.seconds(24 * 3_600)))
        device.advance(by: .seconds(100 * 60))
        device.setClock(.correct)
        let app = try ParkingApp.launched(on: device)
        #expect(try app.meter.display() == .parked(plate: "S-ID 1", Price(cents: 350, atMost: 350)))
    }

    @Test func asleepItCounts() throws {
        let device = SimulatedDevice(.iPhone)
        let phone = try device.launch()
        let app = try ParkingApp(of: phone)
        try device.run { try await app.meter.park("S-ID 1") }
        let naive = UptimeMeter(began: try phone.uptime)
        device.sleep(.seconds(8 * 3_600))
        device.advance(by: .seconds(5 * 60))
        #expect(try app.meter.display() == .parked(plate: "S-ID 1", Price(cents: 1_650, atMost: 1_650)))
        // The uptime did not advance while the phone slept.
        #expect(naive.cents(at: try phone.uptime) == 50)
    }

    /// The bug: after the user sets the clock back by a day, the naive meter owes the driver money.
    @Test func theDateMeterPaysTheDriver() throws {
        let device = SimulatedDevice(.iPhone)
        let naive = DateMeter(began: device.wallTime)
        device.advance(by: .seconds(50 * 60))
        device.setClock(.backward(.seconds(24 * 3_600)))
        device.advance(by: .seconds(50 * 60))
        #expect(naive.cents(at: device.wallTime) == -4_450)
    }
}

extension SimulatedApp {
    /// The time that the device was awake in this boot, as `ProcessInfo.systemUptime` returns it.
    var uptime: Duration {
        get throws { try observatory.clockValues().awake }
    }
}
