import Foundation

/// A meter that subtracts dates, as most meters do. A user can change the price by setting the clock.
struct DateMeter {
    let began: Date

    func cents(at now: Date) -> Int { 50 * Int((now.timeIntervalSince(began) / 900).rounded(.up)) }
}

/// A meter that subtracts uptimes, such as `ProcessInfo.systemUptime`. Nobody can set the uptime, but it stops in sleep
/// and restarts with each boot.
struct UptimeMeter {
    let began: Duration

    func cents(at uptime: Duration) -> Int { 50 * Int(((uptime - began) / .seconds(900)).rounded(.up)) }
}
