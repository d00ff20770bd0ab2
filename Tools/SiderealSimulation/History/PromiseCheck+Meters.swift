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
    /// Checks that each meter's bounds contain the time that passed. Any process can update a meter, in any boot and on
    /// any machine. Then updates the app's meters at the latest reading, which is from this moment, and starts another
    /// meter.
    func update(
        _ meters: inout [KeptMeter], _ keeper: Timekeeper, _ truth: Truth, _ memory: Memory
    ) throws(Breach) {
        let isTainted = memory.isTainted || !memory.premiseHolds
        for place in meters.indices {
            meters[place].isTainted = meters[place].isTainted || isTainted
            meters[place].wasPaused = meters[place].wasPaused || wasPaused(truth)
            guard let updated = meters[place].account.updated(at: keeper) else { continue }
            meters[place].account = updated
            let passed = truth.now - meters[place].startedAt
            guard setting.keepsPremises, !meters[place].isTainted, !meters[place].wasPaused, !keeper.isFaulty,
                !updated.latest.sinceStart.contains(passed)
            else { continue }
            let said = updated.latest.sinceStart
            throw Breach(
                .bounds,
                "a meter counts \(said.lower.count) to \(said.upper.count) ns, but \(passed.count) ns passed")
        }
        guard meters.count < 3, let account = ElapsedAccount(startingAt: keeper) else { return }
        meters.append(
            KeptMeter(account: account, startedAt: truth.now, isTainted: isTainted, wasPaused: wasPaused(truth)))
    }
}
