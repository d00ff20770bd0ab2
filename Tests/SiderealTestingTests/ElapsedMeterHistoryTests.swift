import Foundation
import Sidereal
import SiderealCore
import SiderealTesting
import TestSupport
import Testing

/// Invented histories of a meter: the true time always lies inside its bounds.
@Suite("invented histories of a meter", .computesForLong) struct ElapsedMeterHistoryTests {
    /// One history, and the parts from which it is drawn.
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private struct History {
        var random: SplitMix64
        var owner: MeterKeeping
        var copies: [ElapsedMeter] = []
        /// The least count of a stored meter: only an older copy counts less.
        var leastSoFar = Duration.zero

        mutating func draw(_ bound: Int) -> Int { Int(random.next() % UInt64(bound)) }

        mutating func span() -> Duration {
            [Duration.seconds(draw(100)), .minutes(draw(500)), .hours(draw(50)), .days(draw(12))][draw(4)]
        }

        mutating func happen() throws -> String {
            let device = owner.device
            switch draw(15) {
            case 0, 1:
                device.advance(by: span())
                return "time passes"
            case 2:
                let miscounted = Duration.milliseconds(draw(4_000) - 2_000)
                device.sleep(span(), miscountedBy: miscounted)
                return "sleep"
            case 3:
                let forward = draw(2) == 0
                device.setClock(forward ? .forward(span()) : .backward(span()))
                return "the clock is set"
            case 4:
                device.setClock(.correct)
                return "the clock is right"
            case 5, 6:
                let clock: SimulatedDevice.HardwareClock =
                    switch draw(4) {
                    case 0: .lost
                    case 1: .offBy(.days(draw(60) - 30))
                    default: .kept
                    }
                device.reboot(after: .seconds(draw(90)), offFor: span(), hardwareClock: clock, isCold: draw(2) == 0)
                if draw(3) > 0 { device.unlock() }
                return "reboot"
            case 7:
                device.uninstallApps()
                return "uninstalled"
            case 8:
                guard draw(4) == 0 else { return "" }
                let kinds = SimulatedDevice.Kind.allCases
                device.unlock()
                owner.device = device.restoredToNewDevice(kinds[draw(kinds.count)], seed: random.next())
                return "a new phone"
            case 9:
                device.isOnline = draw(2) == 0
                return "online: \(device.isOnline)"
            case 10:
                device.unlock()
                copies.append(try owner.stored(for: device.launch()))
                return "copied"
            case 11:
                guard !copies.isEmpty, draw(3) == 0 else { return "" }
                device.unlock()
                try MeterKeeping.store(copies[draw(copies.count)], of: device.launch())
                leastSoFar = .zero
                return "an older copy"
            case 12:
                device.setDrift(thousandthsOfBound: draw(1_999) - 999)
                return "crystal"
            case 13:
                let app = try device.launch()
                if device.isOnline { try MeterKeeping.synchronize(app, on: device) }
                return "synchronized"
            default:
                device.unlock()
                try owner.launchAndUpdate(isSynchronized: device.isOnline && draw(2) == 0)
                return "updated"
            }
        }

        /// Checks the running app's readings, in memory and from the keychain.
        mutating func check(_ comment: Comment) throws {
            let app = try owner.device.launch()
            defer { app.kill() }
            guard var meter = try? owner.stored(for: app) else {
                try #require(!owner.device.isUnlockedOnce, comment)
                return
            }
            let read = try meter.elapsed(at: app.observatory)
            let passed = owner.passed
            try #require(read.atLeast <= passed && read.atMost.map { $0 >= passed } ?? true, comment)
            // The servers are asked again in this boot, and the time may be known less exactly: by at most the drift of
            // the clocks.
            try #require(read.atLeast >= leastSoFar * 0.999, comment)
            let updated = try meter.update(from: app.observatory)
            try #require(updated.atLeast >= read.atLeast && updated.atLeast <= passed, comment)
            let again = try meter.elapsed(at: app.observatory)
            try #require(again.atLeast <= passed && again.atMost.map { $0 >= passed } ?? true, comment)
            try #require(again.atLeast >= read.atLeast - .microseconds(2), comment)
            switch meter.decision(for: .days(14)) {
            case .running: try #require(passed < .days(14), comment)
            case .over: try #require(passed >= .days(14), comment)
            case .undetermined: break
            }
            guard draw(2) == 0, owner.device.isUnlockedOnce else { return }
            try MeterKeeping.store(meter, of: app)
            leastSoFar = max(leastSoFar, meter.elapsed.atLeast)
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "the true time always lies inside the bounds, and no decision is wrong",
        arguments: SimulatedDevice.Kind.allCases)
    func bounds(_ kind: SimulatedDevice.Kind) throws {
        for seed in 1...UInt64(TestExtent.choose(part: 5, whole: 1_000)) {
            var random = SplitMix64(seed: seed)
            let device = SimulatedDevice(
                kind, servers: [.https("a.example"), .https("b.example")], seed: random.next())
            device.advance(by: .seconds(Int64(random.next() % 100_000)))
            let owner = try MeterKeeping(on: device, isSynchronized: random.next() % 2 == 0)
            var history = History(random: random, owner: owner)
            for step in 1...40 {
                let event = try history.happen()
                try history.check("seed \(seed), step \(step): \(event); \(history.owner.device.story.suffix(6))")
            }
        }
    }
}
