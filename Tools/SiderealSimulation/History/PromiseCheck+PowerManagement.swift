import SiderealCore
import SiderealTesting

/// The promise about the power management clock, to callers who accept it: its bounds hold, unless it started anew and
/// nobody looked before it was as old again. Its lower ends hold even then.
extension PromiseCheck {
    func checkWitnessed(
        _ witnessed: TrustedTime, _ proven: TrustedTime, _ truth: Truth, _ memory: Memory
    ) throws(Breach) {
        guard witnessed != proven else { return }
        if !witnessed.assumesPowerManagementClock {
            throw Breach(.bounds, "what rests on the power management clock does not say so")
        }
        if let earliest = witnessed.earliest, earliest > truth.now {
            throw Breach(
                .bounds, "the power management clock is \((earliest - truth.now).count) ns above the truth")
        }
        guard !memory.isMisled, let latest = witnessed.latest, latest < truth.now else { return }
        throw Breach(.bounds, "the power management clock is \((truth.now - latest).count) ns below the truth")
    }

    /// The time since an app's own mark.
    func checkPowerManagement(
        _ kept: KeptMark, _ keeper: Timekeeper, _ truth: Truth, _ memory: Memory
    ) throws(Breach) {
        guard !wasPaused(truth),
            let passed = keeper.elapsed(since: kept.mark, on: TrustBasis(also: .powerManagementClock))
        else { return }
        let really = truth.now - kept.madeAt
        let isKnown = kept.restarts == truth.machine.powerManagementRestarts || !memory.isMisled
        guard passed.lower > really || isKnown && passed.upper < really else { return }
        throw Breach(
            .bounds,
            "by the power management clock \(passed.lower.count) to \(passed.upper.count) ns since a mark, and it was \(really.count)"
        )
    }
}
