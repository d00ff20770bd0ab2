import SiderealAuthenticatedTime
import SiderealCore
import Testing

/// Answers of a key exchange, built record by record.
@Suite("key exchanges of NTS") struct NTSKeyExchangeTests {
    static func record(_ kind: UInt16, _ body: [UInt8], critical: Bool = true) -> [UInt8] {
        let head = kind | (critical ? 0x8000 : 0)
        return [UInt8(head >> 8), UInt8(head & 0xff), UInt8(body.count >> 8), UInt8(body.count & 0xff)] + body
    }

    static let protocolRecord = record(1, [0, 0])
    static let algorithm = record(4, [0, 15])
    static let cookie = record(5, [1, 2, 3, 4], critical: false)
    static let end = record(0, [])
    static let good = protocolRecord + algorithm + cookie + end

    static func error(_ bytes: [UInt8]) -> NTSKeyExchangeError? {
        do throws(NTSKeyExchangeError) {
            _ = try NTSKeyExchangeAnswer(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test("a cookie that is too long for any request is refused, and the error gives its length")
    func longCookies() {
        func answer(_ count: Int) -> [UInt8] {
            Self.protocolRecord + Self.algorithm + Self.record(5, [UInt8](repeating: 7, count: count)) + Self.end
        }
        #expect(Self.error(answer(NTSKeyExchange.mostCookieBytes)) == nil)
        #expect(Self.error(answer(NTSKeyExchange.mostCookieBytes + 1)) == .cookieTooLong(1_025))
    }

    @Test("the request offers NTPv4 and both ciphers, and ends with the end-of-message record")
    func question() {
        #expect(
            NTSKeyExchange.question == Self.protocolRecord + Self.record(4, [0, 15, 0, 30])
                + Self.record(1024, [], critical: false) + Self.end)
    }

    @Test("keys are derived for the protocol, the cipher and the direction (RFC 8915, section 5.1)")
    func contexts() {
        #expect(NTSKeyExchange.exporterContext(.aesSIV, toServer: true) == [0, 0, 0, 15, 0])
        #expect(NTSKeyExchange.exporterContext(.aesSIV, toServer: false) == [0, 0, 0, 15, 1])
        #expect(NTSKeyExchange.exporterContext(.aesGCMSIV, toServer: false) == [0, 0, 0, 30, 1])
    }

    @Test("an answer gives the cipher, the cookies and the NTP server")
    func goodAnswer() throws {
        let name = Array("time.example".utf8)
        let answer = try NTSKeyExchangeAnswer(
            Self.record(0x4000, [9], critical: false) + Self.cookie + Self.record(7, [0x2b, 0x79]) + Self.algorithm
                + Self.record(6, name) + Self.record(5, [8]) + Self.record(1024, [], critical: false)
                + Self.protocolRecord + Self.end)
        #expect(answer.algorithm == .aesSIV)
        #expect(answer.cookies == [[1, 2, 3, 4], [8]])
        #expect(answer.host == "time.example" && answer.port == 11_129)
        let plain = try NTSKeyExchangeAnswer(Self.good)
        #expect(plain.host == nil && plain.port == nil)
        #expect(try NTSKeyExchangeAnswer(Self.good + [1, 2, 3]) == plain, "what follows the end isn't looked at")
    }

    @Test(
        "an answer that breaks a rule is refused, and the error names the rule",
        arguments: [
            ([], .truncated), (Array(good.dropLast()), .truncated), (protocolRecord + algorithm + cookie, .truncated),
            (algorithm + cookie + end, .noNTP), (record(1, []) + algorithm + cookie + end, .noNTP),
            (record(1, [0, 1]) + algorithm + cookie + end, .noNTP),
            (record(1, [0, 0, 0, 1]) + algorithm + cookie + end, .malformed(1)),
            (protocolRecord + cookie + end, .noAlgorithm),
            (protocolRecord + record(4, []) + cookie + end, .noAlgorithm),
            (protocolRecord + record(4, [0, 16]) + cookie + end, .noAlgorithm),
            (protocolRecord + record(4, [0, 15, 0, 30]) + cookie + end, .malformed(4)),
            (protocolRecord + algorithm + end, .noCookie),
            (protocolRecord + algorithm + record(5, []) + end, .malformed(5)),
            (protocolRecord + protocolRecord + algorithm + cookie + end, .repeated(1)),
            (protocolRecord + algorithm + algorithm + cookie + end, .repeated(4)),
            (protocolRecord + record(2, [0, 1]) + end, .refused(1)), (record(2, [0]) + end, .malformed(2)),
            (record(3, [0, 7]) + good, .warned(7)), (record(99, [1]) + good, .unknownCritical(99)),
            (record(6, Array("a b".utf8)) + good, .malformed(6)), (record(6, []) + good, .malformed(6)),
            (record(6, [UInt8](repeating: 65, count: 256)) + good, .malformed(6)),
            (record(7, [0, 0]) + good, .malformed(7)), (record(7, [1]) + good, .malformed(7)),
            (protocolRecord + algorithm + cookie + record(0, [1]), .malformed(0)),
        ] as [([UInt8], NTSKeyExchangeError)])
    func refusals(_ bytes: [UInt8], _ expected: NTSKeyExchangeError) {
        #expect(Self.error(bytes) == expected)
        #expect(expected.reason.hasSuffix("."))
    }

    @Test("an answer is complete only once its last record has arrived")
    func wholeness() throws {
        for count in 0..<Self.good.count {
            try #require(!NTSKeyExchangeAnswer.isWhole(Array(Self.good.prefix(count))), "\(count) bytes")
        }
        #expect(NTSKeyExchangeAnswer.isWhole(Self.good))
    }
}
