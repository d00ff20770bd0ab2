import SiderealClocks
import SiderealCore
import Testing

/// The way in which an Apple machine measures sleep, which follows from its kernel's answers.
@Suite struct AppleMachineTests {
    @Test(
        "an Apple machine's clock model follows from its kernel's answers",
        arguments: [
            // Family, virtual or not, with or without a power management clock.
            ("A12", 0x07D3_4B9F, false, true, .darwin), ("M1", 0x1B58_8BB3, false, false, .darwin),
            ("M4", 0x6F51_29AC, false, true, .darwin), ("A19 Pro", 0xAB34_5F09, false, true, .darwin),
            ("A10", 0x67CE_EE93, false, true, .darwinPowerManagement),
            ("A11", 0xE81E_7EF6, false, true, .darwinPowerManagement),
            ("M1, virtual", 0x1B58_8BB3, true, true, .darwinPowerManagement.with(mayBePaused: true)),
            ("M1, virtual, without that clock", 0x1B58_8BB3, true, false, .darwinIntel.with(mayBePaused: true)),
            ("Intel", 0x0F81_7246, false, false, .darwinIntel),
            ("in a sandbox that denies the family", nil, false, true, .darwinPowerManagement),
            (
                "in one that denies whether it is virtual", 0x1B58_8BB3, nil, false,
                .darwinIntel.with(mayBePaused: true)
            ), ("in one that denies everything", nil, nil, false, .darwinIntel.with(mayBePaused: true)),
            ("a family of later than this list", 0x0BAD_CAFE, false, true, .darwinPowerManagement),
            ("unknown", 0, false, false, .darwinIntel),
        ] as [(String, UInt32?, Bool?, Bool, ClockModel)])
    func clockModel(_ name: String, family: UInt32?, isVirtual: Bool?, hasClock: Bool, expected: ClockModel) {
        let machine = AppleMachine(family: family, isVirtual: isVirtual, hasPowerManagementClock: hasClock)
        #expect(machine.clockModel == expected)
    }
}
