import SiderealCore
import SiderealTesting
import TestSupport
import Testing

@Suite("the bounds that an NTP answer gives") struct NTPAnswerTests {
    static let era = Nanoseconds.seconds(1 << 32)

    /// The ends of an answer of a server that received and sent at these instants and claims an error of 2^-10 s.
    static func ends(
        received: TrueInstant, sent: TrueInstant, known: TrueInstant?
    ) throws -> (earliest: TrueInstant, latest: TrueInstant?) {
        let packet = WrittenPacket().with {
            ($0.receive, $0.transmit) = (NTPTimestamp(received).bits, NTPTimestamp(sent).bits)
            ($0.precision, $0.rootDelay, $0.rootDispersion) = (-10, 0, 0)
        }
        let request = try #require(NTPRequest(nonce: packet.origin))
        return try NTPAnswer(packet.bytes, to: request).ends(known: known)
    }

    static let error = Nanoseconds(976_563)

    /// Whether the ends are a time of that day and a thousand nanoseconds.
    @Test(
        "an answer lies in the era that fits what is known",
        arguments: [
            // Without anything known: from the year of the code to 136 years later.
            (nil, 2025, 1, 1), (nil, 2026, 11, 21), (nil, 2036, 2, 7), (nil, 2036, 2, 8), (nil, 2104, 2, 28),
            (nil, 2160, 12, 31),
            // A device that still believes in 1970, and one that knows better.
            (1970, 1970, 1, 1), (1970, 2026, 1, 1), (1970, 2104, 2, 29), (1972, 1971, 1, 2), (2026, 2025, 1, 1),
            (2036, 2035, 1, 2), (2037, 2036, 2, 6), (2037, 2036, 2, 8), (2104, 2104, 1, 1), (2104, 2103, 1, 2),
            (2104, 2238, 12, 31), (2260, 2261, 12, 31),
        ] as [(Int?, Int, Int, Int)])
    func eras(known: Int?, year: Int, month: Int, day: Int) throws {
        let known = try known.map { try NTPTimestampTests.at($0, 1, 1) }
        // A second before, at and after the end of the first era, if it is that day.
        for second in [23_295, 23_296, 23_297] as [Int64] {
            let received = try NTPTimestampTests.at(year, month, day, second: second) + .milliseconds(250)
            let sent = received + .milliseconds(750)
            // Sent at the very end of an era the timestamp would be zero, which says nothing.
            if NTPTimestamp(sent).isUnknown { continue }
            let (earliest, latest) = try Self.ends(received: received, sent: sent, known: known)
            #expect(earliest == sent - Self.error)
            #expect(latest == received + Self.error)
        }
    }

    @Test(
        "a server up to a year behind what is known is late, not an era ahead",
        arguments: [1, 1_000_000, 1_000_000_000, 366 * 86_400_000_000_000] as [Int64])
    func aLateServerIsLate(lag: Int64) throws {
        let known = try NTPTimestampTests.at(2030, 5, 5)
        let shown = known - Nanoseconds(lag)
        let (earliest, latest) = try Self.ends(received: shown, sent: shown, known: known)
        #expect(earliest <= shown - Self.error && earliest >= shown - Self.error - Nanoseconds(1))
        #expect(latest == shown + Self.error)
    }

    @Test("a server more than a year behind what is known is in the next era")
    func moreThanAYearBehindIsTheNextEra() throws {
        let known = try NTPTimestampTests.at(2030, 5, 5)
        let shown = known - .seconds(366 * 86_400 + 1)
        #expect(try Self.ends(received: shown, sent: shown, known: known).latest == shown + Self.error + Self.era)
    }

    @Test(
        "an answer beyond the range has no latest end",
        arguments: [.max, .max - 1, 9_223_000_000_000_000_000] as [Int64])
    func whatLiesBeyondTheRangeBoundsNothingFromAbove(nanoseconds: Int64) throws {
        let known = TrueInstant(nanoseconds: nanoseconds)
        let shown = known - .seconds(367 * 86_400)
        let (earliest, latest) = try Self.ends(received: shown, sent: shown, known: known)
        #expect(latest == nil)
        #expect(earliest == TrueInstant(nanoseconds: .max) - Self.error)
    }

    @Test(
        "an honest server's sample holds the truth, within its round trip and claimed error",
        arguments: 0..<4 as Range<UInt64>)
    func honestServersAreRight(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        for round in 0..<3_000 {
            let start = Int64.random(in: 1_767_225_600_000_000_000..<5_000_000_000_000_000_000, using: &random)
            let offset = start - Int64.random(in: 0..<1_000_000_000_000, using: &random)
            let legs = (0..<3).map { _ in Int64.random(in: 0..<200_000_000, using: &random) }
            let wrong = Nanoseconds(Int64.random(in: -976_562...976_562, using: &random))
            let arrived = TrueInstant(nanoseconds: start + legs[0])
            let left = arrived + Nanoseconds(legs[1])
            let received = left + Nanoseconds(legs[2])
            if NTPTimestamp(left + wrong).isUnknown || NTPTimestamp(arrived + wrong).isUnknown { continue }
            let (earliest, latest) = try Self.ends(
                received: arrived + wrong, sent: left + wrong, known: TrueInstant(nanoseconds: start))
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
        let (earliest, latest) = try Self.ends(received: start, sent: start + .seconds(1), known: nil)
        for (roundTrip, isPossible) in [(1_000, true), (998, false)] as [(Int64, Bool)] {
            let sample = TimeSample(
                source: "a", isAuthenticated: false, sent: ElapsedInstant(nanoseconds: 0),
                received: ElapsedInstant(nanoseconds: roundTrip * 1_000_000), earliest: earliest, latest: latest)
            #expect((sample.offset(drift: .partsPerMillion(0)) != nil) == isPossible)
        }
    }
}

/// The rules once more, by other arithmetic.
struct DecodedPacket {
    let bytes: [UInt8]

