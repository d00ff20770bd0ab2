/// The resets of trust that a process or a record knows. Each reset has its own identity, because a count does not
/// tell two resets apart if neither process knew of the other's reset, or if an older record was restored.
///
/// Trust is valid for a process or a record only if it knows no reset that was unknown when the trust was gained.
package struct TrustResets: Sendable, Hashable {
    /// The greatest number of identities. If there are more, a single identity replaces all of them.
    package static let most = 16

    /// The identities of the resets, in ascending order.
    package let identities: [UInt64]

    package init() { identities = [] }

    /// Creates the known resets, or returns `nil` unless the identities are in strictly ascending order, and there are
    /// at most ``most``.
    package init?(identities: [UInt64]) {
        guard identities.count <= TrustResets.most, zip(identities, identities.dropFirst()).allSatisfy(<) else {
            return nil
        }
        self.identities = identities
    }

    private init(known identities: Set<UInt64>) {
        let sorted = identities.sorted()
        // No other process or record has the new identity yet. So each of them discards its trust once when it receives
        // these resets.
        self.identities = sorted.count <= TrustResets.most ? sorted : [TrustResets.name(of: sorted)]
    }

    package var isEmpty: Bool { identities.isEmpty }

    /// One number for all known resets, which a mark contains. It is zero if there was no reset.
    package var name: UInt64 { isEmpty ? 0 : TrustResets.name(of: identities) }

    /// Returns all resets that are in at least one of the two values.
    package func union(_ other: TrustResets) -> TrustResets {
        self == other ? self : TrustResets(known: Set(identities).union(other.identities))
    }

    /// Returns the resets after one more reset by the process with this salt.
    package func adding(by salt: Salt) -> TrustResets {
        union(TrustResets(known: [TrustResets.name(of: identities, salt: salt.bytes)]))
    }

    private static func name(of identities: [UInt64], salt: [UInt8] = []) -> UInt64 {
        var writer = ByteWriter()
        for identity in identities { writer.append(identity) }
        let digest = SHA256.digest(of: Array("sidereal resets ".utf8) + salt + writer.bytes)
        return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
