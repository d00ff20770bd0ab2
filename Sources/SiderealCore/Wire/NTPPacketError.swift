/// The reason why the library does not use a packet as an NTP server's answer.
package enum NTPPacketError: Error, Sendable, Hashable {
    /// The packet has fewer than the 48 bytes of the header.
    case tooShort(Int)
    /// The number of bytes is not a multiple of four.
    case badLength(Int)
    /// The packet does not repeat the bits that the request contained. So the packet answers another request, or is a
    /// forgery.
    case notOurs
    /// The version is neither 3 nor 4.
    case badVersion(UInt8)
    /// The packet's mode is not the server mode.
    case badMode(UInt8)
    /// The server refused the request. The value is the code of the refusal.
    case kissOfDeath(NTPKiss)
    /// The server reports that its own clock is not set.
    case unsynchronized
    /// The stratum is above 15, the highest stratum that the protocol allows.
    case badStratum(UInt8)
    /// The packet has no transmit timestamp.
    case noTransmitTime
    /// The packet has no receive timestamp.
    case noReceiveTime
    /// The packet's transmit timestamp is before its receive timestamp.
    case sentBeforeReceived
    /// The precision is coarser than a second, or finer than the timestamps can hold.
    case badPrecision(Int8)
    /// The root delay, the round trip to the reference clock, is negative.
    case negativeRootDelay
    /// The server reports a possible error that is too large. The value is the size of the error.
    case tooUncertain(Nanoseconds)
    /// The server gives a time before this code was written. The value is the year of the time.
    case longPast(Int)

    /// A Boolean value that indicates whether a host other than the server may have sent the packet. If so, ignore the
    /// packet and keep waiting for the answer.
    package var isForeign: Bool {
        switch self {
        case .tooShort, .badLength, .notOurs: true
        default: false
        }
    }

    /// A sentence for a person or a log.
    package var reason: String {
        switch self {
        case .tooShort(let count): "The packet has only \(count) of the 48 bytes of an answer."
        case .badLength(let count): "The packet has \(count) bytes, which is not a multiple of four."
        case .notOurs: "The packet answers another request, or is forged."
        case .badVersion(let version):
            "The server answered with NTP version \(version); versions 3 and 4 are supported."
        case .badMode(let mode): "The packet is not a server's answer: its mode is \(mode)."
        case .kissOfDeath(let kiss): kiss.reason
        case .unsynchronized: "The server's clock is not synchronized."
        case .badStratum(let stratum): "The server reports stratum \(stratum); the highest is 15."
        case .noTransmitTime: "The answer has no transmit timestamp."
        case .noReceiveTime: "The answer has no receive timestamp."
        case .sentBeforeReceived: "The answer's transmit timestamp is before its receive timestamp."
        case .badPrecision(let exponent): "The server reports a precision of 2^\(exponent) s."
        case .negativeRootDelay: "The server reports a negative root delay."
        case .tooUncertain(let error):
            "The server reports an error of up to \((error.count - 1) / 1_000_000 + 1) ms. The limit is 16,000 ms."
        case .longPast(let year): "The server sent a time in \(year), which is earlier than the date of this software."
        }
    }
}

/// The demand of a server that refuses a request: the code in a kiss of death (RFC 5905, section 7.4).
package enum NTPKiss: Sendable, Hashable {
    /// RATE: send requests less often.
    case rate
    /// DENY: don't send requests again.
    case deny
    /// RSTR: don't send requests again, because the server's policy forbids them.
    case restricted
    /// Another code, without trailing zeros. A question mark replaces each byte that is not printable.
    case other(String)

    package init(code: UInt32) {
        switch code {
        case 0x5241_5445: self = .rate
        case 0x4445_4E59: self = .deny
        case 0x5253_5452: self = .restricted
        default:
            var bytes: [UInt8] = []
            for shift in [24, 16, 8, 0] as [UInt32] { bytes.append(UInt8(truncatingIfNeeded: code >> shift)) }
            while bytes.last == 0 { bytes.removeLast() }
            let printable = bytes.map { (0x20...0x7E).contains($0) ? $0 : UInt8(ascii: "?") }
            self = .other(String(decoding: printable, as: UTF8.self))
        }
    }

    /// A sentence for a person or a log.
    package var reason: String {
        switch self {
        case .rate: "The server demands fewer requests (RATE)."
        case .deny: "The server refuses requests (DENY)."
        case .restricted: "The server's policy refuses requests (RSTR)."
        case .other(""): "The server refuses requests, and gives no reason."
        case .other(let code): "The server refuses requests, and sends the code \(code)."
        }
    }
}
