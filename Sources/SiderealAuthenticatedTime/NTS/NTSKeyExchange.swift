/// The key exchange of NTS (RFC 8915, section 4). The exchange uses a TLS connection on which the server has proven its
/// identity.
package enum NTSKeyExchange {
    /// The protocol's name in the TLS handshake.
    package static let protocolName = "ntske/1"
    /// The label that TLS uses to export the keys.
    package static let exporterLabel = "EXPORTER-network-time-security"
    /// The maximum number of bytes in an answer. An honest server's answer is shorter.
    package static let mostBytes = 16_384
    /// The maximum number of bytes in a cookie. A request with a longer cookie would not fit into a packet that every
    /// network accepts.
    package static let mostCookieBytes = 1_024

    /// The request. The request offers NTPv4 and the supported algorithms, in the order of preference. A further record
    /// states that the keys of AES-128-GCM-SIV follow the RFC. The first versions of chrony derived other keys. This
    /// record shows chrony which keys the client uses.
    package static let question: [UInt8] =
        record(.nextProtocol, isCritical: true, [0, 0])
        + record(.algorithm, isCritical: true, NTSAlgorithm.allCases.flatMap { $0.rawValue.bytes })
        + record(.keysOfGCMSIV, isCritical: false, []) + record(.end, isCritical: true, [])

    /// Returns the context from which TLS derives a key, in addition to the label. The context contains the protocol,
    /// the algorithm, and the direction.
    package static func exporterContext(_ algorithm: NTSAlgorithm, toServer: Bool) -> [UInt8] {
        [0, 0] + algorithm.rawValue.bytes + [toServer ? 0 : 1]
    }

    /// The types of records.
    enum Kind: UInt16 {
        case end = 0
        case nextProtocol = 1
        case error = 2
        case warning = 3
        case algorithm = 4
        case cookie = 5
        case server = 6
        case port = 7
        case keysOfGCMSIV = 1024
    }

    private static func record(_ kind: Kind, isCritical: Bool, _ body: [UInt8]) -> [UInt8] {
        (kind.rawValue | (isCritical ? 0x8000 : 0)).bytes + UInt16(truncatingIfNeeded: body.count).bytes + body
    }
}

/// The supported algorithms. The raw values are the algorithms' numbers in the IANA registry.
package enum NTSAlgorithm: UInt16, Sendable, Equatable, CaseIterable {
    /// AEAD_AES_SIV_CMAC_256, which every server supports.
    case aesSIV = 15
    /// AEAD_AES_128_GCM_SIV.
    case aesGCMSIV = 30

    /// The number of bytes in a key.
    package var keyCount: Int { self == .aesSIV ? 32 : 16 }
}

