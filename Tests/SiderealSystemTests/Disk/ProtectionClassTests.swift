import SiderealBase
import SiderealSystem
import Testing

/// The meaning of the numbers of Darwin's protection classes.
@Suite struct ProtectionClassTests {
    @Test(
        "each protection class has its tier, and unknown high classes have the strictest tier",
        arguments: [
            (0, nil), (1, .whenUnlocked), (2, .whenUnlocked), (3, .afterFirstUnlock), (4, .always), (5, nil), (6, nil),
            (7, .whenUnlocked), (8, .whenUnlocked), (.max, .whenUnlocked), (-1, nil),
        ] as [(Int32, ProtectionTier?)])
    func theTierOfAClass(number: Int32, tier: ProtectionTier?) {
        #expect(ProtectionTier(protectionClass: number) == tier)
    }

    @Test("a tier's own class maps back to the tier", arguments: ProtectionTier.allCases)
    func aTierIsThatOfItsOwnClass(_ tier: ProtectionTier) {
        #expect(ProtectionTier(protectionClass: tier.protectionClass) == tier)
    }
}
