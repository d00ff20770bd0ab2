import SiderealCore
package import SiderealNetwork
package import SiderealTime

/// An NTP server with Network Time Security (RFC 8915) as a source. The bounds are as tight as those of NTP, and TLS
/// authenticates the server.
///
/// The first poll of a process exchanges keys with the server over TLS 1.3 and gets cookies. Each request uses one
/// cookie, and each answer contains a new cookie. So a poll exchanges keys again only if the cookies run out, or if the
/// server no longer has its keys. An attacker on the network path can't forge or replay an answer. The attacker can
/// delay or drop packets, and the bounds allow for that.
///
/// TLS checks the server's certificate against the system clock. If the system clock is wrong by years, the key
/// exchange fails with ``TimeSourceError/Cause/tls``. A request over https fails in the same way.
///
/// On Linux, OpenSSL provides the cryptography. The library loads OpenSSL at the first poll. Without OpenSSL, a poll
/// throws ``TimeSourceError/Cause/unsupported``, and the message names the missing package. On Apple platforms, the
/// system provides the cryptography.
package struct NTSSource: TimeSource {
    /// The key-exchange server's name or numeric address.
    package let host: String
    /// The TCP port of the key exchange.
    package let port: UInt16
    /// The server's operator. Sources of one operator share one vote.
    package let `operator`: String
    /// The maximum number of requests to each of the time server's addresses in a poll.
    package let maximumRequests: Int

    private let establishment: NTSKeyEstablishment
    private let network: any DatagramNetwork
    private let refusals: ServerRefusals
    private let sessions: NTSSessions

    /// Creates a source from the key-exchange server's name or address.
    ///
    /// - Parameters:
    ///   - host: A name such as `time.example`, or an address, with or without brackets. The server's certificate must
    ///     contain this name or address.
    ///   - port: The TCP port of the key exchange. The server can name another host and UDP port for the time. By
    ///     default, the time comes from the same host and port 123.
    ///   - operator: The server's operator. By default, the library guesses the operator from the name.
    ///   - maximumRequests: The maximum number of requests to each of the time server's addresses in one poll, at
    ///     least 1.
    package init(host: String, port: UInt16 = 4460, operator: String? = nil, maximumRequests: Int? = nil) {
        self.init(
            host: host, port: port, operator: `operator`, maximumRequests: maximumRequests, establishment: .ofPlatform()
        )
    }

    package init(
        host: String, port: UInt16 = 4460, operator: String? = nil, maximumRequests: Int? = nil,
        establishment: NTSKeyEstablishment, network: any DatagramNetwork = SystemNetwork(),
        refusals: ServerRefusals = .ofThisProcess, sessions: NTSSessions = .ofThisProcess
    ) {
        self.host = NTPSource.withoutBrackets(host)
        self.port = port
        self.operator = `operator` ?? operatorName(ofHost: self.host)
        self.maximumRequests = max(1, maximumRequests ?? 4)
        self.establishment = establishment
        self.network = network
        self.refusals = refusals
        self.sessions = sessions
    }

    /// The server as a URL, such as `nts://time.example:4460`.
    package var name: String { "nts://" + NTPSource.authority(host, port) }

    /// Always true. Keys from the TLS session authenticate each answer.
    package var isAuthenticated: Bool { true }

    private var key: ExactName { ExactName(name.lowercased()) }

    /// Sends the server a few requests, and returns before the poll's deadline.
    ///
    /// An unanswered request is not an error if the server answers another request. Throws ``TimeSourceError`` if the
    /// key exchange fails, if the server answers no request, or if the server refuses or sends a bad answer.
    package func ask(_ poll: TimePoll) async throws(TimeSourceError) {
        let deadline = poll.deadline
        let known = sessions.current(key)
        let session = if let known { known } else { try await establish(until: deadline) }
        do throws(TimeSourceError) {
            try await converse(session, poll, until: deadline)
        } catch {
            // Anyone on the network path can claim that the server lost the keys. So a poll exchanges keys again at
            // most once, and only if no authenticated answer came.
            guard sessions.isDoubted(key), error.cause == .timedOut else { throw error }
            guard known != nil, !deadline.hasPassed else {
                throw TimeSourceError(
                    .badAnswer, asking: name, "an answer claims that the server does not know the keys (NTS NAK)"
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
        // If no answer arrives, the poll's error reports that the key exchange succeeded.
        poll.refuse(
            TimeSourceError(
                .timedOut, asking: name,
                "the key exchange succeeded, but its time server "
                    + "\(NTPSource.authority(timeHost, timePort)) sent no answer by UDP within \(poll.timeout)"))
        let correspondent = NTPCorrespondent(
            name: name, host: timeHost, port: timePort, refusalKey: key, refusals: refusals,
            maximumRequests: maximumRequests, network: network, nextQuestion: { nextQuestion(session: number) })
        do throws(TimeSourceError) {
            try await NTPConversation(correspondent, poll, until: deadline).run()
        } catch {
            // The app did not choose this host, so the error states where its name came from.
            guard error.cause == .nameResolution, answer.host != nil else { throw error }
            throw TimeSourceError(
                error.cause, errno: error.errno, error.description + ". The server's key exchange named this host.")
        }
    }

    /// Returns the next request, or `nil` if this session has no cookie left or the session's keys are in doubt.
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
    /// Returns the given number of random bytes.
    static func random(_ count: Int, _ random: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
    }
}
