import Observation
import Sidereal

// The toggle that LockedIsNotMissing.md names.

/// The setting behind a toggle. It shows the user's choice at once and stores the newest choice.
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

    /// The error that prevented the last choice from being stored. Show it to the user.
    public var failure: StoreError? { stored.writeError }

    /// Returns once each choice is either durable or withdrawn.
    public func settle() async { await writing?.value }

    /// Writes one choice at a time, so the newest choice is the last one in the store.
    private func write() async {
        while let value = chosen {
            try? await stored.set(value)
            // If there is a newer choice, the loop stores it next. A choice that can't be stored is withdrawn.
            if chosen == value { chosen = nil }
        }
        writing = nil
    }
}
