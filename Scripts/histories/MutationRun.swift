import Sidereal
import SiderealSimulation

/// One break of the copy, switched on, against the campaign: `siderealctl mutation NUMBER PROMISES HISTORIES SEED
/// STORE-EVERY`.
///
/// Prints which of the promises (of any, where none is named) was broken, the place of the history that shows it, and
/// how; nothing where none does.
enum MutationRun {
    static func run(_ arguments: [String]) {
        guard arguments.count == 5, let number = Int(arguments[0]), let histories = UInt64(arguments[2]),
            let seed = UInt64(arguments[3]), let storeEvery = UInt64(arguments[4])
        else { return print("usage") }
        let promises = arguments[1].split(separator: ",")
        mutation = number
        // The first promise to break may be another one.
        for most in [1, 16, 256, Int.max] {
            var campaign = Campaign(seed: seed, histories: histories, storeEvery: storeEvery == 0 ? nil : storeEvery)
            campaign.mostViolations = most
            let found = campaign.run().violations
            let named = found.first { found in
                promises.isEmpty || promises.contains { $0 == found.violation.promise.rawValue }
            }
            if let named { return show(named) }
            if found.count < most {
                if let other = found.first { show(other) }
                return
            }
        }
    }

    private static func show(_ found: Campaign.Found) {
        print("\(found.violation.promise.rawValue)\t\(found.index)\t\(found.violation.text)")
    }
}
