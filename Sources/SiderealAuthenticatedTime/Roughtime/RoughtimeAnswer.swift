package import SiderealCore

/// An answer from a Roughtime server with valid signatures (RFC 10049, section 5.4).
package struct RoughtimeAnswer: Sendable, Equatable {
    /// The time at which the server processed the request, in seconds since 1970. Each day has 86,400 seconds.
    package let midpoint: UInt64
    /// The server's own bound on its error, in seconds. The value is never zero.
    package let radius: UInt32
    package let version: RoughtimeVersion

    /// The greatest radius that the library accepts, in seconds.
    ///
    /// Servers usually sign a radius of 1 to 10 s. A minute also allows for a server that smears a leap second, or
    /// that lost its reference clock for a while. With a greater radius, the answer is too inexact to be useful.
    package static let mostRadius: UInt32 = 60

    /// Checks a packet. The cheap checks come first, because any host can send a packet.
    ///
    /// Get the server's long-term key from its operator. The packet does not prove whose key it is.
    package init(
        _ packet: [UInt8], to request: RoughtimeRequest, publicKey: [UInt8], _ cryptography: SignatureCryptography
    ) throws(RoughtimeError) {
        let message = try RoughtimeMessage(packet: packet)
        guard try message.value(.nonce, count: 32) == request.nonce else { throw .notOurs }
        // Up to draft 11, an answer has no type, and its version is outside of the signed part.
        if message.value(.type) == nil, let version = try? message.integer32(.version) { throw .badVersion(version) }
        let type = try message.integer32(.type)
        guard type == 1 else { throw .badType(type) }
        guard request.isFor(publicKey, cryptography) else { throw .otherServer }

        let (responseBytes, response) = try message.message(.response)
        let version = try response.integer32(.version)
        guard request.versions.contains(version), let version = RoughtimeVersion(rawValue: version) else {
            throw .badVersion(version)
        }
        // The server signs this list, so an attacker can't change it. All supported versions are equally secure, so the
        // choice of a version is not a downgrade.
        guard try response.versionList(.versions).contains(version.rawValue) else {
            throw .unlistedVersion(version.rawValue)
        }
        self.version = version
        midpoint = try response.integer64(.midpoint)
        radius = try response.integer32(.radius)
        guard radius > 0 else { throw .noRadius }

        let certificate = try message.message(.certificate).message
        let (delegationBytes, delegation) = try certificate.message(.delegation)
        let delegatedKey = try delegation.value(.publicKey, count: 32)
        let (earliest, latest) = (try delegation.integer64(.earliest), try delegation.integer64(.latest))
        guard earliest <= midpoint, midpoint <= latest else { throw .delegationNotValid }
        try Self.checkInclusion(of: request, in: message, root: response.value(.root, count: 32), cryptography)

        let delegationSignature = try certificate.value(.signature, count: 64)
        guard Self.isSigned(delegationBytes, .delegation, by: publicKey, delegationSignature, version, cryptography)
        else { throw .delegationNotSigned }
        let signature = try message.value(.signature, count: 64)
        guard Self.isSigned(responseBytes, .response, by: delegatedKey, signature, version, cryptography) else {
            throw .answerNotSigned
        }
    }

    /// Returns the bounds for a ``TimeSample``: the lower bound of the true time when the answer arrived, and the upper
    /// bound when the request left.
    ///
    /// According to the protocol, the true time at which the server processed the request is within the radius of the
    /// midpoint. So the radius also covers the rounding of the midpoint to a whole second.
    package func ends() throws(RoughtimeError) -> (earliest: TrueInstant, latest: TrueInstant) {
        guard radius <= Self.mostRadius else { throw .radiusTooLarge(radius) }
        // An instant stores nanoseconds in 63 bits.
        let most = UInt64(Int64.max / 1_000_000_000) - UInt64(Self.mostRadius)
        guard midpoint <= most else { throw .timeOutOfRange(midpoint) }
        let middle = TrueInstant(nanoseconds: Int64(midpoint) * 1_000_000_000)
        let radius = Nanoseconds.seconds(Int64(radius))
        guard !(middle + radius).isLongPast else { throw .longPast(CivilDate(middle).year) }
        return (middle - radius, middle + radius)
    }

    // MARK: - Signatures

    /// The context of a signature. The context precedes the signed bytes.
    package enum Context: String, Sendable {
        case delegation, response

        /// Returns the context as a version spells it, with a zero byte at the end. RFC 10049 uses "Roughtime"
        /// (sections 5.2.1 and 5.2.6). Its drafts use "RoughTime". github.com/int08h/roughenough also uses "RoughTime"
        /// since version 2.1.0, according to its CHANGELOG.md.
        package func bytes(_ version: RoughtimeVersion) -> [UInt8] {
            let name = version == .rfc10049 ? "Roughtime" : "RoughTime"
            return Array("\(name) v1 \(rawValue) signature".utf8) + [0]
        }
    }

    /// Checks a signature, and accepts both spellings of the context. The example in appendix B of RFC 10049 combines
    /// version 1 with the spelling of the drafts. (github.com/NaomiAmethyst/gnomon found this too.) A server that was
    /// tested with the example may do the same. The signed bytes contain the version, so an attacker can't present one
    /// version as the other.
    private static func isSigned(
        _ bytes: [UInt8], _ context: Context, by key: [UInt8], _ signature: [UInt8], _ version: RoughtimeVersion,
        _ cryptography: SignatureCryptography
    ) -> Bool {
        let other: RoughtimeVersion = version == .rfc10049 ? .draft : .rfc10049
        return [version, other].contains { cryptography.isSigned(context.bytes($0) + bytes, key, signature) }
    }

    // MARK: - The Merkle tree

    /// Computes the hashes from the request's leaf up to the root, and compares the last hash with the root. Each bit
    /// of the index shows whether the next node of the path is on the right or on the left.
    private static func checkInclusion(
        of request: RoughtimeRequest, in message: RoughtimeMessage, root: [UInt8],
        _ cryptography: SignatureCryptography
    ) throws(RoughtimeError) {
        guard let path = message.value(.path) else { throw .missing(.path) }
        guard path.count % 32 == 0 else { throw .badSize(.path, path.count) }
        guard path.count <= 32 * 32 else { throw .pathTooLong(path.count / 32) }
        let index = try message.integer32(.index)
        guard var hash = cryptography.roughtimeHash([0] + request.bytes) else { throw .noCryptography }
        for (step, start) in stride(from: 0, to: path.count, by: 32).enumerated() {
            let node = Array(path[start..<start + 32])
            let children = index >> step & 1 == 0 ? hash + node : node + hash
            guard let parent = cryptography.roughtimeHash([1] + children) else { throw .noCryptography }
            hash = parent
        }
        guard index >> (path.count / 32) == 0 else { throw .badIndex(index) }
        guard hash == root else { throw .notIncluded }
    }
}
