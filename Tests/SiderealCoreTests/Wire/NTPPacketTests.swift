import SiderealCore
import Testing

/// A packet written by field names, to be changed one field at a time.
struct WrittenPacket: Sendable {
    var leap: UInt8 = 0
    var version: UInt8 = 4
    var mode: UInt8 = 4
    var stratum: UInt8 = 2
    var poll: UInt8 = 6
    var precision: Int8 = -24
    /// The root delay, in units of 2^-16 s.
    var rootDelay: UInt32 = 0x0000_0500
    var rootDispersion: UInt32 = 0x0000_0300
    var reference: [UInt8] = [192, 0, 2, 1]
    var origin: UInt64 = 0x0123_4567_89AB_CDEF
    /// 2026-11-21 06:00:00.25 and 64 units of 2^-32 s later.
    var receive: UInt64 = 4_004_230_800 << 32 | 0x4000_0000
    var transmit: UInt64 = 4_004_230_800 << 32 | 0x4000_0040
    var tail: [UInt8] = []
    /// The number of bytes to which it is truncated.
    var count = Int.max

    static func bytes(_ value: some FixedWidthInteger) -> [UInt8] { withUnsafeBytes(of: value.bigEndian) { Array($0) } }

    var bytes: [UInt8] {
        var bytes = [leap << 6 | version << 3 | mode, stratum, poll, UInt8(bitPattern: precision)]
        bytes += Self.bytes(rootDelay) + Self.bytes(rootDispersion) + reference
        // A client ignores the reference timestamp.
        bytes += Self.bytes(0xEE11_2233_4455_6677 as UInt64)
        bytes += Self.bytes(origin) + Self.bytes(receive) + Self.bytes(transmit) + tail
        return Array(bytes.prefix(count))
    }

    func with(_ change: (inout WrittenPacket) -> Void) -> WrittenPacket {
        var packet = self
        change(&packet)
        return packet
    }
}

