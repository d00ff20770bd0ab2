import SiderealCore
import SiderealSimulation
import Testing

private func reading(wall: Int64, boot: Int64 = 0, awake: Int64, asleep: Int64 = 0) -> ClockReading {
    ClockReading(
        wall: WallInstant(nanoseconds: wall * 1_000_000_000),
        elapsed: ElapsedInstant(nanoseconds: (awake + asleep) * 1_000_000_000),
        awake: AwakeInstant(nanoseconds: awake * 1_000_000_000),
        kernelBootTime: WallInstant(nanoseconds: boot * 1_000_000_000))
}

private func truth(_ seconds: Int64) -> TrueInstant { TrueInstant(nanoseconds: seconds * 1_000_000_000) }

extension TimeBaseline {
    /// Returns the date at the reading `asked`, after a server answered `server` seconds at the reading `received`.
    fileprivate func afterOneAnswer(
        server: Int64, roundTrip: Int64 = 0, at received: ClockReading, asked: ClockReading
    ) -> TrueInstant? {
        var baseline = self
        baseline.received(server: truth(server), roundTrip: .seconds(roundTrip), source: "a", received)
        return baseline.now(asked)
    }
}

@Suite("baselines that give the time") struct TimeBaselineTests {
    @Test(
        "each baseline adds its own clock's elapsed time to the server's time",
        arguments: [
            // The later reading, and the dates of: wall clock, awake, calendar, continuous, median.
            (reading(wall: 1_100, awake: 200), [1_100, 9_100, 9_100, 9_100, 9_100]),
            // Asleep for 50 seconds.
            (reading(wall: 1_150, awake: 200, asleep: 50), [1_150, 9_100, 9_150, 9_150, 9_150]),
            // The clock set forward by 5,000.
            (reading(wall: 6_100, boot: 5_000, awake: 200), [6_100, 9_100, 9_100, 9_100, 9_100]),
            // The calendar slewed by 2 seconds.
            (reading(wall: 1_102, awake: 200), [1_102, 9_100, 9_102, 9_100, 9_102]),
        ] as [(ClockReading, [Int64])])
    func countsOnByItsClock(later: ClockReading, expected: [Int64]) {
        let received = reading(wall: 1_000, awake: 100)
        let answers = Baselines.time.map { $0.init().afterOneAnswer(server: 9_000, at: received, asked: later) }
        #expect(answers == expected.map { truth($0) })
    }

    @Test("each baseline adds half the round trip to the server's time")
    func addsHalfTheRoundTrip() {
        let now = reading(wall: 1_000, awake: 100)
        let answers = Baselines.time.dropFirst().map { kind in
            kind.init().afterOneAnswer(server: 9_000, roundTrip: 4, at: now, asked: now)
        }
        #expect(answers == [truth(9_002), truth(9_002), truth(9_002), truth(9_002)])
    }

    @Test("serverPlusUptime keeps the sample with the smallest round trip")
    func keepsTheSampleWithTheSmallestRoundTripForever() {
        var baseline = ServerPlusUptime<ContinuousUptime>()
        baseline.received(server: truth(9_000), roundTrip: .seconds(2), source: "a", reading(wall: 0, awake: 100))
        baseline.received(server: truth(9_500), roundTrip: .seconds(4), source: "b", reading(wall: 0, awake: 200))
        #expect(baseline.now(reading(wall: 0, awake: 1_000_000)) == truth(9_001 + 999_900))
        baseline.received(server: truth(7_000), roundTrip: .seconds(2), source: "b", reading(wall: 0, awake: 300))
        #expect(baseline.now(reading(wall: 0, awake: 300)) == truth(7_001))
    }

    @Test("ntpMedian takes the median of each server's best sample")
    func takesTheMedianOfTheServersBestSamples() {
        let now = reading(wall: 1_000, awake: 100)
        var baseline = NTPMedian()
        func receive(_ source: String, _ server: Int64, _ roundTrip: Int64) {
            baseline.received(server: truth(server), roundTrip: .seconds(roundTrip), source: source, now)
        }
        receive("a", 9_000, 10)
        #expect(baseline.now(now) == truth(9_005))
        receive("a", 9_010, 2)
        #expect(baseline.now(now) == truth(9_011))
        // The mean of two servers.
        receive("b", 9_020, 2)
        #expect(baseline.now(now) == truth(9_016))
        // One liar of three is outvoted, two are not.
        receive("c", 20_000, 0)
        #expect(baseline.now(now) == truth(9_021))
        receive("b", 20_000, 0)
        #expect(baseline.now(now) == truth(20_000))
    }

    @Test("ntpMedian forgets a sample after four later samples from its server")
    func forgetsASampleAfterFourOthersOfItsServer() {
        let now = reading(wall: 1_000, awake: 100)
        var baseline = NTPMedian()
        baseline.received(server: truth(5_000), roundTrip: .zero, source: "a", now)
        for _ in 0..<3 { baseline.received(server: truth(9_000), roundTrip: .seconds(2), source: "a", now) }
        #expect(baseline.now(now) == truth(5_000))
        baseline.received(server: truth(9_000), roundTrip: .seconds(2), source: "a", now)
        #expect(baseline.now(now) == truth(9_001))
    }
}
