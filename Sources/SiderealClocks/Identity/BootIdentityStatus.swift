package import SiderealCore
package import SiderealSystem

/// The state of this boot's identity as the kernel reports it.
package enum BootIdentityStatus: Sendable, Equatable {
    case valid(BootIdentity)
    case missing
    case unreadable(ErrorNumber)
    case empty
    /// The text is not a UUID.
    case malformed
    /// Another file is mounted over the kernel's file, so the text does not come from the kernel.
    case notFromKernel
    /// Two reads returned different texts, so the text is not an identity.
    case changing
    /// This build does not read the identity, because the package trait `BootIdentity` is not enabled.
    case notAsked

    package var identity: BootIdentity? {
        if case .valid(let identity) = self { identity } else { nil }
    }

    /// Creates the status from two reads of the identity.
    package init(first: [UInt8], second: [UInt8]) {
        let text = BootIdentityStatus.text(first)
        if text.isEmpty {
            self = .empty
        } else if !BootIdentityStatus.isUUID(text) {
            self = .malformed
        } else if text != BootIdentityStatus.text(second) {
            self = .changing
        } else {
            self = BootIdentity(String(decoding: text, as: UTF8.self)).map { .valid($0) } ?? .empty
        }
    }

    private static func text(_ bytes: [UInt8]) -> [UInt8] {
        // Darwin writes the UUID in capitals, and ends it with a zero byte. Linux ends the UUID with a line feed.
        bytes.prefix { $0 > 0x20 }.map { (0x41...0x5a).contains($0) ? $0 + 0x20 : $0 }
    }

    /// Returns whether the text is 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12, and at least one digit is not
    /// zero.
    private static func isUUID(_ text: [UInt8]) -> Bool {
        guard text.count == 36 else { return false }
        var digits: Set<UInt8> = []
        for (index, byte) in text.enumerated() {
            if [8, 13, 18, 23].contains(index) {
                guard byte == UInt8(ascii: "-") else { return false }
            } else {
                guard (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) else { return false }
                digits.insert(byte)
            }
        }
        return digits != [UInt8(ascii: "0")]
    }
}
