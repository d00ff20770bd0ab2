package import SiderealCore

/// An answer of a Roughtime server with valid signatures (RFC 10049, section 5.4).
package struct RoughtimeAnswer: Sendable, Equatable {
    /// The time at which the request was processed, in seconds since 1970 with 86,400 for each day.
    package let midpoint: UInt64
    /// The server's own bound on its error, in seconds; never zero.
    package let radius: UInt32
    package let version: RoughtimeVersion

    /// The greatest radius that is accepted, in seconds.
    ///
    /// Servers sign 1 to 10 s. A minute leaves room for a server that smears a leap second, or lost its reference for a
    /// while. A server with a greater radius does not have the time.
    package static let mostRadius: UInt32 = 60

    /// Checks a packet, cheap checks first, because any host can send one.
    ///
    /// The server's long-term key must come from elsewhere.
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
        // The list is signed. Its versions and ours have the same rules, so no version is a downgrade of another.
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

    /// Returns the bounds for a ``TimeSample``: the least true time when the answer arrived, and the greatest when the
    /// request left.
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

    /// The context of a signature, which is prepended to the signed bytes.
    package enum Context: String, Sendable {
        case delegation, response

        /// Returns the context in the spelling of a version, with a zero at the end. RFC 10049 has "Roughtime"
        /// (sections 5.2.1 and 5.2.6); its drafts have "RoughTime", as github.com/int08h/roughenough does since 2.1.0,
        /// by its CHANGELOG.md.
        package func bytes(_ version: RoughtimeVersion) -> [UInt8] {
            let name = version == .rfc10049 ? "Roughtime" : "RoughTime"
            return Array("\(name) v1 \(rawValue) signature".utf8) + [0]
        }
    }

    /// Checks a signature in either spelling. The example in appendix B of RFC 10049 has version 1 and the drafts'
    /// spelling, as github.com/NaomiAmethyst/gnomon found too, and servers that were tested with the example may follow
    /// it. The signed bytes name their version, so versions can't be confused.
    private static func isSigned(
        _ bytes: [UInt8], _ context: Context, by key: [UInt8], _ signature: [UInt8], _ version: RoughtimeVersion,
        _ cryptography: SignatureCryptography
    ) -> Bool {
        let other: RoughtimeVersion = version == .rfc10049 ? .draft : .rfc10049
        return [version, other].contains { cryptography.isSigned(context.bytes($0) + bytes, key, signature) }
    }

    // MARK: - The Merkle tree

    /// Hashes from the request's leaf up to the root. Each bit of the index gives the side of the path's next node.
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
