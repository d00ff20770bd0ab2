package import SiderealCore
import SiderealSystem

/// Which servers refuse to be asked (kiss of death), and until when. It outlives polls: a client that goes on asking
/// such a server is banned for good, with all others behind the same address.
package final class NTPRefusals: Sendable {
    private struct Refusal {
        let kiss: NTPKiss
        /// On the elapsed clock; nil for as long as the process lives.
        let end: ElapsedInstant?
        /// How often in a row it wanted to be asked less often.
        let times: Int
    }

    private let refusals = Lock<[ExactName: Refusal]>([:])

    /// That of all sources that are not given another: servers do not care which poll of a process it was.
    package static let ofThisProcess = NTPRefusals()

    package init() {}

    /// What still holds, in words; nil where the server may be asked.
    package func refusal(of server: ExactName, at now: ElapsedInstant) -> String? {
        refusals.withLock { all -> String? in
            guard let refusal = all[server] else { return nil }
            guard let end = refusal.end else {
                return "\(refusal.kiss.reason) It is not asked again."
            }
            guard now < end else { return nil }
            return "\(refusal.kiss.reason) It is asked again in \((end - now).secondsRoundedUp) s."
        }
    }

    /// Those that hold for as long as the process lives.
    package var lasting: [(server: ExactName, kiss: NTPKiss)] {
        refusals.withLock { all in all.filter { $0.value.end == nil }.map { ($0.key, $0.value.kiss) } }
    }

    /// RATE: silence for 64 s, and twice as long each further time. DENY and RSTR: for good. Other codes ask for
    /// nothing.
    package func record(_ kiss: NTPKiss, by server: ExactName, at now: ElapsedInstant) {
        refusals.withLock { all in
            switch kiss {
            case .deny, .restricted:
                all[server] = Refusal(kiss: kiss, end: nil, times: 0)
            case .rate:
                // A lasting refusal that another poll got meanwhile stands.
                if let former = all[server], former.end == nil { return }
                let times = all[server]?.times ?? 0
                // Up to 36 hours, the longest interval that the protocol knows.
                let silence = Nanoseconds.seconds(64 << Int64(min(times, 11)))
                all[server] = Refusal(kiss: kiss, end: now + silence, times: times + 1)
            case .other:
                break
            }
        }
    }

    /// A poll went well: the silence that was asked for has been kept. One that another poll was asked for since then
    /// stands.
    package func forget(_ server: ExactName, at now: ElapsedInstant) {
        refusals.withLock { all in
            if let end = all[server]?.end, end <= now { all[server] = nil }
        }
    }
}
