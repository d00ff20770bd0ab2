import Sidereal
import SiderealCore

/// A running server: its settings, its random values, and its latest requests.
struct SimulatedSite: Sendable {
    /// The outcome of one request on the network.
    enum Journey: Sendable {
        case answered(there: Nanoseconds, back: Nanoseconds)
        /// The sender receives the failure after the given time.
        case failed(SimulatedServer.Failure, after: Nanoseconds)
        case lost
    }

    /// The answer from a web server.
    struct WebAnswer: Sendable, Hashable {
        var status: Int
        var headers: [String: String]
    }

    var server: SimulatedServer
    private var draws: SeededDraws
    private var asked: [TrueInstant] = []
    private var cookieCount: UInt64 = 0
    /// The number of requests that have arrived.
    private(set) var requestCount = 0
    /// A shift of the renewal periods of the cache and the Date, so that servers renew their values at different times.
    private let phase: Nanoseconds

    init(_ server: SimulatedServer, seed: UInt64) {
        self.server = server
        draws = SeededDraws(seed: seed, name: server.name)
        phase = Nanoseconds(Int64(truncatingIfNeeded: draws.next() >> 8))
    }

    /// Sends a request over a new or an existing connection.
    mutating func send(isWarm: Bool) -> Journey {
        var there = length(server.outboundDelay)
        let back = length(server.inboundDelay)
        switch server.failure {
        case .refused: return .failed(.refused, after: there + back)
        case .noName: return .failed(.noName, after: there + back)
        case .silent: return .lost
        case .untrusted where server.service.beginsWithTLS && !isWarm:
            return .failed(.untrusted, after: there + back + length(server.outboundDelay) + length(server.inboundDelay))
        case .untrusted, nil: break
        }
        if draws.fraction() < server.loss { return .lost }
        if !isWarm {
            // One round trip opens the connection. With TLS, a second round trip exchanges the keys.
            let roundTrips = server.service.beginsWithTLS ? 2 : server.service == .http ? 1 : 0
            for _ in 0..<roundTrips { there = there + length(server.outboundDelay) + length(server.inboundDelay) }
        }
        return .answered(there: there, back: back)
    }

    // MARK: - The server's view

    /// Counts a request that arrives now. Returns `false` if the server refuses the request.
    private mutating func accepts(at now: TrueInstant) -> Bool {
        requestCount += 1
        guard let limit = server.limit else { return true }
        let span = Nanoseconds(clamping: limit.span)
        asked.removeAll { now - $0 >= span }
        asked.append(now)
        return asked.count <= limit.requests
    }

    /// Returns the time that the server's clock shows.
    private mutating func clock(at now: TrueInstant) -> TrueInstant {
        now + Nanoseconds(clamping: server.offset) + either(server.jumps) + either(server.error)
    }

    mutating func webAnswer(at now: TrueInstant) -> WebAnswer {
        let status = accepts(at: now) ? 200 : 429
        guard let cache = server.cache else {
            let shown = clock(at: now)
            return webAnswer(status, date: date(shown - age(of: shown, every: server.lag)), age: nil)
        }
        let age = age(of: now, every: cache.lifetime)
        let then = clock(at: now - age)
        let made = then - self.age(of: then, every: server.lag)
        return webAnswer(status, date: date(made), age: cache.sendsAge ? "\(age.count / 1_000_000_000)" : nil)
    }

    private func webAnswer(_ status: Int, date: String, age: String?) -> WebAnswer {
        let headers = ["Date": date, "Age": age, "Cache-Control": server.cacheControl].compactMapValues { $0 }
        return WebAnswer(status: status, headers: headers)
    }

    private func date(_ instant: TrueInstant) -> String {
        HTTPDate.text(of: server.roundsToNearest ? instant + .milliseconds(500) : instant)
    }

    /// Returns the age of a value that the server renews once in each period.
    private func age(of now: TrueInstant, every period: Duration) -> Nanoseconds {
        let period = Nanoseconds(clamping: period)
        guard period > .zero else { return .zero }
        let since = (now + phase).nanoseconds % period.count
        return Nanoseconds(since < 0 ? since + period.count : since)
    }

