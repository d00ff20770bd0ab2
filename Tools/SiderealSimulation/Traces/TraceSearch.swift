import Dispatch
import SiderealSystem

/// Lets apps live through every trace in many ways, and counts what they conclude wrongly.
package struct TraceSearch: Sendable {
    package var traces: [Trace]
    /// How many lives each trace is given.
    package var lives: Int
    package var seed: UInt64

    package init(traces: [Trace], lives: Int, seed: UInt64) {
        self.traces = traces
        self.lives = lives
        self.seed = seed
    }

    /// What came of it for one kind of machine.
    package struct Row: Sendable {
        package var machine: Trace.Machine
        package var traces = 0
        package var cells: [Int] = []
        package var wrong = 0
        /// What was wrong first.
        package var first: String?
    }

    package static let columns = [
        "looks", "proofs", "wrong", "bounds", "wrong", "floors", "wrong", "probable", "of them wrong",
    ]

    /// On all cores.
    package func run() -> [Row] {
        let tallies = Lock([Trace.Machine: TraceWalk.Tally]())
        DispatchQueue.concurrentPerform(iterations: traces.count) { index in
            var tally = TraceWalk.Tally()
            for number in 0..<lives { tally.add(TraceWalk.tally(traces[index], number: number, seed: seed)) }
            tallies.withLock { $0[traces[index].machine, default: TraceWalk.Tally()].add(tally) }
        }
        return Trace.Machine.allCases.compactMap { machine in
            tallies.withLock { $0[machine] }.map { tally in
                Row(
                    machine: machine, traces: traces.count { $0.machine == machine },
                    cells: [
                        tally.readings, tally.proofs, tally.wrongProofs, tally.bounded,
                        tally.wrongBounds, tally.floors, tally.wrongFloors, tally.probable, tally.wrongProbable,
                    ], wrong: tally.wrong, first: tally.first)
            }
        }
    }
}
