package import SiderealBase

/// The content of a two-slot file.
package enum Snapshot: Equatable, Sendable {
    /// The file certainly does not exist. If a file exists but can't be read, the read throws an error.
    case absent
    case value(SlotValue)
    /// The file has a newer format, so this version neither reads nor changes it.
    case newerVersion(UInt32)
    /// The file has no valid commit. If the check held the lock, this result is final. The file stays until the next
    /// commit.
    case damaged(FileDamage)

    /// The payload without the changes after it, or `nil` if there is no payload.
    package var payload: [UInt8]? {
        if case .value(let value) = self { value.payload } else { nil }
    }
}

/// The newest whole commit of a file.
package struct SlotValue: Equatable, Sendable {
    package let payload: [UInt8]
    /// The changes to the payload, in order.
    package let changes: [[UInt8]]
    /// The generation of the payload.
    package let generation: UInt64
    /// The damage that the reader found after or beside the commit. Either a later commit was cut off before it was
    /// acknowledged, or the reader restored decayed bits.
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
