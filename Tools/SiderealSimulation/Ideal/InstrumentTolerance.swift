/// The tolerances of the clock readings, in seconds or as fractions. The decider adds them to the errors of the clocks
/// themselves.
///
/// The decider excludes a history only if the history is impossible even when every reading is wrong by its tolerance.
package struct InstrumentTolerance: Sendable, Hashable {
    /// The largest apparent decrease of a counter that can't decrease. It is also the longest time by which a
    /// counter's zero may precede the start of its boot.
    package var counter = 1.0
    /// The error of the difference between two authenticated bounds.
    package var offset = 0.01
    /// The error of the time since boot that Darwin's calendar gives. A process reads the boot time and the wall clock
    /// one after the other.
    package var calendar = 0.5
    /// The largest increase of the time asleep that can be noise from reading two clocks. A larger increase shows a
    /// sleep.
    package var noise = 0.01
    /// The increase of the time asleep, in addition to all counted suspensions, above which the machine hibernated.
    package var hibernation = 0.1
    /// The increase of the time asleep below which the machine lost a counted sleep.
    package var lostSleep = 0.1
    /// The tick length of Darwin's two clocks. Each wake sets one clock to the other.
    package var ticks = 0.001
    /// The amount by which a rate may exceed its bound, as a fraction of the bound.
    package var rate = 0.0

    package init() {}

    /// The stated tolerances.
    package static let stated = InstrumentTolerance()

    /// Returns a copy in which each tolerance is wider by a fraction, so more histories fit. A negative fraction makes
    /// each tolerance narrower.
    package func widened(by share: Double, rates: Double) -> InstrumentTolerance {
        var tolerance = self
        tolerance.counter *= 1 + share
        tolerance.offset *= 1 + share
        tolerance.calendar *= 1 + share
        tolerance.lostSleep *= 1 + share
        tolerance.ticks *= 1 + share
        // With a smaller value here, a smaller increase already allows an error, so more histories fit.
        tolerance.noise /= 1 + share
        tolerance.hibernation /= 1 + share
        tolerance.rate += rates
        return tolerance
    }
}
