import Foundation
import Sidereal
import SiderealCore
import SiderealStorage
import SiderealTesting
import TestSupport
import Testing

/// Stories of a device, as an app's own tests would write them.
@Suite("stories of a simulated device") struct DeviceStoryTests {
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a clock that was set is a step, not a reboot", arguments: SimulatedDevice.Kind.allCases)
    func aClockThatIsSetIsNoReboot(_ kind: SimulatedDevice.Kind) throws {
        let device = SimulatedDevice(kind)
        device.advance(by: .hours(1))
        try device.launch()
        device.setClock(.forward(.hours(24)))
        device.advance(by: .minutes(5))
        let verdict = try device.launch().observatory.bootVerdict
        #expect(verdict.didReboot == false)
        #expect(verdict.clockStep == .seconds(86_400))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a reboot is detected even if the new boot has been up longer", arguments: SimulatedDevice.Kind.allCases)
    func rebootAndWaitIsAReboot(_ kind: SimulatedDevice.Kind) throws {
        let device = SimulatedDevice(kind)
        device.advance(by: .minutes(10))
        try device.launch()
        device.reboot(after: .minutes(3))
        device.unlock()
        device.advance(by: .hours(2))
        #expect(try device.launch().observatory.bootVerdict.didReboot == true)
        #expect(device.bootCount == 2)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "after a night asleep, the bounds contain the true time and reveal a clock that was set back",
        arguments: SimulatedDevice.Kind.allCases)
    func serversTellTheTimeThroughSleep(_ kind: SimulatedDevice.Kind) throws {
        let device = SimulatedDevice(kind, servers: [.https("a.example"), .https("b.example"), .https("c.example")])
        device.varyDrift()
        let clock = try device.launch().clock()
        let outcome = try device.run { await clock.synchronize() }
        #expect(outcome.outcomes.allSatisfy { $0.result == .used })
        device.sleep(.hours(8))
        let now = clock.now()
        #expect(try #require(now.earliestDate) <= device.trueTime)
        if kind == .intelMac || kind == .board {
            // Their clocks may have missed any part of the sleep.
            #expect(now.latestDate == nil)
        } else {
            #expect(try #require(now.latestDate) >= device.trueTime)
        }
        device.setClock(.backward(.days(2)))
        #expect(try clock.systemClockVerdict().answer == .behind)
    }

    /// The machine can't detect that the host went back: a premise is broken, and only a server reveals it.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a machine that is restored from a snapshot detects no reboot, and a server reveals the lost time")
    func aMachineThatGoesBackToASnapshotKnowsNothingOfIt() throws {
        let device = SimulatedDevice(.linux, servers: [.https("a.example")])
        let key = StoreKey<Int>("n")
        let store = try device.launch().store()
        try device.run { try await store.set(1, for: key) }
        let snapshot = device.takeSnapshot()
        let wall = device.wallTime
        try device.run { try await store.set(2, for: key) }
        device.advance(by: .hours(5))
        device.reboot()
        device.restore(snapshot)
        #expect(device.wallTime == wall)
        #expect(device.trueTime > wall.addingTimeInterval(5 * 3_600))
        let app = try device.launch()
        #expect(try app.store().read(key) == .value(1))
        #expect(app.observatory.bootVerdict.didReboot == false)
        let clock = try app.clock()
        _ = try device.run { await clock.synchronize() }
        #expect(try clock.systemClockVerdict().answer == .behind)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("each change in the app's environment is reported once, and an equal value is not reported")
    func changesAreTold() {
        let device = SimulatedDevice(.newPhone, servers: [.https("a.example")], seed: 1)
        for isOnline in [true, false, false, true] { device.isOnline = isOnline }
        for server in [SimulatedServer.https("a.example"), .https("a.example").lossy(1), .ntp("b.example")] {
            device.set(server)
        }
        for failure in [nil, -34018, -34018, nil] as [Int32?] { device.keychainFailure = failure }
        #expect(
            device.story == [
                "the device goes offline", "the device goes online",
                "the server https://a.example/ changes its behavior",
                "the server ntp://b.example:123 is added", "the keychain fails, with status -34018",
                "the keychain works again",
            ])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the same calls give the same story and the same time")
    func theSameCallsTellTheSameStory() throws {
        func story() throws -> ([String], TrustedTime) {
            let device = SimulatedDevice(
                .newPhone, servers: [.https("a.example").lossy(0.3), .ntp("b.example"), .https("c.example").lagging()],
                seed: 9)
            device.varyDrift()
            let clock = try device.launch().clock(alsoAccepting: .unauthenticated)
            _ = try device.run { await clock.synchronize() }
            device.advance(by: .days(3))
            device.reboot(after: .minutes(3))
            device.unlock()
            return (device.story, try device.launch().clock(alsoAccepting: .unauthenticated).now())
        }
        let (first, second) = (try story(), try story())
        #expect(first.0 == second.0)
        #expect(first.1 == second.1)
    }
}
