import Foundation
import Sidereal
import SiderealCore
import SiderealTesting
import TestSupport
import Testing

/// The time that a meter counts, and doesn't count, on phones whose owners want more time.
@Suite("a meter of the elapsed time") struct ElapsedMeterTests {
    static let servers: [SimulatedServer] = [.https("a.example")]

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "setting the clock doesn't change the counted time",
        arguments: SimulatedDevice.Kind.allCases,
        [[Duration.days(30)], [.days(-30)], [.days(30), .days(-30)], [.days(-400), .days(800), .seconds(-1)]])
    func clockSet(_ kind: SimulatedDevice.Kind, _ steps: [Duration]) throws {
        let owner = try MeterKeeping(on: SimulatedDevice(kind))
        for step in steps {
            owner.device.setClock(.forward(step))
            owner.device.advance(by: .days(1))
            let elapsed = try owner.launchAndUpdate().elapsed
            owner.expect(elapsed, missing: .minutes(10), exceeding: .minutes(10))
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("sleep counts", arguments: [SimulatedDevice.Kind.iPhone, .newPhone, .oldPhone, .linux])
    func sleep(_ kind: SimulatedDevice.Kind) throws {
        let owner = try MeterKeeping(on: SimulatedDevice(kind))
        for _ in 0..<10 {
            owner.device.sleep(.hours(20))
            try owner.launchAndUpdate()
        }
        owner.expect(try owner.launchAndUpdate().elapsed, missing: .minutes(10), exceeding: .minutes(10))
    }

    /// The only server is eight days off for one poll, and the meter is updated any number of times.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a false answer that is corrected later doesn't move a meter's start, in any order of updates",
        arguments: [-8, 8] as [Int64], [true, false])
    func aFalseAnswer(days: Int64, isRightBeforeTheReboot: Bool) throws {
        let server = SimulatedServer.https("a.example")
        for isDated in [true, false] {
            let owner = try MeterKeeping(on: SimulatedDevice(.iPhone, servers: [server]), isSynchronized: isDated)
            owner.device.advance(by: .hours(3))
            owner.device.set(server.lying(by: .seconds(days * 86_400)))
            try owner.launchAndUpdate(isSynchronized: true)
            for _ in 0..<3 { try owner.launchAndUpdate() }
            owner.device.set(server)
            // If nothing else ever dated the start, the lie can't be detected.
            guard isDated || isRightBeforeTheReboot else { continue }
            if isRightBeforeTheReboot {
                try owner.launchAndUpdate(isSynchronized: true)
                owner.device.advance(by: .hours(2))
                try owner.launchAndUpdate(isSynchronized: true)
                try owner.launchAndUpdate()
            }
            owner.device.reboot(offFor: .days(8))
            owner.device.unlock()
            let elapsed = try owner.launchAndUpdate(isSynchronized: true).elapsed
            owner.expect(elapsed, missing: .minutes(1), exceeding: .minutes(1))
        }
    }

    /// The server is wrong for hours, so it is believed. Then it is right for hours, and one update sees that.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "one update removes the time that earlier updates counted from a false answer", arguments: [-8, 8] as [Int64],
        [1, 2, 5])
    func aFalseAnswerForHours(days: Int64, updates: Int) throws {
        let server = SimulatedServer.https("a.example")
        let owner = try MeterKeeping(on: SimulatedDevice(.iPhone, servers: [server]), isSynchronized: true)
        for isRight in [false, true] {
            owner.device.set(isRight ? server : server.lying(by: .seconds(days * 86_400)))
            for _ in 0..<2 {
                owner.device.advance(by: .hours(2))
                let app = try owner.device.launch()
                try MeterKeeping.synchronize(app, on: owner.device)
                try app.observatory.save()
            }
            for _ in 0..<(isRight ? 1 : updates) { try owner.launchAndUpdate() }
        }
        owner.device.reboot(offFor: .days(8))
        owner.device.unlock()
        let elapsed = try owner.launchAndUpdate(isSynchronized: true).elapsed
        owner.expect(elapsed, missing: .minutes(1), exceeding: .minutes(1))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a reboot and a wait offline lose only the time without power", arguments: SimulatedDevice.Kind.allCases)
    func rebootAndWait(_ kind: SimulatedDevice.Kind) throws {
        let owner = try MeterKeeping(on: SimulatedDevice(kind, servers: Self.servers), isSynchronized: true)
        owner.device.isOnline = false
        owner.device.advance(by: .days(3))
        try owner.launchAndUpdate()
        owner.device.reboot(offFor: .days(10))
        owner.device.unlock()
        owner.device.advance(by: .days(1))
        let offline = try owner.launchAndUpdate().elapsed
        owner.expect(offline, missing: .days(10) + .hours(2), exceeding: nil)
        #expect(offline.atLeast > .days(3) + .hours(22))
        // Later time counts in full, each boot from its own first mark.
        owner.device.advance(by: .days(20))
        owner.expect(try owner.launchAndUpdate().elapsed, missing: .days(10) + .hours(2), exceeding: nil)
        // The true time restores the missed time, and the upper end.
        let online = try owner.launchAndUpdate(isSynchronized: true).elapsed
        owner.expect(online, missing: .seconds(5), exceeding: .seconds(5))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("after each reboot, the time since the boot began is added to the last update before it")
    func manyReboots() throws {
        let owner = try MeterKeeping(on: SimulatedDevice(.iPhone))
        for _ in 0..<10 {
            owner.device.advance(by: .hours(10))
            try owner.launchAndUpdate()
            owner.device.reboot(offFor: .hours(1))
            owner.device.unlock()
            owner.device.advance(by: .hours(10))
            try owner.launchAndUpdate()
        }
        // 3.7% of the ten hours before each first update: the most by which Darwin's calendar can be slewed.
        owner.expect(try owner.launchAndUpdate().elapsed, missing: .hours(10 + 4), exceeding: nil)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a start that is dated later in its boot is proven after a reboot", arguments: SimulatedDevice.Kind.allCases)
    func datedLater(_ kind: SimulatedDevice.Kind) throws {
        let owner = try MeterKeeping(on: SimulatedDevice(kind, servers: Self.servers))
        owner.device.advance(by: .hours(5))
        try owner.launchAndUpdate(isSynchronized: true)
        owner.device.isOnline = false
        owner.device.reboot(offFor: .days(10))
        owner.device.unlock()
        try owner.launchAndUpdate()
        let online = try owner.launchAndUpdate(isSynchronized: true).elapsed
        owner.expect(online, missing: .minutes(1), exceeding: .minutes(1))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a meter whose start is dated only after a reboot has no upper bound, and from then on counts all time")
    func datedAfterAReboot() throws {
        let owner = try MeterKeeping(on: SimulatedDevice(.iPhone, servers: Self.servers))
        owner.device.advance(by: .hours(5))
        try owner.launchAndUpdate()
        owner.device.reboot(offFor: .hours(7))
        owner.device.unlock()
        try owner.launchAndUpdate(isSynchronized: true)
        owner.device.isOnline = false
        owner.device.reboot(offFor: .days(10))
        owner.device.unlock()
        let online = try owner.launchAndUpdate(isSynchronized: true).elapsed
        owner.expect(online, missing: .hours(7) + .minutes(2), exceeding: nil)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an app that is reinstalled in the same boot keeps all of the time", arguments: SimulatedDevice.Kind.allCases)
    func reinstalled(_ kind: SimulatedDevice.Kind) throws {
        let owner = try MeterKeeping(on: SimulatedDevice(kind))
        owner.device.advance(by: .days(3))
        owner.device.uninstallApps()
        owner.device.advance(by: .days(3))
        owner.expect(try owner.launchAndUpdate().elapsed, missing: .minutes(10), exceeding: .minutes(10))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an app that is reinstalled after a reboot continues from its last update")
    func reinstalledAfterAReboot() throws {
        let owner = try MeterKeeping(on: SimulatedDevice(.iPhone, servers: Self.servers), isSynchronized: true)
        owner.device.isOnline = false
        owner.device.advance(by: .days(3))
        try owner.launchAndUpdate()
        owner.device.uninstallApps()
        owner.device.reboot(offFor: .days(4))
        owner.device.unlock()
        owner.device.advance(by: .days(5))
        let offline = try owner.launchAndUpdate().elapsed
        owner.expect(offline, missing: .days(9) + .minutes(1), exceeding: nil)
        #expect(offline.atLeast >= .days(3) - .minutes(1))
        owner.device.advance(by: .days(1))
        owner.expect(try owner.launchAndUpdate().elapsed, missing: .days(9) + .minutes(2), exceeding: nil)
        owner.expect(
            try owner.launchAndUpdate(isSynchronized: true).elapsed, missing: .seconds(5), exceeding: .seconds(5))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "on a new phone, a meter continues from its last update, and counts all time if both ends are dated",
        arguments: [
            SimulatedDevice.Kind.iPhone, .newPhone, .oldPhone, .intelMac, .linux,
        ])
    func movedToANewPhone(_ kind: SimulatedDevice.Kind) throws {
        var owner = try MeterKeeping(on: SimulatedDevice(.iPhone, servers: Self.servers), isSynchronized: true)
        owner.device.advance(by: .days(3))
        try owner.launchAndUpdate()
        owner.device.advance(by: .days(3))
        owner.device = owner.device.restoredToNewDevice(kind)
        owner.device.isOnline = false
        // The new phone has been up for days, which don't count.
        owner.expect(try owner.launchAndUpdate().elapsed, missing: .days(3) + .minutes(1), exceeding: nil)
        owner.device.advance(by: .days(2))
        owner.expect(try owner.launchAndUpdate().elapsed, missing: .days(3) + .minutes(2), exceeding: nil)
        owner.expect(
            try owner.launchAndUpdate(isSynchronized: true).elapsed, missing: .seconds(5), exceeding: .seconds(5))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("this-device-only items don't move to a new phone, and others do")
    func keychainOnANewPhone() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        try app.keychain().set("a", for: "moves")
        try app.keychain(accessibility: .afterFirstUnlockThisDeviceOnly).set("b", for: "stays")
        device.uninstallApps()
        let again = try device.launch()
        #expect(
            again.keychain().readString("moves") == .value("a")
                && again.keychain().readString("stays") == .value("b"))
        let phone = try device.restoredToNewDevice().launch()
        #expect(
            phone.keychain().readString("moves") == .value("a")
                && phone.keychain().readString("stays") == .notFound)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("updates while the record is locked keep the data that later updates compare")
    func lockedRecord() throws {
        let device = SimulatedDevice(.iPhone)
        let first = try device.launch()
        let start = device.truth
        var meter = try ElapsedMeter(startingAt: first.observatory)
        device.advance(by: .days(3))
        try meter.update(from: first.observatory)
        device.reboot()
        let path = SimulatedDevice.stateDirectory + "/state"
        device.disk.place(try #require(device.disk.contents(of: path)), at: path, tier: .afterFirstUnlock)
        let early = try device.launch()
        #expect(early.observatory.bootVerdict.answer == .unavailable(.locked))
        for _ in 0..<3 {
            device.advance(by: .hours(10))
            try meter.update(from: early.observatory)
        }
        #expect(meter.elapsed.atLeast >= .days(3) + .hours(19) && meter.elapsed.atMost == nil)
        device.unlock()
        let elapsed = try meter.update(from: device.launch().observatory)
        #expect(elapsed.atLeast >= .days(3) + .hours(28) && elapsed.atLeast <= (device.truth - start).duration)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("true time that another launch learned counts, even after a reboot")
    func floor() throws {
        let owner = try MeterKeeping(on: SimulatedDevice(.iPhone, servers: Self.servers), isSynchronized: true)
        owner.device.reboot(offFor: .days(5))
        owner.device.unlock()
        try MeterKeeping.synchronize(try owner.device.launch(), on: owner.device)
        owner.device.isOnline = false
        owner.device.reboot(offFor: .days(1))
        owner.device.unlock()
        owner.expect(try owner.launchAndUpdate().elapsed, missing: .days(1) + .minutes(5), exceeding: nil)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("unproven time doesn't count")
    func unauthenticated() throws {
        let owner = try MeterKeeping(
            on: SimulatedDevice(.iPhone, servers: [.ntp("a.example").lying(by: .days(-20))]), isSynchronized: true)
        owner.device.advance(by: .days(1))
        owner.device.set(.ntp("a.example"))
        owner.device.reboot()
        owner.device.unlock()
        let elapsed = try owner.launchAndUpdate(isSynchronized: true).elapsed
        owner.expect(elapsed, missing: .days(1) + .minutes(5), exceeding: nil)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("any number of updates lose less than a microsecond", arguments: SimulatedDevice.Kind.allCases)
    func manyUpdates(_ kind: SimulatedDevice.Kind) throws {
        let device = SimulatedDevice(kind)
        let app = try device.launch()
        let once = try ElapsedMeter(startingAt: app.observatory)
        var often = once
        for count in 0..<TestExtent.choose(part: 1_200, whole: 3_000) {
            if kind != .board, kind != .intelMac, count % 100 == 0 { device.sleep(.seconds(20)) }
            device.advance(by: .milliseconds(7))
            try often.update(from: app.observatory)
        }
        let (expected, counted) = (try once.elapsed(at: app.observatory), try often.elapsed(at: app.observatory))
        #expect(counted.atLeast >= expected.atLeast - .microseconds(1))
        #expect(try #require(counted.atMost) <= (try #require(expected.atMost)) + .microseconds(1))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("bounds from dates are carried forward from when they were learned, however many updates follow")
    func manyUpdatesAfterADate() throws {
        let owner = try MeterKeeping(on: SimulatedDevice(.iPhone, servers: Self.servers), isSynchronized: true)
        owner.device.isOnline = false
        owner.device.reboot(offFor: .days(1))
        owner.device.unlock()
        try owner.launchAndUpdate()
        let once = try owner.launchAndUpdate(isSynchronized: true)
        owner.device.isOnline = false
        owner.device.uninstallApps()
        let app = try owner.device.launch()
        var often = once
        for _ in 0..<100 {
            owner.device.advance(by: .milliseconds(7))
            try often.update(from: app.observatory)
        }
        let (expected, counted) = (try once.elapsed(at: app.observatory), try often.elapsed(at: app.observatory))
        #expect(counted.atLeast >= expected.atLeast - .microseconds(2))
        #expect(try #require(counted.atMost) <= #require(expected.atMost) + .microseconds(2))
        owner.expect(counted, missing: .seconds(5), exceeding: .seconds(5))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a restored older copy of a meter has true bounds, but lacks the time of the boots since it was made")
    func olderCopy() throws {
        let owner = try MeterKeeping(on: SimulatedDevice(.iPhone, servers: Self.servers), isSynchronized: true)
        owner.device.isOnline = false
        owner.device.advance(by: .days(1))
        let copy = try owner.launchAndUpdate()
        owner.device.advance(by: .days(5))
        let inOneBoot = try copy.elapsed(at: try owner.device.launch().observatory)
        owner.expect(inOneBoot, missing: .minutes(2), exceeding: .minutes(2), "in its boot a copy lacks nothing")
        try owner.launchAndUpdate()
        owner.device.reboot(offFor: .days(1))
        owner.device.unlock()
        owner.device.advance(by: .days(1))
        let app = try owner.device.launch()
        let newer = try owner.stored(for: app).elapsed(at: app.observatory)
        owner.expect(newer, missing: .days(1) + .hours(2), exceeding: nil)
        let older = try copy.elapsed(at: app.observatory)
        owner.expect(older, missing: .days(6) + .hours(2), exceeding: nil, "the boot that it did not see is missing")
        owner.device.isOnline = true
        try MeterKeeping.synchronize(app, on: owner.device)
        owner.expect(try copy.elapsed(at: app.observatory), missing: .seconds(5), exceeding: .seconds(5))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("if a server and the clocks contradict each other, the bounds span both")
    func contradiction() throws {
        let liar = SimulatedServer.https("a.example")
        let owner = try MeterKeeping(
            on: SimulatedDevice(.iPhone, servers: [liar.lying(by: .days(3))]), isSynchronized: true)
        owner.device.advance(by: .days(1))
        try owner.launchAndUpdate()
        owner.device.uninstallApps()
        owner.device.set(liar)
        owner.device.advance(by: .days(4))
        let elapsed = try owner.launchAndUpdate(isSynchronized: true).elapsed
        owner.expect(elapsed, missing: .days(3) + .minutes(1), exceeding: .minutes(1))
    }
}
