import Sidereal
import SiderealTesting

/// Measures the cost of requests to simulated servers. The requests run in virtual time, on one thread. Campaigns make
/// many such requests.
enum SimulatedNetworkBenchmark {
    private static let rounds = 3_000

    static func run() throws {
        guard #available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *) else {
            throw BenchmarkError(description: "a drained executor needs a newer system")
        }
        print("TrustedClock.synchronize() with simulated servers, \(rounds) devices each")
        let web = ["a", "b", "c"].map { SimulatedServer.https("\($0).example") }
        try measure("three over https", web)
        try measure("one server lies, one lags", [web[0], web[1].lying(by: .seconds(60)), web[2].lagging()])
        try measure("three over NTP", ["a", "b", "c"].map { .ntp("\($0).example") })
        try measure("three over Roughtime", ["a", "b", "c"].map { .roughtime("\($0).example") })
        try measure("three over NTS", ["a", "b", "c"].map { .nts("\($0).example") })
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    private static func measure(_ name: String, _ servers: [SimulatedServer]) throws {
        var launches = Figures()
        var synchronizations = Figures()
        var again = Figures()
        var steps = 0
        for round in 0..<rounds {
            let device = SimulatedDevice(.linux, servers: servers, seed: UInt64(round))
            let clock = try launches.measure { try device.launch().clock(alsoAccepting: .unauthenticated) }
            let before = device.executor.ran
            let result = try synchronizations.measure { try device.run { await clock.synchronize() } }
            guard result.outcomes.contains(where: { $0.result == .used }) else {
                throw BenchmarkError(description: "the clock used no server: \(result.outcomes)")
            }
            steps += device.executor.ran - before
            _ = try again.measure { try device.run { await clock.synchronize() } }
        }
        print("  \(name)")
        print("    launching       \(launches.summary)")
        print("    synchronizing   \(synchronizations.summary); \(steps / rounds) steps")
        print("    a second time   \(again.summary)")
    }
}
