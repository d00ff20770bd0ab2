package import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The clocks of an Apple device after each event of a history, from Apple's own calendar code, and the truth beside them.
/// `Tests/Traces/README.md` tells the format.
package struct Trace: Sendable {
    /// Who measures sleep.
    package enum Machine: String, Sendable, CaseIterable, Decodable {
        case hwclock, monotonic, intel

        package var model: ClockModel {
            switch self {
            case .hwclock: .darwin
            case .monotonic: .darwinPowerManagement
            case .intel: .darwinIntel
            }
        }
    }

    package var machine: Machine
    package var lines: [TraceLine]

    /// The traces of a file of JSON Lines, in order.
    package static func all(from lines: [[UInt8]]) throws(HistoryFile.Malformed) -> [Trace] {
        var traces: [Trace] = []
        var number: Int?
        let decoder = JSONDecoder()
        for (place, bytes) in lines.enumerated() where !bytes.isEmpty {
            let line: TraceLine
            do {
                line = try decoder.decode(TraceLine.self, from: Data(bytes))
            } catch {
                throw HistoryFile.Malformed(line: place + 1, reason: "it is no line of a trace")
            }
            guard line.isSane else {
                throw HistoryFile.Malformed(line: place + 1, reason: "its numbers are beyond a century, or no clock's")
            }
            if number != line.trace { traces.append(Trace(machine: line.machine, lines: [])) }
            number = line.trace
            traces[traces.count - 1].lines.append(line)
        }
        for trace in traces where !trace.isSane {
            throw HistoryFile.Malformed(
                line: 1, reason: "trace \(trace.lines.first?.trace ?? 0) lasts for more than a century")
        }
        guard !traces.isEmpty else { throw HistoryFile.Malformed(line: 1, reason: "there is no trace") }
        return traces
    }

    /// Whether all that happens in it takes so little time that no sum overflows.
    private var isSane: Bool {
        let spans = lines.flatMap { ($0.events ?? []).compactMap { $0.passed } }
        return spans.reduce(.zero) { $0 + $1 }.count <= TraceLine.most
    }
}

/// All clocks just after an event, in nanoseconds.
package struct TraceLine: Sendable, Decodable {
    package var trace: Int
    package var machine: Trace.Machine
    package var boot: Int
    package var event: String
    package var truth: Int64
    package var wall: Int64
    package var kernelBootTime: Int64
    package var continuous: Int64
    package var suspending: Int64
    package var pmu: PowerManagement?
    /// On the first line of a trace.
    package var setup: Setup?

    /// The power management unit's clock in microseconds, and the ticks of the awake clock read with it.
    package struct PowerManagement: Sendable, Decodable {
        package var us: Int64
        package var mach: Int64
    }

    /// The machine when its power is switched on first.
    package struct Setup: Sendable, Decodable {
        package var truth: Int64
        /// How long counter and power management unit have run.
        package var counter: Int64
        package var pmuage: Int64
        /// How fast they run, in billionths.
        package var crystal: Int64
        package var pmu: Int64
        /// What the real-time clock and the power management unit's are rounded down to.
        package var quantum: Int64
        package var pmuquantum: Int64
    }

    /// A century, in nanoseconds: far from the ends of 64 bits, also where some of them are added.
    fileprivate static let most: Int64 = 100 * 366 * 86_400_000_000_000

    /// Whether its numbers can be those of clocks since 1970.
    fileprivate var isSane: Bool {
        let instants = [truth, wall, kernelBootTime, continuous, suspending, pmu?.mach ?? 0]
        let spans = [setup?.counter ?? 0, setup?.pmuage ?? 0, setup?.truth ?? 0]
        let rates = [setup?.crystal ?? 0, setup?.pmu ?? 0]
        let steps = [setup?.quantum ?? 1, setup?.pmuquantum ?? 1]
        return instants.allSatisfy { (-Self.most...Self.most).contains($0) }
            && (0...Self.most / 1_000).contains(pmu?.us ?? 0) && spans.allSatisfy { (0...Self.most).contains($0) }
            && rates.allSatisfy { (-1_000_000...1_000_000).contains($0) }
            && steps.allSatisfy { (1...Self.most).contains($0) }
            && (events ?? []).allSatisfy { $0.numbers.allSatisfy { (-Self.most...Self.most).contains($0) } }
    }

    package var isSleep: Bool { event.hasPrefix("sleep ") }
    /// Awake, with all counters advancing evenly since the line before.
    package var isRun: Bool { event.hasPrefix("run ") }
}
