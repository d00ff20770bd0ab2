package import SiderealCore

/// All that a process can see of a device at one moment, and keep.
package struct ClockSnapshot: Sendable, Hashable {
    package var reading: ClockReading
    package var bootIdentity: BootIdentity?
    package var machine: MachineIdentity?
    /// Authenticated bounds of true time less the elapsed clock at the reading; nil where no server was heard.
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

/// Which histories could have led from one snapshot of a device to another.
package struct FittingHistories: Sendable, Hashable {
    /// One without a reboot.
    package var sameBoot: Bool
    /// One with a reboot, or with several.
    package var reboot: Bool

    package init(sameBoot: Bool, reboot: Bool) {
        self.sameBoot = sameBoot
        self.reboot = reboot
    }

    package static let all = FittingHistories(sameBoot: true, reboot: true)
}
