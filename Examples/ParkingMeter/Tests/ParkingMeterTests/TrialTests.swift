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

    /// One operator alone is believed, whatever it says; what it takes back was counted all the same.
    @Test func aServerThatLiesForAWhileTakesNothingBack() throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("one.example")])
        /// The most that remains, asked online; nil where the trial is not certain to run.
        func mostLeft() throws -> Duration? {
            let app = try ParkingApp.launched(on: device)
            _ = try device.run { await app.clock.synchronize() }
            guard case .running(let left)? = try app.trial.decision() else { return nil }
            return left.atMost
        }
        _ = try begun(on: device)
        device.pass(.seconds(3 * 86_400))
        _ = try mostLeft()
        device.set(.https("one.example").lying(by: .seconds(-30 * 86_400)))
        device.reboot(after: .seconds(180))
        device.unlock()
        #expect(try #require(try mostLeft(), "it believes its server") < .seconds(11 * 86_400 + 600))
        device.set(.https("one.example"))
        device.pass(.seconds(86_400))
        // At first sight the two words of the server contradict each other.
        _ = try mostLeft()
        #expect(try #require(try mostLeft(), "it knows the time") < .seconds(10 * 86_400 + 600))
    }

    /// Nothing tells how much had passed before the restart: that is given away, and the rest counts.
    @Test func begunOfflineItCountsOnOnceOnline() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        device.isOnline = false
        let app = try begun(on: device)
        device.pass(.seconds(2 * 86_400))
        #expect(try app.trial.isRunning)
        device.reboot(offFor: .seconds(86_400))
        device.unlock()
        let restarted = try ParkingApp.launched(on: device)
        guard case .undetermined(.undated)? = try restarted.trial.decision() else {
            Issue.record("nothing dates the start")
            return
        }
        device.isOnline = true
        _ = try device.run { await restarted.clock.synchronize() }
        #expect(try restarted.trial.isRunning)
        // Two days of the fourteen are used, and over another restart nothing is lost any more.
        device.pass(.seconds(5 * 86_400))
        #expect(try restarted.trial.isRunning)
        device.reboot(offFor: .seconds(6 * 86_400))
        device.unlock()
        let last = try ParkingApp.launched(on: device)
        _ = try device.run { await last.clock.synchronize() }
        #expect(try last.trial.isRunning)
        device.pass(.seconds(2 * 86_400))
        #expect(try last.trial.decision() == .over)
    }

    /// Nothing proves what passes between a use and a restart: so restarts are counted.
    @Test func restartingBeforeEachUseUsesUpTheGrace() throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        _ = try begun(on: device)
        device.isOnline = false
        var uses = (grace: 0, lenient: 0)
        for _ in 0..<60 {
            device.pass(.seconds(86_400))
            device.reboot()
            device.unlock()
            let decision = try #require(try ParkingApp.launched(on: device).trial.decision())
            uses.grace += ElapsedMeter.Policy.grace(.seconds(3 * 86_400)).allows(decision) ? 1 : 0
            uses.lenient += ElapsedMeter.Policy.lenient.allows(decision) ? 1 : 0
        }
        #expect(uses.grace == 10)
        #expect(uses.lenient == 60)
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
