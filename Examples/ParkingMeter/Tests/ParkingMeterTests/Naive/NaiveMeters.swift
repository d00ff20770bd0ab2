import Foundation

/// Subtracts dates, as most meters do. The owner of the clock sets the price.
struct DateMeter {
    let began: Date

    func cents(at now: Date) -> Int { 50 * Int((now.timeIntervalSince(began) / 900).rounded(.up)) }
}

/// Subtracts uptimes, as of `ProcessInfo.systemUptime`. They can't be set, but stop in sleep and restart with each
/// boot.
struct UptimeMeter {
    let began: Duration

    func cents(at uptime: Duration) -> Int { 50 * Int(((uptime - began) / .seconds(900)).rounded(.up)) }
}
