import SiderealCore
import SiderealNetwork
import SiderealSystem
import SiderealTime

/// One poll of a Roughtime server.
struct RoughtimeConversation: Sendable {
    private let source: RoughtimeSource
    private let cryptography: SignatureCryptography
    private let poll: TimePoll
    private let deadline: Deadline
    /// The server's name in the chain's records of unanswered polls. The name includes the host and the port, because
    /// several hosts can have the same public key.
    private let server: ExactName

    private struct Reply: Sendable {
        let answer: RoughtimeAnswer
        let packet: [UInt8]
        let sent: ElapsedInstant
        let received: ElapsedInstant
    }

    private enum Outcome {
        case answer
        case nothing
        /// Packets arrived, but no packet was a valid answer. The value is the reason that the last packet was invalid.
        case refused(RoughtimeError)
    }

    /// The maximum number of requests to an address in a poll, answered or not.
    private static let mostAttempts = 4

    init(_ source: RoughtimeSource, _ cryptography: SignatureCryptography, _ poll: TimePoll) {
        self.source = source
        self.cryptography = cryptography
        self.poll = poll
        deadline = poll.deadline
        server = ExactName(source.name.lowercased())
    }

    func run() async throws(TimeSourceError) {
        if let pause = source.chain.pause(of: server, at: poll.driver.elapsed()) {
            throw error(
                .timedOut,
                "it left \(pause.polls) polls unanswered; the clock asks it again in "
                    + "\(pause.left.secondsRoundedUp) s")
        }
        let owner = source.chain.owner(of: source.publicKey, orElse: source.operator)
        guard owner == ExactName(source.operator) else {
            throw error(
                .unsupported,
                "another source names '\(owner.text)' as the operator of the same key; "
                    + "give both sources the same operator")
        }
        var places = try await poll.addresses(
            of: source.host, port: source.port, on: source.network, until: deadline)
        var unanswered = 0
        var isSilent = false
        // The addresses that left the last usual request unanswered. Their next request is a probe.
        var silent: Set<NetworkAddress> = []
        var answers = 0
        var failure: TimeSourceError?
        while !places.isEmpty {
            var place = places.removeFirst()
            // All Roughtime sources take turns, so the answer to one request usually comes before the next request. The
            // next request then derives from that answer, which proves the order.
            let isTurn = try await poll.isTurn(of: place, host: source.host, group: "roughtime:", until: deadline)
            guard isTurn else { break }
            place.lastAsked = poll.driver.elapsed()
            let isProbe = answers == 0 && silent.remove(place.address) != nil
            do throws(TimeSourceError) {
                switch try await ask(place.address, isProbe: isProbe, unanswered: unanswered) {
                case .answer:
                    answers += 1
                    // One address has answered, so the poll sends no request to the other addresses.
                    places = []
                case .nothing:
                    unanswered += 1
                    if !isProbe { silent.insert(place.address) }
                    recordSilence(&isSilent)
                case .refused(let reason):
                    // Servers sometimes send bad answers, to test whether clients check the answers (RFC 10049, section
                    // 7).
                    unanswered += 1
                    recordSilence(&isSilent)
                    failure = badAnswer(place.address, reason)
                }
            } catch {
                if answers > 0 || error.cause == .cancelled { throw error }
                // In the poll's error, a rejected answer outranks an unreachable server.
                if failure?.isUnreachable ?? true { failure = error }
                unanswered += 1
                continue
            }
            place.asked += 1
            if answers < source.maximumRequests, place.asked < Self.mostAttempts { places.append(place) }
        }
        guard answers > 0 else {
            throw failure
                ?? error(
                    .timedOut,
                    "no answer came within \(poll.timeout); a server with other public keys, or with only old drafts "
                        + "of Roughtime, may not answer")
        }
    }

    /// Records an unanswered request. A poll counts once, however many of its requests stay unanswered. So dropped
    /// packets do not make the pause longer than necessary.
    private func recordSilence(_ isSilent: inout Bool) {
        source.chain.recordSilence(of: server, at: poll.driver.elapsed(), isFirst: !isSilent)
        isSilent = true
    }

    /// Sends one request, and returns the outcome.
    private func ask(
        _ address: NetworkAddress, isProbe: Bool, unanswered: Int
    ) async throws(TimeSourceError) -> Outcome {
        let (chain, cryptography, key) = (source.chain, cryptography, source.publicKey)
        guard let beginning = chain.begin(cryptography),
            let request = RoughtimeRequest(
                nonce: beginning.nonce, publicKey: key, isProbe: isProbe, cryptography)
        else { throw error(.unsupported, RoughtimeError.noCryptography.reason) }
        let patience = deadline.limited(to: .seconds(1 << Int64(min(unanswered, 6))))
        let refused = Lock<RoughtimeError?>(nil)
        let reply: Reply?
        do throws(NetworkError) {
            // If `accept` ignores a packet, the network waits for the next packet.
            reply = try await source.network.ask(
                request.bytes, at: address, until: patience, sending: { poll.stampSent() },
                accept: { packet, sent in
                    let (left, came) = poll.stampReceived(packet, sent: sent)
                    do throws(RoughtimeError) {
                        let answer = try RoughtimeAnswer(packet.bytes, to: request, publicKey: key, cryptography)
                        return Reply(answer: answer, packet: packet.bytes, sent: left, received: came)
                    } catch {
                        refused.withLock { $0 = error }
                        poll.refuse(badAnswer(address, error))
                        return nil
                    }
                })
        } catch {
            throw TimeSourceError(error, of: source.name)
        }
        guard let reply else {
            return refused.withLock { $0 }.map { .refused($0) } ?? .nothing
        }
        chain.recordAnswer(of: server)
        chain.add(reply.answer, reply.packet, to: request, from: key, beginning)
        do throws(RoughtimeError) {
            let ends = try reply.answer.ends()
            poll.receive(
                TimePoll.Answer(
                    sent: reply.sent, received: reply.received, earliest: ends.earliest, latest: ends.latest))
        } catch {
            throw badAnswer(address, error)
        }
        return .answer
    }

    private func badAnswer(_ address: NetworkAddress, _ error: RoughtimeError) -> TimeSourceError {
        self.error(.badAnswer, "\(address): \(error.reason)")
    }

    private func error(_ cause: TimeSourceError.Cause, _ text: String) -> TimeSourceError {
        TimeSourceError(cause, asking: source.name, text)
    }
}
