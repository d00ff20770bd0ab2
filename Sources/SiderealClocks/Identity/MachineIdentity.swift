package import SiderealCore

extension MachineIdentity {
    /// Creates the identity of a machine that its operator has named, such as the host of a container.
    ///
    /// The record keeps a digest of the name. Give each machine its own name, and keep that name across reboots: a
    /// reboot is proven only if both readings come from the same machine.
    package init(named name: String) {
        self.init(digestOf: "sidereal machine named " + name)
    }

    /// Creates an identity from a digest, because machine-id(5) asks not to store the ID itself.
    init(digestOf text: String) {
        self.init(bytes: SHA256.digest(of: Array(text.utf8)).prefix(16).flatMap { MachineIdentity.digits($0) })
    }

    private static func digits(_ byte: UInt8) -> [UInt8] {
        let text = String(byte, radix: 16)
        return Array((byte < 16 ? "0" + text : text).utf8)
    }
}
