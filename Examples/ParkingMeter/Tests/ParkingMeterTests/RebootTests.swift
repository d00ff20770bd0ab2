import Foundation
import ParkingMeter
import Sidereal
import SiderealTesting
import Testing

/// The phone restarts while a car is parked.
@Suite struct RebootTests {
    @Test(arguments: SimulatedDevice.Kind.allCases)
    func aRebootEndsNoSession(_ kind: SimulatedDevice.Kind) throws {
        let device = SimulatedDevice(kind, servers: .three)
        try device.parkCar()
        device.pass(.seconds(50 * 60))
        device.reboot(offFor: .seconds(10 * 60))
        device.unlock()
        device.pass(.seconds(40 * 60))
        let app = try ParkingApp.launched(on: device)
        // Without an answer from a server: the time since the reboot and the time counted before. Newer phones count on
        // while they are off.
        let least = kind == .newPhone ? 350 : 150
        #expect(try app.meter.display() == .parked(plate: "S-ID 1", Price(cents: least, atMost: nil)))
        // With an answer: all of it, though no clock counted while the phone was off.
        let paid = try device.run { try await app.meter.leave() }
        #expect(paid == Price(cents: 350, atMost: 350))
        #expect(try app.meter.display() == .free)
    }

    /// Offline the driver pays only for the proven time: never too much.
    @Test func offlineTheLeastIsPaid() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        try device.parkCar()
        device.pass(.seconds(50 * 60))
        device.isOnline = false
        device.reboot(offFor: .seconds(10 * 60))
        device.unlock()
        device.pass(.seconds(40 * 60))
        let app = try ParkingApp.launched(on: device)
        let paid = try device.run { try await app.meter.leave() }
        #expect(paid == Price(cents: 150, atMost: nil))
    }

    /// The bug: after "reboot and wait" uptime is greater than before, so the reboot goes unnoticed.
    @Test func theUptimeMeterMissesRebootAndWait() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        device.pass(.seconds(10 * 60))
        let naive = UptimeMeter(began: try device.launch().uptime)
        try device.parkCar()
        device.pass(.seconds(3_600))
        device.reboot()
        device.unlock()
        device.pass(.seconds(40 * 60))
        let phone = try device.launch()
        #expect(naive.cents(at: try phone.uptime) == 100)
        // Sidereal: a hundred minutes and a half, and the reason.
        let app = try ParkingApp(of: phone)
        let paid = try device.run { try await app.meter.leave() }
        #expect(paid == Price(cents: 350, atMost: 350))
        #expect(phone.observatory.bootVerdict.didReboot == true)
    }

    /// A hardware clock that was lost: the phone shows 1970.
    @Test func aLostHardwareClockCostsNothing() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        let naive = DateMeter(began: device.wallTime)
        try device.parkCar()
        device.reboot(hardwareClock: .lost)
        device.unlock()
        device.pass(.seconds(100 * 60))
        let app = try ParkingApp.launched(on: device)
        let paid = try device.run { try await app.meter.leave() }
        #expect(paid == Price(cents: 350, atMost: 350))
        #expect(naive.cents(at: device.wallTime) < 0)
    }

    /// A session that began is there after a power cut, whatever the disk had not written yet.
    @Test(arguments: 0..<20 as Range<UInt64>)
    func aPowerCutLosesNothingThatWasPromised(seed: UInt64) throws {
        let device = SimulatedDevice(.iPhone)
        let app = try ParkingApp.launched(on: device)
        let balance = try device.run {
            try await app.wallet.payIn(500)
            try await app.meter.park("S-ID 1")
            return try await app.wallet.payIn(250)
        }
        device.cutPower(seed: seed)
        device.unlock()
        let next = try ParkingApp.launched(on: device)
        #expect(next.wallet.balance == .value(balance))
        guard case .parked(plate: "S-ID 1", _) = try next.meter.display() else {
            Issue.record("the car is gone")
            return
        }
    }
}
