import SiderealCore
import SiderealTesting
import Testing

@Suite("the bounds that an NTP answer gives") struct NTPAnswerTests {
    /// Returns the bounds of an answer of a server that received and sent at these instants and claims an error of
    /// 2^-10 s.
    static func ends(
        received: TrueInstant, sent: TrueInstant
    ) throws -> (earliest: TrueInstant, latest: TrueInstant) {
        let packet = WrittenPacket().with {
            ($0.receive, $0.transmit) = (NTPTimestamp(received).bits, NTPTimestamp(sent).bits)
            ($0.precision, $0.rootDelay, $0.rootDispersion) = (-10, 0, 0)
        }
        let request = try #require(NTPRequest(nonce: packet.origin))
        return try NTPAnswer(packet.bytes, to: request).ends()
    }

    static let error = Nanoseconds(976_563)

    /// A Boolean value that indicates whether the bounds are a time of that day and a thousand nanoseconds.
    @Test(
        "an answer reads as a time between the years 1970 and 2106, whatever the trusted time is",
        arguments: [(2026, 1, 1), (2026, 11, 21), (2036, 2, 7), (2036, 2, 8), (2104, 2, 28), (2106, 2, 6)]
            as [(Int, Int, Int)])
    func eras(year: Int, month: Int, day: Int) throws {
        // A second before, at and after the end of the first era, if it is that day.
        for second in [23_295, 23_296, 23_297] as [Int64] {
            let received = try NTPTimestampTests.at(year, month, day, second: second) + .milliseconds(250)
            let sent = received + .milliseconds(750)
            // Sent at the very end of an era the timestamp would be zero, which means unknown.
            if NTPTimestamp(sent).isUnknown { continue }
            let (earliest, latest) = try Self.ends(received: received, sent: sent)
            #expect(earliest == sent - Self.error)
            #expect(latest == received + Self.error)
        }
    }

    /// Servers whose clocks stand at their factory's date, and one that is 20 years late.
    @Test(
        "a server whose time is before this software was built is refused",
        arguments: [(1970, 1, 1), (1980, 1, 6), (2006, 11, 26), (2010, 1, 1), (2025, 12, 31)] as [(Int, Int, Int)])
    func deadClocks(year: Int, month: Int, day: Int) throws {
        let shown = try NTPTimestampTests.at(year, month, day, second: 7)
        #expect(throws: NTPPacketError.longPast(year)) { try Self.ends(received: shown, sent: shown) }
    }

    @Test(
        "an honest server's sample contains the truth, within its round trip and claimed error",
        arguments: 0..<4 as Range<UInt64>)
    func honestServersAreRight(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<3_000 {
            let start = Int64.random(in: 1_767_225_700_000_000_000..<4_290_000_000_000_000_000, using: &random)
            let offset = start - Int64.random(in: 0..<1_000_000_000_000, using: &random)
            let legs = (0..<3).map { _ in Int64.random(in: 0..<200_000_000, using: &random) }
            let wrong = Nanoseconds(Int64.random(in: -976_562...976_562, using: &random))
            let arrived = TrueInstant(nanoseconds: start + legs[0])
            let left = arrived + Nanoseconds(legs[1])
            let received = left + Nanoseconds(legs[2])
            if NTPTimestamp(left + wrong).isUnknown || NTPTimestamp(arrived + wrong).isUnknown { continue }
            let (earliest, latest) = try Self.ends(received: arrived + wrong, sent: left + wrong)
            let sample = TimeSample(
                source: "a", isAuthenticated: false, sent: ElapsedInstant(nanoseconds: start - offset),
                received: ElapsedInstant(nanoseconds: received.nanoseconds - offset), earliest: earliest, latest: latest
            )
            let bounds = try #require(sample.offset(drift: .partsPerMillion(0)), "seed \(seed), round \(round)")
            try #require(bounds.contains(Nanoseconds(offset)), "seed \(seed), round \(round)")
            let most = Nanoseconds(legs[0] + legs[2]) + Self.error + Self.error + Nanoseconds(3)
            try #require(bounds.width <= most, "seed \(seed), round \(round)")
        }
    }

    @Test("an answer is impossible if the server took longer than the round trip")
    func aServerThatTookLongerThanTheRoundTripIsImpossible() throws {
        let start = try NTPTimestampTests.at(2027, 1, 1)
        let (earliest, latest) = try Self.ends(received: start, sent: start + .seconds(1))
        for (roundTrip, isPossible) in [(1_000, true), (998, false)] as [(Int64, Bool)] {
            let sample = TimeSample(
                source: "a", isAuthenticated: false, sent: ElapsedInstant(nanoseconds: 0),
                received: ElapsedInstant(nanoseconds: roundTrip * 1_000_000), earliest: earliest, latest: latest)
            #expect((sample.offset(drift: .partsPerMillion(0)) != nil) == isPossible)
        }
    }
}
