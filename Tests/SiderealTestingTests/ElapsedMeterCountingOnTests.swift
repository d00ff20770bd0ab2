import Foundation
import Sidereal
import SiderealCore
import SiderealStorage
import SiderealTesting
import Testing

@Suite("a meter that continues from proven time") struct ElapsedMeterCountingOnTests {
    private static let servers: [SimulatedServer] = [.https("a.example"), .https("b.example"), .https("c.example")]

    /// Makes a meter that started offline two days before a reboot, and launches the app after it.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private func undated() throws -> (device: SimulatedDevice, app: SimulatedApp, meter: ElapsedMeter) {
        let device = SimulatedDevice(.iPhone, servers: Self.servers)
        device.isOnline = false
        let first = try device.launch()
        var meter = try ElapsedMeter(startingAt: first.observatory)
        device.advance(by: .days(2))
        try meter.update(from: first.observatory, omittingUnprovenTime: true)
        #expect(meter.elapsed.atLeast > .days(2) - .minutes(1) && meter.elapsed.atMost != nil)
        device.reboot(offFor: .days(1))
        device.unlock()
        return (device, try device.launch(), meter)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a meter that began offline and was restarted is bounded once the true time is known, and stays bounded")
    func countsOn() throws {
        var (device, app, meter) = try undated()
        try meter.update(from: app.observatory, omittingUnprovenTime: true)
        #expect(meter.elapsed.atMost == nil && !meter.isDated, "still offline")
        device.isOnline = true
        try MeterKeeping.synchronize(app, on: device)
        let passed = try meter.update(from: app.observatory, omittingUnprovenTime: true)
        #expect(passed == meter.elapsed && meter.isDated)
        #expect(passed.atLeast > .days(2) - .minutes(1))
        #expect(try #require(passed.atMost) < .days(2) + .minutes(10), "the day without power is given away")
        device.reboot(offFor: .days(5))
        device.unlock()
        app = try device.launch()
        try MeterKeeping.synchronize(app, on: device)
        try meter.update(from: app.observatory, omittingUnprovenTime: true)
        #expect(meter.elapsed.atLeast > .days(7) - .minutes(2))
        #expect(try #require(meter.elapsed.atMost) < .days(7) + .minutes(10))
    }

