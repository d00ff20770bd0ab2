package import SiderealCore

/// What an Apple kernel reports of the machine: in which of three ways it measures sleep.
///
/// XNU decides when it is built: the kernels of chips from A12 (T8020) on, and of M1 and later, are compiled with
/// HAS_CONTINUOUS_HWCLOCK (pexpert/pexpert/arm64/H11.h in xnu-7195, H13.h to H16.h since); those of earlier chips and
/// of virtual machines are not (VMAPPLE.h). These ask for `kern.monotonicclock_usecs`, and where there is none for the
/// time of day (clock_wakeup_calendar_legacy in osfmk/kern/clock.c).
package struct AppleMachine: Sendable, Equatable {
    /// `hw.cpufamily`; nil where it can't be read.
    package var family: UInt32?
    /// `kern.hv_vmm_present`; nil where it can't be read.
    package var isVirtual: Bool?
    /// Whether there is a `kern.monotonicclock_usecs`, as far as this process can tell.
    package var hasPowerManagementClock: Bool

    package init(family: UInt32?, isVirtual: Bool?, hasPowerManagementClock: Bool) {
        self.family = family
        self.isVirtual = isVirtual
        self.hasPowerManagementClock = hasPowerManagementClock
    }

    /// How the clocks of such a machine behave. What is not known counts as the kind that promises least.
    package var clockModel: ClockModel {
        if let family, isVirtual == false, AppleMachine.familiesWithCounter.contains(family) { return .darwin }
        let model = hasPowerManagementClock ? ClockModel.darwinPowerManagement : .darwinIntel
        return isVirtual == true ? model.with(mayBePaused: true) : model
    }

    /// The families whose counter runs through sleep, by their names in osfmk/mach/machine.h. Chips that are newer than
    /// this list count as earlier ones.
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
