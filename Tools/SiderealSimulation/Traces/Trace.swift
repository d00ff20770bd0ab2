package import SiderealCore

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The values of an Apple device's clocks after each event of a history, with the true time. Apple's own calendar code
/// computed the values. `Tests/Traces/README.md` describes the format.
package struct Trace: Sendable {
    /// The kind of machine, which determines the clock that measures sleep.
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

    /// Returns the traces in the lines of a JSON Lines file, in order.
    package static func all(from lines: [[UInt8]]) throws(HistoryFile.Malformed) -> [Trace] {
        var traces: [Trace] = []
        // The time that passed in the latest trace. A trace has a limited length, so this sum can't overflow.
        var passed = Nanoseconds.zero
        let decoder = JSONDecoder()
        for (place, bytes) in lines.enumerated() where !bytes.isEmpty {
            let line: TraceLine
            do {
                line = try decoder.decode(TraceLine.self, from: Data(bytes))
            } catch let error as DecodingError {
                throw HistoryFile.Malformed(line: place + 1, reason: HistoryFile.reason(error, of: "trace"))
            } catch {
                throw HistoryFile.Malformed(line: place + 1, reason: "it is not a line of a trace")
            }
            if line.setup != nil {
                traces.append(Trace(machine: line.machine, lines: []))
                passed = .zero
            }
            if let reason = line.complaint(after: traces.last) {
                throw HistoryFile.Malformed(line: place + 1, reason: reason)
            }
            traces[traces.count - 1].lines.append(line)
            for event in line.events ?? [] { passed = passed + (event.passed ?? .zero) }
            guard passed.count <= TraceLine.most else {
                throw HistoryFile.Malformed(line: place + 1, reason: "its trace lasts for more than a century")
            }
        }
        guard !traces.isEmpty else { throw HistoryFile.Malformed(line: 1, reason: "there is no trace") }
        return traces
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
    /// The machine at the start of the trace, or `nil` if the line is not the first line of a trace.
    package var setup: Setup?

    /// The power management unit's clock in microseconds, and the ticks of the awake clock at the same moment.
    package struct PowerManagement: Sendable, Decodable {
        package var us: Int64
        package var mach: Int64
    }

    /// The properties of the machine when its power is first switched on.
    package struct Setup: Sendable, Decodable {
        package var truth: Int64
        /// The lengths of time for which the counter and the power management unit have been running.
        package var counter: Int64
        package var pmuage: Int64
        /// The rate errors of the counter and of the power management unit, in billionths. A positive error means that
        /// the clock runs too fast.
        package var crystal: Int64
        package var pmu: Int64
        /// The resolutions of the real-time clock and of the power management unit's clock. The reading of each clock
        /// is rounded down to its resolution.
        package var quantum: Int64
        package var pmuquantum: Int64
    }

    /// Returns the reason why the line can't be the next line of its trace, or `nil` if it can be the next line.
    fileprivate func complaint(after trace: Trace?) -> String? {
        if !isSane { return "a number is more than a century from 1970, or no clock can have this value" }
        guard let trace else { return "the first line of a trace must have a setup" }
        if events == nil { return "its event '\(event)' does not exist" }
        guard let last = trace.lines.last else { return nil }
        if last.trace != self.trace { return "the first line of a trace must have a setup" }
        if last.machine != machine { return "its machine differs from the machine of its trace" }
        if last.truth > truth || last.boot > boot {
            return "its true time or its boot number is less than in the previous line"
        }
        return nil
    }

    /// A century in nanoseconds. Even the sum of a few such numbers is far from the limits of a 64-bit integer.
    fileprivate static let most: Int64 = 100 * 366 * 86_400_000_000_000

    /// A Boolean value that indicates whether real clocks can have the line's numbers.
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
    /// A Boolean value that indicates whether the device was awake since the previous line. While the device is awake,
    /// all counters advance evenly.
    package var isRun: Bool { event.hasPrefix("run ") }
}
