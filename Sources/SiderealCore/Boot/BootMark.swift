/// The content of a moment: readings of all clocks, and the proven bounds of the true time. It also has salted digests
/// of the boot's and the machine's identity. A mark contains no name of the device.
package struct BootMark: Sendable, Hashable {
    package let reading: ClockReading
    package let salt: Salt
    package let bootIdentity: SealedIdentity?
    package private(set) var machine: SealedIdentity?
    /// Authenticated bounds of the offset (true time minus the elapsed clock) at the reading, or `nil` without proven
    /// bounds.
    package private(set) var offset: Bounds?
    /// A Boolean value that indicates whether the bounds are corroborated: no end comes from a lone operator.
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

    /// The same moment, without its trusted bounds.
    package var withoutTrust: BootMark {
        var mark = self
        mark.offset = nil
        return mark
    }

    /// Returns the part of the mark that is valid in the current generation of trust. If the mark is from another
    /// generation, its trust may be discarded, so the result has no trusted bounds.
    package func counting(in present: TrustGeneration) -> BootMark {
        generation.isPast(in: present) ? withoutTrust : self
    }

    /// Returns whether the mark has the boot identity of a device reading, or `nil` if the mark or the reading has no
    /// boot identity.
    package func bootIdentityMatches(_ deviceReading: DeviceReading) -> Bool? {
        guard let bootIdentity, let current = deviceReading.bootIdentity else { return nil }
        return SealedIdentity(current, salt: salt) == bootIdentity
    }

    /// Returns whether the mark certainly comes from the machine of a device reading.
    ///
    /// The clocks and counters of two machines are unrelated, so no check compares them.
    package func isOfSameMachine(as deviceReading: DeviceReading) -> Bool {
        bootIdentityMatches(deviceReading) == true || machineMatches(deviceReading) == true
    }

    /// Returns whether the mark has the machine identity of a device reading, or `nil` if the mark or the reading has
    /// no machine identity.
    package func machineMatches(_ deviceReading: DeviceReading) -> Bool? {
        guard let machine, let current = deviceReading.machine else { return nil }
        return SealedIdentity(current, salt: salt) == machine
    }

    /// Returns the mark with the new machine identity if it has the old identity. Otherwise returns the mark unchanged.
    package func with(machine new: MachineIdentity, insteadOf old: MachineIdentity) -> BootMark {
        guard machine == SealedIdentity(old, salt: salt) else { return self }
        var mark = self
        mark.machine = SealedIdentity(new, salt: salt)
        return mark
    }
}

/// The trust that the timekeeper has discarded so far. The timekeeper discards trust at a reset, and when more than f
/// operators (``Judgement/mostWrong(of:)``) deny a floor.
package struct TrustGeneration: Sendable, Hashable {
    /// One number that identifies all known resets.
    package var resets: UInt64
    /// The number of floors that the timekeeper has discarded since the last reset.
    package var floorsGivenUp: UInt32

    package init(resets: UInt64 = 0, floorsGivenUp: UInt32 = 0) {
        self.resets = resets
        self.floorsGivenUp = floorsGivenUp
    }

    /// Returns whether trust of this generation is void in the present generation.
    package func isPast(in present: TrustGeneration) -> Bool {
        // A record that knows no reset has discarded nothing. If both know different resets, their order is unknown.
        resets == present.resets ? floorsGivenUp < present.floorsGivenUp : present.resets != 0
    }
}

/// The kernel's name for this boot: a new value at each boot.
///
/// The value identifies a boot across apps, so the library keeps it in memory only. The library saves only a salted
/// digest.
package struct BootIdentity: Sendable, Hashable {
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Creates an identity, or returns `nil` if the text is empty.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        bytes = Array(text.utf8)
    }
}

/// The identity of this machine. It distinguishes two boots of one machine from boots of two machines, if the platform
/// allows it.
package struct MachineIdentity: Sendable, Hashable {
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Creates an identity, or returns `nil` if the text is empty.
    package init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        bytes = Array(text.utf8)
    }

    package init(bytes: [UInt8]) { self.bytes = bytes }

    /// Creates the identity of a new record from a salt of fresh random bytes. The identity is as random as the salt.
    package init(recordMadeWith salt: Salt) {
        bytes = Array(SHA256.digest(of: Array("sidereal record ".utf8) + salt.bytes).prefix(Salt.byteCount))
    }

    /// A placeholder for the machine that holds the record. Apple platforms offer no identity of the machine. On
    /// these platforms, the record identifies the machine, because no backup contains the record.
    package static let thatOfTheRecord = MachineIdentity(bytes: Array("this device".utf8))
}

/// Sixteen random bytes that are part of a digest. With another salt, the same identity gives another digest.
package struct Salt: Sendable, Hashable {
    package let bytes: [UInt8]
    package static let byteCount = 16

    /// Creates a salt, or returns `nil` unless `bytes` has sixteen bytes.
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

/// A salted digest of an identity. You can compare it with a current identity. It reveals nothing else.
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
