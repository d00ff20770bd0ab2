import Foundation
import ParkingMeter
import Sidereal
import SiderealTesting
import Testing

/// The app and its widget are two processes with one record and one store.
@Suite struct WidgetTests {
    @Test func theWidgetShowsWhatTheAppParks() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try ParkingApp.launched(on: device)
        let widget = try ParkingApp.launched(on: device, as: "widget", isExtension: true)
        #expect(try widget.meter.display() == .free)
        try device.run { try await app.meter.park("S-ID 1") }
        device.advance(by: .seconds(100 * 60))
        #expect(try widget.meter.display() == .parked(plate: "S-ID 1", Price(cents: 350, atMost: 350)))
        let paid = try device.run { try await widget.meter.leave() }
        #expect(paid == Price(cents: 350, atMost: 350))
        #expect(try app.meter.display() == .free)
    }

    /// The system doesn't notify an extension of the unlock, so the extension reads the state again.
    @Test func theWidgetFindsOutThatThePhoneWasUnlocked() throws {
        let device = SimulatedDevice(.iPhone)
        try device.parkCar()
        device.reboot()
        let widget = try ParkingApp.launched(on: device, as: "widget", isExtension: true)
        #expect(try widget.meter.display() == .waiting(.beforeFirstUnlock))
        device.unlock()
        guard case .parked = try widget.meter.display() else {
            Issue.record("the car is gone")
            return
        }
    }

    /// A launched widget has the time that the app received from servers, and the trial in the keychain.
    @Test func theWidgetKnowsTheTimeFromTheApp() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        let app = try ParkingApp.launched(on: device)
        #expect(try app.trial.begin())
        _ = try device.run { await app.clock.synchronize() }
        _ = try app.trial.standing()
        device.isOnline = false
        device.advance(by: .seconds(13 * 86_400))
        let widget = try ParkingApp.launched(on: device, as: "widget", isExtension: true)
        #expect(widget.clock.now().kind == .bounded)
        #expect(try widget.trial.isRunning)
        device.advance(by: .seconds(2 * 86_400))
        #expect(try widget.trial.standing() == .over)
    }

    /// A widget's launch after a reboot does not consume the app's own answer.
    @Test func eachHasItsOwnAnswerToWhetherThePhoneRebooted() throws {
        let device = SimulatedDevice(.iPhone)
        try device.launch("app")
        try device.launch("widget", isExtension: true)
        device.reboot()
        device.unlock()
        #expect(try device.launch("widget", isExtension: true).observatory.bootVerdict.didReboot == true)
        #expect(try device.launch("widget", isExtension: true).observatory.bootVerdict.didReboot == false)
        #expect(try device.launch("app").observatory.bootVerdict.didReboot == true)
    }
}