/// A server's answer that follows all rules of the protocol.
package struct NTSKeyExchangeAnswer: Sendable, Equatable {
    package let algorithm: NTSAlgorithm
    /// The cookies. There is at least one cookie. Each cookie is valid for one request.
    package let cookies: [[UInt8]]
    /// The host of the time server, or `nil` for the host of the key exchange.
    package let host: String?
    /// The UDP port of the time server, or `nil` for the port of NTP.
    package let port: UInt16?

    /// Returns true if the bytes contain the last record of an answer.
    package static func isWhole(_ bytes: [UInt8]) -> Bool {
        var reader = RecordReader(bytes)
        while let record = reader.next() {
            if record.kind == NTSKeyExchange.Kind.end.rawValue { return true }
        }
        return false
    }

    package init(_ bytes: [UInt8]) throws(NTSKeyExchangeError) {
        var reader = RecordReader(bytes)
        var (speaksNTP, isEnded, algorithm) = (false, false, NTSAlgorithm?.none)
        var (cookies, host, port) = ([[UInt8]](), String?.none, UInt16?.none)
        var seen: Set<UInt16> = []
        while !isEnded {
            guard let record = reader.next() else { throw .truncated }
            guard let kind = NTSKeyExchange.Kind(rawValue: record.kind) else {
                if record.isCritical { throw .unknownCritical(record.kind) }
                continue
            }
            guard kind == .cookie || seen.insert(record.kind).inserted else { throw .repeated(record.kind) }
            switch kind {
            case .end:
                guard record.body.isEmpty else { throw .malformed(record.kind) }
                isEnded = true
            case .error: throw .refused(try record.number())
            case .warning: throw .warned(try record.number())
            case .nextProtocol:
                // An empty list means that the server supports none of the offered protocols.
                guard !record.body.isEmpty else { throw .noNTP }
                guard try record.number() == 0 else { throw .noNTP }
                speaksNTP = true
            case .algorithm:
                guard !record.body.isEmpty else { throw .noAlgorithm }
                guard let chosen = NTSAlgorithm(rawValue: try record.number()) else { throw .noAlgorithm }
                algorithm = chosen
            case .cookie:
                guard !record.body.isEmpty else { throw .malformed(record.kind) }
                guard record.body.count <= NTSKeyExchange.mostCookieBytes else {
                    throw .cookieTooLong(record.body.count)
                }
                cookies.append(record.body)
            case .server:
                guard let name = Self.name(record.body) else { throw .malformed(record.kind) }
                host = name
            case .port:
                let number = try record.number()
                guard number != 0 else { throw .malformed(record.kind) }
                port = number
            case .keysOfGCMSIV: break
            }
        }
        guard speaksNTP else { throw .noNTP }
        guard let algorithm else { throw .noAlgorithm }
        guard !cookies.isEmpty else { throw .noCookie }
        (self.algorithm, self.cookies, self.host, self.port) = (algorithm, cookies, host, port)
    }

    /// Reads a host name or an address. Returns `nil` unless the bytes are printable ASCII characters, which are safe
    /// for a resolver.
    private static func name(_ bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty, bytes.count <= 255, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The reason that the library does not use the answer to a key exchange.
package enum NTSKeyExchangeError: Error, Sendable, Equatable {
    /// The answer ends before its last record.
    case truncated
    /// The answer is longer than any honest server's answer.
    case tooLong
    /// The answer has an unknown record marked as critical.
    case unknownCritical(UInt16)
    /// The answer repeats a record that must be unique.
    case repeated(UInt16)
    /// A record does not have the form that its type requires.
    case malformed(UInt16)
    /// The server refuses the request, with the given error code.
    case refused(UInt16)
    /// The server sent a warning, with the given code. The library does not interpret warning codes.
    case warned(UInt16)
    /// The server does not offer NTPv4.
    case noNTP
    /// The server did not choose one of the offered algorithms.
    case noAlgorithm
    /// The server sent no cookie.
    case noCookie
    /// A cookie is too long for a request. The cookie has the given number of bytes.
    case cookieTooLong(Int)

    /// A sentence for a person or a log.
    package var reason: String {
        switch self {
        case .truncated: "The key-exchange answer ends before its last record."
        case .tooLong: "The key-exchange answer has more than \(NTSKeyExchange.mostBytes) bytes."
        case .unknownCritical(let kind):
            "The server requires support for record type \(kind), which the library does not support."
        case .repeated(let kind): "The key-exchange answer has two records of type \(kind)."
        case .malformed(let kind): "The key-exchange record of type \(kind) is malformed."
        case .refused(0): "The server does not support a critical record of the key exchange."
        case .refused(1): "The server reports that the key-exchange request is malformed."
        case .refused(2): "The server reports an internal error. A later key exchange may succeed."
        case .refused(let code): "The server refuses the key exchange, with code \(code)."
        case .warned(let code): "The server sent a warning with the unknown code \(code)."
        case .noNTP: "The server does not offer NTPv4."
        case .noAlgorithm: "The server chose none of the offered algorithms."
        case .noCookie: "The server sent no cookie."
        case .cookieTooLong(let count):
            "The server sent a cookie of \(count) bytes. The limit is \(NTSKeyExchange.mostCookieBytes) bytes."
        }
    }
}

/// Reads records one after the other. `next()` returns `nil` after the last record, and if a record is cut off.
private struct RecordReader {
    struct Record {
        let kind: UInt16
        let isCritical: Bool
        let body: [UInt8]

        func number() throws(NTSKeyExchangeError) -> UInt16 {
            guard body.count == 2 else { throw .malformed(kind) }
            return UInt16(body[0]) << 8 | UInt16(body[1])
        }
    }

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Record? {
        guard bytes.count - position >= 4 else { return nil }
        let head = UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
        let count = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
        let start = position + 4
        guard bytes.count - start >= count else { return nil }
        position = start + count
        return Record(kind: head & 0x7fff, isCritical: head & 0x8000 != 0, body: Array(bytes[start..<position]))
    }
}

extension UInt16 {
    /// The number's bytes, most significant byte first.
    var bytes: [UInt8] { [UInt8(self >> 8), UInt8(self & 0xff)] }
}
