import Foundation
import Sidereal
import SiderealTesting
import Testing

@Suite("a moment gets its date from later answers") struct MomentTests {
    static let servers: [SimulatedServer] = [.https("one.example"), .https("two.example"), .https("three.example")]

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func clock(of device: SimulatedDevice, as name: String = "app") throws -> TrustedClock {
        try device.launch(name).clock()
    }

    /// Returns whether the bounds contain the truth.
    static func holds(_ time: TrustedTime, _ truth: Date) -> Bool {
        (time.earliestDate.map { $0 <= truth } ?? true) && (time.latestDate.map { $0 >= truth } ?? true)
    }

    @Test(
        "a moment made offline after a reboot is dated online in the same boot",
        arguments: SimulatedDevice.Kind.allCases)
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    func sameBoot(kind: SimulatedDevice.Kind) throws {
        let device = SimulatedDevice(kind, servers: Self.servers)
        device.isOnline = false
        device.setClock(.backward(.seconds(86_400)))
        let clock = try Self.clock(of: device)
        let moment = try clock.moment()
        let truth = device.trueTime
        #expect(moment.time.kind == .unknown)
        #expect(try clock.time(of: moment).kind == .unknown)
        device.advance(by: .seconds(3_600))
        device.setClock(.forward(.seconds(3 * 86_400)))
        device.isOnline = true
        try device.run { _ = await clock.synchronize() }
        let stored = try JSONDecoder().decode(Moment.self, from: JSONEncoder().encode(moment))
        #expect(stored == moment)
        for clock in [clock, try Self.clock(of: device)] {
            let time = try clock.time(of: stored)
            #expect(time.kind == .bounded && time.isAuthenticated && time.isCorroborated)
            #expect(Self.holds(time, truth))
            #expect(try #require(time.uncertainty) < .seconds(5))
        }
    }

    @Test(
        "after another reboot, a moment lies between its floor and the present time",
        arguments: SimulatedDevice.Kind.allCases)
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    func acrossAReboot(kind: SimulatedDevice.Kind) throws {
        let device = SimulatedDevice(kind, servers: Self.servers)
        let first = try device.launch()
        let firstClock = try first.clock()
        try device.run { _ = await firstClock.synchronize() }
        try first.observatory.save()
        let floor = device.trueTime
        device.isOnline = false
        device.reboot(offFor: .seconds(3_600))
        device.unlock()
        let moment = try Self.clock(of: device).moment()
        let truth = device.trueTime
        #expect(moment.time.kind == .atLeast)
        device.advance(by: .seconds(600))
        device.reboot(offFor: .seconds(3_600))
        device.unlock()
        device.isOnline = true
        let clock = try Self.clock(of: device)
        #expect(try clock.time(of: moment).earliestDate == moment.time.earliestDate)
        try device.run { _ = await clock.synchronize() }
        let time = try clock.time(of: moment)
        #expect(time.kind == .bounded && Self.holds(time, truth))
        #expect(try #require(time.earliestDate) > floor.addingTimeInterval(-5))
        #expect(try #require(time.latestDate) < device.trueTime.addingTimeInterval(5))
    }

    @Test(
        "a date that the process of a moment learns later outlives a reboot",
        arguments: SimulatedDevice.Kind.allCases, [true, false])
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    func datedBeforeTheReboot(kind: SimulatedDevice.Kind, isOnline: Bool) throws {
        let device = SimulatedDevice(kind, servers: Self.servers)
        device.isOnline = false
        let app = try device.launch()
        let clock = try app.clock()
        let (moment, truth) = (try clock.moment(), device.trueTime)
        device.advance(by: .seconds(3_600))
        device.isOnline = true
        try device.run { _ = await clock.synchronize() }
        try app.observatory.save()
        device.isOnline = isOnline
        device.reboot(offFor: .seconds(3_600))
        device.unlock()
        let next = try device.launch()
        let nextClock = try next.clock()
        if isOnline { try device.run { _ = await nextClock.synchronize() } }
        let time = try nextClock.time(of: moment)
        #expect(time.kind == .bounded && Self.holds(time, truth))
        #expect(try #require(time.uncertainty) < .seconds(5))
        let elapsed = try next.observatory.elapsed(since: moment)
        let passed = Duration.seconds(device.trueTime.timeIntervalSince(truth))
        #expect(elapsed.atLeast <= passed && elapsed.atLeast > (isOnline ? passed - .seconds(10) : .seconds(3_500)))
        #expect(elapsed.atMost.map { $0 >= passed && $0 < passed + .seconds(10) } ?? !isOnline)
    }

