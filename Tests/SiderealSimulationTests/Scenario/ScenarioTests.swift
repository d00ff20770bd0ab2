import SiderealSimulation
import Testing

@Suite struct ScenarioTests {
    @Test(arguments: Scenario.all.map { $0.name })
    func noPromiseIsBroken(name: String) throws {
        let scenario = try #require(Scenario.named(name))
        for seed in 0..<50 as Range<UInt64> {
            let run = ScenarioRun(scenario.history(seed: seed))
            #expect(run.violation == nil, "seed \(seed): \(run.violation?.text ?? "")")
            guard run.history.setting.keepsPremises else { continue }
            let proven = run.steps.flatMap { $0.exchanges }.flatMap { $0.answers }.filter { $0.isProven }
            #expect(!proven.contains { $0.judgement == .wrong }, "seed \(seed)")
        }
    }
}
