import Foundation
import SiderealCore
import SiderealTesting
import SiderealTime
import Testing

/// The printed forms of values that an app gets.
@Suite("printed values") struct PrintedValuesTests {
    static let second: Int64 = 1_000_000_000
    /// 1 March 2026, 09:30:12 UTC.
    static let moment: Int64 = 1_772_357_412 * second

    static func time(
        _ least: Int64?, _ most: Int64?, _ support: TrustedTime.Support = .corroborated, isAuthenticated: Bool = true
    ) -> TrustedTime {
        let bounds =
            Bounds(lower: least.map { Nanoseconds($0) } ?? .min, upper: most.map { Nanoseconds($0) } ?? .max)
            ?? .unbounded
        return TrustedTime(
            bounds, earliestSupport: support, latestSupport: most == nil ? nil : support,
            isAuthenticated: isAuthenticated)
    }

    @Test(
        "a trusted time prints the middle, the error and its evidence",
        arguments: [
            (time(moment, moment + 800_000_000), "2026-03-01 09:30:12.400 UTC ± 400 ms, corroborated"),
            (time(moment, moment + 2 * second, .lone), "2026-03-01 09:30:13.0 UTC ± 1.0 s, one operator"),
            (
                time(moment, moment + 40_000, .uncorroborated, isAuthenticated: false),
                "2026-03-01 09:30:12.000020 UTC ± 20 µs, uncorroborated, unauthenticated"
            ),
            (time(moment + 5, nil), "at least 2026-03-01 09:30:12 UTC, corroborated"),
            (time(nil, nil), "unknown"),
        ])
    func trustedTime(time: TrustedTime, text: String) { #expect("\(time)" == text) }

    @Test(
        "printed duration bounds are rounded outward",
        arguments: [
            (3_000, 4_000, "from 3.0 s to 4.0 s"), (-2_500, 1_500, "from -2.5 s to 1.5 s"),
            (nil, 90_500, "at most 1 min 31 s"),
            (90_500, nil, "at least 1 min 30 s"), (nil, -90_500, "at most -1 min 30 s"), (nil, nil, "unknown"),
        ] as [(Int64?, Int64?, String)])
    func lengths(least: Int64?, most: Int64?, text: String) {
        let bounds = DurationBounds(
            atLeast: least.map { .milliseconds($0) }, atMost: most.map { .milliseconds($0) })
        #expect("\(bounds)" == text)
    }

    @Test(
        "the printed error of the clock has no sign",
        arguments: [
            (3, 4, 3, 4), (-4, -3, 3, 4), (-4, 3, 0, 4), (nil, -3, 3, nil), (3, nil, 3, nil), (nil, 3, 0, nil),
            (nil, nil, 0, nil),
        ] as [(Int64?, Int64?, Int64?, Int64?)])
    func magnitudes(least: Int64?, most: Int64?, least2: Int64?, most2: Int64?) {
        let bounds = DurationBounds(atLeast: least.map { .seconds($0) }, atMost: most.map { .seconds($0) }).magnitude
        #expect(bounds == DurationBounds(atLeast: least2.map { .seconds($0) }, atMost: most2.map { .seconds($0) }))
    }

    @Test("a moment prints only its time, and a dump of it shows no more")
    func marksAreRedacted() throws {
        let moment = try StoryDevice().launch().moment()
        var dumped = ""
        dump(moment, to: &dumped)
        #expect("\(moment)" == "a moment: \(moment.time)")
        #expect(dumped.split(separator: "\n").count == 1)
    }

    @Test(
        "a clock verdict has a key and a readable sentence, which gives the least possible error",
        arguments: [
            (.agrees, -1, 1, "sidereal.clock.agrees", "The clock of your device is right."),
            (.ahead, 3, 4, "sidereal.clock.ahead", "The clock of your device is ahead by at least 3.0 s."),
            (.behind, -90, -60, "sidereal.clock.behind", "The clock of your device is behind by at least 1 min."),
            (.unknown, nil, nil, "sidereal.clock.unknown", "The app can't check the clock of your device now."),
        ] as [(SystemClockVerdict.Answer, Int64?, Int64?, String, String)])
    func clockMessages(answer: SystemClockVerdict.Answer, least: Int64?, most: Int64?, key: String, text: String) {
        let verdict = SystemClockVerdict(
            answer, atLeast: least.map { .seconds($0) }, atMost: most.map { .seconds($0) }, isAuthenticated: true,
            assumesSameBoot: false, assumesNoPause: false)
        #expect(verdict.messageKey == key)
        #expect(verdict.message == text)
    }

    @Test(
        "a boot verdict has one key for each sentence, which says 'probably' unless the verdict is proven",
        arguments: [
            (.rebooted, .proven, "sidereal.boot.rebooted", "Your device restarted."),
            (.rebooted, .probable, "sidereal.boot.rebooted.probable", "Your device probably restarted."),
            (.sameBoot, .proven, "sidereal.boot.sameBoot", "Your device did not restart."),
            (.sameBoot, .probable, "sidereal.boot.sameBoot.probable", "Your device probably did not restart."),
            (
                .unavailable(.beforeFirstUnlock), nil, "sidereal.unavailable.beforeFirstUnlock",
                "Unlock your device to continue."
            ),
            (.unavailable(.lost), nil, "sidereal.unavailable.lost", "Your data is damaged."),
        ] as [(BootVerdict.Answer, BootVerdict.Certainty?, String, String)])
    func bootMessages(answer: BootVerdict.Answer, certainty: BootVerdict.Certainty?, key: String, text: String) {
        let verdict = BootVerdict(answer, certainty, evidence: .noEvidence)
        #expect(verdict.messageKey == key)
        #expect(verdict.message == text)
    }

    @Test("a verdict prints its answer and its reason")
    func verdicts() {
        let verdict = BootVerdict(.sameBoot, .proven, evidence: .bootIdentity, clockStep: .seconds(-90))
        #expect(
            "\(verdict)"
                == "same boot, proven: The kernel still reports the same identity for this boot. "
                + "The clock was set by -1 min 30 s.")
    }

