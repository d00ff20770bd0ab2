/// A promise of Sidereal that a history can break.
package enum Promise: String, Sendable, Hashable, Codable, CaseIterable {
    /// Trusted bounds contain the true time, and so does everything derived from them.
    case bounds
    /// A proven verdict is right.
    case proof
    /// A question is left open only if the evidence at hand can't decide it.
    case openness
    /// The floor never falls, and never passes the truth.
    case floor
    /// Acknowledged data is there.
    case durability
    /// Data that is there is never called absent.
    case presence
    /// The date on display goes backward only by more than a minute, if it was wrong.
    case display

    package var text: String {
        switch self {
        case .bounds: "bounds contain the truth"
        case .proof: "a proven verdict is right"
        case .openness: "a question is open only where the evidence can't decide"
        case .floor: "the floor never falls and never passes the truth"
        case .durability: "nothing that was acknowledged is lost"
        case .presence: "nothing that is there is called absent"
        case .display: "the date that is shown never goes backward by a minute or less"
        }
    }
}

/// A broken promise, and the event and the way in which it broke.
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
