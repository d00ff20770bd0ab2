import SiderealSimulation
import TestSupport
import Testing

/// All orders of a few words; `siderealctl simulate --orders 5` goes through more.
@Suite struct OrderSearchTests {
    @Test(.computesForLong, arguments: 1...2)
    func noOrderBreaksAPromise(operators: Int) {
        let result = OrderSearch(operators: operators).run()
        #expect(result.broken == nil, "\(result.broken.map { "\($0)" } ?? "")")
        #expect(result.situations > 20 && result.choices >= 6)
    }

    /// One more wrong one than the premise allows.
    @Test(.computesForLong, arguments: 1...2)
    func beyondThePremiseOneIsFound(operators: Int) throws {
        let search = OrderSearch(operators: operators)
        let broken = try #require(OrderSearch(operators: operators, wrong: search.wrong + 1).run().broken)
        #expect(!broken.steps.isEmpty)
    }
}
