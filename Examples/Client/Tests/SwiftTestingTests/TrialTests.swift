import Foundation
import Sidereal
import SiderealTesting
import Testing

@testable import MainActorApp

/// Tests of the two weeks of the guide to trials, on phones whose owners want more. They need no other part of the app.
@Suite struct TrialTests {
    /// Three servers of different operators. One of them may lie.
    static let servers: [SimulatedServer] = [.https("one.example"), .https("two.example"), .https("three.example")]

    /// A launch of the app on a device, and its trial.
    private struct Launch {
        let device: SimulatedDevice
        let app: SimulatedApp
        let trial: Trial
        let clock: TrustedClock
        let keeper: TrialKeeper

        init(on device: SimulatedDevice) throws {
            self.device = device
            app = try device.launch()
            trial = Trial(observatory: app.observatory, keychain: app.keychain(), length: .seconds(14 * 86_400))
            clock = try app.clock()
            keeper = TrialKeeper(trial: trial, clock: clock, gate: app.gate)
        }

        /// Performs the steps of each launch of the app.
        @discardableResult
        func start() throws -> ElapsedMeter.Decision? { try device.run { try await keeper.start()?.decision } }

        var decision: ElapsedMeter.Decision? { get throws { try trial.standing()?.decision } }

        /// A Boolean value that indicates whether the trial certainly still runs.
        var isRunning: Bool {
            get throws {
                guard case .running? = try decision else { return false }
                return true
            }
        }
    }

    private func begun(on device: SimulatedDevice) throws -> Launch {
        let launch = try Launch(on: device)
        try launch.start()
        return launch
    }

    /// A naive trial, which compares dates.
    private struct NaiveTrial {
        let ends: Date

        func isOver(at now: Date) -> Bool { now >= ends }
    }

    @Test func itRunsForTwoWeeksWithoutAnyNetwork() throws {
        let device = SimulatedDevice(.iPhone)
        #expect(try Launch(on: device).decision == nil)
        let launch = try begun(on: device)
        device.advance(by: .seconds(13 * 86_400))
        #expect(try launch.isRunning)
        device.advance(by: .seconds(86_400 + 3 * 60))
        #expect(try launch.decision == .over)
    }

    /// Before the first launch after a restart, only a slewed clock counts. Up to 4% of that time is unproven.
    @Test(arguments: [SimulatedDevice.Kind.iPhone, .newPhone, .oldPhone, .intelMac])
    func whoRestartsAndWaitsGainsLittle(_ kind: SimulatedDevice.Kind) throws {
        let device = SimulatedDevice(kind)
        _ = try begun(on: device)
        device.reboot()
        device.unlock()
        device.advance(by: .seconds(14 * 86_400 + 3_600))
        guard case .undetermined(.undated)? = try Launch(on: device).decision else {
            Issue.record("it is within 4% of the end")
            return
        }
        device.advance(by: .seconds(14 * 86_400 / 25))
        #expect(try Launch(on: device).decision == .over)
    }

    @Test func settingTheClockBackDoesNotProlongIt() throws {
        let device = SimulatedDevice(.iPhone)
        let launch = try begun(on: device)
        let naive = NaiveTrial(ends: device.wallTime.addingTimeInterval(14 * 86_400))
        device.advance(by: .seconds(15 * 86_400))
        device.setClock(.backward(.seconds(14 * 86_400)))
        #expect(try launch.decision == .over)
        // The bug: the naive trial still has two weeks left.
        #expect(!naive.isOver(at: device.wallTime))
    }

    @Test func settingTheClockForwardDoesNotEndIt() throws {
        let device = SimulatedDevice(.iPhone)
        let launch = try begun(on: device)
        let naive = NaiveTrial(ends: device.wallTime.addingTimeInterval(14 * 86_400))
        device.setClock(.forward(.seconds(20 * 86_400)))
        #expect(try launch.isRunning)
        // The bug: an owner with a wrong clock loses the promised time.
        #expect(naive.isOver(at: device.wallTime))
    }

