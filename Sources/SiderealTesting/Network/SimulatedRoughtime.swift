package import SiderealAuthenticatedTime
import SiderealCore

/// A simulated Roughtime server that makes answers. Its signatures are valid for `SignatureCryptography.simulated`.
///
/// To get an answer that no honest server gives, change the properties before you make the packet.
package struct SimulatedRoughtime: Sendable {
    /// The key that clients expect.
    package let publicKey: [UInt8]
    /// The key that signs answers.
    package var delegatedKey: [UInt8]
    package var version = RoughtimeVersion.rfc10049.rawValue
    /// The version that determines the spelling of the signatures' contexts.
    package var spelling = RoughtimeVersion.rfc10049
    package var versions: [UInt32] = RoughtimeVersion.allCases.map { $0.rawValue }
    package var midpoint: UInt64
    package var radius: UInt32
    package var earliest: UInt64 = 0
    package var latest = UInt64.max
    /// The sibling hashes on the path from the request to the root.
    package var path: [[UInt8]] = []
    package var index: UInt32 = 0
    package var type: UInt32 = 1
    package var root: [UInt8]?
    package var nonce: [UInt8]?
    /// The test's changes to the fields of the outermost message, of the signed response, and of the delegation.
    package var changes = Changes()

    package struct Changes: Sendable {
        package typealias Fields = [(RoughtimeMessage.Tag, [UInt8])]
        package var message: @Sendable (inout Fields) -> Void = { _ in }
        package var response: @Sendable (inout Fields) -> Void = { _ in }
        package var delegation: @Sendable (inout Fields) -> Void = { _ in }
    }

    /// Creates a server. The server's 32-byte key is derived from its name.
    package init(named name: String, midpoint: UInt64 = 0, radius: UInt32 = 3) {
        publicKey = Self.key(name)
        delegatedKey = Self.key("delegated by " + name)
        self.midpoint = midpoint
        self.radius = radius
    }

    package static func key(_ name: String) -> [UInt8] {
        Array(SignatureCryptography.simulatedDigest(Array(name.utf8))[..<32])
    }

    /// Returns the packet that answers a request, or `nil` if the bytes are not a request.
    package func packet(answering question: [UInt8]) -> [UInt8]? {
        guard let request = try? RoughtimeRequest(question) else { return nil }
        func hash(_ bytes: [UInt8]) -> [UInt8] { Array(SignatureCryptography.simulatedDigest(bytes)[..<32]) }
        var node = hash([0] + question)
        for (step, beside) in path.enumerated() {
            node = hash([1] + (index >> min(step, 32) & 1 == 0 ? node + beside : beside + node))
        }
        var response: Changes.Fields = [
            (.version, version.littleEndianBytes), (.radius, radius.littleEndianBytes),
            (.midpoint, midpoint.littleEndianBytes), (.versions, versions.flatMap { $0.littleEndianBytes }),
            (.root, root ?? node),
        ]
        changes.response(&response)
        var delegation: Changes.Fields = [
            (.publicKey, delegatedKey), (.earliest, earliest.littleEndianBytes), (.latest, latest.littleEndianBytes),
        ]
        changes.delegation(&delegation)
        let (responseBytes, delegationBytes) = (RoughtimeMessage.bytes(response), RoughtimeMessage.bytes(delegation))
        let certificate = RoughtimeMessage.bytes([
            (.signature, signature(of: delegationBytes, .delegation, by: publicKey)), (.delegation, delegationBytes),
        ])
        var message: Changes.Fields = [
            (.signature, signature(of: responseBytes, .response, by: delegatedKey)),
            (.nonce, nonce ?? request.nonce), (.type, type.littleEndianBytes), (.path, path.flatMap { $0 }),
            (.response, responseBytes), (.certificate, certificate), (.index, index.littleEndianBytes),
        ]
        changes.message(&message)
        return RoughtimeMessage.packet(RoughtimeMessage.bytes(message))
    }

    private func signature(of bytes: [UInt8], _ context: RoughtimeAnswer.Context, by key: [UInt8]) -> [UInt8] {
        SignatureCryptography.simulatedDigest(key + context.bytes(spelling) + bytes)
    }
}

extension SignatureCryptography {
    /// A simulation of the platform's cryptography. It is fast, and the same on all platforms. It does not protect
    /// against attackers.
    ///
    /// The digest is a checksum, and a signature is the digest of the public key and the message. Anyone with the
    /// public key can sign, so simulated servers need no private keys.
    package static let simulated = SignatureCryptography(
        sha512: { simulatedDigest($0) },
        isSigned: { message, publicKey, signature in signature == simulatedDigest(publicKey + message) })

    /// Returns a digest of 64 bytes.
    static func simulatedDigest(_ message: [UInt8]) -> [UInt8] {
        (0..<8 as Range<UInt64>).flatMap { XXH64.checksum(of: message, seed: $0).littleEndianBytes }
    }
}
