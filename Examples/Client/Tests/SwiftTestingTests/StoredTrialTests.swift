import Sidereal
import SiderealTesting
import Testing

@testable import MainActorApp

@Suite("The trial for machines without a keychain, on simulated devices")
struct StoredTrialTests {
    static let servers: [SimulatedServer] = [.https("one.example"), .https("two.example"), .https("three.example")]

    @available(iOS 18, macOS 15, *)
    struct Launch {
        let device: SimulatedDevice
        let trial: StoredTrial
        let clock: TrustedClock

        init(on device: SimulatedDevice) throws {
            self.device = device
            let app = try device.launch()
            trial = StoredTrial(observatory: app.observatory, store: try app.store())
            clock = try app.clock()
        }

        func begin() throws { try device.run { try await trial.begin() } }
        func synchronize() throws { _ = try device.run { await clock.synchronize() } }
        var decision: ElapsedMeter.Decision? { get throws { try device.run { try await trial.standing()?.decision } } }
        var isRunning: Bool {
            get throws {
                guard case .running? = try decision else { return false }
                return true
            }
        }
    }

    @available(iOS 18, macOS 15, *)
    @Test func itRunsForTwoWeeksHoweverTheClockIsSet() throws {
        let device = SimulatedDevice(.iPhone, servers: Self.servers)
        let launch = try Launch(on: device)
        #expect(try launch.decision == nil)
        try launch.begin()
        device.advance(by: .seconds(13 * 86_400))
        device.setClock(.backward(.seconds(20 * 86_400)))
        try launch.begin()
        #expect(try launch.isRunning, "begun again, it goes on")
        device.advance(by: .seconds(86_400 + 3 * 60))
        #expect(try launch.decision == .over)
    }

    @available(iOS 18, macOS 15, *)
    @Test func overARebootItCountsOnceTheTimeIsKnown() throws {
        let device = SimulatedDevice(.iPhone, servers: Self.servers)
        let first = try Launch(on: device)
        try first.begin()
        try first.synchronize()
        #expect(try first.isRunning)
        device.reboot(after: .seconds(15 * 86_400))
        let second = try Launch(on: device)
        guard case .undetermined(.unavailable(let reason))? = try second.decision else {
            Issue.record("before the first unlock: \(String(describing: try second.decision))")
            return
        }
        #expect(reason == .beforeFirstUnlock)
        device.unlock()
        guard case .undetermined(.unbounded)? = try second.decision else {
            Issue.record("offline: \(String(describing: try second.decision))")
            return
        }
        try second.synchronize()
        #expect(try second.decision == .over)
    }

    @available(iOS 18, macOS 15, *)
    @Test func onAFullDiskItStillSaysWhereItStands() throws {
        let device = SimulatedDevice(.iPhone, servers: Self.servers)
        let launch = try Launch(on: device)
        try launch.begin()
        device.isDiskFull = true
        device.advance(by: .seconds(3_600))
        #expect(try launch.isRunning)
        device.advance(by: .seconds(14 * 86_400))
        #expect(try launch.decision == .over)
    }

    @available(iOS 18, macOS 15, *)
    @Test func onAFullDiskItDoesNotBegin() throws {
        let device = SimulatedDevice(.iPhone, servers: Self.servers)
        let launch = try Launch(on: device)
        device.isDiskFull = true
        #expect(throws: StoreError.self) { try launch.begin() }
        #expect(try launch.decision == nil)
        device.isDiskFull = false
        try launch.begin()
        #expect(try launch.isRunning)
    }
}
