/// The resets of trust that a process or a record knows. Each reset has its own identity, because a count does not
/// tell two resets apart if neither process knew of the other's reset, or if an older record was restored.
///
/// Trust is valid for a process or a record only if it knows no reset that was unknown when the trust was gained.
package struct TrustResets: Sendable, Hashable {
    /// The number of identities from which on the next reset replaces them with their ``name``.
    package static let most = 16

    /// The identities of the resets, in ascending order. The name of known resets can stand for all of them.
    package let identities: [UInt64]
    /// One number for all known resets, which a mark contains. It is zero if there was no reset.
    package let name: UInt64

    package init() { self.init(ascending: []) }

    /// Creates the known resets, or returns `nil` unless the identities are in strictly ascending order.
    package init?(identities: [UInt64]) {
        guard zip(identities, identities.dropFirst()).allSatisfy(<) else { return nil }
        self.init(ascending: identities)
    }

    private init(_ known: Set<UInt64>) { self.init(ascending: known.sorted()) }

    private init(ascending identities: [UInt64]) {
        self.identities = identities
        name = identities.isEmpty ? 0 : TrustResets.identity(identities, [])
    }

    package var isEmpty: Bool { identities.isEmpty }

    /// Returns all resets that are in at least one of the two values. Creates no identity, so that processes that
    /// exchange their resets end with the same ones.
    package func union(_ other: TrustResets) -> TrustResets {
        if self == other || contains(other) { return self }
        if other.contains(self) { return other }
        return TrustResets(Set(identities).union(other.identities))
    }

    /// Returns whether all resets of another value are known here, by their identities or by their name.
    private func contains(_ other: TrustResets) -> Bool {
        identities.contains(other.name) || Set(identities).isSuperset(of: other.identities)
    }

    /// Returns the resets after one more reset, by the process with this salt at an instant of its elapsed clock.
    package func adding(by salt: Salt, at instant: ElapsedInstant? = nil) -> TrustResets {
        var writer = ByteWriter()
        writer.append(fixed: salt.bytes)
        writer.append(optional: instant) { $0.append($1.nanoseconds) }
        let known = identities.count < TrustResets.most ? identities : [name]
        let new = TrustResets.identity(identities, writer.bytes)
        return TrustResets(Set(known + [new]))
    }

    private static func identity(_ identities: [UInt64], _ more: [UInt8]) -> UInt64 {
        var writer = ByteWriter()
        for identity in identities { writer.append(identity) }
        let digest = SHA256.digest(of: Array("sidereal resets ".utf8) + more + writer.bytes)
        return digest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
