package import SiderealCore

/// A Roughtime server's answer whose signatures hold (RFC 10049, section 5.4).
package struct RoughtimeAnswer: Sendable, Equatable {
    /// The time at which the question was processed, in seconds since 1970, each day having 86,400.
    package let midpoint: UInt64
    /// How wrong that may be by the server's own word, in seconds; never zero.
    package let radius: UInt32
    package let version: RoughtimeVersion

    /// The most seconds that a server may be wrong by its own word.
    ///
    /// Servers sign 1 to 10 s. A minute leaves room for one that smears a leap second or lost its reference for a
    /// while; a server that allows itself more doesn't know the time.
    package static let mostRadius: UInt32 = 60

    /// Checks a packet, cheap things first, as anybody can send one.
    ///
    /// The server's long-term key is known from elsewhere.
    package init(
        _ packet: [UInt8], to request: RoughtimeRequest, publicKey: [UInt8], _ cryptography: SignatureCryptography
    ) throws(RoughtimeError) {
        let message = try RoughtimeMessage(packet: packet)
        guard try message.value(.nonce, count: 32) == request.nonce else { throw .notOurs }
        let type = try message.integer32(.type)
        guard type == 1 else { throw .badType(type) }
        guard request.isFor(publicKey, cryptography) else { throw .otherServer }

        let (responseBytes, response) = try message.message(.response)
        let version = try response.integer32(.version)
        guard request.versions.contains(version), let version = RoughtimeVersion(rawValue: version) else {
            throw .badVersion(version)
        }
        // The list is signed. Its versions and ours have the same rules, so neither is a downgrade of the other.
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

    /// The ends that a ``TimeSample`` takes: the least true time when the answer arrived, the most when the request
    /// left.
    ///
    /// The server promises that the true time of processing is within the radius of the midpoint. So the radius covers
    /// the whole second to which the midpoint is rounded.
    package func ends() throws(RoughtimeError) -> (earliest: TrueInstant, latest: TrueInstant) {
        guard radius <= Self.mostRadius else { throw .radiusTooLarge(radius) }
        // Instants hold nanoseconds in 63 bits.
        let most = UInt64(Int64.max / 1_000_000_000) - UInt64(Self.mostRadius)
        guard midpoint <= most else { throw .timeOutOfRange(midpoint) }
        let middle = TrueInstant(nanoseconds: Int64(midpoint) * 1_000_000_000)
        let radius = Nanoseconds.seconds(Int64(radius))
        guard !(middle + radius).isLongPast else { throw .longPast(CivilDate(middle).year) }
        return (middle - radius, middle + radius)
    }

    // MARK: - Signatures

    /// What is signed, which stands before it.
    package enum Context: String, Sendable {
        case delegation, response

        /// As a version spells it, with the zero at the end. RFC 10049 has "Roughtime" (sections 5.2.1 and 5.2.6), its
        /// drafts have "RoughTime". So has github.com/int08h/roughenough since 2.1.0, by its CHANGELOG.md.
        package func bytes(_ version: RoughtimeVersion) -> [UInt8] {
            let name = version == .rfc10049 ? "Roughtime" : "RoughTime"
            return Array("\(name) v1 \(rawValue) signature".utf8) + [0]
        }
    }

    /// In either spelling: the example in appendix B of RFC 10049 is of version 1 and has the drafts' spelling, as
    /// github.com/NaomiAmethyst/gnomon found too. Servers that were tried with the example may follow it. What is
    /// signed names its version, so nothing is confused.
    private static func isSigned(
        _ bytes: [UInt8], _ context: Context, by key: [UInt8], _ signature: [UInt8], _ version: RoughtimeVersion,
        _ cryptography: SignatureCryptography
    ) -> Bool {
        let other: RoughtimeVersion = version == .rfc10049 ? .draft : .rfc10049
        return [version, other].contains { cryptography.isSigned(context.bytes($0) + bytes, key, signature) }
    }

    // MARK: - The Merkle tree

    /// From the question's leaf up to the root: each bit of the index says on which side the path's next node is.
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