@Suite struct NTPPacketTests {
    static func request() throws -> NTPRequest { try #require(NTPRequest(nonce: 0x0123_4567_89AB_CDEF)) }

    @Test("a request has version 4, client mode and its nonce, which can't be zero")
    func requestBytes() throws {
        let zeros = [UInt8](repeating: 0, count: 39)
        #expect(try Self.request().bytes == [0x23] + zeros + [0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF])
        #expect(NTPRequest(nonce: 0) == nil)
        #expect(NTPRequest(nonce: 1)?.bytes.last == 1)
        #expect(NTPRequest(nonce: 1)?.bytes.count == 48)
    }

    /// An answer as a server of stratum 1 sends it, byte by byte.
    static let golden: [UInt8] = [
        0x24, 0x01, 0x03, 0xE8, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x21, 0x47, 0x50, 0x53, 0x00,
        0xEE, 0xAA, 0xCC, 0x60, 0x12, 0x34, 0x56, 0x78, 0x01, 0x23, 0x45, 0x67, 0x89, 0xAB, 0xCD, 0xEF,
        0xEE, 0xAB, 0xE5, 0x90, 0x80, 0x00, 0x00, 0x00, 0xEE, 0xAB, 0xE5, 0x90, 0x80, 0x00, 0x10, 0x00,
    ]

    @Test("an answer of a stratum 1 server is read, byte for byte")
    func goldenAnswer() throws {
        let answer = try NTPAnswer(Self.golden, to: Self.request())
        #expect(answer.stratum == 1 && !answer.announcesLeapSecond)
        #expect(answer.receive.bits == 0xEEAB_E590_8000_0000 && answer.transmit.bits == 0xEEAB_E590_8000_1000)
        // 33 / 65536 s + 2^-24 s = 503,540.03... + 59.6 ns.
        #expect(answer.error == Nanoseconds(503_600))
        let (earliest, latest) = try answer.ends()
        // 0xEEABE590 s after 1900; 4096 units are 953.67 ns.
        let received = TrueInstant(nanoseconds: (0xEEAB_E590 - 2_208_988_800) * 1_000_000_000 + 500_000_000)
        #expect(earliest == received + Nanoseconds(953) - answer.error)
        #expect(latest == received + answer.error)
    }

    @Test(
        "an answer that follows the rules is accepted",
        arguments: [
            WrittenPacket(), .init().with { $0.version = 3 }, .init().with { $0.stratum = 1 },
            .init().with { $0.stratum = 15 }, .init().with { $0.poll = 0xFF }, .init().with { $0.precision = 0 },
            .init().with { $0.precision = -32 }, .init().with { $0.tail = [0, 1, 0, 4] },
            .init().with { $0.tail = [UInt8](repeating: 0xFF, count: 1_000) },
            .init().with { $0.reference = Array("RATE".utf8) }, .init().with { $0.transmit = $0.receive },
            .init().with { ($0.receive, $0.transmit) = (.max, 1) }, .init().with { $0.rootDelay = 0 },
            .init().with { ($0.leap, $0.rootDispersion) = (1, 0) }, .init().with { $0.leap = 2 },
        ])
    func accepted(packet: WrittenPacket) throws {
        let answer = try NTPAnswer(packet.bytes, to: Self.request())
        #expect(answer.stratum == packet.stratum)
        #expect(answer.receive.bits == packet.receive && answer.transmit.bits == packet.transmit)
        #expect(answer.announcesLeapSecond == (packet.leap != 0))
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var name: String
        var expected: NTPPacketError
        var packet: WrittenPacket

        init(_ name: String, _ expected: NTPPacketError, _ change: (inout WrittenPacket) -> Void) {
            (self.name, self.expected, packet) = (name, expected, WrittenPacket().with(change))
        }
        var testDescription: String { name }
    }

    static func kiss(_ code: String, _ expected: NTPKiss) -> Refusal {
        Refusal("kiss \(Array(code.utf8))", .kissOfDeath(expected)) {
            ($0.stratum, $0.reference) = (0, Array(code.utf8))
        }
    }

    static let refusals: [Refusal] = [
        Refusal("nothing", .tooShort(0)) { $0.count = 0 },
        Refusal("a byte short", .tooShort(47)) { $0.count = 47 },
        Refusal("four bytes short", .tooShort(44)) { $0.count = 44 },
        Refusal("a byte more", .badLength(49)) { $0.tail = [0] },
        Refusal("two bytes more", .badLength(50)) { $0.tail = [0, 0] },
        Refusal("first bit of the origin", .notOurs) { $0.origin ^= 1 << 63 },
        Refusal("last bit of the origin", .notOurs) { $0.origin ^= 1 },
        Refusal("no origin", .notOurs) { $0.origin = 0 },
        Refusal("version 0", .badVersion(0)) { $0.version = 0 },
        Refusal("version 2", .badVersion(2)) { $0.version = 2 },
        Refusal("version 5", .badVersion(5)) { $0.version = 5 },
        Refusal("version 7", .badVersion(7)) { $0.version = 7 },
        Refusal("symmetric passive", .badMode(2)) { $0.mode = 2 },
        Refusal("our own request", .badMode(3)) { $0.mode = 3 },
        Refusal("broadcast", .badMode(5)) { $0.mode = 5 },
        Refusal("mode 0", .badMode(0)) { $0.mode = 0 },
        kiss("RATE", .rate), kiss("DENY", .deny), kiss("RSTR", .restricted), kiss("STEP", .other("STEP")),
        kiss("X\0\0\0", .other("X")), kiss("A\0B\0", .other("A?B")), kiss("\0\0\0\0", .other("")),
        kiss("\u{7F}\n ~", .other("?? ~")), kiss("rate", .other("rate")),
        Refusal("a kiss with all else zero", .kissOfDeath(.rate)) {
            ($0.stratum, $0.reference, $0.leap, $0.receive, $0.transmit) = (0, Array("RATE".utf8), 3, 0, 0)
        },
        Refusal("a forged kiss", .notOurs) {
            ($0.stratum, $0.reference, $0.origin) = (0, Array("DENY".utf8), $0.origin ^ 1)
        },
        Refusal("not synchronized", .unsynchronized) { $0.leap = 3 },
        Refusal("stratum 16", .badStratum(16)) { $0.stratum = 16 },
        Refusal("stratum 255", .badStratum(255)) { $0.stratum = 255 },
        Refusal("no transmit time", .noTransmitTime) { $0.transmit = 0 },
        Refusal("no receive time", .noReceiveTime) { $0.receive = 0 },
        Refusal("a unit before", .sentBeforeReceived) { $0.transmit = $0.receive - 1 },
        Refusal("half an era", .sentBeforeReceived) { $0.transmit = $0.receive &+ 1 << 63 },
        Refusal("before, across an era", .sentBeforeReceived) { ($0.receive, $0.transmit) = (1, .max) },
        Refusal("precision 2 s", .badPrecision(1)) { $0.precision = 1 },
        Refusal("precision 2^127 s", .badPrecision(127)) { $0.precision = 127 },
        Refusal("precision 2^-33 s", .badPrecision(-33)) { $0.precision = -33 },
        Refusal("precision 2^-128 s", .badPrecision(-128)) { $0.precision = -128 },
        Refusal("root delay -1", .negativeRootDelay) { $0.rootDelay = .max },
        Refusal("the least root delay", .negativeRootDelay) { $0.rootDelay = 1 << 31 },
        // 0x500 / 2^17 s + 16 s + 2^-24 s.
        Refusal("dispersion 16 s", .tooUncertain(Nanoseconds(16_009_765_685))) { $0.rootDispersion = 0x10_0000 },
        // 32 s / 2 + 0x300 / 2^16 s + 2^-24 s.
        Refusal("delay 32 s", .tooUncertain(Nanoseconds(16_011_718_810))) { $0.rootDelay = 0x20_0000 },
        // (2^31 - 1) / 2^17 s + (2^32 - 1) / 2^16 s + 2^-24 s.
        Refusal("the most of both", .tooUncertain(Nanoseconds(81_919_999_977_172))) {
            ($0.rootDelay, $0.rootDispersion) = (.max >> 1, .max)
        },
    ]

    @Test("an answer that breaks a rule is refused, with the reason", arguments: refusals)
    func refused(refusal: Refusal) throws {
        let request = try Self.request()
        #expect(throws: refusal.expected) { try NTPAnswer(refusal.packet.bytes, to: request) }
        #expect(refusal.expected.reason.hasSuffix(".") && refusal.expected.reason.hasPrefix("The "))
    }

    @Test("each refusal has a sentence of its own")
    func sentencesAreToldApart() {
        let errors = Set(Self.refusals.map { $0.expected })
        #expect(Set(errors.map { $0.reason }).count == errors.count)
        #expect(
            NTPPacketError.tooUncertain(Nanoseconds(16_000_000_001)).reason
                == "The server reports an error of up to 16001 ms. The limit is 16,000 ms.")
    }

