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
        device.advance(by: .seconds(50 * 60))
        device.reboot(offFor: .seconds(10 * 60))
        device.unlock()
        device.advance(by: .seconds(40 * 60))
        let app = try ParkingApp.launched(on: device)
        // Without a server's answer, the meter has the time since the reboot and the time that it counted before. Newer
        // phones continue to count while they are off.
        let least = kind == .newPhone ? 350 : 150
        #expect(try app.meter.display() == .parked(plate: "S-ID 1", Price(cents: least, atMost: nil)))
        // With a server's answer, the meter has the whole time, although no clock counted while the phone was off.
        let paid = try device.run { try await app.meter.leave() }
        #expect(paid == Price(cents: 350, atMost: 350))
        #expect(try app.meter.display() == .free)
    }

    /// Offline, the driver pays only for the proven time, which is never too much.
    @Test func offlineTheLeastIsPaid() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        try device.parkCar()
        device.advance(by: .seconds(50 * 60))
        device.isOnline = false
        device.reboot(offFor: .seconds(10 * 60))
        device.unlock()
        device.advance(by: .seconds(40 * 60))
        let app = try ParkingApp.launched(on: device)
        let paid = try device.run { try await app.meter.leave() }
        #expect(paid == Price(cents: 150, atMost: nil))
    }

    /// The bug: if the user reboots and waits, the uptime exceeds its earlier value, so the meter misses the reboot.
    @Test func theUptimeMeterMissesRebootAndWait() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        device.advance(by: .seconds(10 * 60))
        let naive = UptimeMeter(began: try device.launch().uptime)
        try device.parkCar()
        device.advance(by: .seconds(3_600))
        device.reboot()
        device.unlock()
        device.advance(by: .seconds(40 * 60))
        let phone = try device.launch()
        #expect(naive.cents(at: try phone.uptime) == 100)
        // Sidereal's meter counts 100.5 minutes, and also reports the reboot.
        let app = try ParkingApp(of: phone)
        let paid = try device.run { try await app.meter.leave() }
        #expect(paid == Price(cents: 350, atMost: 350))
        #expect(phone.observatory.bootVerdict.didReboot == true)
    }

    /// The phone has lost its hardware clock and shows 1970.
    @Test func aLostHardwareClockCostsNothing() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        let naive = DateMeter(began: device.wallTime)
        try device.parkCar()
        device.reboot(hardwareClock: .lost)
        device.unlock()
        device.advance(by: .seconds(100 * 60))
        let app = try ParkingApp.launched(on: device)
        let paid = try device.run { try await app.meter.leave() }
        #expect(paid == Price(cents: 350, atMost: 350))
        #expect(naive.cents(at: device.wallTime) < 0)
    }

    /// A session that has begun survives a power cut, even if the disk had unwritten data.
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
