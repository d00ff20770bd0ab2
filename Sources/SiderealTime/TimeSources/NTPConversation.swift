package import SiderealCore
package import SiderealNetwork
import SiderealSystem

/// The server of a conversation, and the limits on its requests.
package struct NTPCorrespondent: Sendable {
    /// The source's name in errors.
    let name: String
    let host: String
    let port: UInt16
    /// The server's key in `refusals`. A refusal applies to all polls of a process.
    let refusalKey: ExactName
    let refusals: ServerRefusals
    let maximumRequests: Int
    let network: any DatagramNetwork
    /// Returns the next request, or `nil` if the source can't make another request.
    let nextQuestion: @Sendable () -> NTPQuestion?

    package init(
        name: String, host: String, port: UInt16, refusalKey: ExactName, refusals: ServerRefusals, maximumRequests: Int,
        network: any DatagramNetwork, nextQuestion: @escaping @Sendable () -> NTPQuestion?
    ) {
        self.name = name
        self.host = host
        self.port = port
        self.refusalKey = refusalKey
        self.refusals = refusals
        self.maximumRequests = maximumRequests
        self.network = network
        self.nextQuestion = nextQuestion
    }
}

/// A request, and a closure that reads a packet as the answer to the request. The closure returns `nil` if the packet
/// may come from a host other than the server.
package struct NTPQuestion: Sendable {
    let bytes: [UInt8]
    let read: @Sendable (_ packet: [UInt8]) -> Result<NTPAnswer, NTPPacketError>?

    package init(
        bytes: [UInt8], read: @escaping @Sendable (_ packet: [UInt8]) -> Result<NTPAnswer, NTPPacketError>?
    ) {
        self.bytes = bytes
        self.read = read
    }
}

/// One poll of an NTP server.
package struct NTPConversation: Sendable {
    private let source: NTPCorrespondent
    private let poll: TimePoll
    private let deadline: Deadline

    /// The answer to one request.
    private struct Reply: Sendable {
        let answer: Result<NTPAnswer, NTPPacketError>
        let sent: ElapsedInstant
        let received: ElapsedInstant
    }

    package init(_ source: NTPCorrespondent, _ poll: TimePoll, until deadline: Deadline) {
        self.source = source
        self.poll = poll
        self.deadline = deadline
    }

    // MARK: - The course of a poll

    package func run() async throws(TimeSourceError) {
        if let refusal = source.refusals.refusal(of: source.refusalKey, at: poll.driver.elapsed()) {
            throw error(.declined, "it refused an earlier request. \(refusal)")
        }
        var servers = try await poll.addresses(
            of: source.host, port: source.port, on: source.network, until: deadline)
        var isAnswered = false
        var failure: TimeSourceError?
        while !servers.isEmpty {
            var server = servers.removeFirst()
            guard try await poll.isTurn(of: server, host: source.host, until: deadline),
                let question = source.nextQuestion()
            else { break }
            server.lastAsked = poll.driver.elapsed()
            do throws(TimeSourceError) {
                if try await ask(server, question) {
                    isAnswered = true
                    // One address has answered with the time, so the poll sends no request to the other addresses.
                    servers = []
                }
            } catch {
                if isAnswered || error.cause == .cancelled || isRefused { throw error }
                // In the poll's error, a rejected answer outranks an unreachable server.
                if failure?.isUnreachable ?? true { failure = error }
                continue
            }
            server.asked += 1
            if server.asked < source.maximumRequests { servers.append(server) }
        }
        guard isAnswered else {
            throw failure ?? error(.timedOut, "no answer came within \(poll.timeout)")
        }
        source.refusals.forget(source.refusalKey, at: poll.driver.elapsed())
    }

    private var isRefused: Bool { source.refusals.refusal(of: source.refusalKey, at: poll.driver.elapsed()) != nil }

    // MARK: - One request

    /// Sends one request. Returns `true` if an answer arrived. A missing answer is not an error.
    private func ask(_ server: PolledAddress, _ question: NTPQuestion) async throws(TimeSourceError) -> Bool {
        // The wait for an answer is a second for the first request, and doubles with each further request in case the
        // path is long.
        let patience = deadline.limited(to: .seconds(1 << Int64(min(server.asked, 6))))
        let reply: Reply?
        do throws(NetworkError) {
            // If `accept` ignores a packet, the network waits for the next packet.
            reply = try await source.network.ask(
                question.bytes, at: server.address, until: patience, sending: { poll.stampSent() },
                accept: { packet, sent in
                    let (left, came) = poll.stampReceived(packet, sent: sent)
                    return question.read(packet.bytes).map { Reply(answer: $0, sent: left, received: came) }
                })
        } catch {
            throw TimeSourceError(error, of: source.name)
        }
        guard let reply else { return false }
        do throws(NTPPacketError) {
            let ends = try reply.answer.get().ends()
            poll.receive(
                TimePoll.Answer(
                    sent: reply.sent, received: reply.received, earliest: ends.earliest, latest: ends.latest))
            return true
        } catch {
            if case .kissOfDeath(let kiss) = error {
                source.refusals.record(kiss, by: source.refusalKey, at: poll.driver.elapsed())
            }
            // Some servers use a kiss code to report that they are unsynchronized. In that case, the error's text
            // reports the unsynchronized state, not a refusal.
            let text = error.cause == .unsynchronized ? NTPPacketError.unsynchronized.reason : error.reason
            throw self.error(error.cause, "\(server.address): \(text)")
        }
    }

    private func error(_ cause: TimeSourceError.Cause, _ text: String) -> TimeSourceError {
        TimeSourceError(cause, asking: source.name, text)
    }
}

extension NTPQuestion {
    /// Creates a plain NTP request, without authentication.
    static func plain() -> NTPQuestion {
        var random = SystemRandomNumberGenerator()
        let request = NTPRequest.fresh(&random)
        return NTPQuestion(bytes: request.bytes) { packet in
            do throws(NTPPacketError) {
                return .success(try NTPAnswer(packet, to: request))
            } catch {
                return error.isForeign ? nil : .failure(error)
            }
        }
    }
}

extension NTPRequest {
    /// Creates a request with a random nonce. If the nonce is zero, this method draws another nonce.
    package static func fresh(_ random: inout some RandomNumberGenerator) -> NTPRequest {
        while true {
            if let request = NTPRequest(nonce: random.next()) { return request }
        }
    }
}

extension TimeSourceError {
    package init(_ error: NetworkError, of source: String) {
        switch error {
        case .resolution(_, _, let number):
            self.init(.nameResolution, errno: number?.rawValue, asking: source, "\(error)")
        case .system(_, let address, .connectionRefused):
            self.init(
                .refused, errno: ErrorNumber.connectionRefused.rawValue, asking: source,
                "nothing listens at \(address)")
        case .system(_, _, let number):
            self.init(.network, errno: number.rawValue, asking: source, "\(error)")
        case .timedOut:
            self.init(.timedOut, asking: source, "\(error)")
        case .woken:
            self.init(.cancelled, asking: source, "\(error)")
        }
    }
}

extension NTPPacketError {
    /// The cause that the source reports for this error.
    var cause: TimeSourceError.Cause {
        switch self {
        // Stratum 16 is the old way to report an unsynchronized server. Some servers use stratum 0 with an empty code,
        // or with INIT or STEP. These codes do not mean a refusal.
        case .unsynchronized, .badStratum(16), .kissOfDeath(.other("")), .kissOfDeath(.other("INIT")),
            .kissOfDeath(.other("STEP")):
            .unsynchronized
        case .kissOfDeath: .declined
        default: .badAnswer
        }
    }
}
