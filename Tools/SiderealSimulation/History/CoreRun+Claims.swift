import SiderealCore
import SiderealTesting

extension CoreRun {
    func checkVerdict() throws(Breach) {
        guard let process = processes[slot] else { return }
        try check.checkVerdict(process.keeper, &process.memory)
    }

    /// Reads the clocks again if the device has slept, as the library does on a real device.
    mutating func readIfSlept() throws(Breach) {
        guard let latest = processes[slot]?.keeper.latest else { return }
        if latest.reading.clockState.hasSlept(until: machines[machine].reading.clockState) { try readClocks() }
    }

    mutating func checkClaims() throws(Breach) {
        guard let process = processes[slot], process.keeper.latest != nil else { return }
        try readIfSlept()
        try check.checkTime(process.keeper, truth, &process.memory)
        let keeper = process.keeper
        try check.checkAges(keeper.authenticated.all + keeper.others.all, keeper.resets, in: process.memory.launch.boot)
        if isTrustingForgotten(process) { throw Breach(.floor, "forgotten trust counts again") }
        try checkVerdict()
        guard !marks.isEmpty, process.keeper.latest?.reading == machines[machine].reading else { return }
        for (mark, next) in zip(marks, marks.dropFirst() + marks.suffix(1)) {
            try check.check(mark, process.keeper, truth, process.memory)
            for later in [next, marks[marks.count - 1]] {
                try check.check(mark, to: later, process.keeper, truth, process.memory)
            }
        }
    }

    /// Returns whether a process discarded its trust but relies on operators that have not answered since then.
    func isTrustingForgotten(_ process: Process) -> Bool {
        guard let received = process.receivedSince else { return false }
        let voting = process.keeper.authenticated.all.filter { $0.isHeard }.map { $0.name }
        if !received.isSuperset(of: voting) { return true }
        let state = machines[machine].reading.clockState
        let known = process.keeper.trust.trusted(at: state, on: TrustBasis(also: [.probableBoot, .unauthenticated]))
        return received.isEmpty && known.kind != .unknown
    }
}