    @Test("only a complete packet that repeats the request's nonce ends the wait", arguments: refusals)
    func foreign(refusal: Refusal) {
        let repeats = refusal.packet.origin == 0x0123_4567_89AB_CDEF
        let isWhole = refusal.packet.bytes.count >= 48 && refusal.packet.bytes.count % 4 == 0
        #expect(refusal.expected.isForeign == !(repeats && isWhole))
    }

    /// Precision 2^p s, delay and dispersion of so many units: the error, rounded up, or `nil` if it is too large.
    @Test(
        "the error is the precision, half the delay and the dispersion, and at most 16 s",
        arguments: [
            (0, 0, 0, 1_000_000_000), (-1, 0, 0, 500_000_000), (-1, 0, 0xF_8000, 16_000_000_000),
            (-1, 0x1F_0000, 0, 16_000_000_000), (-1, 1, 0xF_8000, nil), (-1, 0, 0xF_8001, nil),
            (0, 0, 0xF_0000, 16_000_000_000),
            // Windows's values: 2^-6 s, and 10.66 s.
            (-6, 0, 0xA_A8F6, 10_675_628_663),
            (-2, 1, 0x1_0000, 1_250_007_630), (-32, 0, 0, 1), (-31, 0, 0, 1), (-29, 0, 0, 2), (-32, 1, 0, 7_630),
            (-32, 0, 1, 15_260), (-30, 0x1_0000, 0x1_0000 - 1, 1_499_984_743),
        ] as [(Int8, UInt32, UInt32, Int64?)])
    func error(precision: Int8, delay: UInt32, dispersion: UInt32, expected: Int64?) throws {
        let packet = WrittenPacket().with {
            ($0.precision, $0.rootDelay, $0.rootDispersion) = (precision, delay, dispersion)
        }
        let answer = try? NTPAnswer(packet.bytes, to: Self.request())
        #expect(answer?.error == expected.map { Nanoseconds($0) })
    }
}
