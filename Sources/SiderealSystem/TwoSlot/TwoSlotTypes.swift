package import SiderealCore

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
    package let format: SlotFormat
    /// That of the payload.
    package let generation: UInt64
    /// What is wrong behind or beside it: a later commit was cut off before it was acknowledged.
    package let recovered: SlotDamage?

    package init(
        payload: [UInt8], changes: [[UInt8]] = [], format: SlotFormat = .plain, generation: UInt64,
        recovered: SlotDamage?
    ) {
        self.payload = payload
        self.format = format
        self.changes = changes
        self.generation = generation
        self.recovered = recovered
    }
}

/// What tells a commit of a file from all others.
package struct CommitMark: Equatable, Sendable {
    /// That of the last whole commit.
    package let generation: UInt64
    /// Of all that it consists of.
    let checksum: UInt64
}

/// An acknowledged commit: durable, power cut or not.
package struct Commit: Equatable, Sendable {
    package let place: CommitPlace
    /// Whether the name now belongs to a new file, whose attributes (backup exclusion) have to be set again.
    package let isNewFile: Bool
    /// Where a damaged predecessor was kept.
    package let keptAside: String?
    /// Whether others were told of its end by the sidecar's word.
    package internal(set) var isEndTold = false

    package var mark: CommitMark { place.mark }
    package var generation: UInt64 { place.generation }
}

/// Why a two-slot file could not be read or a commit was not acknowledged.
package enum TwoSlotError: Error, Equatable, Sendable {
    /// The present content could not be read; it was not replaced either.
    case unreadable(SystemError)
    /// A call failed on the way to durability: the content is the old one or the new one, and only a later read tells.
    case failed(SystemError)
    /// Another process holds the lock, and what can be seen without it is not whole.
    case busy
    /// The file belongs to a newer version of this format; nothing was changed.
    case newerVersion(UInt32)
    /// The payload is larger than any slot.
    case tooLarge(path: String, count: Int)
    /// Something that does not take the lock put another file in place meanwhile.
    case replaced(path: String)

    /// The failed call beneath, with its path and error number.
    package var systemError: SystemError? {
        switch self {
        case .unreadable(let error), .failed(let error): error
        case .busy, .newerVersion, .tooLarge, .replaced: nil
        }
    }
}

extension TwoSlotError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let error): "cannot read: \(error)"
        case .failed(let error): "not committed: \(error)"
        case .busy: "another process holds the lock"
        case .newerVersion(let version): "written in the newer format \(version)"
        case .tooLarge(let path, let count): "\(path): \(count) bytes are too many"
        case .replaced(let path): "\(path): replaced by something else meanwhile"
        }
    }
}
