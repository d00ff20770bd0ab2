/// The reason why a file has no commit that can be trusted.
package enum FileDamage: Equatable, Sendable {
    /// The file has this size in bytes, and the library never writes files of this size. An empty file is damage too,
    /// because creation always writes a commit.
    case size(Int64)
    /// Neither slot has a commit. A value of `nil` means that the slot is empty.
    case bothSlots(SlotDamage?, SlotDamage?)
    /// The slots belong to different files.
    case differentFiles
    /// The commit belongs to a file with another name.
    case otherName
    /// The commit is intact, but its payload has a form that the file's owner never writes.
    case payload
    /// A later change proves that the newest commit, or a change after it, was different when its write was
    /// acknowledged.
    case acknowledged
}

/// The content of a file, determined from both slots.
package enum SlotPair: Equatable, Sendable {
    /// The newest intact commit. If a later commit was torn, `torn` is the damage in the other slot.
    case current(Slot, torn: SlotDamage?)
    /// A newer version of the library wrote the file, so this version must not read or change it.
    case newerVersion(UInt32)
    case damaged(FileDamage)

    package init(_ zero: SlotContent, _ one: SlotContent) {
        switch (zero, one) {
        case (.newerVersion(let first), .newerVersion(let second)):
            self = .newerVersion(max(first, second))
        case (.newerVersion(let version), _), (_, .newerVersion(let version)):
            // Never overwrite an unknown format, whichever slot is later.
            self = .newerVersion(version)
        case (.valid(let even), .valid(let odd)):
            if even.fileID != odd.fileID {
                self = .damaged(.differentFiles)
            } else {
                self = .current(even.generation > odd.generation ? even : odd, torn: nil)
            }
        case (.valid(let slot), .empty), (.empty, .valid(let slot)):
            self = .current(slot, torn: .zeroed)
        case (.valid(let slot), .damaged(let damage)), (.damaged(let damage), .valid(let slot)):
            self = .current(slot, torn: damage)
        case (.empty, .empty):
            self = .damaged(.bothSlots(nil, nil))
        case (.damaged(let first), .empty):
            self = .damaged(.bothSlots(first, nil))
        case (.empty, .damaged(let second)):
            self = .damaged(.bothSlots(nil, second))
        case (.damaged(let first), .damaged(let second)):
            self = .damaged(.bothSlots(first, second))
        }
    }

    /// A Boolean value that indicates whether another read may show more, because a writer may be active or a slot is
    /// torn.
    package var isUnsettled: Bool {
        switch self {
        case .current(_, torn: nil), .newerVersion: false
        case .current, .damaged: true
        }
    }
}
