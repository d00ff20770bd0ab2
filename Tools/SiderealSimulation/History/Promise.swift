/// A promise of Sidereal that a history can break.
package enum Promise: String, Sendable, Hashable, Codable, CaseIterable {
    /// The trusted bounds, and all values derived from them, are consistent with the true time.
    case bounds
    /// A proven verdict is right.
    case proof
    /// The library leaves a question open only if the evidence can't decide it.
    case openness
    /// The floor never falls and never exceeds the true time.
    case floor
    /// Acknowledged data stays in the store.
    case durability
    /// The store never reports existing data as absent.
    case presence
    /// The displayed date goes backward only if it was wrong, and never by a minute or less.
    case display

    package var text: String {
        switch self {
        case .bounds: "bounds contain the truth"
        case .proof: "a proven verdict is right"
        case .openness: "a question is open only if the evidence can't decide"
        case .floor: "the floor never falls and never exceeds the truth"
        case .durability: "no acknowledged value is lost"
        case .presence: "no stored value is reported absent"
        case .display: "the shown date never goes backward by a minute or less"
        }
    }
}

/// A broken promise, with the event that broke it and a description.
package struct Violation: Error, Sendable, Hashable {
    package var promise: Promise
    /// The index of the event in the history.
    package var event: Int
    package var text: String

    package init(_ promise: Promise, event: Int, _ text: String) {
        self.promise = promise
        self.event = event
        self.text = text
    }
}
