package import Sidereal
package import SiderealCore

/// One step of a history: an input of the timekeeper, a true event, or both.
package struct PictureStep: Sendable {
    /// The timekeeper's input, or `nil` if the step is only a true event.
    package var entry: JournalEntry?
    /// The true time of the step, or `nil` if it is unknown, as in a journal.
    package var truth: TrueInstant?
    /// An event that only a simulator can report.
    package var event: PictureEvent?
    /// The step's line number in the journal. If the line is `nil`, the picture uses the number of the entry instead.
    package var line: Int?

    /// Creates a step of a history. The entry may be `nil`.
    package init(
        _ entry: JournalEntry?, truth: TrueInstant? = nil, event: PictureEvent? = nil, line: Int? = nil
    ) {
        self.entry = entry
        self.truth = truth
        self.event = event
        self.line = line
    }

    /// Creates a step that is not an input of the timekeeper.
    package init(_ event: PictureEvent, truth: TrueInstant?) { self.init(nil, truth: truth, event: event) }
}

/// An event of a simulated device that a journal does not contain.
package enum PictureEvent: Sendable, Hashable {
    /// The device turns off at the step's time and boots at `until`. If `until` is `nil`, the device doesn't boot
    /// again.
    case off(until: TrueInstant?)
    /// The device wakes up at the step's time. The device slept for the given time.
    case slept(for: Nanoseconds)
    case locked
    case unlocked
    /// The owner or a time daemon changes the wall clock by the given amount.
    case clockSet(by: Nanoseconds)
    /// A process starts. `early` indicates whether the process starts before the first unlock.
    case launched(name: String, early: Bool)
    case killed
    case remark(String)
}
