package import SiderealCore

/// The clocks of the device that an observatory runs on, and the identities of its boots and its machine.
package struct DeviceClocks: Sendable {
    /// The behaviour of the clocks, and the bounds of their errors.
    package var model: ClockModel
    package var source: any ClockSource
    /// Returns the kernel's identity of this boot, or `nil` if there is none to trust.
    package var bootIdentity: @Sendable () -> BootIdentity?
    /// Returns the machine that a record in a directory belongs to, or `nil` if it is unknown.
    package var machineIdentity: @Sendable (_ directory: String) -> MachineIdentity?

    package init(
        model: ClockModel, source: any ClockSource, bootIdentity: @escaping @Sendable () -> BootIdentity?,
        machineIdentity: @escaping @Sendable (_ directory: String) -> MachineIdentity?
    ) {
        self.model = model
        self.source = source
        self.bootIdentity = bootIdentity
        self.machineIdentity = machineIdentity
    }

    /// The clocks of the device that this process runs on.
    package static var live: DeviceClocks {
        let model = ClockModel.system
        // If clocks aren't comparable, nothing is concluded across launches, so neither identity is returned.
        let areComparable = SystemClocks.areComparable
        return DeviceClocks(
            model: model, source: SystemClocks(model: model),
            bootIdentity: { areComparable ? BootIdentityStatus.system().identity : nil },
            machineIdentity: { areComparable ? MachineIdentity.system(stateDirectory: $0) : nil })
    }
}