    func number(_ range: Range<Int>) -> Double { bytes[range].reduce(0) { $0 * 256 + Double($1) } }

    var error: Double {
        var precision = 1.0
        let exponent = bytes[3] < 128 ? Int(bytes[3]) : Int(bytes[3]) - 256
        for _ in 0..<abs(exponent) { precision = exponent < 0 ? precision / 2 : precision * 2 }
        return number(4..<8) / 131_072 + number(8..<12) / 65_536 + precision
    }

    /// Whether the packet keeps every rule.
    func isGood(origin: [UInt8]) -> Bool {
        guard bytes.count >= 48, bytes.count.isMultiple(of: 4), Array(bytes[24..<32]) == origin else { return false }
        guard [0x1C, 0x24, 0x5C, 0x64, 0x9C, 0xA4].contains(bytes[0]), (1...15).contains(bytes[1]) else { return false }
        guard bytes[3] >= 224 || bytes[3] == 0, bytes[4] < 128, error <= 1.5 else { return false }
        let received = Array(bytes[32..<40])
        let sent = Array(bytes[40..<48])
        guard received.contains(where: { $0 > 0 }), sent.contains(where: { $0 > 0 }) else { return false }
        // Subtracted byte by byte with a borrow; the first bit of the difference is its sign.
        var borrow = 0
        var digit = 0
        for (left, right) in zip(sent.reversed(), received.reversed()) {
            digit = Int(left) - Int(right) - borrow
            borrow = digit < 0 ? 1 : 0
            if digit < 0 { digit += 256 }
        }
        return digit < 128
    }
}

@Suite("altered NTP packets") struct NTPPacketFuzzTests {
    static func mutated(_ packet: WrittenPacket, using random: inout SplitMix64) -> [UInt8] {
        var packet = packet
        if Bool.random(using: &random) {
            packet.receive = random.next()
            packet.transmit = packet.receive &+ random.next() >> UInt64.random(in: 0..<64, using: &random)
        }
        packet.rootDelay = UInt32(truncatingIfNeeded: random.next()) >> UInt32.random(in: 0..<32, using: &random)
        packet.rootDispersion = UInt32(truncatingIfNeeded: random.next()) >> UInt32.random(in: 0..<32, using: &random)
        packet.precision = Int8.random(in: -35...2, using: &random)
        var bytes = packet.bytes
        for _ in 0..<Int.random(in: 0...2, using: &random) {
            let place = Int.random(in: 0..<bytes.count, using: &random)
            bytes[place] = UInt8.random(in: .min ... .max, using: &random)
        }
        switch UInt.random(in: 0..<16, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 0...48, using: &random))
        case 1:
            bytes += (0..<Int.random(in: 0...9, using: &random)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        case 2: bytes = bytes.map { _ in UInt8(truncatingIfNeeded: random.next()) }
        default: break
        }
        return bytes
    }

    static let rounds = TestExtent.choose(part: 5_000, whole: 1_000_000)

    @Test(
        "an altered packet is accepted only if it keeps every rule",
        .computesForLong, arguments: 0..<8 as Range<UInt64>)
    func mutatedPackets(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let packet = WrittenPacket()
        let request = try #require(NTPRequest(nonce: packet.origin))
        let origin = WrittenPacket.bytes(packet.origin)
        var accepted = 0
        for round in 0..<Self.rounds {
            let bytes = Self.mutated(packet, using: &random)
            let decoded = DecodedPacket(bytes: bytes)
            let answer = try? NTPAnswer(bytes, to: request)
            guard (answer != nil) == decoded.isGood(origin: origin) else {
                Issue.record("seed \(seed), round \(round): \(bytes)")
                continue
            }
            guard let answer else { continue }
            accepted += 1
            let known = TrueInstant(nanoseconds: Int64(bitPattern: random.next()))
            let (earliest, latest) = answer.ends(known: known)
            let excess = Double(answer.error.count) - decoded.error * 1e9
            let isSound = excess > -0.001 && excess < 1.001 && earliest >= TrueInstant(nanoseconds: -1_500_000_000)
            try #require(
                isSound && (latest.map { $0.nanoseconds > 0 } ?? true), "seed \(seed), round \(round): \(bytes)")
        }
        #expect(accepted > Self.rounds / 25 * 3, "seed \(seed): only \(accepted) were read")
    }
}
