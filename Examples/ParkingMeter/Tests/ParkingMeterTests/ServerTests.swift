import Foundation
import ParkingMeter
import Sidereal
import SiderealTesting
import Testing

/// Tests with servers that fail or lie.
@Suite struct ServerTests {
    /// One of three servers lies, so that trials end early or never.
    @Test(arguments: [.seconds(20 * 86_400), .seconds(-20 * 86_400)] as [Duration])
    func aLiarIsOutvoted(_ lie: Duration) throws {
        let device = SimulatedDevice(.iPhone, servers: .three)
        device.set(.https("two.example").lying(by: lie))
        let app = try ParkingApp.launched(on: device)
        #expect(try app.trial.begin())
        _ = try device.run { await app.clock.synchronize() }
        _ = try app.trial.standing()  // stores the meter with its start dated
        device.reboot(offFor: .seconds(13 * 86_400))
        device.unlock()
        let next = try ParkingApp.launched(on: device)
        _ = try device.run { await next.clock.synchronize() }
        #expect(try next.trial.isRunning)
        device.advance(by: .seconds(86_400 + 60))
        #expect(try next.trial.standing() == .over)
    }

    /// A cached Date that declares its age gives only a lower bound of the time. After a reboot, that bound can't prove
    /// that a trial still runs.
    @Test func aStaleDateLeavesATrialUndetermined() throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("one.example")])
        let app = try ParkingApp.launched(on: device)
        #expect(try app.trial.begin())
        _ = try device.run { await app.clock.synchronize() }
        _ = try app.trial.standing()  // stores the meter with its start dated
        device.reboot(offFor: .seconds(86_400))
        device.unlock()
        device.set(.https("one.example").stale(upTo: .seconds(6 * 3_600), sendsAge: true))
        let next = try ParkingApp.launched(on: device)
        _ = try device.run { await next.clock.synchronize() }
        #expect(try !next.trial.isRunning && next.trial.standing() != .over)
        // A fresh answer proves that the trial still runs.
        device.set(.https("one.example"))
        _ = try device.run { await next.clock.synchronize() }
        #expect(try next.trial.isRunning)
    }

    /// The app's own requests give the clock the time, too. If the server rejects a request as too frequent, no harm is
    /// done.
    @Test func tariffsTellTheTimeUntilTheServerHasEnough() throws {
        let device = SimulatedDevice(.iPhone)
        let server = SimulatedServer.https("tariffs.example").rateLimiting(1, per: .seconds(60))
        device.set(server)
        let phone = try device.launch()
        let clock = try TrustedClock(
            observatory: phone.observatory, policy: TrustedClock.CapturePolicy(hosts: [.exact("tariffs.example")]))
        let service = TariffService(clock: clock)
        let url = try #require(URL(string: "https://tariffs.example/today"))
        let load: @Sendable (URL) async throws -> TariffService.Answer = { url in
            let response = try await phone.response(to: url)
            return .init(status: response.status, headers: response.headers)
        }
        #expect(clock.now().kind == .unknown)
        #expect(try device.run { try await service.refresh(from: url, by: load) })
        #expect(clock.now().kind == .atLeast, "one Date may stand still")
        #expect(try !device.run { try await service.refresh(from: url, by: load) })
        device.advance(by: .seconds(60))
        #expect(try device.run { try await service.refresh(from: url, by: load) })
        #expect(device.requestCount(of: server) == 3)
        #expect(clock.now().kind == .bounded)
        let now = clock.now()
        #expect(try #require(now.earliestDate) <= device.trueTime)
        #expect(try device.trueTime <= #require(now.latestDate))
    }

    /// No server answers. The car is parked all the same, and the phone's own clocks give the price.
    @Test(arguments: SimulatedServer.Failure.allCases)
    func withoutServersTheMeterRuns(_ failure: SimulatedServer.Failure) throws {
        let device = SimulatedDevice(.iPhone, servers: [SimulatedServer].three.map { $0.gone(failure) })
        let app = try ParkingApp.launched(on: device)
        try device.run { try await app.meter.park("S-ID 1") }
        device.advance(by: .seconds(100 * 60))
        let paid = try device.run { try await app.meter.leave() }
        #expect(paid?.cents == 350)
    }
}
