import Foundation
import ParkingMeter
import Sidereal
import SiderealTesting
import Testing

/// Two weeks without fees, on phones whose owners want more.
@Suite struct TrialTests {
    private func begun(on device: SimulatedDevice) throws -> ParkingApp {
        let app = try ParkingApp.launched(on: device)
        if device.isOnline { _ = try device.run { await app.clock.synchronize() } }
        #expect(try app.trial.begin())
        return app
    }

    @Test func itRunsForTwoWeeksWithoutAnyNetwork() throws {
        let device = SimulatedDevice(.iPhone)
        #expect(try ParkingApp.launched(on: device).trial.decision() == nil)
        let app = try begun(on: device)
        device.pass(.seconds(13 * 86_400))
        #expect(try app.trial.isRunning)
        device.pass(.seconds(86_400 + 3 * 60))
        #expect(try app.trial.decision() == .over)
    }

    @Test func settingTheClockBackDoesNotProlongIt() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try begun(on: device)
        let naive = NaiveTrial(ends: device.wallTime.addingTimeInterval(14 * 86_400))
        device.pass(.seconds(15 * 86_400))
        device.setClock(.backward(.seconds(14 * 86_400)))
        #expect(try app.trial.decision() == .over)
        // The bug: it has two weeks left.
        #expect(!naive.isOver(at: device.wallTime))
    }

    @Test func settingTheClockForwardDoesNotEndIt() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try begun(on: device)
        let naive = NaiveTrial(ends: device.wallTime.addingTimeInterval(14 * 86_400))
        device.setClock(.forward(.seconds(20 * 86_400)))
        #expect(try app.trial.isRunning)
        // The bug: whoever has a wrong clock loses what was promised.
        #expect(naive.isOver(at: device.wallTime))
    }

    /// Offline after a reboot only the least is known: over is still said, running no more.
    @Test func afterARebootOfflineNobodyGuesses() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        _ = try begun(on: device)
        device.pass(.seconds(10 * 86_400))
        _ = try ParkingApp.launched(on: device).trial.decision()
        device.isOnline = false
        device.reboot(offFor: .seconds(86_400))
        #expect(
            try ParkingApp.launched(on: device).trial.decision()
                == .undetermined(.unavailable(.beforeFirstUnlock)))
        #expect(try !ParkingApp.launched(on: device).trial.begin(), "locked is not missing")
        device.unlock()
        let decision = try #require(try ParkingApp.launched(on: device).trial.decision())
        #expect(ElapsedMeter.Policy.lenient.allows(decision) && !ElapsedMeter.Policy.strict.allows(decision))
        device.pass(.seconds(6 * 86_400))
        #expect(try ParkingApp.launched(on: device).trial.decision() == .over)
    }

    @Test func reinstallingTheAppDoesNotBeginItAnew() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        _ = try begun(on: device)
        device.pass(.seconds(10 * 86_400))
        device.uninstallApps()
        device.reboot(offFor: .seconds(5 * 86_400))
        device.unlock()
        #expect(try begun(on: device).trial.decision() == .over)
    }

    @Test func aNewPhoneDoesNotBeginItAnew() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        _ = try begun(on: device)
        device.pass(.seconds(15 * 86_400))
        #expect(try begun(on: device.movedToNewPhone()).trial.decision() == .over)
    }

    @Test func aSecondBeginningChangesNothing() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        _ = try begun(on: device)
        device.pass(.seconds(10 * 86_400))
        let again = try begun(on: device)
        device.pass(.seconds(5 * 86_400))
        #expect(try again.trial.decision() == .over)
    }
}

extension Trial {
    /// Whether it runs for certain.
    var isRunning: Bool {
        get throws {
            guard case .running? = try decision() else { return false }
            return true
        }
    }
}
