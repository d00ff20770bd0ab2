import Foundation
import ParkingMeter
import Sidereal
import SiderealTesting
import Testing

/// Two weeks without fees, on phones whose owners want more.
@Suite struct TrialTests {
    private func begun(on device: SimulatedDevice) throws -> ParkingApp {
        let app = try ParkingApp.launched(on: device)
        #expect(try device.run { try await app.trial.begin() })
        return app
    }

    @Test func itRunsForTwoWeeks() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        let app = try begun(on: device)
        let begin = device.trueTime
        device.pass(.days(13))
        #expect(app.trial.state == .running)
        try device.run { try await app.trial.untilItIsOver() }
        #expect(app.trial.state == .over)
        #expect(abs(device.trueTime.timeIntervalSince(begin) - 14 * 86_400) < 60)
    }

    @Test func settingTheClockBackDoesNotProlongIt() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        let app = try begun(on: device)
        let naive = NaiveTrial(ends: device.wallTime.addingTimeInterval(14 * 86_400))
        device.pass(.days(15))
        device.setClock(.backward(.days(14)))
        #expect(app.trial.state == .over)
        // The bug: it has two weeks left.
        #expect(!naive.isOver(at: device.wallTime))
    }

    @Test func settingTheClockForwardDoesNotEndIt() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        let app = try begun(on: device)
        let naive = NaiveTrial(ends: device.wallTime.addingTimeInterval(14 * 86_400))
        device.setClock(.forward(.days(20)))
        #expect(app.trial.state == .running)
        // The bug: whoever has a wrong clock loses what was promised.
        #expect(naive.isOver(at: device.wallTime))
    }

    /// Offline after a reboot only the least is known: over is still said, running no more.
    @Test func afterARebootOfflineNobodyGuesses() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        _ = try begun(on: device)
        device.pass(.days(10))
        _ = try ParkingApp.launched(on: device)
        device.isOnline = false
        device.reboot(offFor: .days(1))
        device.unlock()
        #expect(try ParkingApp.launched(on: device).trial.state == .unknown)
        device.pass(.days(6))
        #expect(try ParkingApp.launched(on: device).trial.state == .over)
    }

    @Test func aSecondBeginningChangesNothing() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        _ = try begun(on: device)
        device.pass(.days(10))
        let again = try begun(on: device)
        device.pass(.days(5))
        #expect(again.trial.state == .over)
    }
}
