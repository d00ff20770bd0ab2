package import SiderealCore

/// The clocks of the device that an observatory runs on, and what tells its boots and machines apart.
package struct DeviceClocks: Sendable {
    /// The behaviour of the clocks, and the bounds of their errors.
    package var model: ClockModel
    package var source: any ClockSource
    /// The kernel's identity of this boot; nil if it has none that can be believed.
    package var bootIdentity: @Sendable () -> BootIdentity?
    /// The machine that a record in a directory belongs to; nil if that can't be told.
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

    /// Those of the device that this process runs on.
    package static var live: DeviceClocks {
        let model = ClockModel.system
        // Without comparable clocks nothing is concluded across launches, so neither identity is returned.
        let areComparable = SystemClocks.areComparable
        return DeviceClocks(
            model: model, source: SystemClocks(model: model),
            bootIdentity: { areComparable ? BootIdentityStatus.system().identity : nil },
            machineIdentity: { areComparable ? MachineIdentity.system(stateDirectory: $0) : nil })
    }
}
