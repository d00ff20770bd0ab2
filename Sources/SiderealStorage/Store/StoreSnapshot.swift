package import SiderealBase

/// What a store's files show, in the order in which they have to be read.
package struct StoreSnapshot: Equatable, Sendable {
    /// The birth record, by its name alone: looked for before the file is.
    package enum Marker: Equatable, Sendable {
        case recorded
        case notRecorded
        case unreadable(errno: Int32)
    }

    /// What became of reading the two-slot file.
    package enum File: Equatable, Sendable {
        case whole
        case missing
        case damaged
        case newerVersion(UInt32)
        case busy
        /// The system denied it as it denies what is locked (EPERM, EACCES, ENOKEY).
        case denied(errno: Int32)
        case failed(errno: Int32)
    }

    /// As it was before the files were read: one that opens meanwhile must not explain what was denied earlier.
    package let gate: FirstUnlockState
    package let marker: Marker
    package let file: File

    package init(gate: FirstUnlockState, marker: Marker, file: File) {
        self.gate = gate
        self.marker = marker
        self.file = file
    }

    /// What follows for the reader of a value.
    package enum Verdict: Equatable, Sendable {
        /// What was read counts.
        case readable
        /// Nothing was ever stored.
        case absent
        case unavailable(Unavailability)
    }

    /// Judges it, for a store of a tier.
    ///
    /// `canReadAlways` says that a missing birth record can be believed while the gate is closed: the system knows
    /// protection classes, and the record is in the class that is always readable.
    package func verdict(tier: ProtectionTier, canReadAlways: Bool) -> Verdict {
        // A store that does not wait for an unlock asks no gate.
        let closed = tier == .always ? nil : gate.unavailability
        switch file {
        case .whole: return .readable
        case .damaged: return .unavailable(.damaged)
        case .newerVersion(let version): return .unavailable(.newerVersion(version))
        case .busy: return .unavailable(.busy)
        case .failed(let number): return .unavailable(.unreadable(errno: number))
        case .denied(let number):
            if let closed { return .unavailable(closed) }
            return .unavailable(tier == .whenUnlocked ? .locked : .unreadable(errno: number))
        case .missing:
            switch marker {
            case .recorded: return .unavailable(closed ?? .lost)
            case .notRecorded: return canReadAlways ? .absent : closed.map(Verdict.unavailable) ?? .absent
            case .unreadable(let number): return .unavailable(closed ?? .unreadable(errno: number))
            }
        }
    }
}
