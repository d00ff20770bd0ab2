import Dispatch
import SiderealSystem

/// A search that runs simulated apps through every trace, with random actions, and counts their wrong conclusions.
package struct TraceSearch: Sendable {
    package var traces: [Trace]
    /// The number of random runs for each trace.
    package var lives: Int
    package var seed: UInt64

    package init(traces: [Trace], lives: Int, seed: UInt64) {
        self.traces = traces
        self.lives = lives
        self.seed = seed
    }

    /// The result for one kind of machine.
    package struct Row: Sendable {
        package var machine: Trace.Machine
        package var traces = 0
        package var cells: [Int] = []
        package var wrong = 0
        /// A text that describes the first wrong conclusion.
        package var first: String?
    }

    package static let columns = [
        "looks", "proofs", "wrong", "bounds", "wrong", "floors", "wrong", "probable", "of them wrong",
    ]

    /// Runs the search on all processor cores.
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
