/// A moment on this device, to be stored beside an app's own data and compared with a later one.
///
/// It holds the clocks, salted digests of the boot's and the machine's identity, and the bounds of the true time as
/// they were known. It holds no name of the device. Where the power management clock is read, the mark has that, too:
/// it is the same in all apps and shows the device's age, so keep marks on the device.
public struct BootMark: Sendable, Hashable {
    package let reading: ClockReading
    package let salt: Salt
    package let bootIdentity: SealedIdentity?
    package private(set) var machine: SealedIdentity?
    /// Authenticated bounds of true time less elapsed clock at the reading; nil where none were known that prove
    /// anything.
    package private(set) var offset: Bounds?
    /// Which life of the power management clock it was.
    package let powerManagementLife: PowerManagementWitness.Life

    package init(
        reading: ClockReading, salt: Salt, bootIdentity: SealedIdentity?, machine: SealedIdentity?, offset: Bounds?,
        powerManagementLife: PowerManagementWitness.Life = .init()
    ) {
        self.reading = reading
        self.salt = salt
        self.bootIdentity = bootIdentity
        self.machine = machine
        self.offset = offset
        self.powerManagementLife = powerManagementLife
    }

    package init(
        _ deviceReading: DeviceReading, salt: Salt, offset: Bounds?,
        powerManagementLife: PowerManagementWitness.Life = .init()
    ) {
        self.init(
            reading: deviceReading.reading, salt: salt,
            bootIdentity: deviceReading.bootIdentity.map { SealedIdentity($0, salt: salt) },
            machine: deviceReading.machine.map { SealedIdentity($0, salt: salt) },
            offset: offset, powerManagementLife: powerManagementLife)
    }

    /// The same moment, without what was trusted at it.
    package var withoutTrust: BootMark {
        var mark = self
        mark.offset = nil
        return mark
    }

    /// Whether the mark's boot identity is that of a device reading; nil where either has none.
    package func bootIdentityMatches(_ deviceReading: DeviceReading) -> Bool? {
        guard let bootIdentity, let current = deviceReading.bootIdentity else { return nil }
        return SealedIdentity(current, salt: salt) == bootIdentity
    }

    /// Whether the mark was certainly made on the machine of a device reading.
    ///
    /// Clocks and counters of two machines have nothing to do with each other, so nothing is concluded across them.
    package func isOfSameMachine(as deviceReading: DeviceReading) -> Bool {
        bootIdentityMatches(deviceReading) == true || machineMatches(deviceReading) == true
    }

    /// Whether the mark's machine is that of a device reading; nil where either is not known.
    package func machineMatches(_ deviceReading: DeviceReading) -> Bool? {
        guard let machine, let current = deviceReading.machine else { return nil }
        return SealedIdentity(current, salt: salt) == machine
    }

    /// The mark as it would have been made with another identity of its machine, where it has one of the two.
    package func with(machine new: MachineIdentity, insteadOf old: MachineIdentity) -> BootMark {
        guard machine == SealedIdentity(old, salt: salt) else { return self }
        var mark = self
        mark.machine = SealedIdentity(new, salt: salt)
        return mark
    }
}
