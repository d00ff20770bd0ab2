import Sidereal
import SiderealSimulation

/// `siderealctl simulate`
enum SimulateCommand {
    static func run(_ arguments: [String], _ terminal: Terminal) throws(CommandError) {
        let parsed = try Arguments(arguments, of: "simulate", flags: [], options: ["histories", "seed", "most", "store-every"])
        var campaign = Campaign(
            seed: UInt64(parsed.values["seed"] ?? "1") ?? 1,
            histories: UInt64(parsed.values["histories"] ?? "1000") ?? 1)
        campaign.mostViolations = Int(parsed.values["most"] ?? "1") ?? 1
        campaign.storeEvery = parsed.values["store-every"].flatMap { UInt64($0) }
        let result = campaign.run()
        try terminal.write("\(result.histories) histories, \(result.events) events")
        for found in result.violations.prefix(20) {
            let short = HistoryRun.shrunk(found.history, breaking: found.violation.promise, withStore: campaign.isWithStore(found.index))
            let violation = HistoryRun.violation(of: short, withStore: campaign.isWithStore(found.index)) ?? found.violation
            try terminal.write("\(found.index): \(violation.promise): \(violation.text)")
            try terminal.write("   \(short.setting)")
            for event in short.events { try terminal.write("   \(event)") }
        }
    }
}
