package import SiderealCore

/// The clocks of the device that an observatory runs on, and the identities of its boots and its machine.
package struct DeviceClocks: Sendable {
    /// The behavior of the clocks, and the bounds of their errors.
    package var model: ClockModel
    package var source: any ClockSource
    /// Returns the kernel's boot identity, or `nil` if there is no reliable identity.
    package var bootIdentity: @Sendable () -> BootIdentity?
    /// Returns the machine that a record in a directory belongs to, or `nil` if the machine is unknown.
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
    package static var live: DeviceClocks { live(machine: nil, bootIdentityFile: nil) }

    /// Returns the clocks of the device that this process runs on, with the identities that an operator gives for the
    /// host of a container.
    ///
    /// - Parameters:
    ///   - machine: The host's name, or `nil` to read the system's own machine identity.
    ///   - bootIdentityFile: The path of the kernel's boot identity file, or `nil` for the usual path.
    /// - Returns: The clocks, with these identities.
    package static func live(machine: MachineIdentity?, bootIdentityFile: String?) -> DeviceClocks {
        let model = ClockModel.system
        // If the clocks of two launches aren't comparable, omit both identities, so that no check compares the
        // launches.
        let areComparable = SystemClocks.areComparable
        return DeviceClocks(
            model: model, source: SystemClocks(model: model),
            bootIdentity: { areComparable ? BootIdentityStatus.system(path: bootIdentityFile).identity : nil },
            machineIdentity: { areComparable ? machine ?? MachineIdentity.system(stateDirectory: $0) : nil })
    }
}
