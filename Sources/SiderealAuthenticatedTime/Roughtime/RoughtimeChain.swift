package import SiderealCore
import SiderealSystem

/// What ties the questions of Roughtime sources together: each is made from the latest answer, of whichever server.
///
/// So the order of the answers can be proven to anybody, and a server that signs a time which contradicts others is
/// found out. All sources of a process share one, unless you give them another.
public final class RoughtimeChain: Sendable {
    private struct Silence: Sendable {
        var polls: Int
        var last: ElapsedInstant
    }

    private let history = Lock(RoughtimeHistory())
    private let silences = Lock<[ExactName: Silence]>([:])
    private let owners = Lock<[[UInt8]: ExactName]>([:])

    /// That of all sources that are not given another.
    public static let ofThisProcess = RoughtimeChain()

    /// A chain without answers.
    public init() {}

    /// Proofs that a server signed a false time, the oldest first: at most four, each about two servers that no earlier
    /// one is about.
    ///
    /// `RoughtimeReport.json` of each is a malfeasance report as RFC 10049 defines it, which anybody can verify.
    public var proofs: [RoughtimeReport] { history.withLock { $0.proofs } }

    // MARK: - For sources

    /// What the next question is made with.
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

    /// Who runs the server with this key, by the source that was asked first: one key has one vote, under whatever
    /// names.
    func owner(of publicKey: [UInt8], orElse operator: String) -> ExactName {
        owners.withLock { owners in
            let owner = owners[publicKey] ?? ExactName(`operator`)
            owners[publicKey] = owner
            return owner
        }
    }

    // MARK: - Servers that do not answer

    /// The longest pause. RFC 10049 recommends a day; a machine that was offline for a night asks within the hour.
    private static let longestPause = Nanoseconds.seconds(3_600)

    /// How long a server is not to be asked that left polls unanswered; nil where it may be asked.
    package func pause(of server: ExactName, at now: ElapsedInstant) -> (polls: Int, left: Nanoseconds)? {
        guard let silence = silences.withLock({ $0[server] }) else { return nil }
        let end = silence.last + Self.pause(afterUnanswered: silence.polls)
        return now < end ? (silence.polls, end - now) : nil
    }

    /// How long to wait at least after so many polls without an answer: a second, and then half as long again.
    package static func pause(afterUnanswered polls: Int) -> Nanoseconds {
        var pause = Nanoseconds.seconds(1)
        for _ in 1..<max(2, min(polls, 64)) where polls > 1 && pause < longestPause {
            pause = Nanoseconds(pause.count + pause.count / 2)
        }
        return min(pause, longestPause)
    }

    /// A question of a poll got no answer; only the first of them counts the poll.
    func recordSilence(of server: ExactName, at now: ElapsedInstant, isFirst: Bool) {
        silences.withLock { silences in
            silences[server] = Silence(polls: (silences[server]?.polls ?? 0) &+ (isFirst ? 1 : 0), last: now)
        }
    }

    /// Only an answer whose signatures hold ends a silence.
    func recordAnswer(of server: ExactName) { silences.withLock { $0[server] = nil } }
}
