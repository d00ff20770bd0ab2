package import SiderealCore
import SiderealTesting

/// A comparison of simulated machines with traces. It computes the differences between their clocks after each event.
package struct TraceComparison: Sendable {
    package enum Clock: String, Sendable, CaseIterable {
        case wall
        case bootTime = "boot time"
        case elapsed
        case awake
        case powerManagement = "PMU"

        fileprivate var unit: String { self == .powerManagement ? "us" : "ns" }

        /// Returns the largest allowed difference.
        ///
        /// Counters are exact to the tick, so they must be equal. The wall clock may differ, because the kernel rounds
        /// it. The kernel sets the wall clock relative to the displayed time, and rounds that time down to a
        /// microsecond once or twice. The number of roundings depends on the process that read the clock last, and a
        /// simulated machine does not reproduce that number. On Intel machines, each wake also adds the wall clock's
        /// difference to the elapsed time.
        package func tolerance(_ machine: Trace.Machine) -> Nanoseconds {
            switch self {
            case .wall, .bootTime: Nanoseconds(10_000)
            case .elapsed: machine == .intel ? Nanoseconds(10_000) : .zero
            case .awake, .powerManagement: .zero
            }
        }
    }

    /// The result for one kind of machine.
    package struct Row: Sendable {
        package var machine: Trace.Machine
        package var traces = 0
        package var readings = 0
        package var worst: [Clock: Nanoseconds] = [:]
        /// The number of readings whose differences exceed the tolerance, and a text that describes the first such
        /// reading.
        package var beyond = 0
        package var first: String?
    }

    package static let columns = ["traces", "readings"] + Clock.allCases.map { $0.rawValue } + ["beyond tolerance"]

    /// Returns one row for each kind of machine.
    package static func rows(_ traces: [Trace]) -> [Row] {
        Trace.Machine.allCases.compactMap { machine in
            let some = traces.filter { $0.machine == machine }
            return some.isEmpty ? nil : some.reduce(into: Row(machine: machine)) { $0.take($1) }
        }
    }
}

extension TraceComparison.Row {
    fileprivate mutating func take(_ trace: Trace) {
        traces += 1
        var replay: TraceReplay?
        for line in trace.lines {
            readings += 1
            if line.setup == nil, let events = line.events {
                for event in events { replay?.happen(event) }
            } else {
                replay = TraceReplay(line)
            }
            guard let replay else { return fail(line, "the simulated machine can't reproduce this event") }
            guard replay.truth.nanoseconds == line.truth, replay.machine.bootCount == line.boot else {
                return fail(line, "the true time differs")
            }
            let differences = replay.differences(from: line)
            worst.merge(differences) { max($0, $1) }
            let wrong = differences.filter { $1 > $0.tolerance(machine) }
            guard !wrong.isEmpty else { continue }
            fail(
                line, wrong.map { "\($0.rawValue) differs by \($1.count) \($0.unit)" }.sorted().joined(separator: ", "))
        }
    }

    private mutating func fail(_ line: TraceLine, _ what: String) {
        beyond += 1
        first = first ?? "trace \(line.trace), after '\(line.event)' in boot \(line.boot): \(what)"
    }

    /// The cells of the row. The cells contain the largest differences, in nanoseconds, or in microseconds for the
    /// power management unit.
    package var cells: [String] {
        ["\(traces)", "\(readings)"] + TraceComparison.Clock.allCases.map { worst[$0].map { "\($0.count)" } ?? "-" }
            + ["\(beyond)"]
    }
}
