import Foundation
import Sidereal
import SiderealCore
import SiderealTesting
import Testing

@Suite("apps that are removed, reinstalled or moved") struct InstallationTests {
    /// Returns a mark after encoding and decoding.
    private func kept(_ mark: Moment) throws -> Moment {
        try JSONDecoder().decode([Moment].self, from: try JSONEncoder().encode([mark]))[0]
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a damaged or lost store is reported in the next launch, until it is reset")
    func damagedAndLostStores() throws {
        let key = StoreKey<Int>("count")
        for (harm, reason) in [("damaged", Unavailability.damaged), ("lost", .lost)] {
            let device = SimulatedDevice(.iPhone)
            let app = try device.launch()
            try device.run { try await app.store().set(1, for: key) }
            if harm == "lost" { device.loseStore() } else { device.damageStore() }
            #expect(!app.isAlive && device.story.last == "the file of the store settings is \(harm)")
            let store = try device.launch().store()
            #expect(store.read(key) == .unavailable(reason))
            try device.run { try await store.resetIfUnrecoverable() }
            #expect(store.read(key) == .absent)
            device.damageStore("another")
            #expect(try device.launch().store("another").read(key) == .absent, "it has no file")
        }
    }

    /// The kernel's own boot identity proves it, without the record.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a mark proves the elapsed time within its boot, even after the record is gone",
        arguments: SimulatedDevice.Kind.allCases)
    func aMarkOutlivesTheRecordWithinItsBoot(_ kind: SimulatedDevice.Kind) throws {
        let device = SimulatedDevice(kind, servers: [.https("a.example")])
        let app = try device.launch()
        let clock = try app.clock()
        _ = try device.run { await clock.synchronize() }
        let mark = try kept(app.observatory.moment())
        device.advance(by: .hours(1))
        device.uninstallApps()
        #expect(!app.isAlive)
        device.isOnline = false
        device.advance(by: .hours(1))
        let next = try device.launch()
        #expect(next.observatory.bootVerdict.answer == .firstObservation)
        #expect(try next.clock().now().kind == .unknown, "the floor is gone with the record")
        let verdict = try next.observatory.verdict(since: mark)
        #expect(verdict.didReboot == false && verdict.evidence == .bootIdentity)
        let elapsed = try next.observatory.elapsed(since: mark)
        #expect(elapsed.atLeast > .seconds(7_190) && elapsed.atLeast <= .seconds(7_200))
        #expect(try #require(elapsed.atMost) >= .seconds(7_200))
    }

    /// Switched off for ten days, offline.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "the time during which the device was off has no upper bound",
        arguments: SimulatedDevice.Kind.allCases, [false, true])
    func theDeviceIsOff(_ kind: SimulatedDevice.Kind, isHeard: Bool) throws {
        let device = SimulatedDevice(kind, servers: [.https("a.example")])
        let app = try device.launch()
        if isHeard {
            let clock = try app.clock()
            _ = try device.run { await clock.synchronize() }
        }
        let mark = try kept(app.observatory.moment())
        device.isOnline = false
        device.reboot(offFor: .days(10))
        device.unlock()
        let next = try device.launch()
        let passed = try next.observatory.elapsed(since: mark)
        #expect(passed.atMost == nil)
        // A counter that runs on carries the floor: the time between two dates has passed.
        #expect((passed.atLeast > .days(9)) == (kind == .newPhone && isHeard))
    }

    /// After a reboot the phone can't be recognized: the record that could is gone.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "after a reboot, a mark proves nothing if only the record could recognize the machine",
        arguments: SimulatedDevice.Kind.allCases, [false, true])
    func afterARebootTheRecordIsMissed(_ kind: SimulatedDevice.Kind, isInstalledAnew: Bool) throws {
        let device = SimulatedDevice(kind)
        device.advance(by: .minutes(10))
        let mark = try kept(device.launch().observatory.moment())
        if isInstalledAnew { device.uninstallApps() }
        device.reboot()
        device.unlock()
        device.advance(by: .days(30))
        let app = try device.launch()
        let verdict = try app.observatory.verdict(since: mark)
        let elapsed = try app.observatory.elapsed(since: mark)
        if isInstalledAnew, [.iPhone, .newPhone, .oldPhone, .intelMac].contains(kind) {
            #expect(verdict.answer == .indeterminate && verdict.evidence == .otherMachine)
            #expect(elapsed.atLeast == .zero && elapsed.atMost == nil)
        } else {
            #expect(verdict.didReboot == true)
            #expect(elapsed.atLeast > .seconds(28 * 86_400) && elapsed.atMost == nil)
        }
    }

    /// A backup has the app's own data, and never the record: on a new phone that has been up for weeks, the weeks
    /// since the mark are unproven.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a mark that is restored on another device proves nothing",
        arguments: SimulatedDevice.Kind.allCases, [false, true])
    func aMarkThatIsRestoredOnAnotherDeviceProvesNothing(_ kind: SimulatedDevice.Kind, hasBootedAgain: Bool) throws {
        let old = SimulatedDevice(kind, servers: [.https("a.example")])
        old.advance(by: .hours(1))
        let app = try old.launch()
        let clock = try app.clock()
        _ = try old.run { await clock.synchronize() }
        let mark = try kept(app.observatory.moment())
        let new = SimulatedDevice(kind)
        new.advance(by: .days(30))
        if hasBootedAgain {
            // Its own record has that boot.
            try new.launch()
            new.reboot()
            new.unlock()
            new.advance(by: .days(30))
        }
        let restored = try new.launch()
        #expect(restored.observatory.bootVerdict.answer == (hasBootedAgain ? .rebooted : .firstObservation))
        #expect(try TrustedClock(restored.observatory).now().kind == .unknown)
        let verdict = try restored.observatory.verdict(since: mark)
        #expect(verdict.answer == .indeterminate && verdict.evidence == .otherMachine)
        let elapsed = try restored.observatory.elapsed(since: mark)
        #expect(elapsed.atLeast == .zero && elapsed.atMost == nil)
    }

    /// If trusted time is known at both ends, no clock of either device is needed.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a mark of another phone bounds the elapsed time if both phones have trusted time")
    func serversTellTheTimeBetweenTwoPhones() throws {
        let devices = [0, 5].map { days in
            let device = SimulatedDevice(.iPhone, servers: [.https("a.example")])
            device.advance(by: .days(days))
            return device
        }
        let apps = try devices.map { device in
            let app = try device.launch()
            let clock = try app.clock()
            _ = try device.run { await clock.synchronize() }
            return app
        }
        let elapsed = try apps[1].observatory.elapsed(since: kept(apps[0].observatory.moment()))
        let passed = devices[1].trueTime.timeIntervalSince(devices[0].trueTime)
        #expect(elapsed.atLeast <= .seconds(passed) && elapsed.atLeast > .seconds(passed - 5))
        #expect(try #require(elapsed.atMost) >= .seconds(passed) && #require(elapsed.atMost) < .seconds(passed + 5))
    }
}
