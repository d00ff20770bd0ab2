package import SiderealCore
import SiderealSystem

/// The chain of requests to Roughtime servers. Each request derives from the latest answer, of any server.
///
/// So you can prove the order of the answers to anyone, and expose a server that signs a time which contradicts others.
/// All sources of a process share one chain, unless you give them another.
public final class RoughtimeChain: Sendable {
    private struct Silence: Sendable {
        var polls: Int
        var last: ElapsedInstant
    }

    private let history = Lock(RoughtimeHistory())
    private let silences = Lock<[ExactName: Silence]>([:])
    private let owners = Lock<[[UInt8]: ExactName]>([:])

    /// The chain that all sources of a process share by default.
    public static let ofThisProcess = RoughtimeChain()

    /// Creates a chain without answers.
    public init() {}

    /// Proofs that a server signed a false time, the oldest first: at most four. Each one is about two servers that no
    /// earlier proof is about together.
    ///
    /// `RoughtimeChain.Proof.json` of each is a malfeasance report as RFC 10049 defines it, which anyone can verify.
    public var proofs: [RoughtimeChain.Proof] { history.withLock { $0.proofs } }

    // MARK: - For sources

    /// Returns the basis of the next request.
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

    /// Returns the operator of the server with this key, by the first source that asked. One key has one vote, under
    /// all names.
    func owner(of publicKey: [UInt8], orElse operator: String) -> ExactName {
        owners.withLock { owners in
            let owner = owners[publicKey] ?? ExactName(`operator`)
            owners[publicKey] = owner
            return owner
        }
    }

    // MARK: - Servers that do not answer

    /// The longest pause. RFC 10049 recommends a day; here a machine that was offline for a night asks within the hour.
    private static let longestPause = Nanoseconds.seconds(3_600)

    /// Returns the pause that is left for a server that left polls unanswered, or `nil` if the server may be asked.
    package func pause(of server: ExactName, at now: ElapsedInstant) -> (polls: Int, left: Nanoseconds)? {
        guard let silence = silences.withLock({ $0[server] }) else { return nil }
        let end = silence.last + Self.pause(afterUnanswered: silence.polls)
        return now < end ? (silence.polls, end - now) : nil
    }

    /// Returns the least pause after so many unanswered polls: a second, and half as long again after each further
    /// poll.
    package static func pause(afterUnanswered polls: Int) -> Nanoseconds {
        var pause = Nanoseconds.seconds(1)
        for _ in 1..<max(2, min(polls, 64)) where polls > 1 && pause < longestPause {
            pause = Nanoseconds(pause.count + pause.count / 2)
        }
        return min(pause, longestPause)
    }

    /// Records a request without an answer. Only the first one of a poll counts the poll.
    func recordSilence(of server: ExactName, at now: ElapsedInstant, isFirst: Bool) {
        silences.withLock { silences in
            silences[server] = Silence(polls: (silences[server]?.polls ?? 0) &+ (isFirst ? 1 : 0), last: now)
        }
    }

    /// Ends a silence. Call this method only for an answer whose signatures hold.
    func recordAnswer(of server: ExactName) { silences.withLock { $0[server] = nil } }
}
