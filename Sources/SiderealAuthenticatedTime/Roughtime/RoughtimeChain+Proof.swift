import SiderealCore

extension TimeServer.RoughtimeChain {
    /// Requests to Roughtime servers and the servers' answers, in a provable order (RFC 10049, section 8.4).
    ///
    /// Each request except the first derives from the previous answer, so the servers signed the answers in this order.
    /// If the times of two answers contradict this order, the proof shows that one of their servers signed a false
    /// time.
    public struct Proof: Sendable, Hashable {
        /// A request and its answer.
        package struct Exchange: Sendable, Hashable {
            /// The long-term key of the server.
            package let publicKey: [UInt8]
            /// The 32 random bytes that the request's nonce derives from, together with the previous answer. The value
            /// is `nil` if there was no previous answer.
            package let random: [UInt8]?
            package let request: [UInt8]
            package let response: [UInt8]

            package init(publicKey: [UInt8], random: [UInt8]?, request: [UInt8], response: [UInt8]) {
                self.publicKey = publicKey
                self.random = random
                self.request = request
                self.response = response
            }
        }

        package let exchanges: [Exchange]

        /// The maximum number of exchanges in a report.
        package static let mostExchanges = 64

        package init(_ exchanges: [Exchange]) { self.exchanges = exchanges }

        /// Returns the nonce of a request that follows an answer.
        package static func nonce(
            after response: [UInt8], random: [UInt8], _ cryptography: SignatureCryptography
        ) -> [UInt8]? {
            cryptography.roughtimeHash(response + random)
        }

        /// Checks each answer. Also checks that each request derives from the previous answer.
        package func verified(_ cryptography: SignatureCryptography) throws(RoughtimeReportError) -> RoughtimeFindings {
            guard !exchanges.isEmpty else { throw .empty }
            guard exchanges.count <= Self.mostExchanges else { throw .tooMany(exchanges.count) }
            var answers: [RoughtimeAnswer] = []
            for (index, exchange) in exchanges.enumerated() {
                let number = index + 1
                guard exchange.publicKey.count == 32 else { throw .badKey(number) }
                let request: RoughtimeRequest
                do throws(RoughtimeError) {
                    request = try RoughtimeRequest(exchange.request)
                    answers.append(
                        try RoughtimeAnswer(exchange.response, to: request, publicKey: exchange.publicKey, cryptography)
                    )
                } catch {
                    throw .badExchange(number, error)
                }
                guard index == 0 || isChained(index, request, cryptography) else { throw .notChained(number) }
            }
            return RoughtimeFindings(publicKeys: exchanges.map { $0.publicKey }, answers: answers)
        }

        private func isChained(
            _ index: Int, _ request: RoughtimeRequest, _ cryptography: SignatureCryptography
        ) -> Bool {
            guard let random = exchanges[index].random, random.count == 32 else { return false }
            return request.nonce == Self.nonce(after: exchanges[index - 1].response, random: random, cryptography)
        }
    }
}

/// The keys and the answers in a verified report.
package struct RoughtimeFindings: Sendable, Equatable {
    /// The positions of two answers in the report. At least one of the two answers is false.
    package struct Contradiction: Sendable, Equatable {
        package let earlier: Int
        package let later: Int

        package init(earlier: Int, later: Int) {
            self.earlier = earlier
            self.later = later
        }
    }

    /// The keys of the servers, in the order of the report.
    package let publicKeys: [[UInt8]]
    /// The answers from the servers.
    package let answers: [RoughtimeAnswer]
    package let contradictions: [Contradiction]

    init(publicKeys: [[UInt8]], answers: [RoughtimeAnswer]) {
        self.publicKeys = publicKeys
        self.answers = answers
        contradictions = answers.indices.flatMap { later in
            answers.indices.prefix(later).filter { answers[$0].contradicts(later: answers[later]) }
                .map { Contradiction(earlier: $0, later: later) }
        }
    }
}

extension RoughtimeAnswer {
    /// Returns `true` if this answer and `later` contradict each other: a server signed `later` after this answer, but
    /// the bounds of `later` end before the bounds of this answer begin.
    package func contradicts(later: RoughtimeAnswer) -> Bool {
        let least = midpoint >= UInt64(radius) ? midpoint - UInt64(radius) : 0
        let (most, overflow) = later.midpoint.addingReportingOverflow(UInt64(later.radius))
        return !overflow && least > most
    }
}

/// The reason that a report is not a proof.
package enum RoughtimeReportError: Error, Sendable, Equatable {
    /// The report has no exchanges.
    case empty
    /// The report has too many exchanges.
    case tooMany(Int)
    /// The report has too many bytes.
    case tooLong(Int)
    /// The report is not JSON of the required form.
    case badForm(String)
    /// The key of an exchange does not have 32 bytes. The first exchange has the number 1.
    case badKey(Int)
    /// A request does not derive from the previous answer.
    case notChained(Int)
    /// A request or an answer is invalid.
    case badExchange(Int, RoughtimeError)

    /// A sentence for a person or a log.
    package var reason: String {
        switch self {
        case .empty: "The report has no response."
        case .tooMany(let count):
            "The report has \(count) responses. The limit is \(TimeServer.RoughtimeChain.Proof.mostExchanges) responses."
        case .tooLong(let count): "The report is too long: it has \(count) bytes."
        case .badForm(let reason): reason
        case .badKey(let number): "The public key of response \(number) does not have 32 bytes."
        case .notChained(let number): "Request \(number) does not derive from the previous response."
        case .badExchange(let number, let error): "Response \(number): \(error.reason)"
        }
    }
}
