/// The tolerances of the instruments, in addition to what the physics of the clocks allows, in seconds and shares.
///
/// A history is excluded only if it stays impossible when every reading may be wrong by its tolerance.
package struct InstrumentTolerance: Sendable, Hashable {
    /// The largest apparent fall of a counter that can't fall, and the furthest its zero may precede the start of its
    /// boot.
    package var counter = 1.0
    /// The error of a difference of authenticated bounds.
    package var offset = 0.01
    /// The error of the time since boot by Darwin's calendar, whose boot time and wall clock are read one after the
    /// other.
    package var calendar = 0.5
    /// The growth of the time asleep that is noise of reading two clocks, without any sleep.
    package var noise = 0.01
    /// The growth of the time asleep, beyond all counted suspensions, above which the machine hibernated.
    package var hibernation = 0.1
    /// The growth of the time asleep that is too little for counted sleep, so the machine lost it.
    package var lostSleep = 0.1
    /// The ticks of Darwin's two clocks, of which each wake sets one to the other.
    package var ticks = 0.001
    /// The excess of a rate over its bound, as a share of the bound.
    package var rate = 0.0

    package init() {}

    /// The stated tolerances.
    package static let stated = InstrumentTolerance()

    /// Returns each tolerance wider by a share, so more histories fit, or narrower if the share is negative.
    package func widened(by share: Double, rates: Double) -> InstrumentTolerance {
        var tolerance = self
        tolerance.counter *= 1 + share
        tolerance.offset *= 1 + share
        tolerance.calendar *= 1 + share
        tolerance.lostSleep *= 1 + share
        tolerance.ticks *= 1 + share
        // Less growth is enough to allow an error.
        tolerance.noise /= 1 + share
        tolerance.hibernation /= 1 + share
        tolerance.rate += rates
        return tolerance
    }
}
