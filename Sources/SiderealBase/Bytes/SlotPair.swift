/// The reason why a file holds no commit that can be trusted.
package enum FileDamage: Equatable, Sendable {
    /// No file of this size, in bytes, was ever written. An empty file is damage too, because creation always writes a
    /// commit.
    case size(Int64)
    /// Neither slot holds a commit; `nil` stands for an empty slot.
    case bothSlots(SlotDamage?, SlotDamage?)
    /// The slots belong to different files.
    case differentFiles
    /// The commit is whole, but its owner never wrote such a payload.
    case payload
    /// The newest commit, or a change behind it, differs from the acknowledged one, as a later change shows.
    case acknowledged
}

/// The content of a file, by both its slots.
package enum SlotPair: Equatable, Sendable {
    /// The newest commit, with the damage of the other slot, if any: a later commit that was torn.
    case current(Slot, torn: SlotDamage?)
    /// A newer format wrote here, so the file may be neither read nor changed.
    case newerVersion(UInt32)
    case damaged(FileDamage)

    package init(_ zero: SlotContent, _ one: SlotContent) {
        switch (zero, one) {
        case (.newerVersion(let first), .newerVersion(let second)):
            self = .newerVersion(max(first, second))
        case (.newerVersion(let version), _), (_, .newerVersion(let version)):
            // Whichever slot is later, a format that is not understood is not overwritten.
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

    /// Indicates whether reading again may show more: a writer may be at work, or a slot is torn.
    package var isUnsettled: Bool {
        switch self {
        case .current(_, torn: nil), .newerVersion: false
        case .current, .damaged: true
        }
    }
}
