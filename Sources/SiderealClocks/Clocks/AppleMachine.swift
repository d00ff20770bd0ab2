package import SiderealCore

/// An Apple machine as its kernel reports it. Apple machines measure sleep in one of three ways.
///
/// The way depends on the build of XNU. Kernels of chips from A12 (T8020) and M1 on are compiled with
/// HAS_CONTINUOUS_HWCLOCK (pexpert/pexpert/arm64/H11.h in xnu-7195, and H13.h to H16.h in later versions). Kernels of
/// earlier chips and of virtual machines are compiled without it (VMAPPLE.h). These kernels read
/// `kern.monotonicclock_usecs` or, if that is missing, the time of day (clock_wakeup_calendar_legacy in
/// osfmk/kern/clock.c).
package struct AppleMachine: Sendable, Equatable {
    /// The number in `hw.cpufamily`, or `nil` if it can't be read.
    package var family: UInt32?
    /// The flag in `kern.hv_vmm_present`, or `nil` if it can't be read.
    package var isVirtual: Bool?
    /// A Boolean value that indicates whether this process can read `kern.monotonicclock_usecs`.
    package var hasPowerManagementClock: Bool

    package init(family: UInt32?, isVirtual: Bool?, hasPowerManagementClock: Bool) {
        self.family = family
        self.isVirtual = isVirtual
        self.hasPowerManagementClock = hasPowerManagementClock
    }

    /// The behavior of this machine's clocks. An unknown machine gets the model with the weakest promises.
    package var clockModel: ClockModel {
        if let family, isVirtual == false, AppleMachine.familiesWithCounter.contains(family) { return .darwin }
        let model = hasPowerManagementClock ? ClockModel.darwinPowerManagement : .darwinIntel
        return isVirtual == false ? model : model.with(mayBePaused: true)
    }

    /// The families whose counter runs through sleep, by their names in osfmk/mach/machine.h. The library treats chips
    /// that are newer than this list as earlier chips.
    private static let familiesWithCounter: Set<UInt32> = [
        0x07D3_4B9F,  // VORTEX_TEMPEST: A12
        0x4625_04D2,  // LIGHTNING_THUNDER: A13
        0x1B58_8BB3,  // FIRESTORM_ICESTORM: A14, M1
        0xDA33_D83D,  // BLIZZARD_AVALANCHE: A15, M2
        0x8765_EDEA,  // EVEREST_SAWTOOTH: A16
        0xFA33_415E,  // IBIZA: M3
        0x5F4D_EA93,  // LOBOS: M3 Pro
        0x7201_5832,  // PALMA: M3 Max
        0x2876_F5B5,  // COLL: A17 Pro
        0x6F51_29AC,  // DONAN: M4
        0x17D5_B93A,  // BRAVA: M4 Pro and Max
        0x2045_26D0,  // TUPAI: A18
        0x75D4_ACB9,  // TAHITI: A18 Pro
        0x01D7_A72B,  // TILOS: A19
        0xAB34_5F09,  // THERA: A19 Pro
        0x1D5A_87E8,  // HIDRA: M5
        0xF76C_5B1A,  // SOTRA: M5 Pro and Max
    ]
}
