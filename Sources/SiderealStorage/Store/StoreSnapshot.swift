package import SiderealBase
package import SiderealSystem

/// What a store's files show, in the order in which they have to be read.
package struct StoreSnapshot: Equatable, Sendable {
    /// The birth record, by its name alone: looked for before the file is.
    package enum Marker: Equatable, Sendable {
        case recorded
        case notRecorded
        case unreadable(ErrorNumber)
    }

    /// What became of reading the two-slot file.
    package enum File: Equatable, Sendable {
        case whole
        case missing
        case damaged
        case newerVersion(UInt32)
        case busy
        case failed(ErrorNumber)
    }

    /// As it was before the files were read: one that opens meanwhile must not explain what was denied earlier. A store
    /// that does not wait for an unlock takes it for open, unless it was denied.
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

    /// Judges it. Where files have protection classes, `hasClasses`, a missing birth record can be believed while the
    /// gate is closed: it is in the class that is always readable.
    package func verdict(hasClasses: Bool) -> Verdict {
        let closed = gate.unavailability
        switch file {
        case .whole: return .readable
        case .damaged: return .unavailable(.damaged)
        case .newerVersion(let version): return .unavailable(.newerVersion(version))
        case .busy: return .unavailable(.busy)
        case .failed(let number):
            return .unavailable(Unavailability(number, closed: closed, hasClasses: hasClasses))
        case .missing:
            switch marker {
            case .recorded: return .unavailable(closed ?? .lost)
            case .notRecorded: return hasClasses ? .absent : closed.map(Verdict.unavailable) ?? .absent
            case .unreadable(let number):
                return .unavailable(closed ?? Unavailability(number, closed: nil, hasClasses: hasClasses))
            }
        }
    }
}
