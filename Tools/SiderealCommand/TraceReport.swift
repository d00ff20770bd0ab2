import SiderealSimulation

/// What apps conclude that live through traces of Apple's clocks.
enum TraceReport {
    static func run(_ path: String, lives: Int, seed: UInt64, _ terminal: Terminal) throws(CommandError) {
        let traces = try LineReader.all(of: path, as: Trace.all(from:))
        let compared = TraceComparison.rows(traces)
        try terminal.write("The simulated machines differ from the traces by, in ns (PMU: us):")
        let differences = compared.map { [$0.machine.rawValue] + $0.cells }
        try terminal.write(TextTable.aligned([["machine"] + TraceComparison.columns] + differences))
        for row in compared { if let first = row.first { try terminal.write("\(row.machine.rawValue): \(first)") } }
        terminal.progress("\(lives) lives through each of \(traces.count) traces")
        let rows = TraceSearch(traces: traces, lives: lives, seed: seed).run()
        terminal.progress("")
        try terminal.write("\nWhat apps concluded (Tests/Traces/README.md):")
        let cells = rows.map { row in [row.machine.rawValue, "\(row.traces)"] + row.cells.map { "\($0)" } }
        try terminal.write(TextTable.aligned([["machine", "traces"] + TraceSearch.columns] + cells))
        for row in rows { if let first = row.first { try terminal.write("\(row.machine.rawValue): \(first)") } }
        try terminal.flush()
        let wrong = rows.reduce(0) { $0 + $1.wrong }
        let beyond = compared.reduce(0) { $0 + $1.beyond }
        let complaints = [
            wrong > 0 ? "apps concluded something wrong (\(wrong) times)" : nil,
            beyond > 0 ? "simulated machines differ from the traces (\(beyond) times)" : nil,
        ]
        let told = complaints.compactMap { $0 }
        if !told.isEmpty { throw .brokenPromise(told.joined(separator: "; ")) }
    }
}
