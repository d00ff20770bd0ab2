import SiderealCore
package import SiderealNetwork
package import SiderealTime

/// An NTP server with Network Time Security (RFC 8915): as narrow as NTP, and authenticated by TLS.
///
/// The first poll of a process exchanges keys with the server over TLS 1.3 and gets cookies. Each question uses one
/// cookie, and each answer brings a new one, so keys are exchanged again only if the cookies run out or the server
/// forgets its keys. Nobody on the way can forge an answer or use an old one again. Packets can be delayed or dropped
/// on the way: the bounds allow for that.
///
/// TLS checks the server's certificate against the system clock. If that clock is wrong by years, the key exchange
/// fails with ``TimeSourceError/Cause/tls``, as https does.
///
/// On Linux the cryptography is OpenSSL's, loaded at the first poll. Without it a poll throws
/// ``TimeSourceError/Cause/unsupported``, and the message names the package. On Apple platforms it is the system's.
public struct NTSSource: TimeSource {
    /// The server of the key exchange: its name, or its address in digits.
    public let host: String
    /// The TCP port of the key exchange.
    public let port: UInt16
    /// Who runs the server: sources of one operator share one vote.
    public let `operator`: String
    /// How many questions each of the time server's addresses gets at most in a poll.
    public let mostRequests: Int

    private let establishment: NTSKeyEstablishment
    private let network: any DatagramNetwork
    private let refusals: ServerRefusals
    private let sessions: NTSSessions

    /// A server by the name or address of its key exchange.
    ///
    /// - Parameters:
    ///   - host: A name such as `time.example`, or an address, in brackets or not. The certificate must be for it.
    ///   - port: The TCP port of the key exchange. The server names the host and the UDP port that tell the time; by
    ///     default those are the same host and port 123.
    ///   - operator: Without one, guessed from the name.
    ///   - mostRequests: How many questions each of the time server's addresses gets at most in a poll; at least one.
    @available(watchOS, unavailable, message: "watchOS gives apps no sockets; HTTPDateSource works there")
    public init(host: String, port: UInt16 = 4460, operator: String? = nil, mostRequests: Int = 4) {
        self.init(
            host: host, port: port, operator: `operator`, mostRequests: mostRequests, establishment: .ofPlatform())
    }

    package init(
        host: String, port: UInt16 = 4460, operator: String? = nil, mostRequests: Int = 4,
        establishment: NTSKeyEstablishment, network: any DatagramNetwork = SystemNetwork(),
        refusals: ServerRefusals = .ofThisProcess, sessions: NTSSessions = .ofThisProcess
    ) {
        self.host = NTPSource.withoutBrackets(host)
        self.port = port
        self.operator = `operator` ?? operatorName(ofHost: self.host)
        self.mostRequests = max(1, mostRequests)
        self.establishment = establishment
        self.network = network
        self.refusals = refusals
        self.sessions = sessions
    }

    /// The server as a URL, such as `nts://time.example:4460`.
    public var name: String { "nts://" + NTPSource.authority(host, port) }

    /// Always true: each answer is authenticated by keys from the TLS session.
    public var isAuthenticated: Bool { true }

    private var key: ExactName { ExactName(name.lowercased()) }

    /// Asks the server a few times, until the poll's time is over at the latest.
    ///
    /// Unanswered questions are no error while others are answered. Throws ``TimeSourceError`` if the key exchange
    /// fails, if no question is answered, and if the server refuses or answers badly.
    public func ask(_ poll: TimePoll) async throws(TimeSourceError) {
        let deadline = poll.deadline
        let known = sessions.current(key)
        let session = if let known { known } else { try await establish(until: deadline) }
        do throws(TimeSourceError) {
            try await converse(session, poll, until: deadline)
        } catch {
            // Whoever is on the way can say that the keys are not known. So it is looked into once a poll, and only
            // where the server itself said nothing.
            guard sessions.isDoubted(key), error.cause == .timedOut else { throw error }
            guard known != nil, !deadline.hasPassed else {
                throw TimeSourceError(
                    .badAnswer, asking: name, "an answer says that the keys of its key exchange are not known (NTS NAK)"
                )
            }
            try await converse(try await establish(until: deadline), poll, until: deadline)
        }
    }

    private func establish(
        until deadline: Deadline
    ) async throws(TimeSourceError) -> (number: Int, keys: NTSKeys) {
        let keys = try await establishment.establish(host, port, name, deadline)
        return (sessions.begin(keys, with: key), keys)
    }

    private func converse(
        _ session: (number: Int, keys: NTSKeys), _ poll: TimePoll, until deadline: Deadline
    ) async throws(TimeSourceError) {
        let answer = session.keys.answer
        let (timeHost, timePort, number) = (answer.host ?? host, answer.port ?? 123, session.number)
        // Should nothing come, the poll says how far it came.
        poll.refuse(
            TimeSourceError(
                .timedOut, asking: name,
                "keys were exchanged, and no answer came from its time server, "
                    + "\(NTPSource.authority(timeHost, timePort)) by UDP, within \(poll.timeout)"))
        let correspondent = NTPCorrespondent(
            name: name, host: timeHost, port: timePort, refusalKey: key, refusals: refusals,
            mostRequests: mostRequests, network: network, nextQuestion: { nextQuestion(session: number) })
        try await NTPConversation(correspondent, poll, until: deadline).run()
    }

    /// Nil where no cookie of this session is left, or its keys are in doubt.
    private func nextQuestion(session: Int) -> NTPQuestion? {
        guard let means = sessions.take(key, session: session) else { return nil }
        var random = SystemRandomNumberGenerator()
        let question = NTSQuestion(
            .fresh(&random), identifier: .random(32, &random),
            nonce: .random(means.keys.questions.nonceCount, &random), cookie: means.cookie,
            wantedCookies: means.wanted, questions: means.keys.questions, answers: means.keys.answers)
        guard let question else { return nil }
        let (sessions, key) = (sessions, key)
        return NTPQuestion(bytes: question.bytes) { packet in
            switch question.read(packet) {
            case .answer(let answer, let cookies):
                sessions.add(cookies, to: means.session, with: key)
                return .success(answer)
            case .unusable(let error): return .failure(error)
            case .keysRefused:
                sessions.doubt(means.session, with: key)
                return nil
            case nil: return nil
            }
        }
    }
}

extension [UInt8] {
    /// So many random bytes.
    static func random(_ count: Int, _ random: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
