import Observation
import Sidereal

// What LockedIsNotMissing.md names for a toggle.

/// A setting that a toggle changes: it shows at once what the person chose, and stores the newest choice.
@available(iOS 17, macOS 14, *)
@MainActor @Observable
public final class StoredSwitch {
    private let stored: StoredValue<Bool>
    private var chosen: Bool?
    private var writing: Task<Void, Never>?

    public init(_ stored: StoredValue<Bool>) { self.stored = stored }

    public var isOn: Bool {
        get { chosen ?? stored.reading.valueIfPresent ?? false }
        set {
            chosen = newValue
            if writing == nil { writing = Task { await write() } }
        }
    }

    /// Why the last choice was not stored, for the person to see.
    public var failure: StoreError? { stored.writeError }

    /// Returns when all that was chosen is durable, or taken back.
    public func settle() async { await writing?.value }

    /// One write after the other, so that the newest choice wins.
    private func write() async {
        while let value = chosen {
            try? await stored.set(value)
            // A newer choice is stored next. A choice that can't be stored is taken back.
            if chosen == value { chosen = nil }
        }
        writing = nil
    }
}
