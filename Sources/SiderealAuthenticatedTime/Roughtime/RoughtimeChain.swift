package import SiderealCore
import SiderealSystem

extension TimeServer {
    /// A chain of requests to Roughtime servers. Each request derives from the latest answer from any server.
    ///
    /// With the chain, you can prove to anyone in which order the servers answered. If a server signs a time that
    /// contradicts other servers, you can also prove the contradiction. All sources of a process share one chain,
    /// unless you pass another chain to a source.
    public final class RoughtimeChain: Sendable {
        private struct Silence: Sendable {
            var polls: Int
            var last: ElapsedInstant
        }

        private let history = Lock(RoughtimeHistory())
        private let silences = Lock<[ExactName: Silence]>([:])
        private let owners = Lock<[[UInt8]: ExactName]>([:])

        /// The chain that all sources of a process share by default.
        public static let ofThisProcess = TimeServer.RoughtimeChain()

        /// Creates an empty chain.
        public init() {}

        /// Proofs that a server signed a false time, at most four, the oldest first. Each proof shows a contradiction
        /// between two servers that no earlier proof shows.
        ///
        /// `TimeServer.RoughtimeChain.Proof.json` is a malfeasance report in the format of RFC 10049. Anyone can verify
        /// the report.
        public var proofs: [TimeServer.RoughtimeChain.Proof] { history.withLock { $0.proofs } }

        // MARK: - For sources

        /// Returns the basis of the next request, or `nil` if the platform's library fails.
        package func begin(_ cryptography: SignatureCryptography) -> RoughtimeHistory.Beginning? {
            var random = SystemRandomNumberGenerator()
            let bytes = [UInt8].random(32, &random)
            return history.withLock { $0.begin(random: bytes, cryptography) }
        }

        package func add(
            _ answer: RoughtimeAnswer, _ response: [UInt8], to request: RoughtimeRequest, from publicKey: [UInt8],
            _ beginning: RoughtimeHistory.Beginning
        ) {
            history.withLock { _ = $0.add(answer, response, to: request, from: publicKey, beginning) }
        }

        /// Returns the operator of the server with this key. The result is the operator of the first source with the
        /// key, so that a key has only one vote, even if sources use it with different names.
        func owner(of publicKey: [UInt8], orElse operator: String) -> ExactName {
            owners.withLock { owners in
                let owner = owners[publicKey] ?? ExactName(`operator`)
                owners[publicKey] = owner
                return owner
            }
        }

        // MARK: - Servers that do not answer

        /// The longest pause. RFC 10049 recommends a day. With this shorter pause, a machine that was offline for a
        /// night polls the server again within an hour.
        private static let longestPause = Nanoseconds.seconds(3_600)

        /// Returns the rest of the pause for a server that left polls unanswered, or `nil` if a poll may send the
        /// server a request now.
        package func pause(of server: ExactName, at now: ElapsedInstant) -> (polls: Int, left: Nanoseconds)? {
            guard let silence = silences.withLock({ $0[server] }) else { return nil }
            let end = silence.last + Self.pause(afterUnanswered: silence.polls)
            return now < end ? (silence.polls, end - now) : nil
        }

        /// Returns the pause after a number of unanswered polls. The pause after one poll is a second. Each further
        /// unanswered poll multiplies the pause by 1.5.
        package static func pause(afterUnanswered polls: Int) -> Nanoseconds {
            var pause = Nanoseconds.seconds(1)
            for _ in 1..<max(2, min(polls, 64)) where polls > 1 && pause < longestPause {
                pause = Nanoseconds(pause.count + pause.count / 2)
            }
            return min(pause, longestPause)
        }

        /// Records a request without an answer. Pass true for `isFirst` at the first such request of a poll, so that
        /// each poll counts once.
        func recordSilence(of server: ExactName, at now: ElapsedInstant, isFirst: Bool) {
            silences.withLock { silences in
                silences[server] = Silence(polls: (silences[server]?.polls ?? 0) &+ (isFirst ? 1 : 0), last: now)
            }
        }

        /// Deletes a server's record of unanswered polls. Call this method only for an answer with valid
        /// signatures.
        func recordAnswer(of server: ExactName) { silences.withLock { $0[server] = nil } }
    }
}
