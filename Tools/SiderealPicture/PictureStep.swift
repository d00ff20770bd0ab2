package import Sidereal
package import SiderealCore

/// One step of a history: what the timekeeper was fed, what really was, or both.
package struct PictureStep: Sendable {
    /// What the timekeeper was fed; nil where the step is none of its inputs.
    package var entry: JournalEntry?
    /// The true time of the step; nil where it is not known, as in a journal.
    package var truth: TrueInstant?
    /// What only a simulator knows.
    package var event: PictureEvent?
    /// What else is to be told of the step, in a sentence.
    package var note: String?
    /// The line of the journal; nil to count the entries.
    package var line: Int?

    /// A step of a history; all but the first, which may be nil, can be left out.
    package init(
        _ entry: JournalEntry?, truth: TrueInstant? = nil, event: PictureEvent? = nil, note: String? = nil,
        line: Int? = nil
    ) {
        self.entry = entry
        self.truth = truth
        self.event = event
        self.note = note
        self.line = line
    }

    /// A step that the timekeeper was not told of.
    package init(_ event: PictureEvent, truth: TrueInstant?, note: String? = nil) {
        self.init(nil, truth: truth, event: event, note: note)
    }
}

/// What happens to a simulated device, and is not in a journal.
package enum PictureEvent: Sendable, Hashable {
    /// The device goes off at the step's time, and boots at this one; nil where it does not boot again.
    case off(until: TrueInstant?)
    /// The device wakes up at the step's time, having slept so long.
    case slept(for: Nanoseconds)
    case locked
    case unlocked
    /// From the boot until here nothing was unlocked.
    case firstUnlock
    /// The owner, or a time daemon, sets the wall clock by so much.
    case clockSet(by: Nanoseconds)
    /// A process starts; early is before the first unlock.
    case launched(name: String, early: Bool)
    case killed
    /// A server's answer arrived, or did not: what it said, in words.
    case serverSaid(source: String, words: String)
    /// A store was read or written, and answered so.
    case answer(String)
    case remark(String)
    /// A promise was broken: what was said, and what was true.
    case broken(String)
}
