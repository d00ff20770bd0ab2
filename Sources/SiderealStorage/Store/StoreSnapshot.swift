package import SiderealBase
package import SiderealSystem

/// The state of a store's gate and files. Read the gate and the files in the order of the properties.
package struct StoreSnapshot: Equatable, Sendable {
    /// The state of the creation marker, which depends only on whether its name exists. Check the marker before you
    /// read the file.
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

    /// The state of the gate before the read of the files. If the gate opens during the read, its later state does not
    /// explain an earlier denial. A store of tier `always` treats the gate as open, unless the system denied the read.
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

    /// Returns the verdict on the snapshot. If files have protection classes (`hasClasses`), a missing creation marker
    /// proves absence even while the gate is closed. The reason is that a file in the marker's class is always
    /// readable.
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
