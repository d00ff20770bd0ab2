package import SiderealCore
import SiderealSystem

/// The servers that refuse requests, and the end of each refusal. A server refuses with an NTP kiss of death, or with
/// an HTTP status of 429 or 503.
///
/// A refusal continues after its poll has ended. If a client sends requests despite a refusal, the server may ban the
/// client's address forever. The ban would also hit all other clients behind that address.
package final class ServerRefusals: Sendable {
    /// The form of a refusal.
    package enum Word: Sendable, Hashable {
        case kiss(NTPKiss)
        /// An HTTP status of 429, or a status of 503 with a `Retry-After` header.
        case status(Int)

        /// A Boolean value that indicates whether the refusal holds until the process ends.
        package var isLasting: Bool { self == .kiss(.deny) || self == .kiss(.restricted) }

        fileprivate var reason: String {
            switch self {
            case .kiss(let kiss): kiss.reason
            case .status(let status): "The server demands fewer requests (status \(status))."
            }
        }
    }

    /// A server's demand for a pause.
    package struct Refusal: Sendable, Hashable {
        package let word: Word
        /// The end on the elapsed clock, or `nil` if the refusal holds until the process ends.
        package let end: ElapsedInstant?
        /// The number of refusals in a row.
        package let times: Int

        /// Returns true if this refusal ends later than the other refusal, or holds until the process ends.
        fileprivate func outlasts(_ other: Refusal) -> Bool {
            guard let end else { return true }
            return other.end.map { $0 < end } ?? false
        }
    }

    private let refusals = Lock<[ExactName: Refusal]>([:])

    /// The refusals that all sources of a process share by default.
    package static let ofThisProcess = ServerRefusals()

    package init() {}

    /// Returns the text of the current refusal, or `nil` if the server accepts requests.
    package func refusal(of server: ExactName, at now: ElapsedInstant) -> String? {
        refusals.withLock { all -> String? in
            guard let refusal = all[server] else { return nil }
            guard let end = refusal.end else {
                return "\(refusal.word.reason) The clock does not ask this server again."
            }
            guard now < end else { return nil }
            return "\(refusal.word.reason) The clock asks this server again in \((end - now).secondsRoundedUp) s."
        }
    }

    /// Returns the refusals that still hold.
    package func all(at now: ElapsedInstant) -> [ExactName: Refusal] {
        refusals.withLock { all in all.filter { $0.value.end.map { now < $0 } ?? true } }
    }

    /// Records a kiss of death. After RATE, the server gets no request for 64 s. Each further RATE doubles that pause.
    /// After DENY or RSTR, the server gets no request until the process ends. Other codes have no effect.
    package func record(_ kiss: NTPKiss, by server: ExactName, at now: ElapsedInstant) {
        switch kiss {
        case .deny, .restricted: record(.kiss(kiss), for: nil, by: server, at: now)
        case .rate: recordRate(.kiss(kiss), by: server, at: now)
        case .other: break
        }
    }

    /// Records an answer if it refuses requests. `Retry-After` sets a pause of at most one day. If the length of the
    /// pause is unknown, the answer has the effect of RATE. So has a 429 that demands no pause.
    package func record(_ answer: AnswerHead, by server: ExactName, at now: ElapsedInstant) {
        guard answer.isRefusal else { return }
        let silence = answer.wantedSilence
        if let silence, silence > .zero {
            record(.status(answer.status), for: min(silence, .seconds(86_400)), by: server, at: now)
        } else if silence == nil || answer.status == 429 {
            recordRate(.status(answer.status), by: server, at: now)
        }
    }

    /// Records a refusal that holds for `silence`. If `silence` is `nil`, the refusal holds until the process ends. If
    /// an earlier refusal ends later, the later end stays. By default, `times` is one more than before.
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
        // The longest pause is 36 hours, the longest poll interval of NTP.
        record(word, for: .seconds(64 << Int64(min(times, 11))), by: server, at: now)
    }

    /// Deletes a refusal that has ended, after a successful poll. Keeps a newer refusal from another poll.
    package func forget(_ server: ExactName, at now: ElapsedInstant) {
        refusals.withLock { all in
            if let end = all[server]?.end, end <= now { all[server] = nil }
        }
    }
}