    @Test("a false time is withdrawn once its server is right")
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    func aFalseAnswer() throws {
        let server = SimulatedServer.https("one.example")
        let device = SimulatedDevice(.iPhone, servers: [server.lying(by: .seconds(-7_200))])
        let clock = try Self.clock(of: device)
        try device.run { _ = await clock.synchronize() }
        let moment = try clock.moment()
        let truth = device.trueTime
        #expect(!Self.holds(moment.time, truth), "it was lied to")
        device.advance(by: .seconds(600))
        device.set(server)
        try device.run { _ = await clock.synchronize() }
        // Either answer may be true, until the server has given one time for an hour.
        device.advance(by: .seconds(3_600))
        try device.run { _ = await clock.synchronize() }
        #expect(try clock.time(of: moment).kind == .unknown)
    }

    @Test("a bound that too few operators supported is replaced by the bound that all operators give later")
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    func anUncorroboratedEnd() throws {
        let device = SimulatedDevice(.iPhone, servers: Self.servers)
        device.set(.https("one.example").lying(by: .seconds(-7_200)))
        for other in ["two.example", "three.example"] { device.set(.https(other).gone()) }
        let clock = try Self.clock(of: device)
        try device.run { _ = await clock.synchronize() }
        let moment = try clock.moment()
        let truth = device.trueTime
        #expect(moment.time.latestSupport == .uncorroborated && !Self.holds(moment.time, truth))
        device.advance(by: .seconds(600))
        for server in Self.servers { device.set(server) }
        try device.run { _ = await clock.synchronize() }
        device.advance(by: .seconds(3_600))
        try device.run { _ = await clock.synchronize() }
        let time = try clock.time(of: moment)
        #expect(time.kind == .bounded && Self.holds(time, truth))
    }

    @Test("a moment of another device keeps only the time that was known on that device")
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    func anotherDevice() throws {
        let other = SimulatedDevice(.iPhone, servers: Self.servers)
        let otherClock = try Self.clock(of: other)
        try other.run { _ = await otherClock.synchronize() }
        let moment = try otherClock.moment()
        let device = SimulatedDevice(.iPhone, servers: Self.servers, seed: 7)
        device.advance(by: .seconds(3_600))
        let clock = try Self.clock(of: device)
        try device.run { _ = await clock.synchronize() }
        #expect(try clock.time(of: moment) == moment.time)
    }

    @Test("only accepted evidence counts")
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    func onlyWhatIsAccepted() throws {
        let device = SimulatedDevice(.iPhone, servers: [.ntp("time.example")])
        let clock = try device.launch().clock(alsoAccepting: .unauthenticated)
        try device.run { _ = await clock.synchronize() }
        let usual = try clock.moment(requiring: .authenticated)
        let accepting = try clock.moment()
        let truth = device.trueTime
        #expect(usual.time.kind == .unknown && accepting.time.kind == .bounded)
        #expect(try clock.time(of: accepting, requiring: .authenticated).kind == .unknown)
        for moment in [usual, accepting] {
            let time = try clock.time(of: moment)
            #expect(time.kind == .bounded && !time.isAuthenticated && Self.holds(time, truth))
        }
    }

    /// Case C11 of reported mistakes: a session offline over a reboot, billed after a second one.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the bill for a session that began and ended offline uses all later knowledge")
    func session() throws {
        let server = SimulatedServer.https("a.example")
        let device = SimulatedDevice(servers: [server])
        let first = try device.launch().clock(asking: [server])
        _ = try device.run { await first.synchronize() }
        device.isOnline = false
        device.advance(by: .seconds(600))
        let (start, startedAt) = (try first.moment(), device.trueTime)
        device.advance(by: .seconds(40 * 60))
        device.reboot(after: .seconds(20 * 60))
        device.unlock()
        device.advance(by: .seconds(40 * 60))
        let second = try device.launch().clock(asking: [server])
        let end = try second.moment()
        let truth = Duration.seconds(device.trueTime.timeIntervalSince(startedAt))
        #expect(truth >= .seconds(100 * 60))
        #expect(try second.elapsed(from: start, to: end).atLeast > .seconds(38 * 60))
        device.isOnline = true
        _ = try device.run { await second.synchronize() }
        let known = try second.elapsed(from: start, to: end)
        #expect(known.atLeast <= truth && known.atLeast > truth - .seconds(60))
        let most = try #require(known.atMost)
        #expect(most >= truth && most < truth + .seconds(60))
    }
}
