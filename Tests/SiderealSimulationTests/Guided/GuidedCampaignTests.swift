import SiderealSimulation
import TestSupport
import Testing

@Suite("campaigns guided by new situations") struct GuidedCampaignTests {
    /// A core that counts no branches.
    struct NoBranches: BranchCounts {
        func forget() {}
        func each(_ body: (_ branch: Int, _ count: UInt8) -> Void) {}
    }

    @Test("a guided campaign reaches many situations and breaks no promise", .computesForLong)
    func theUnbrokenCoreKeepsItsPromises() {
        let result = GuidedCampaign(seed: 30, histories: 200, way: .situations).run(NoBranches())
        #expect(result.histories == 200)
        #expect(result.found == nil)
        #expect(result.situations > 100)
        #expect(result.branches == 0)
    }

    @Test("the same seed reaches the same situations", .computesForLong)
    func theSameSeedReachesTheSame() {
        let one = GuidedCampaign(seed: 31, histories: 30, way: .situations).run(NoBranches())
        let two = GuidedCampaign(seed: 31, histories: 30, way: .situations).run(NoBranches())
        #expect(one.events == two.events)
        #expect(one.situations == two.situations)
    }
}
