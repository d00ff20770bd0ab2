import Sidereal
import SiderealSimulation

/// Histories that are changed toward new branches, with one break of the copy switched on or none:
/// `siderealctl guided NUMBER PROMISES HISTORIES SEED WAY FILE`.
///
/// Prints one line of JSON. A history that breaks one of the promises (any, where none is named) is shrunk, and written
/// to FILE, if one is named. A history that breaks a promise in the unbroken code, too, doesn't count as found: the
/// first one is reported as `unbroken`, and written to FILE instead.
enum GuidedRun {
    static func run(_ arguments: [String]) {
        guard arguments.count == 6, let number = Int(arguments[0]), let histories = UInt64(arguments[2]),
            let seed = UInt64(arguments[3]), let way = GuidedCampaign.Way(rawValue: arguments[4])
        else { return print("usage") }
        let promises = arguments[1].split(separator: ",").map { String($0) }
        mutation = number
        let counters = BranchCounters()
        let campaign = GuidedCampaign(seed: seed, histories: histories, way: way)
        var unbroken: (history: History, violation: Violation)?
        let result = campaign.run(counters) { history, violation in
            let isWanted = promises.isEmpty || promises.contains(violation.promise.rawValue)
            guard number != 0, isWanted || unbroken == nil, let other = violationOfUnbroken(history) else {
                return isWanted
            }
            unbroken = unbroken ?? (history, other)
            return false
        }
        let parts = [
            #""histories": \#(result.histories)"#, #""events": \#(result.events)"#, #""ran": \#(counters.ran)"#,
            #""branches": \#(result.branches)"#, #""situations": \#(result.situations)"#,
            #""found": \#(told(result.found?.violation))"#, #""unbroken": \#(told(unbroken?.violation))"#,
        ]
        print("{\(parts.joined(separator: ", "))}")
        if unbroken != nil { mutation = 0 }
        guard let found = unbroken ?? result.found.map({ ($0.history, $0.violation) }), !arguments[5].isEmpty else {
            return
        }
        let short = HistoryRun.shrunk(found.history, breaking: found.violation.promise)
        do throws(CommandError) {
            let writer = try LineWriter(creating: arguments[5])
            for line in HistoryFile.lines(of: short, withStore: false) { try writer.write(line) }
            try writer.close()
        } catch {
            print("can't write \(arguments[5]): \(error)")
        }
    }

    private static func violationOfUnbroken(_ history: History) -> Violation? {
        let number = mutation
        defer { mutation = number }
        mutation = 0
        return HistoryRun.violation(of: history)
    }

    private static func told(_ violation: Violation?) -> String {
        guard let violation else { return "null" }
        let text = violation.text.map { #""\"#.contains($0) ? "'" : $0 }
        return #"["\#(violation.promise.rawValue)", "\#(String(text))"]"#
    }
}
