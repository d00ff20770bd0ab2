import SiderealCore
import SiderealTesting

/// A meter that the app keeps, and the true time at which the meter started.
struct KeptMeter {
    var account: ElapsedAccount
    let startedAt: TrueInstant
    /// A Boolean value that indicates whether the meter uses data that a process received while the premise failed.
    var isTainted: Bool
    /// A Boolean value that indicates whether, since the meter's start, a host paused a machine that did not report the
    /// pause.
    var wasPaused: Bool
}

extension PromiseCheck {
    /// Checks that each meter's bounds contain the time that passed, and that a meter doesn't lose what it counted. Any
    /// process can update a meter, in any boot and on any machine. Then updates the app's meters at the latest reading,
    /// which is from this moment, and starts another meter.
    func update(
        _ meters: inout [KeptMeter], _ keeper: Timekeeper, _ truth: Truth, _ memory: Memory
    ) throws(Breach) {
        for place in meters.indices {
            meters[place].isTainted = meters[place].isTainted || memory.mayBeMisled
            meters[place].wasPaused = meters[place].wasPaused || wasPaused(truth)
            guard let updated = meters[place].account.updated(at: keeper) else { continue }
            let (before, said) = (meters[place].account.latest.sinceStart, updated.latest.sinceStart)
            meters[place].account = updated
            let passed = truth.now - meters[place].startedAt
            guard setting.keepsPremises, !meters[place].isTainted, !meters[place].wasPaused, !keeper.isFaulty else {
                continue
            }
            guard said.contains(passed) else {
                throw Breach(
                    .bounds,
                    "a meter counts \(said.lower.count) to \(said.upper.count) ns, but \(passed.count) ns passed")
            }
            // Another answer of a server may bound the time less closely.
            guard said.lower >= before.lower || keeper.provenTime.isBounded else {
                throw Breach(
                    .bounds, "a meter counted \(before.lower.count) ns, and now counts only \(said.lower.count) ns")
            }
        }
        guard meters.count < 3, let account = ElapsedAccount(startingAt: keeper) else { return }
        meters.append(
            KeptMeter(
                account: account, startedAt: truth.now, isTainted: memory.mayBeMisled, wasPaused: wasPaused(truth)))
    }
}
