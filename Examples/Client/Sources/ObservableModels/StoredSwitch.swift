import Observation
import Sidereal

// The toggle that LockedIsNotMissing.md names.

/// A setting behind a toggle: it shows the user's choice at once, and stores the newest one.
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

    /// The error that kept the last choice from being stored, to show to the user.
    public var failure: StoreError? { stored.writeError }

    /// Returns once each choice is durable or was taken back.
    public func settle() async { await writing?.value }

    /// Writes one choice at a time, so that the newest one wins.
    private func write() async {
        while let value = chosen {
            try? await stored.set(value)
            // A newer choice is stored next. A choice that can't be stored is taken back.
            if chosen == value { chosen = nil }
        }
        writing = nil
    }
}
