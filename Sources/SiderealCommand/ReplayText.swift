import Sidereal

/// A replayed line for a person: what it brought to light, and what is known after it.
enum ReplayText {
    static func lines(of state: JournalReplay.State, _ terminal: Terminal) -> [String] { ["TODO"] }
}