    @Test("an error's localized description is its description, not a number")
    func localizedErrors() {
        let error: any Error = TimeSourceError(.refused, "https://a.example refused the connection")
        #expect(error.localizedDescription == "https://a.example refused the connection")
    }
}

/// Deadlines are dates, which are coarser than the bounds.
@Suite("deadlines given as dates") struct DeadlineDateTests {
    static func time(_ least: Int64, _ most: Int64) -> TrustedTime {
        PrintedValuesTests.time(least, most)
    }

    @Test("a deadline within the known bounds never passes too early", arguments: [-2, -1, 0, 1, 2] as [Int64])
    func passesNotEarly(offset: Int64) throws {
        // A date without rounding: a whole second.
        let deadline = Date(timeIntervalSinceReferenceDate: 800_000_000)
        let instant = (800_000_000 + 978_307_200) * PrintedValuesTests.second
        let status = Self.time(instant + offset, instant + offset).status(of: deadline)
        #expect(status == (offset < 0 ? .pending : .passed))
        // Between two nanoseconds: neither before the one, nor after the other.
        let between = Date(timeIntervalSinceReferenceDate: 800_000_000 + 0x1p-23)
        let exact = instant + 119
        #expect(Self.time(exact, exact).status(of: between) == .pending)
        #expect(Self.time(exact + 1, exact + 1).status(of: between) == .passed)
    }

    @Test("a duration beyond the range is clamped, without a crash")
    func longLengths() {
        let seconds = Duration.seconds(Int64.max)
        #expect(Nanoseconds(clamping: seconds + seconds) == .max)
        #expect(Nanoseconds(clamping: .zero - seconds - seconds) == .min)
        #expect(Nanoseconds(clamping: .milliseconds(5)) == .milliseconds(5))
    }
}
