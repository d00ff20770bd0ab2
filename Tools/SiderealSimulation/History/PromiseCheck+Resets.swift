import SiderealCore
import SiderealTesting

/// A reset of trust at an instant of a boot.
struct TrueReset {
    var boot: TrueBoot
    var elapsed: ElapsedInstant
}

extension PromiseCheck {
    /// Records the reset that a process just made. `before` contains the resets that the process knew before.
    mutating func recordReset(_ keeper: Timekeeper, before: TrustResets, _ truth: Truth) {
        let reset = TrueReset(boot: truth.boot, elapsed: truth.machine.reading.elapsed)
        for identity in keeper.resets.identities where !before.identities.contains(identity) {
            trueResets[identity] = reset
        }
    }

    /// Checks that no answer is older than a reset that is known beside it.
    func checkAges(_ operators: [KnownOperator], _ resets: TrustResets, in boot: TrueBoot) throws(Breach) {
        // If boot identities repeat or are hidden, answers of another boot may count in this boot.
        guard setting.keepsPremises, areIdentitiesFresh else { return }
        let made = resets.identities.compactMap { trueResets[$0] }.filter { $0.boot == boot }.map { $0.elapsed }
        guard let latest = made.max() else { return }
        for known in operators {
            for said in known.sources.compactMap({ $0.said }) {
                for end in [said.lower, said.upper] where end.at.elapsed < latest {
                    throw Breach(.floor, "an answer of \(known.name.text) outlived a reset")
                }
            }
        }
    }
}
