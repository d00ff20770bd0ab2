import SiderealSimulation
import TestSupport
import Testing

/// `siderealctl simulate --orders 5` goes through more orders.
@Suite("all orders of a few events") struct OrderSearchTests {
    @Test("no order of events breaks a promise", .computesForLong, arguments: 1...2)
    func noOrderBreaksAPromise(operators: Int) {
        let result = OrderSearch(operators: operators).run()
        #expect(result.broken == nil, "\(result.broken.map { "\($0)" } ?? "")")
        #expect(result.situations > 20 && result.choices >= 6)
    }

    @Test(
        "if one operator more than allowed is wrong, the search finds an order that breaks a promise",
        .computesForLong, arguments: 1...2)
    func beyondThePremiseOneIsFound(operators: Int) throws {
        let search = OrderSearch(operators: operators)
        let broken = try #require(OrderSearch(operators: operators, wrong: search.wrong + 1).run().broken)
        #expect(!broken.steps.isEmpty)
    }
}
