/// The device's side of a moment: the clocks, salted digests of the boot's and the machine's identity, and the proven
/// bounds of the true time. It holds no name of the device.
package struct BootMark: Sendable, Hashable {
    package let reading: ClockReading
    package let salt: Salt
    package let bootIdentity: SealedIdentity?
    package private(set) var machine: SealedIdentity?
    /// Authenticated bounds of true time less elapsed clock at the reading; nil where none were known that prove
    /// anything.
    package private(set) var offset: Bounds?
    /// True if no lone operator gave any of these bounds.
    package let isCorroborated: Bool
    package let generation: TrustGeneration

    package init(
        reading: ClockReading, salt: Salt, bootIdentity: SealedIdentity?, machine: SealedIdentity?, offset: Bounds?,
        isCorroborated: Bool = false, generation: TrustGeneration = .init()
    ) {
        self.reading = reading
        self.salt = salt
        self.bootIdentity = bootIdentity
        self.machine = machine
        self.offset = offset
        self.isCorroborated = isCorroborated
        self.generation = generation
    }

    package init(
        _ deviceReading: DeviceReading, salt: Salt, offset: Bounds?, isCorroborated: Bool = false,
        generation: TrustGeneration = .init()
    ) {
        self.init(
            reading: deviceReading.reading, salt: salt,
            bootIdentity: deviceReading.bootIdentity.map { SealedIdentity($0, salt: salt) },
            machine: deviceReading.machine.map { SealedIdentity($0, salt: salt) },
            offset: offset, isCorroborated: isCorroborated, generation: generation)
    }

    /// The same moment, without what was trusted at it.
    package var withoutTrust: BootMark {
        var mark = self
        mark.offset = nil
        return mark
    }

    /// The same moment of this record as it counts now: what was trusted in an earlier generation has been thrown away
    /// since.
    package func counting(in present: TrustGeneration) -> BootMark { generation < present ? withoutTrust : self }

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

/// Counts how often what was trusted was thrown away: by a reset, or with a floor that more deny than may be wrong.
package struct TrustGeneration: Sendable, Hashable, Comparable {
    package var resets: UInt32
    /// Since the last reset.
    package var floorsGivenUp: UInt32

    package init(resets: UInt32 = 0, floorsGivenUp: UInt32 = 0) {
        self.resets = resets
        self.floorsGivenUp = floorsGivenUp
    }

    package static func < (left: TrustGeneration, right: TrustGeneration) -> Bool {
        (left.resets, left.floorsGivenUp) < (right.resets, right.floorsGivenUp)
    }
}

/// What the kernel calls this boot: a value that is fresh at each one.
///
/// It identifies a boot across apps, so it is kept in memory only. What is saved is a salted digest.
package struct BootIdentity: Sendable, Hashable {
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Nil for an empty identity, which says nothing.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        bytes = Array(text.utf8)
    }
}

/// Which machine this is, as far as two boots of one machine can be distinguished from boots of two machines.
package struct MachineIdentity: Sendable, Hashable {
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Nil for an empty identity, which says nothing.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        bytes = Array(text.utf8)
    }

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// The identity of a record, made from fresh random bytes and as random as these.
    package init(recordMadeWith salt: Salt) {
        bytes = Array(SHA256.digest(of: Array("sidereal record ".utf8) + salt.bytes).prefix(Salt.byteCount))
    }

    /// Stands for the machine on which the record lies: where nothing else distinguishes machines, as on Apple
    /// platforms, the record itself does, which is in no backup.
    package static let thatOfTheRecord = MachineIdentity(bytes: Array("this device".utf8))
}

/// Sixteen random bytes that make the digests of one installation useless to another.
package struct Salt: Sendable, Hashable {
    package let bytes: [UInt8]
    package static let byteCount = 16

    /// Nil unless there are sixteen bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Salt.byteCount else { return nil }
        self.bytes = bytes
    }

    package init(high: UInt64, low: UInt64) {
        var writer = ByteWriter()
        writer.append(high)
        writer.append(low)
        bytes = writer.bytes
    }
}

/// A salted digest of an identity: it can be compared with a current one, and shows nothing else.
package struct SealedIdentity: Sendable, Hashable {
    package static let byteCount = 16
    package let digest: [UInt8]

    package init(digest: [UInt8]) { self.digest = digest }

    package init(_ identity: BootIdentity, salt: Salt) { self.init(domain: 1, identity.bytes, salt: salt) }
    package init(_ identity: MachineIdentity, salt: Salt) { self.init(domain: 2, identity.bytes, salt: salt) }

    private init(domain: UInt8, _ identity: [UInt8], salt: Salt) {
        digest = Array(SHA256.digest(of: salt.bytes + [domain] + identity).prefix(SealedIdentity.byteCount))
    }
}
