package import SiderealCore

/// All data that a process can read from a device at one moment and keep for later.
package struct ClockSnapshot: Sendable, Hashable {
    package var reading: ClockReading
    package var bootIdentity: BootIdentity?
    package var machine: MachineIdentity?
    /// The authenticated bounds of true time minus the elapsed clock at the reading, or `nil` if no server answered.
    package var offset: Bounds?

    package init(
        reading: ClockReading, bootIdentity: BootIdentity? = nil, machine: MachineIdentity? = nil,
        offset: Bounds? = nil
    ) {
        self.reading = reading
        self.bootIdentity = bootIdentity
        self.machine = machine
        self.offset = offset
    }
}

/// The kinds of histories that can lead from one snapshot of a device to another.
package struct FittingHistories: Sendable, Hashable {
    /// A Boolean value that indicates whether a history without a reboot fits.
    package var sameBoot: Bool
    /// A Boolean value that indicates whether a history with at least one reboot fits.
    package var reboot: Bool

    package init(sameBoot: Bool, reboot: Bool) {
        self.sameBoot = sameBoot
        self.reboot = reboot
    }

    package static let all = FittingHistories(sameBoot: true, reboot: true)
}
