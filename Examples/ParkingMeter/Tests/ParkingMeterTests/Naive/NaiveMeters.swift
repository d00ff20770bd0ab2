import Foundation

/// Subtracts dates: what most meters do. Costs what the owner of the clock wants it to cost.
struct DateMeter {
    let began: Date

    func cents(at now: Date) -> Int { 50 * Int((now.timeIntervalSince(began) / 900).rounded(.up)) }
}

/// Subtracts uptimes, as of `ProcessInfo.systemUptime`: nobody can set those. They stop in sleep, and begin anew with
/// each boot.
struct UptimeMeter {
    let began: Duration

    func cents(at uptime: Duration) -> Int { 50 * Int(((uptime - began) / .seconds(900)).rounded(.up)) }
}
