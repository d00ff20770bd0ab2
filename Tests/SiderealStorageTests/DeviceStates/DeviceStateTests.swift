import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting
import TestSupport
import Testing

@Suite("operations while the device changes its state", .timeLimit(Patience.ofATest)) struct DeviceStateTests {
    /// The test tries one of so many cases, and one of so many calls in each.
    private static let thin: (cases: Int, calls: Int) =
        TestExtent.choose(part: (61, 7), whole: (1, 1))

    /// Each operation begins in each state. Before each of its calls the device changes to each other state, with kills
    /// and power cuts.
    @Test(
        "no value is lost or absent, whatever happens to the device",
        .computesForLong, arguments: [ProtectionTier.always, .afterFirstUnlock, .whenUnlocked])
    func nothingIsLostOrCalledAbsentInAnyState(_ tier: ProtectionTier) async throws {
        let written = try await DeviceRun.base(tier, isWritten: true)
        let empty = try await DeviceRun.base(tier, isWritten: false)
        var (cases, waits, refusals) = (0, 0, 0)
        var complaints: [String] = []
        for (index, start) in DeviceCase.all(tier).enumerated() where index % Self.thin.cases == 0 {
            var test = start
            test.call = index % Self.thin.calls
            var isReached = true
            while isReached {
                let run = try DeviceRun(test, base: test.isWritten ? written : empty)
                isReached = try await run.run()
                complaints += run.complaints
                cases += 1
                waits += run.hasWaited ? 1 : 0
                refusals += run.wasRefused ? 1 : 0
                test.call += Self.thin.calls
            }
        }
        #expect(complaints.isEmpty, "\(complaints.count): \(complaints.prefix(3).joined(separator: "\n"))")
        #expect(cases > TestExtent.choose(part: 40, whole: 200))
        #expect((waits > 0 && refusals > 0) == (tier != .always))
        print("device states, tier \(tier): \(cases) cases, \(waits) waited, \(refusals) were refused")
    }
}
