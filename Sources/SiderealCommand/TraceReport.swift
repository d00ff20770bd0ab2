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
        let cells = rows.map { row in [row.machine.rawValue, "\(row.traces)"] + row.cells.map { "\($0)" } }
        try terminal.write(TextTable.aligned([["machine", "traces"] + TraceSearch.columns] + cells))
        for row in rows { if let first = row.first { try terminal.write("\(row.machine.rawValue): \(first)") } }
        try terminal.flush()
        let wrong = rows.reduce(0) { $0 + $1.wrong }
        let beyond = compared.reduce(0) { $0 + $1.beyond }
        if beyond > 0 { throw .brokenPromise("\(beyond) readings of simulated machines differ from the traces") }
        if wrong > 0 { throw .brokenPromise("\(wrong) conclusions are wrong") }
    }
}
