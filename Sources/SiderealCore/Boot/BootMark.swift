/// A moment on this device, to be stored beside an app's own data and compared with a later one.
///
/// It holds the clocks, salted digests of the boot's and the machine's identity, and the bounds of the true time as they
/// were known. It holds nothing that another app could recognise.
public struct BootMark: Sendable, Hashable {
    package let reading: ClockReading
    package let salt: Salt
    package let bootIdentity: SealedIdentity?
    package let machine: SealedIdentity?
    /// What was trusted at the reading; nil where nothing was.
    package let trust: MarkedTrust?

    package init(
        reading: ClockReading, salt: Salt, bootIdentity: SealedIdentity?, machine: SealedIdentity?, trust: MarkedTrust?
    ) {
        self.reading = reading
        self.salt = salt
        self.bootIdentity = bootIdentity
        self.machine = machine
        self.trust = trust
    }

    package init(_ deviceReading: DeviceReading, salt: Salt, trust: MarkedTrust?) {
        self.init(
            reading: deviceReading.reading, salt: salt,
            bootIdentity: deviceReading.bootIdentity.map { SealedIdentity($0, salt: salt) },
            machine: deviceReading.machine.map { SealedIdentity($0, salt: salt) },
            trust: trust)
    }

    /// The same moment, without what was trusted at it.
    package var withoutTrust: BootMark {
        BootMark(reading: reading, salt: salt, bootIdentity: bootIdentity, machine: machine, trust: nil)
    }

    /// Authenticated bounds of true time less elapsed clock at the reading; nil where none were known.
    package var offset: Bounds? { trust?.offset }

    /// Whether the mark's boot identity is that of a device reading; nil where either has none.
    package func bootIdentityMatches(_ deviceReading: DeviceReading) -> Bool? {
        guard let bootIdentity, let current = deviceReading.bootIdentity else { return nil }
        return SealedIdentity(current, salt: salt) == bootIdentity
    }

    /// Whether the mark was certainly made on the machine of a device reading.
    ///
    /// Clocks and counters of two machines have nothing to do with each other, so nothing is concluded across them.
    package func isOfSameMachine(as deviceReading: DeviceReading) -> Bool {
        if bootIdentityMatches(deviceReading) == true { return true }
        guard let machine, let current = deviceReading.machine else { return false }
        return SealedIdentity(current, salt: salt) == machine
    }
}

/// Authenticated bounds as a mark keeps them.
package struct MarkedTrust: Sendable, Hashable {
    /// True time less elapsed clock.
    package let offset: Bounds
    /// Who stood behind it, sorted.
    package let operators: [OperatorKey]
    /// Whether its lower end holds even if one of them lied.
    package let toleratesLiar: Bool

    package init(offset: Bounds, operators: [OperatorKey], toleratesLiar: Bool) {
        self.offset = offset
        self.operators = operators
        self.toleratesLiar = toleratesLiar
    }
}
