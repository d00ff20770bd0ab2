package import SiderealCore
import SiderealSystem

/// The servers that refuse to be asked, and until when, after a kiss of death of NTP, or a status 429 or 503 that
/// demands it.
///
/// Refusals outlive polls: a server that is asked nonetheless bans the client for good, with all others behind the same
/// address.
package final class ServerRefusals: Sendable {
    /// The form of a refusal.
    package enum Word: Sendable, Hashable {
        case kiss(NTPKiss)
        /// A status with `Retry-After`, or 429 without it.
        case status(Int)

        /// Indicates whether the refusal holds for as long as the process lives.
        package var isLasting: Bool { self == .kiss(.deny) || self == .kiss(.restricted) }

        fileprivate var reason: String {
            switch self {
            case .kiss(let kiss): kiss.reason
            case .status(let status): "It wants to be asked less often (status \(status))."
            }
        }
    }

    /// A server's demand not to be asked.
    package struct Refusal: Sendable, Hashable {
        package let word: Word
        /// The end on the elapsed clock, or `nil` for as long as the process lives.
        package let end: ElapsedInstant?
        /// The number of refusals in a row.
        package let times: Int

        /// Returns true if this refusal ends later, or if it holds for as long as the process lives.
        fileprivate func outlasts(_ other: Refusal) -> Bool {
            guard let end else { return true }
            return other.end.map { $0 < end } ?? false
        }
    }

    private let refusals = Lock<[ExactName: Refusal]>([:])

    /// The refusals that all sources of a process share by default. They do not depend on the poll.
    package static let ofThisProcess = ServerRefusals()

    package init() {}

    /// Returns the refusal that holds, in words, or `nil` if the server may be asked.
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

    /// Returns the refusals that still hold.
    package func all(at now: ElapsedInstant) -> [ExactName: Refusal] {
        refusals.withLock { all in all.filter { $0.value.end.map { now < $0 } ?? true } }
    }

    /// Records a kiss of death. After RATE the server is not asked for 64 s, and twice as long after each further RATE;
    /// after DENY and RSTR never again. Other codes have no effect.
    package func record(_ kiss: NTPKiss, by server: ExactName, at now: ElapsedInstant) {
        switch kiss {
        case .deny, .restricted: record(.kiss(kiss), for: nil, by: server, at: now)
        case .rate: recordRate(.kiss(kiss), by: server, at: now)
        case .other: break
        }
    }

    /// Records a status of 429 or 503. `Retry-After` counts up to a day; a 429 without a positive one counts as RATE.
    package func record(_ answer: AnswerHead, by server: ExactName, at now: ElapsedInstant) {
        guard answer.status == 429 || answer.status == 503 else { return }
        if let silence = answer.wantedSilence, silence > .zero {
            record(.status(answer.status), for: min(silence, .seconds(86_400)), by: server, at: now)
        } else if answer.status == 429 {
            recordRate(.status(answer.status), by: server, at: now)
        }
    }

    /// Records a refusal that holds for `silence`, or if that is `nil` for as long as the process lives. A refusal that
    /// another poll received keeps its end if it lasts longer. `times` is by default one more than before.
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
        // At most 36 hours, the longest interval of the protocol.
        record(word, for: .seconds(64 << Int64(min(times, 11))), by: server, at: now)
    }

    /// Forgets a refusal that has ended, after a poll that went well. One that another poll has received since stays.
    package func forget(_ server: ExactName, at now: ElapsedInstant) {
        refusals.withLock { all in
            if let end = all[server]?.end, end <= now { all[server] = nil }
        }
    }
}
