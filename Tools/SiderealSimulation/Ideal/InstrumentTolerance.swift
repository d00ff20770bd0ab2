/// The tolerances of the instruments, in seconds and shares. They are added to the physics of the clocks.
///
/// The decider excludes a history only if the history stays impossible when every reading is wrong by its tolerance.
package struct InstrumentTolerance: Sendable, Hashable {
    /// The largest apparent fall of a counter that can't fall. It is also the most by which a counter's zero may
    /// precede the start of its boot.
    package var counter = 1.0
    /// The error of a difference of authenticated bounds.
    package var offset = 0.01
    /// The error of the time since boot by Darwin's calendar. A process reads the boot time and the wall clock one
    /// after the other.
    package var calendar = 0.5
    /// The growth of the time asleep that can be noise from reading two clocks. A greater growth shows a sleep.
    package var noise = 0.01
    /// The growth of the time asleep, beyond all counted suspensions, above which the machine hibernated.
    package var hibernation = 0.1
    /// The growth of the time asleep below which the machine lost a counted sleep.
    package var lostSleep = 0.1
    /// The tick length of Darwin's two clocks. Each wake sets one clock to the other.
    package var ticks = 0.001
    /// The excess of a rate over its bound, as a share of the bound.
    package var rate = 0.0

    package init() {}

    /// The stated tolerances.
    package static let stated = InstrumentTolerance()

    /// Returns each tolerance wider by a share, so more histories fit. A negative share makes each tolerance narrower.
    package func widened(by share: Double, rates: Double) -> InstrumentTolerance {
        var tolerance = self
        tolerance.counter *= 1 + share
        tolerance.offset *= 1 + share
        tolerance.calendar *= 1 + share
        tolerance.lostSleep *= 1 + share
        tolerance.ticks *= 1 + share
        // With a smaller value, less growth is enough to allow an error. So more histories fit.
        tolerance.noise /= 1 + share
        tolerance.hibernation /= 1 + share
        tolerance.rate += rates
        return tolerance
    }
}
