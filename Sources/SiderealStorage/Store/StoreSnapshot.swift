package import SiderealBase
package import SiderealSystem

/// The state of a store's files, in the order in which they have to be read.
package struct StoreSnapshot: Equatable, Sendable {
    /// The state of the creation marker, judged by its name alone. It is checked before the file is read.
    package enum Marker: Equatable, Sendable {
        case recorded
        case notRecorded
        case unreadable(ErrorNumber)
    }

    /// The outcome of reading the two-slot file.
    package enum File: Equatable, Sendable {
        case whole
        case missing
        case damaged
        case newerVersion(UInt32)
        case busy
        case failed(ErrorNumber)
    }

    /// The state of the gate before the files were read: a gate that opens during the read must not explain an earlier
    /// denial. A store that does not wait for an unlock treats the gate as open, unless the read was denied.
    package let gate: FirstUnlockGate.State
    package let marker: Marker
    package let file: File

    package init(gate: FirstUnlockGate.State, marker: Marker, file: File) {
        self.gate = gate
        self.marker = marker
        self.file = file
    }

    /// The outcome for the reader of a value.
    package enum Verdict: Equatable, Sendable {
        /// The content that was read is valid.
        case readable
        /// The store was never written.
        case absent
        case unavailable(Unavailability)
    }

    /// Returns the verdict on the snapshot. If files have protection classes, `hasClasses`, a missing creation marker
    /// proves absence even while the gate is closed, because the marker is in the class that is always readable.
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
