/// How far the instruments are trusted, beside what the physics of the clocks allows; in seconds and shares.
///
/// A history is excluded only if it stays impossible when every reading may be wrong by its tolerance.
package struct InstrumentTolerance: Sendable, Hashable {
    /// By how much a counter may seem to fall that can't, and how far its zero may lie before the start of its boot.
    package var counter = 1.0
    /// Of a difference of authenticated bounds.
    package var offset = 0.01
    /// Of the time since boot by Darwin's calendar, whose boot time and wall clock are read one after the other.
    package var calendar = 0.5
    /// Growth of the time asleep that is noise of reading two clocks, and no sleep.
    package var noise = 0.01
    /// Growth of the time asleep that no suspension explains which nobody counted: the machine hibernated.
    package var hibernation = 0.1
    /// Growth of the time asleep that is too little for sleep that was counted: the machine loses it.
    package var lostSleep = 0.1
    /// The ticks of Darwin's two clocks, where each wake sets one to the other.
    package var ticks = 0.001
    /// By how much more a rate is allowed than its bound, as a share of the bound.
    package var rate = 0.0

    package init() {}

    /// As they are stated.
    package static let stated = InstrumentTolerance()

    /// Each wider by a share, in the direction in which more histories fit; narrower where it is negative.
    package func widened(by share: Double, rates: Double) -> InstrumentTolerance {
        var tolerance = self
        tolerance.counter *= 1 + share
        tolerance.offset *= 1 + share
        tolerance.calendar *= 1 + share
        tolerance.lostSleep *= 1 + share
        tolerance.ticks *= 1 + share
        // Less growth is needed for an error to be allowed.
        tolerance.noise /= 1 + share
        tolerance.hibernation /= 1 + share
        tolerance.rate += rates
        return tolerance
    }
}