    /// Each use is ten minutes after a restart: offline until the grace is over, online until the last day, and offline
    /// again.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a restart before each use gains ten days with grace, and eleven more days if the first use is offline",
        arguments: [(true, 13 + 10), (false, 10 + 1 + 13 + 10)])
    func usesOffline(isDatedAtFirst: Bool, days: Int) throws {
        let device = SimulatedDevice(.iPhone, servers: Self.servers)
        device.isOnline = isDatedAtFirst
        let first = try device.launch()
        if isDatedAtFirst { try MeterKeeping.synchronize(first, on: device) }
        var meter = try ElapsedMeter(startingAt: first.observatory)
        var uses = 0
        func use(isOnline: Bool) throws {
            device.isOnline = isOnline
            device.advance(by: .days(1) - .minutes(10))
            device.reboot()
            device.unlock()
            device.advance(by: .minutes(10))
            let app = try device.launch()
            if isOnline { try MeterKeeping.synchronize(app, on: device) }
            try meter.update(from: app.observatory, omittingUnprovenTime: true)
            if ElapsedMeter.Policy.grace(.days(3)).allows(meter.decision(for: .days(14))) { uses += 1 }
        }
        if !isDatedAtFirst { for _ in 0..<15 { try use(isOnline: false) } }
        while meter.elapsed.atLeast < .days(13) - .hours(1) { try use(isOnline: true) }
        for _ in 0..<15 { try use(isOnline: false) }
        while case .undetermined = meter.decision(for: .days(14)) { try use(isOnline: true) }
        #expect(meter.decision(for: .days(14)) == .over)
        #expect(uses == days)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("omitting unproven time doesn't affect a dated or fully bounded meter", arguments: [false, true])
    func others(isDated: Bool) throws {
        let device = SimulatedDevice(.iPhone, servers: Self.servers)
        device.isOnline = isDated
        let app = try device.launch()
        if isDated { try MeterKeeping.synchronize(app, on: device) }
        let start = try ElapsedMeter(startingAt: app.observatory)
        #expect(start.isDated == isDated)
        device.advance(by: .days(3))
        if isDated {
            device.reboot(offFor: .days(1))
            device.unlock()
        }
        let next = isDated ? try device.launch() : app
        var (counting, updated) = (start, start)
        try counting.update(from: next.observatory, omittingUnprovenTime: true)
        try updated.update(from: next.observatory)
        #expect(counting.elapsed == updated.elapsed && counting.isDated == updated.isDated)
        #expect(counting.decision(for: .days(14)) == updated.decision(for: .days(14)))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a start is not dated if servers dispute it, or if only a floor bounds it", arguments: [false, true])
    func openStarts(isFloor: Bool) throws {
        let device = SimulatedDevice(.iPhone, servers: Self.servers)
        if isFloor {
            try MeterKeeping.synchronize(try device.launch(), on: device)
            device.reboot(offFor: .days(3))
            device.unlock()
            device.isOnline = false
        } else {
            device.set(Self.servers[0].gone(.silent))
            device.set(Self.servers[2].lying(by: .days(-50)))
        }
        let first = try device.launch()
        if !isFloor { try MeterKeeping.synchronize(first, on: device) }
        var meter = try ElapsedMeter(startingAt: first.observatory)
        device.advance(by: .days(1))
        try meter.update(from: first.observatory, omittingUnprovenTime: true)
        #expect(!meter.isDated && meter.elapsed.atLeast > .days(1) - .minutes(1), "the clocks know what passed")
        device.reboot()
        device.unlock()
        device.isOnline = true
        for server in Self.servers { device.set(server) }
        let next = try device.launch()
        try MeterKeeping.synchronize(next, on: device)
        var updated = meter
        try updated.update(from: next.observatory)
        #expect(!updated.isDated && (updated.elapsed.atMost ?? .days(99)) > .days(3), "nothing tells any more")
        try meter.update(from: next.observatory, omittingUnprovenTime: true)
        #expect(meter.isDated && meter.elapsed.atLeast > .days(1) - .minutes(1))
        #expect(try #require(meter.elapsed.atMost) < .days(1) + .minutes(10))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a keychain and a store distinguish a damaged meter from a meter of a newer version")
    func damagedAndNewer() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        let account = try #require(ElapsedAccount(startingAt: app.observatory.keeper))
        let (keychain, store, key) = (app.keychain(), try app.store(), StoreKey<ElapsedMeter>("meter"))
        /// Returns the reasons that both give for these bytes.
        func reasons(_ bytes: [UInt8]) throws -> [Unavailability] {
            try keychain.set([Data(bytes)], for: "meter")
            let array = try #require(keychain.read("meter").valueIfPresent)
            // Bytes in JSON without their array: JSON of the type itself.
            try keychain.set(Data(array.dropFirst().dropLast()), for: "meter")
            try device.run { try await store.set(Data(bytes), for: StoreKey<Data>("meter")) }
            var reasons: [Unavailability] = []
            if case .unavailable(let reason) = keychain.read("meter", as: ElapsedMeter.self) { reasons.append(reason) }
            if case .unavailable(let reason) = store.read(key) { reasons.append(reason) }
            let thrown = #expect(throws: StoreError.self) {
                try device.run {
                    try await store.transaction { transaction throws(StoreError) in try transaction.value(key) }
                }
            }
            if let reason = thrown?.unavailability { reasons.append(reason) }
            return reasons
        }
        var damaged = account.bytes
        damaged[damaged.count / 2] ^= 1
        let reason = Unavailability.undecodable(reason: "not a meter: the checksum is wrong")
        #expect(try reasons(damaged) == [reason, reason, reason])
        let newer = Frame.wrap([1, 2, 3], kind: Array("SDEM".utf8), version: 99)
        #expect(try reasons(newer) == [.newerVersion(99), .newerVersion(99), .newerVersion(99)])
    }
}
