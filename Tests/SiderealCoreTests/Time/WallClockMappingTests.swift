import SiderealCore
import Testing

/// A clock that is read now and then, and requests timed by it, in milliseconds of R since this boot.
@Suite("the wall times of a request, mapped to the elapsed clock") struct WallClockMappingTests {
    /// W - R while the clock isn't set.
    private static let difference = Nanoseconds.seconds(1_700_000_000)
    private var ties = WallClockMapping()

    private mutating func read(at elapsed: Int64, wallMovedBy move: Int64 = 0, asleep: Int64 = 0) {
        ties.record(
            .invented(
                elapsed: .milliseconds(elapsed), asleep: .milliseconds(asleep),
                bootTime: Self.difference + .milliseconds(move)))
    }

    private func wall(_ elapsed: Int64) -> WallInstant {
        WallInstant(nanoseconds: (Self.difference + .milliseconds(elapsed)).count)
    }

    private func span(_ from: Int64, _ to: Int64) -> (start: Nanoseconds, end: Nanoseconds)? {
        ties.span(from: wall(from), to: wall(to)).map {
            (Nanoseconds($0.start.nanoseconds), Nanoseconds($0.end.nanoseconds))
        }
    }

    @Test("a request between two readings maps to the elapsed clock within 2 ms")
    mutating func aRequestBetweenTwoReadingsIsTied() throws {
        read(at: 1_000)
        read(at: 5_000)
        let tied = try #require(span(3_000, 3_200))
        #expect(tied.start <= .milliseconds(3_000) && tied.start >= .milliseconds(2_998))
        #expect(tied.end >= .milliseconds(3_200) && tied.end <= .milliseconds(3_202))
    }

    /// An answer can't have arrived after the reading that followed it.
    @Test("a request ends no later than the newest reading")
    mutating func theEndIsAtTheNewestReadingAtTheLatest() throws {
        read(at: 1_000)
        read(at: 3_200)
        #expect(try #require(span(3_000, 3_200)).end == .milliseconds(3_200))
    }

    @Test("slewing of the wall clock widens the mapped request")
    mutating func slewingWidensIt() throws {
        read(at: 1_000)
        read(at: 5_000, wallMovedBy: 15)
        let tied = try #require(span(3_000, 3_200))
        #expect(tied.start <= .milliseconds(2_985))
        #expect(tied.end >= .milliseconds(3_200))
    }

    @Test("a request maps only if a reading came clearly before it")
    mutating func nothingIsTiedWithoutAReadingBefore() {
        #expect(span(3_000, 3_200) == nil)
        read(at: 3_100)
        read(at: 5_000)
        #expect(span(3_000, 3_200) == nil)
        // Too close for a certain order.
        #expect(span(3_110, 3_200) == nil)
        #expect(span(3_130, 3_200) != nil)
    }

    /// The clock is set back by two seconds at 3,500: 3,000 and 5,000 then look alike on the wall, and so on up to
    /// 5,500.
    @Test("wall times shown twice don't map, whether the step back was noticed or not", arguments: [true, false])
    mutating func whatTheClockShowsTwiceIsNotTied(isNoticed: Bool) {
        read(at: 1_000)
        read(at: isNoticed ? 3_000 : 3_500)
        if isNoticed { ties.clockWasSet() }
        read(at: 3_500, wallMovedBy: -2_000)
        read(at: 9_000, wallMovedBy: -2_000)
        // The request began before the setting, and was answered after it: by the present clock it would have begun at
        // 5,000.
        #expect(span(3_000, 4_000) == nil)
        #expect(span(3_490, 4_000) == nil)
        #expect(span(3_530, 4_000).map { $0.start >= .milliseconds(5_500) } == true)
    }

    /// The clock is set forward and back again, each time noticed: its times in between count, too.
    @Test("wall times up to the latest time shown before a step back don't map")
    mutating func theLatestThatWasShownCounts() {
        read(at: 1_000)
        ties.clockWasSet()
        read(at: 2_000, wallMovedBy: 2_000)
        ties.clockWasSet()
        read(at: 3_000)
        ties.clockWasSet()
        ties.clockWasSet()
        read(at: 3_500)
        read(at: 9_000)
        #expect(span(4_900, 5_500) == nil)
        #expect(span(5_100, 5_500) != nil)
    }

    @Test("a wall clock that was set between two readings maps no request between them")
    mutating func aClockThatWasSetTiesNothing() {
        read(at: 1_000)
        read(at: 5_000, wallMovedBy: 21)
        #expect(span(3_000, 3_200) == nil)
    }

    @Test("a wall clock that was set and set back maps no request around the steps")
    mutating func clockSetAndSetBackMapsNoRequest() {
        read(at: 1_000)
        read(at: 3_100, wallMovedBy: 60_000)
        read(at: 3_150)
        #expect(span(3_000, 3_200) == nil)
        ties = WallClockMapping()
        read(at: 1_000)
        ties.clockWasSet()
        read(at: 5_000)
        #expect(span(3_000, 3_200) == nil)
    }

    @Test("a request doesn't map if the device slept between the readings around it")
    mutating func aSleepInBetweenUntiesIt() {
        read(at: 1_000)
        read(at: 65_000, asleep: 60_000)
        #expect(span(64_000, 64_100) == nil)
    }

    /// A board without a persistent clock: neither clock counts the sleep.
    @Test("a request doesn't map if a suspension that no clock counted came in between")
    mutating func norASleepThatNoClockCounted() {
        let reading = { (elapsed: Int64, count: Int64) in
            var reading = ClockReading.invented(elapsed: .milliseconds(elapsed), bootTime: Self.difference)
            reading.suspendMark = count
            return reading
        }
        ties.record(reading(1_000, 0))
        ties.record(reading(5_000, 1))
        #expect(span(3_000, 3_200) == nil)
    }

    @Test("a request that ends before it starts, or lies after the newest reading, doesn't map")
    mutating func instantsInTheWrongOrderAreRefused() {
        read(at: 1_000)
        read(at: 5_000)
        #expect(span(3_200, 3_000) == nil)
        #expect(span(6_000, 7_000) == nil)
    }

    /// An earlier reading stays, however often the clock is read.
    @Test("a reading replaces an older reading after minutes, but not within seconds")
    mutating func frequentReadingsDoNotPushOutOlderOnes() {
        read(at: 1_000)
        for step in 0..<1_000 { read(at: 5_000 + Int64(step)) }
        #expect(span(3_000, 3_200) != nil)
        for step in 0..<1_000 { read(at: 6_000 + 1_000 * Int64(step)) }
        #expect(span(3_000, 3_200) == nil)
    }
}
