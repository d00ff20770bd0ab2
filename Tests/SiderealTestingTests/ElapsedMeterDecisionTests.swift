import Foundation
import Sidereal
import SiderealCore
import SiderealTesting
import Testing

/// The moment at which a limit is reached, and the decision if that is unknown.
@Suite("decisions by a meter") struct ElapsedMeterDecisionTests {
    private typealias Policy = ElapsedMeter.Policy

    /// One row of the table of the guide.
    struct Row: Sendable {
        let decision: ElapsedMeter.Decision
        let strict: Bool
        let grace: Bool
        let lenient: Bool

        init(_ decision: ElapsedMeter.Decision, strict: Bool, grace: Bool, lenient: Bool) {
            (self.decision, self.strict, self.grace, self.lenient) = (decision, strict, grace, lenient)
        }
    }

    static let rows = [
        Row(.running(remaining: DurationBounds(.exactly(.seconds(9)))), strict: true, grace: true, lenient: true),
        Row(.over, strict: false, grace: false, lenient: false),
        Row(.undetermined(.unbounded(for: .zero, reboots: 0)), strict: false, grace: true, lenient: true),
        Row(.undetermined(.unbounded(for: .days(2), reboots: 10)), strict: false, grace: true, lenient: true),
        Row(.undetermined(.unbounded(for: .zero, reboots: 11)), strict: false, grace: false, lenient: true),
        Row(.undetermined(.undated(for: .days(2), reboots: 10)), strict: false, grace: true, lenient: true),
        Row(.undetermined(.undated(for: .zero, reboots: 11)), strict: false, grace: false, lenient: true),
        Row(.undetermined(.undated(for: .days(3), reboots: 0)), strict: false, grace: false, lenient: true),
        Row(.undetermined(.unbounded(for: .days(3), reboots: 1)), strict: false, grace: false, lenient: true),
        Row(.undetermined(.tooClose(exceededBy: .seconds(3))), strict: false, grace: true, lenient: true),
        Row(.undetermined(.tooClose(exceededBy: .days(3))), strict: false, grace: false, lenient: true),
        Row(.undetermined(.unavailable(.beforeFirstUnlock)), strict: false, grace: false, lenient: true),
        Row(.undetermined(.unavailable(.damaged)), strict: false, grace: false, lenient: true),
    ]

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("each policy allows exactly the cases in its table", arguments: rows)
    func policy(_ row: Row) {
        #expect(Policy.strict.allows(row.decision) == row.strict)
        #expect(Policy.grace(.days(2)).allows(row.decision) == row.grace)
        #expect(Policy.lenient.allows(row.decision) == row.lenient)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a trial that is offline throughout one boot ends on time")
    func offlineInOneBoot() throws {
        let owner = try MeterKeeping(on: SimulatedDevice(.iPhone))
        for day in 1...13 {
            owner.device.advance(by: .days(1))
            let meter = try owner.launchAndUpdate()
            guard case .running(let remaining) = meter.decision(for: .days(14)) else {
                Issue.record("day \(day): \(meter.decision(for: .days(14)))")
                return
            }
            #expect(try #require(remaining.atLeast) <= .days(14 - day) && #require(remaining.atMost) >= .days(14 - day))
        }
        owner.device.advance(by: .days(1))
        let close = try owner.launchAndUpdate().decision(for: .days(14))
        guard case .undetermined(.tooClose(let most)) = close else {
            Issue.record("\(close)")
            return
        }
        #expect(most < .minutes(3))
        owner.device.advance(by: .minutes(3))
        #expect(try owner.launchAndUpdate().decision(for: .days(14)) == .over)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a trial that stays offline across reboots is undetermined, then over, and never runs again")
    func offlineOverReboots() throws {
        let owner = try MeterKeeping(on: SimulatedDevice(.iPhone))
        var days = 0
        while try owner.launchAndUpdate().decision(for: .days(14)) != .over, days < 40 {
            owner.device.reboot(offFor: .hours(2))
            owner.device.unlock()
            owner.device.advance(by: .hours(22))
            days += 1
            let decision = try owner.launchAndUpdate().decision(for: .days(14))
            guard case .undetermined(.undated(let span, let reboots)) = decision else {
                #expect(decision == .over)
                continue
            }
            #expect(span <= .hours(24 * days) && span >= .hours(20 * days), "day \(days)")
            #expect(reboots == days)
            #expect(Policy.grace(.days(3)).allows(decision) == (span <= .days(3)))
        }
        #expect((14...17).contains(days))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the true time ends the grace, which begins again with the next reboot")
    func graceBeginsAnew() throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("a.example")])
        let owner = try MeterKeeping(on: device, isSynchronized: true)
        for _ in 0..<3 {
            device.reboot(offFor: .days(1))
            device.unlock()
            device.isOnline = false
            device.advance(by: .hours(1))
            guard
                case .undetermined(.unbounded(let span, reboots: 1)) = try owner.launchAndUpdate().decision(
                    for: .days(14))
            else {
                Issue.record("it is bounded")
                return
            }
            #expect(span > .minutes(57) && span <= .hours(1) + .minutes(1))
            guard case .running = try owner.launchAndUpdate(isSynchronized: true).decision(for: .days(14)) else {
                Issue.record("it is undetermined")
                return
            }
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a decision without an update equals the decision after an update")
    func withoutAnUpdate() throws {
        let device = SimulatedDevice(.iPhone)
        let app = try device.launch()
        var meter = try ElapsedMeter(startingAt: app.observatory)
        #expect(meter.decision(for: .zero) == .over && meter.decision(for: .days(-1)) == .over)
        device.advance(by: .days(15))
        #expect(try meter.decision(for: .days(14), at: app.observatory) == .over)
        guard case .running = meter.decision(for: .days(14)) else {
            Issue.record("it counted without an update")
            return
        }
        try meter.update(from: app.observatory)
        #expect(meter.decision(for: .days(14)) == .over)
    }

    @Test(
        "decisions print as readable sentences",
        arguments: [
            (.over, "over"),
            (
                .running(remaining: DurationBounds(atLeast: .seconds(3_600), atMost: .seconds(7_200))),
                "running: from 1 h to 2 h remain"
            ),
            (
                .undetermined(.unbounded(for: .seconds(180), reboots: 2)),
                "undetermined: the elapsed time has no upper bound, for at least 3 min and 2 restarts"
            ),
            (
                .undetermined(.unbounded(for: .zero, reboots: 0)),
                "undetermined: the elapsed time has no upper bound, as of now"
            ),
            (
                .undetermined(.unbounded(for: .zero, reboots: 1)),
                "undetermined: the elapsed time has no upper bound, since 1 restart"
            ),
            (
                .undetermined(.undated(for: .seconds(180), reboots: 0)),
                "undetermined: the start has no date, and the elapsed time has no upper bound, for at least 3 min"
            ),
            (
                .undetermined(.tooClose(exceededBy: .seconds(2))),
                "undetermined: the limit lies between the bounds: the elapsed time exceeds the limit by at most 2.0 s"
            ),
            (
                .undetermined(.unavailable(.beforeFirstUnlock)),
                "undetermined: the meter can't be read: the device has not been unlocked since it restarted"
            ),
        ] as [(ElapsedMeter.Decision, String)])
    func words(decision: ElapsedMeter.Decision, words: String) {
        #expect("\(decision)" == words)
    }
}
