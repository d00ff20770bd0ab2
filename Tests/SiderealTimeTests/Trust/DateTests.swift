import Foundation
import SiderealCore
import SiderealTesting
import SiderealTime
import TestSupport
import Testing

@Suite("dates for display and as bounds", .timeLimit(Patience.ofATest)) struct DateTests {
    let device = StoryDevice()

    /// The middle falls by five seconds when the bounds become tight. The shown date waits until it has caught up.
    @Test("the date for display stops rather than going backward")
    func theEstimateStandsStill() async throws {
        let isTight = Collected<Bool>()
        let source = ScriptedSource("s") { poll in
            device.answer(poll, above: isTight.all.isEmpty ? .seconds(10) : .milliseconds(10))
        }
        let clock = try TrustedClock(device.launch(), sources: [source])
        await clock.synchronize()
        let ahead = try #require(clock.date)
        #expect(abs(ahead.timeIntervalSince(device.truth.date) - 5) < 0.1)
        isTight.add(true)
        await clock.synchronize()
        #expect(try #require(clock.now().width) < .milliseconds(21))
        for _ in 0..<4 {
            #expect(clock.date == ahead)
            device.pass(seconds: 1)
        }
        device.pass(seconds: 2)
        #expect(abs(try #require(clock.date).timeIntervalSince(device.truth.date)) < 0.1)
    }

    /// The only source corrects its answer, and gives one time for an hour.
    @Test(
        "the date for display goes backward if it was wrong by more than a minute",
        arguments: [50, 70, 86_400] as [Int64])
    func theEstimateIsCorrected(secondsWrong: Int64) async throws {
        let isRight = Collected<Bool>()
        let source = ScriptedSource("s") { poll in
            device.answer(poll, lyingBy: isRight.all.isEmpty ? .seconds(secondsWrong) : .zero)
        }
        let clock = try TrustedClock(device.launch(), sources: [source])
        await clock.synchronize()
        let wrong = try #require(clock.date)
        #expect(abs(wrong.timeIntervalSince(device.truth.date) - Double(secondsWrong)) < 1)
        isRight.add(true)
        await clock.synchronize()
        device.pass(seconds: 3_600)
        await clock.synchronize()
        let shown = try #require(clock.date)
        if secondsWrong > 60 {
            #expect(abs(shown.timeIntervalSince(device.truth.date)) < 1)
        } else {
            #expect(shown > wrong)
        }
    }

    @Test("after a reset, the date for display may go backward")
    func resetLetsItGoBackward() async throws {
        let clock = try TrustedClock(
            try device.launch(), sources: [device.server(lyingBy: .seconds(3_600))])
        await clock.synchronize()
        let ahead = try #require(clock.date)
        clock.forgetTrustedTime()
        #expect(clock.date == nil)
        let other = try TrustedClock(clock.observatory, sources: [device.server("https://b.example")])
        await other.synchronize()
        #expect(try #require(other.date) < ahead)
        #expect(try #require(clock.date) < ahead, "both share what they know")
    }

    @Test("after another process's reset, the date for display may go backward, too")
    func anotherProcessResets() async throws {
        let widget = try TrustedClock(device.launch("widget"), sources: [device.server(lyingBy: .seconds(30))])
        await widget.synchronize()
        #expect(abs(try #require(widget.date).timeIntervalSince(device.truth.date) - 30) < 1)
        try widget.observatory.save()
        let app = try TrustedClock(device.launch())
        app.forgetTrustedTime()
        try app.observatory.save()
        try widget.observatory.save()
        #expect(widget.date == nil)
        let other = try TrustedClock(widget.observatory, sources: [device.server("https://b.example")])
        await other.synchronize()
        #expect(abs(try #require(widget.date).timeIntervalSince(device.truth.date)) < 1)
    }

    // MARK: - Units

    /// Compares a `Date` with an instant exactly: its fraction of a second is a multiple of 2^-52.
    func order(_ date: Date, _ instant: TrueInstant) -> Int {
        let seconds = date.timeIntervalSinceReferenceDate.rounded(.down)
        let fraction = date.timeIntervalSinceReferenceDate - seconds
        let (quotient, remainder) = instant.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        let whole = (remainder < 0 ? quotient - 1 : quotient) - 978_307_200
        let rest = remainder < 0 ? remainder + 1_000_000_000 : remainder
        if Int64(seconds) != whole { return Int64(seconds) < whole ? -1 : 1 }
        let scaled = UInt64((fraction * 0x1p52).rounded(.toNearestOrEven))
        let left = scaled.multipliedFullWidth(by: 1_000_000_000)
        let right = UInt64(rest).multipliedFullWidth(by: 1 << 52)
        return (left.high, left.low) < (right.high, right.low) ? -1 : (left == right ? 0 : 1)
    }

    func trusted(at nanoseconds: Int64) -> TrustedTime {
        TrustedTime(
            .exactly(Nanoseconds(nanoseconds)), earliestSupport: .lone, latestSupport: .lone, isAuthenticated: true)
    }

    func check(_ nanoseconds: Int64, within tolerance: Double) throws {
        let trusted = trusted(at: nanoseconds)
        let instant = TrueInstant(nanoseconds: nanoseconds)
        let early = try #require(trusted.earliestDate)
        let late = try #require(trusted.latestDate)
        #expect(order(early, instant) <= 0, "\(nanoseconds)")
        #expect(order(late, instant) >= 0, "\(nanoseconds)")
        #expect(late.timeIntervalSince(early) <= 2 * tolerance, "\(nanoseconds)")
        let middle = try #require(trusted.date)
        #expect(early <= middle && middle <= late, "\(nanoseconds)")
    }

    @Test("the middle of bounds is one date, and bounds with an open end have no middle")
    func middle() throws {
        func trusted(_ bounds: Bounds) -> TrustedTime {
            TrustedTime(bounds, earliestSupport: .lone, latestSupport: .lone, isAuthenticated: true)
        }
        let both = trusted(try #require(Bounds(lower: .seconds(1_000), upper: .seconds(1_003))))
        #expect(abs((both.date?.timeIntervalSince1970 ?? 0) - 1_001.5) < 1e-5)
        let wide = Nanoseconds.seconds(9_000_000_000)
        #expect(trusted(try #require(Bounds(lower: .zero - wide, upper: wide))).date != nil)
        #expect(trusted(.unbounded).date == nil)
        #expect(TrustedTime.unknown.date == nil)
    }

    @Test("the dates of bounds are rounded outward, within two microseconds")
    func datesAreRoundedOutward() throws {
        var random = SplitMix64(seed: 20_261_121)
        for _ in 0..<100_000 {
            // From 1950 to 2060: steps of a `Date` are up to a quarter of a microsecond there.
            try check(
                Int64.random(in: -631_152_000_000_000_000...2_840_140_800_000_000_000, using: &random), within: 1e-6)
        }
    }

    @Test("the dates of bounds at the ends of the range are rounded outward, too")
    func farDatesAreRoundedOutwardToo() throws {
        var random = SplitMix64(seed: 7)
        for _ in 0..<20_000 {
            try check(Int64.random(in: (.min + 1)...(.max - 1), using: &random), within: 1e-5)
        }
        // Around a whole second, and at the ends.
        for distance in 1...20 as ClosedRange<Int64> {
            for middle in [0, 1_000_000_000_000_000_000, 1_700_000_000_000_000_000] as [Int64] {
                try check(middle - distance, within: 1e-6)
                try check(middle + distance, within: 1e-6)
            }
            try check(.min + distance, within: 1e-5)
            try check(.max - distance, within: 1e-5)
        }
    }

    @Test(
        "a tolerance of any length is accepted and converted without overflow",
        arguments: [
            (.nanoseconds(1), 1, .ahead), (.seconds(-1), -1_000_000_000, .ahead), (.seconds(Int64.max), .max, .agrees),
            (.seconds(Int64.min), .min, .ahead), (.milliseconds(1_500), 1_500_000_000, .agrees),
        ] as [(Duration, Int64, SystemClockVerdict.Answer)])
    func tolerancesOfAnyLength(
        duration: Duration, nanoseconds: Int64, answer: SystemClockVerdict.Answer
    ) async throws {
        #expect(Nanoseconds(clamping: duration).count == nanoseconds)
        let clock = try await device.launchAndSynchronize()
        device.setClock(forward: 1)
        #expect(try clock.systemClockVerdict(tolerance: duration).answer == answer)
    }
}