    /// Offline after a reboot, only a lower bound is known. It can prove that the trial is over, but not that it still
    /// runs.
    @Test func afterARebootOfflineNobodyGuesses() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        _ = try begun(on: device)
        device.advance(by: .seconds(10 * 86_400))
        _ = try Launch(on: device).trial.standing()
        device.isOnline = false
        device.reboot(offFor: .seconds(86_400))
        let early = try Launch(on: device)
        #expect(try early.decision == .undetermined(.unavailable(.beforeFirstUnlock)))
        #expect(try !early.trial.begin(), "locked is not missing")
        #expect(try early.trial.standing()?.daysLeft == nil)
        // The app's start waits for the unlock, and then continues.
        let standing = try device.run {
            try await early.keeper.start()
        } whileWaiting: {
            device.unlock()
        }
        let decision = try #require(standing?.decision)
        #expect(ElapsedMeter.Policy.lenient.allows(decision) && !ElapsedMeter.Policy.strict.allows(decision))
        #expect(standing?.daysLeft == 4)
        device.advance(by: .seconds(6 * 86_400))
        #expect(try Launch(on: device).decision == .over)
    }

    /// One operator alone can't move a start whose date was known before. The meter has already counted the time that
    /// the operator takes back.
    @Test func aServerThatLiesForAWhileTakesNothingBack() throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("one.example")])
        /// Asks the servers for the greatest possible remaining time. Returns `nil` if the trial may be over.
        func mostLeft() throws -> Duration? {
            guard case .running(let left)? = try begun(on: device).decision else { return nil }
            return left.atMost
        }
        _ = try begun(on: device)
        device.advance(by: .seconds(3 * 86_400))
        _ = try mostLeft()
        device.set(.https("one.example").lying(by: .seconds(-30 * 86_400)))
        device.reboot(after: .seconds(180))
        device.unlock()
        #expect(try mostLeft().map { $0 <= .seconds(11 * 86_400) } ?? true, "it takes no counted day back")
        device.set(.https("one.example"))
        device.advance(by: .seconds(86_400))
        // The server's two answers contradict each other until it has given the same time for an hour.
        _ = try mostLeft()
        device.advance(by: .seconds(3_600))
        #expect(try #require(try mostLeft(), "it knows the time") < .seconds(10 * 86_400 + 600))
    }

    /// A trial can certainly still run although its remaining time is unknown.
    @Test func aLabelSaysAtMostWhileAServerContradicts() throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("one.example").lying(by: .seconds(20 * 86_400))])
        _ = try begun(on: device)
        device.advance(by: .seconds(12 * 86_400))
        device.set(.https("one.example"))
        let launch = try Launch(on: device)
        let settled = try device.run { try await launch.keeper.start() }
        #expect(settled?.daysLeft == 2 && settled?.isExact == true, "the lie counts no more")

        let others = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        _ = try begun(on: others)
        others.advance(by: .seconds(5 * 86_400))
        others.set(TrialTests.servers[0].lying(by: .seconds(-3 * 86_400)))
        others.set(TrialTests.servers[1].gone())
        others.reboot(after: .seconds(180))
        others.unlock()
        let next = try Launch(on: others)
        let unsure = try others.run { try await next.keeper.start() }
        #expect(unsure?.daysLeft == 12 && unsure?.isExact == false, "9 days are left: 12 at most")
        guard case .running? = unsure?.decision else {
            Issue.record("it is certain to run")
            return
        }
    }

    /// If two servers contradict each other, only a third answer can settle which server is right.
    @Test func whereTwoServersContradictEachOtherTheGraceIsNoHelp() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        _ = try begun(on: device)
        device.advance(by: .seconds(3 * 86_400))
        device.set(TrialTests.servers[0].lying(by: .seconds(400 * 86_400)))
        device.set(TrialTests.servers[1].gone(.silent))
        device.reboot()
        device.unlock()
        let launch = try begun(on: device)
        let decision = try #require(try launch.decision)
        guard case .undetermined(.tooClose(let exceededBy)) = decision else {
            Issue.record("the end lies between the bounds")
            return
        }
        #expect(exceededBy > .seconds(380 * 86_400))
        #expect(try launch.trial.standing()?.endsNow == false)
        #expect(!ElapsedMeter.Policy.grace(.seconds(3 * 86_400)).allows(decision))
        #expect(ElapsedMeter.Policy.lenient.allows(decision))
        device.set(TrialTests.servers[1])
        let settled = try device.run { try await launch.keeper.refresh() }
        #expect(settled?.daysLeft == 11 && settled?.isExact == true)
    }

    /// Two contradictory servers give the start a date that is uncertain by days. Such a start counts as undated.
    @Test(arguments: [-50, -2, 2, 50], [false, true])
    func aStartThatServersDisputeIsDatedOnceTheyAgree(_ lie: Int, _ restartsFirst: Bool) throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        device.set(TrialTests.servers[0].gone(.silent))
        device.set(TrialTests.servers[2].lying(by: .seconds(lie * 86_400)))
        let first = try begun(on: device)
        #expect(try first.trial.standing()?.isDated == false)
        for server in TrialTests.servers { device.set(server) }
        device.advance(by: .seconds(86_400))
        if restartsFirst {
            _ = try first.trial.standing()
            device.reboot()
            device.unlock()
        }
        let launch = restartsFirst ? try Launch(on: device) : first
        let standing = try device.run { try await launch.keeper.refresh() }
        #expect(standing?.isDated == true && standing?.isExact == true && standing?.daysLeft == 13)
        device.reboot(offFor: .seconds(5 * 86_400))
        device.unlock()
        let later = try Launch(on: device)
        let settled = try device.run { try await later.keeper.start() }
        #expect(settled?.isExact == true && settled?.daysLeft == 8)
    }

    /// The time before the restart is unproven. The meter gives it to the user and counts the rest.
    @Test func begunOfflineItCountsOnOnceOnline() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        device.isOnline = false
        let launch = try begun(on: device)
        device.advance(by: .seconds(2 * 86_400))
        #expect(try launch.isRunning)
        device.reboot(offFor: .seconds(86_400))
        device.unlock()
        let restarted = try Launch(on: device)
        guard case .undetermined(.undated)? = try restarted.decision else {
            Issue.record("nothing dates the start")
            return
        }
        device.isOnline = true
        try restarted.start()
        #expect(try restarted.isRunning)
        // Two of the fourteen days are used. A further restart no longer loses any time.
        device.advance(by: .seconds(5 * 86_400))
        #expect(try restarted.isRunning)
        device.reboot(offFor: .seconds(6 * 86_400))
        device.unlock()
        let last = try begun(on: device)
        #expect(try last.isRunning)
        device.advance(by: .seconds(2 * 86_400))
        #expect(try last.decision == .over)
    }

    @Test func aRefreshAsksTheServersWhileThatMayHelp() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        try begun(on: device).app.kill()
        device.reboot(offFor: .seconds(86_400))
        device.unlock()
        device.isOnline = false
        let launch = try Launch(on: device)
        func refreshed() throws -> ElapsedMeter.Decision? {
            try device.run { try await launch.keeper.refresh()?.decision }
        }
        guard case .undetermined(.unbounded)? = try refreshed() else {
            Issue.record("nothing bounds what passed")
            return
        }
        device.isOnline = true
        guard case .running? = try refreshed() else {
            Issue.record("the servers were not asked")
            return
        }
        let count = device.requestCount(of: TrialTests.servers[0])
        #expect(try refreshed() != nil)
        #expect(device.requestCount(of: TrialTests.servers[0]) == count, "what is certain needs no server")
        #expect(try device.run { await launch.keeper.obstacle } == .tooFewServers)
        for server in TrialTests.servers { device.set(server.gone(.untrusted)) }
        try launch.start()
        #expect(try device.run { await launch.keeper.obstacle } == .certificates)
        for server in TrialTests.servers { device.set(server.gone(.refused)) }
        try launch.start()
        #expect(try device.run { await launch.keeper.obstacle } == .tooFewServers, "the network is there")
        device.isOnline = false
        try launch.start()
        #expect(try device.run { await launch.keeper.obstacle } == .unreached)
    }

    /// If a view disappears during a request to the servers, no obstacle remains.
    @Test func aCancelledStartNamesNoObstacle() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers.map { $0.gone(.silent) })
        let keeper = try Launch(on: device).keeper
        #expect(throws: CancellationError.self) {
            try device.run {
                try await withThrowingTaskGroup(of: Trial.Standing?.self) { group in
                    group.addTask { try await keeper.start() }
                    group.cancelAll()
                    _ = try await group.next()
                }
            }
        }
        #expect(try device.run { await keeper.obstacle } == nil)
        #expect(try device.run { try await keeper.standing()?.daysLeft } == 14, "it has begun all the same")
    }

    /// Drift grows with the length of a trial. Offline, a long trial stays exact, and it ends "about now".
    @Test(arguments: [SimulatedDevice.Kind.iPhone, .linux], [14, 90])
    func aLongTrialOfflineStaysExact(_ kind: SimulatedDevice.Kind, _ days: Int) throws {
        let device = SimulatedDevice(kind)
        let app = try device.launch()
        let trial = Trial(
            observatory: app.observatory, keychain: app.keychain(), length: .seconds(days * 86_400))
        #expect(try trial.begin())
        for day in 1..<days {
            device.advance(by: .seconds(86_400))
            let standing = try #require(try trial.standing())
            #expect(standing.isExact && standing.daysLeft == days - day && !standing.endsNow, "day \(day)")
        }
        device.advance(by: .seconds(86_400 - 3 * 3_600))
        var ends = 0
        while let standing = try trial.standing(), standing.decision != .over {
            if case .undetermined = standing.decision {
                #expect(standing.endsNow && standing.isExact)
                ends += 1
            }
            device.advance(by: .seconds(60))
        }
        #expect(ends > 0, "it ends about now before it is over")
    }

    @Test func itIsAsLongAsTheAppSays() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        let week = Trial(observatory: app.observatory, keychain: app.keychain(), length: .seconds(7 * 86_400))
        #expect(try week.begin())
        device.advance(by: .seconds(3 * 86_400))
        #expect(try week.standing()?.daysLeft == 4)
        device.advance(by: .seconds(4 * 86_400 + 180))
        #expect(try week.standing()?.decision == .over)
        // A longer trial continues with the same meter.
        let longer = Trial(observatory: app.observatory, keychain: app.keychain(), length: .seconds(14 * 86_400))
        #expect(try longer.standing()?.daysLeft == 7)
    }

    @Test func theFirstScreenWaitsForNoServer() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        let launch = try Launch(on: device)
        let first = try device.run { try await launch.keeper.standing() }
        #expect(first?.daysLeft == 14 && first?.isExact == true && first?.isDated == false)
        #expect(device.requestCount(of: TrialTests.servers[0]) == 0)
        #expect(try device.run { await launch.keeper.obstacle } == nil)
    }

    /// A clock that gets the time from the app's own requests asks no server, so it can't report that the device is
    /// offline.
    @Test func nobodyWasAskedSoNobodyIsMissed() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        let launch = try Launch(on: device)
        let learning = try launch.app.clock(asking: [], policy: TrustedClock.CapturePolicy(hosts: [.domain("example")]))
        let keeper = TrialKeeper(trial: launch.trial, clock: learning, gate: launch.app.gate)
        #expect(try device.run { try await keeper.start()?.daysLeft } == 14)
        #expect(try device.run { await keeper.obstacle } == nil)
    }

    @Test func aTrialBegunOfflineIsDatedWhileItRuns() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        device.isOnline = false
        let launch = try begun(on: device)
        device.isOnline = true
        device.advance(by: .seconds(600))
        guard let standing = try device.run({ try await launch.keeper.refresh() }) else {
            Issue.record("the trial has begun")
            return
        }
        #expect(standing.isDated && standing.decision != .over)
        // The time around an offline reboot therefore counts as soon as the device is online.
        device.reboot(offFor: .seconds(20 * 86_400))
        device.unlock()
        #expect(try Launch(on: device).start() == .over)
    }

    /// The time between a use and a restart is unproven, so the meter counts restarts.
    @Test func restartingBeforeEachUseUsesUpTheGrace() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        _ = try begun(on: device)
        device.isOnline = false
        var uses = (grace: 0, lenient: 0)
        for _ in 0..<60 {
            device.advance(by: .seconds(86_400))
            device.reboot()
            device.unlock()
            let decision = try #require(try Launch(on: device).decision)
            uses.grace += ElapsedMeter.Policy.grace(.seconds(3 * 86_400)).allows(decision) ? 1 : 0
            uses.lenient += ElapsedMeter.Policy.lenient.allows(decision) ? 1 : 0
        }
        #expect(uses.grace == 10)
        #expect(uses.lenient == 60)
    }

    @Test func reinstallingTheAppDoesNotBeginItAnew() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        _ = try begun(on: device)
        device.advance(by: .seconds(10 * 86_400))
        device.uninstallApps()
        device.reboot(offFor: .seconds(5 * 86_400))
        device.unlock()
        #expect(try begun(on: device).decision == .over)
    }

    @Test func aNewPhoneDoesNotBeginItAnew() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        _ = try begun(on: device)
        device.advance(by: .seconds(15 * 86_400))
        #expect(try begun(on: device.restoredToNewDevice()).decision == .over)
    }

    @Test func aSecondBeginningChangesNothing() throws {
        let device = SimulatedDevice(.iPhone, servers: TrialTests.servers)
        _ = try begun(on: device)
        device.advance(by: .seconds(10 * 86_400))
        let again = try begun(on: device)
        device.advance(by: .seconds(5 * 86_400))
        #expect(try again.decision == .over)
    }

    /// After exactly four days, ten days are left, whatever the drift is.
    @Test(arguments: [(0, 14), (1, 14), (4 * 86_400, 10), (4 * 86_400 + 3_600, 10), (14 * 86_400 - 3_600, 1)])
    func theLabelRoundsUp(_ passed: Int, _ days: Int) throws {
        let device = SimulatedDevice(.iPhone)
        let launch = try begun(on: device)
        device.advance(by: .seconds(passed))
        #expect(try launch.trial.standing()?.daysLeft == days)
        device.advance(by: .seconds(15 * 86_400))
        #expect(try launch.trial.standing()?.daysLeft == nil)
    }

    @Test func aDamagedMeterIsReplacedOnlyOnRequest() throws {
        let device = SimulatedDevice(.iPhone)
        let launch = try begun(on: device)
        try launch.trial.replaceDamagedMeter()
        device.advance(by: .seconds(86_400))
        #expect(try launch.trial.standing()?.daysLeft == 13, "an intact one stays")
        try launch.app.keychain().set("damaged", for: "trial")
        guard case .undetermined(.unavailable(.undecodable))? = try launch.start() else {
            Issue.record("nobody can decode it")
            return
        }
        try launch.trial.replaceDamagedMeter()
        #expect(try launch.trial.standing()?.daysLeft == 14)
    }

    /// `begin()` has three outcomes.
    @Test func beginningSaysWhetherItCould() throws {
        let device = SimulatedDevice(.iPhone)
        let launch = try Launch(on: device)
        device.keychainFailure = -34_018  // errSecMissingEntitlement
        #expect(try !launch.trial.begin())
        #expect(try launch.decision == .undetermined(.unavailable(.refused(status: -34_018))))
        device.keychainFailure = nil
        #expect(try launch.trial.begin())
        launch.app.kill()
        #expect(try !launch.trial.begin(), "an ended process reads no keychain")
    }
}
