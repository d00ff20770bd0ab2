package import SiderealBase

/// What a two-slot file holds.
package enum Snapshot: Equatable, Sendable {
    /// There is no such file: proven, and not merely unreadable.
    case absent
    case value(SlotValue)
    /// A newer format: neither to be read nor changed.
    case newerVersion(UInt32)
    /// A file that holds no commit; judged under the lock, and left as it is until the next commit.
    case damaged(FileDamage)

    /// The payload, if there is one, without the changes behind it.
    package var payload: [UInt8]? {
        if case .value(let value) = self { value.payload } else { nil }
    }
}

/// The newest whole commit of a file.
package struct SlotValue: Equatable, Sendable {
    package let payload: [UInt8]
    /// Changes to the payload, in order.
    package let changes: [[UInt8]]
    /// That of the payload.
    package let generation: UInt64
    /// What is wrong behind or beside it: a later commit was cut off before it was acknowledged.
    package let recovered: SlotDamage?

    package init(
        payload: [UInt8], changes: [[UInt8]] = [], generation: UInt64,
        recovered: SlotDamage?
    ) {
        self.payload = payload
        self.changes = changes
        self.generation = generation
        self.recovered = recovered
    }
}
