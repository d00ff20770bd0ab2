package import SiderealCore
import SiderealTesting

/// Lets the events of traces happen to simulated machines, and tells by how much their clocks differ from the traces'
/// after each.
package struct TraceComparison: Sendable {
    package enum Clock: String, Sendable, CaseIterable {
        case wall
        case bootTime = "boot time"
        case elapsed
        case awake
        case powerManagement = "PMU"

        fileprivate var unit: String { self == .powerManagement ? "us" : "ns" }

        /// By how much a machine may differ.
        ///
        /// Counters are told to the tick, so not at all. A setting of the wall clock is counted from what it showed,
        /// which the kernel has rounded down to a microsecond once or twice, as the last one to read it left it; a
        /// machine does not follow that. On Intel machines each wake adds what the wall clock was off to the elapsed
        /// time.
        package func tolerance(_ machine: Trace.Machine) -> Nanoseconds {
            switch self {
            case .wall, .bootTime: Nanoseconds(10_000)
            case .elapsed: machine == .intel ? Nanoseconds(10_000) : .zero
            case .awake, .powerManagement: .zero
            }
        }
    }

    /// What came of it for one kind of machine.
    package struct Row: Sendable {
        package var machine: Trace.Machine
        package var traces = 0
        package var readings = 0
        package var worst: [Clock: Nanoseconds] = [:]
        /// How many readings differ by more than they may, and the first of them.
        package var beyond = 0
        package var first: String?
    }

    package static let columns = ["traces", "readings"] + Clock.allCases.map { $0.rawValue } + ["beyond tolerance"]

    /// One row for each kind of machine.
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
            guard let replay else { return fail(line, "it can't be followed") }
            guard replay.truth.nanoseconds == line.truth, replay.machine.bootCount == line.boot else {
                return fail(line, "the truth is another one")
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

    /// The greatest differences in nanoseconds, the power management unit's in microseconds.
    package var cells: [String] {
        ["\(traces)", "\(readings)"] + TraceComparison.Clock.allCases.map { worst[$0].map { "\($0.count)" } ?? "-" }
            + ["\(beyond)"]
    }
}
