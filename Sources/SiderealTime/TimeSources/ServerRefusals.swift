package import SiderealCore
import SiderealSystem

/// Which servers refuse to be asked, and until when: a kiss of death of NTP, or a status 429 or 503 that says so. It
/// outlives polls: a client that goes on asking such a server is banned for good, with all others behind the same
/// address.
package final class ServerRefusals: Sendable {
    /// How a server refused.
    package enum Word: Sendable, Hashable {
        case kiss(NTPKiss)
        /// With `Retry-After`, or with 429 and without it.
        case status(Int)

        /// Whether it holds for as long as the process lives.
        package var isLasting: Bool { self == .kiss(.deny) || self == .kiss(.restricted) }

        fileprivate var reason: String {
            switch self {
            case .kiss(let kiss): kiss.reason
            case .status(let status): "It wants to be asked less often (status \(status))."
            }
        }
    }

    /// What a server wants.
    package struct Refusal: Sendable, Hashable {
        package let word: Word
        /// On the elapsed clock; nil for as long as the process lives.
        package let end: ElapsedInstant?
        /// How often in a row it wanted to be asked less often.
        package let times: Int

        /// True if it holds for longer, and where both hold for as long as the process lives.
        fileprivate func outlasts(_ other: Refusal) -> Bool {
            guard let end else { return true }
            return other.end.map { $0 < end } ?? false
        }
    }

    private let refusals = Lock<[ExactName: Refusal]>([:])

    /// That of all sources that are not given another: servers do not care which poll of a process it was.
    package static let ofThisProcess = ServerRefusals()

    package init() {}

    /// What still holds, in words; nil where the server may be asked.
    package func refusal(of server: ExactName, at now: ElapsedInstant) -> String? {
        refusals.withLock { all -> String? in
            guard let refusal = all[server] else { return nil }
            guard let end = refusal.end else {
                return "\(refusal.word.reason) It is not asked again."
            }
            guard now < end else { return nil }
            return "\(refusal.word.reason) It is asked again in \((end - now).secondsRoundedUp) s."
        }
    }

    /// Those that still hold.
    package func all(at now: ElapsedInstant) -> [ExactName: Refusal] {
        refusals.withLock { all in all.filter { $0.value.end.map { now < $0 } ?? true } }
    }

    /// RATE: silence for 64 s, and twice as long each further time. DENY and RSTR: for good. Other codes ask for
    /// nothing.
    package func record(_ kiss: NTPKiss, by server: ExactName, at now: ElapsedInstant) {
        switch kiss {
        case .deny, .restricted: record(.kiss(kiss), for: nil, by: server, at: now)
        case .rate: recordRate(.kiss(kiss), by: server, at: now)
        case .other: break
        }
    }

    /// 429 and 503 with `Retry-After`: silence for so long, a day at most. 429 without, or for no time at all: as RATE.
    package func record(_ answer: AnswerHead, by server: ExactName, at now: ElapsedInstant) {
        guard answer.status == 429 || answer.status == 503 else { return }
        if let silence = answer.wantedSilence, silence > .zero {
            record(.status(answer.status), for: min(silence, .seconds(86_400)), by: server, at: now)
        } else if answer.status == 429 {
            recordRate(.status(answer.status), by: server, at: now)
        }
    }

    /// A refusal that holds for so long; nil for as long as the process lives. A longer one that another poll got
    /// meanwhile stands. It is the first of so many, or one more than those that are known.
    package func record(
        _ word: Word, for silence: Nanoseconds?, by server: ExactName, at now: ElapsedInstant, times: Int? = nil
    ) {
        refusals.withLock { all in
            let former = all[server]
            let new = Refusal(
                word: word, end: silence.map { now + $0 }, times: times ?? (former?.times ?? 0) + 1)
            guard let former, !new.outlasts(former) else { return all[server] = new }
            all[server] = Refusal(word: former.word, end: former.end, times: max(former.times, new.times))
        }
    }

    private func recordRate(_ word: Word, by server: ExactName, at now: ElapsedInstant) {
        let times = refusals.withLock { $0[server]?.times ?? 0 }
        // Up to 36 hours, the longest interval that the protocol knows.
        record(word, for: .seconds(64 << Int64(min(times, 11))), by: server, at: now)
    }

    /// A poll went well: the silence that was asked for has been kept. One that another poll was asked for since then
    /// stands.
    package func forget(_ server: ExactName, at now: ElapsedInstant) {
        refusals.withLock { all in
            if let end = all[server]?.end, end <= now { all[server] = nil }
        }
    }
}
