/// What the kernel calls this boot: a value that is fresh at each one.
///
/// It identifies a boot across apps, so it is kept in memory only. What is saved is a salted digest.
public struct BootIdentity: Sendable, Hashable {
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Nil for an empty identity, which says nothing.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        bytes = Array(text.utf8)
    }
}

/// Which machine this is, as far as two boots of one machine can be distinguished from boots of two machines.
public struct MachineIdentity: Sendable, Hashable {
    package let bytes: [UInt8]

    package var text: String { String(decoding: bytes, as: UTF8.self) }

    /// Nil for an empty identity, which says nothing.
    public init?(_ text: String) {
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
    public static let thatOfTheRecord = MachineIdentity(bytes: Array("this device".utf8))
}

/// Sixteen random bytes that make the digests of one installation useless to another.
public struct Salt: Sendable, Hashable {
    package let bytes: [UInt8]
    package static let byteCount = 16

    /// Nil unless there are sixteen bytes.
    public init?(_ bytes: [UInt8]) {
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