    /// Returns the answer from an NTP, NTS or Roughtime server to a packet, or an empty array for no answer.
    mutating func datagram(answering question: [UInt8], at now: TrueInstant) -> [UInt8] {
        switch server.service {
        case .nts: authenticatedPacket(answering: question, at: now)
        case .roughtime: signedPacket(answering: question, at: now)
        case .ntp, .http, .https: packet(answering: question, at: now)
        }
    }

    private mutating func signedPacket(answering question: [UInt8], at now: TrueInstant) -> [UInt8] {
        let second: Int64 = 1_000_000_000
        let shown = clock(at: now)
        guard accepts(at: now), shown.nanoseconds >= 0 else { return [] }
        // The midpoint omits the fraction of a second, so the error is one second larger.
        let error = Nanoseconds(clamping: server.error).magnitude
        let radius = UInt32(clamping: error.count / second + (error.count % second > 0 ? 2 : 1))
        let answer = SimulatedRoughtime(
            named: server.name, midpoint: UInt64(shown.nanoseconds / second), radius: radius)
        return answer.packet(answering: question) ?? []
    }

    mutating func packet(answering question: [UInt8], at now: TrueInstant) -> [UInt8] {
        let shown = clock(at: now)
        var bytes = [UInt8](repeating: 0, count: 24)
        // The packet has version 4, stratum 2, and a precision of a microsecond.
        bytes[0] = 4 << 3 | 4
        bytes[1] = 2
        bytes[2] = 6
        bytes[3] = UInt8(bitPattern: -20)
        // The root delay is half a millisecond. The dispersion is one millisecond more than the clock's error.
        bytes.replaceSubrange(4..<8, with: Self.big(33 << 32).prefix(4))
        let dispersion = Nanoseconds(clamping: server.error) + .milliseconds(1)
        let units = UInt64(max(0, min(dispersion.count, 60_000_000_000))) * 65_536 / 1_000_000_000 + 1
        bytes.replaceSubrange(8..<12, with: Self.big(units << 32).prefix(4))
        if !accepts(at: now) {
            bytes[0] |= 3 << 6
            bytes[1] = 0
            bytes.replaceSubrange(12..<16, with: Array("RATE".utf8))
        }
        bytes += question.count >= 48 ? Array(question[40..<48]) : [UInt8](repeating: 0, count: 8)
        let time = Self.big(NTPTimestamp(shown).bits)
        return bytes + time + time
    }

    /// Returns bytes that this server has not returned before.
    mutating func nextCookie() -> [UInt8] {
        cookieCount += 1
        return Self.big(cookieCount)
    }

    private static func big(_ word: UInt64) -> [UInt8] {
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }

    // MARK: - Random values

    /// Returns a random length in a range. The length is usually near the lower bound, and rarely near the upper bound.
    private mutating func length(_ range: ClosedRange<Duration>) -> Nanoseconds {
        let (least, most) = (
            Nanoseconds(clamping: range.lowerBound).orZero, Nanoseconds(clamping: range.upperBound).orZero
        )
        let luck = draws.fraction()
        return least + draws.share(luck * luck * luck, of: most - least)
    }

    private mutating func either(_ most: Duration) -> Nanoseconds {
        let most = Nanoseconds(clamping: most).magnitude
        guard most > .zero else { return .zero }
        return draws.share(draws.fraction() * 2 - 1, of: most)
    }
}

/// Random values that depend only on a seed and a name. So requests to one server do not change the random values of
/// other servers.
struct SeededDraws: Sendable {
    private var random: SplitMix64

    init(seed: UInt64, name: String) {
        random = SplitMix64(seed: name.utf8.reduce(seed) { SplitMix64.mix($0 &+ UInt64($1)) })
    }

    mutating func next() -> UInt64 { random.next() }

    /// Returns a number from 0 to 1, not including 1.
    mutating func fraction() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// Returns a share of a length. Pass a share between -1 and 1.
    func share(_ share: Double, of length: Nanoseconds) -> Nanoseconds {
        // This method limits the length to 2^62, so that the result can't overflow.
        Nanoseconds(Int64((Double(max(0, min(length.count, 1 << 62))) * share).rounded(.towardZero)))
    }
}
