import SiderealCore
import SiderealSimulation

extension FuzzTarget {
    /// Histories of `siderealctl simulate --history`. An accepted history survives being written and read.
    static let history = FuzzTarget(name: "history", longest: 2_048) { bytes in
        let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0) }
        guard let (history, withStore) = try? HistoryFile.history(from: lines) else { return }
        demand(history.events.count <= 1_000 && history.setting.servers.count < 64, "a history has its limits")
        let written = HistoryFile.lines(of: history, withStore: withStore)
        do throws(HistoryFile.Malformed) {
            let again = try HistoryFile.history(from: written.map { Array($0.utf8) })
            demand(again.history == history && again.withStore == withStore, "a history is read as it was written")
        } catch {
            fail("a written history can't be read: line \(error.line): \(error.reason)")
        }
        for event in history.events { demand(!event.text.isEmpty, "each event has words") }
    }

    /// Traces of Apple's clocks. All numbers of an accepted trace are within a century.
    static let trace = FuzzTarget(name: "trace", longest: 2_048) { bytes in
        let lines = bytes.split(separator: 0x0a, omittingEmptySubsequences: false).map { Array($0) }
        guard let traces = try? Trace.all(from: lines) else { return }
        let century: Int64 = 100 * 366 * 86_400_000_000_000
        demand(!traces.isEmpty, "there is a trace")
        for trace in traces {
            demand(trace.lines.first?.setup != nil, "a trace begins with a setup")
            for line in trace.lines {
                demand(line.events != nil, "each event is known")
                for number in [line.truth, line.wall, line.kernelBootTime, line.continuous, line.suspending] {
                    demand((-century...century).contains(number), "\(number) is within a century")
                }
            }
        }
    }
}
