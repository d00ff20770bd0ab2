/// A mapping of the wall clock to the elapsed clock, for requests that others time by the wall clock.
///
/// It keeps the difference between both clocks at past readings. An instant can be mapped only if a reading from before
/// it agrees with the newest one, and the clock is not known to have been set in between.
package struct WallClockMapping: Sendable {
    private struct Tie: Sendable {
        var elapsed: ElapsedInstant
        /// The difference W - R.
        var difference: Nanoseconds
        var slept: ClockState
    }

    private var ties: [Tie] = []
    /// The difference W - R before the clock was set, until the next reading.
    private var former: Nanoseconds?
    /// The latest instant that the clock can have shown before it was set. A clock set back shows all instants up to
    /// here again.
    private var shownBefore: WallInstant?

    package static let most = 32
    /// The least distance between two readings that are worth keeping.
    package static let spacing = Nanoseconds.milliseconds(250)
    /// The most that two readings may differ while the clock counts as not set.
    package static let agreement = Nanoseconds.milliseconds(20)

    package init() {}

    package mutating func record(_ reading: ClockReading) {
        let difference = Nanoseconds(reading.wall.nanoseconds) - Nanoseconds(reading.elapsed.nanoseconds)
        let tie = Tie(elapsed: reading.elapsed, difference: difference, slept: reading.clockState)
        // Readings from before a setting tie nothing.
        if let last = ties.last, (last.difference - difference).magnitude > WallClockMapping.agreement { clockWasSet() }
        if let former {
            let shown = WallInstant(nanoseconds: (Nanoseconds(reading.elapsed.nanoseconds) + former).count)
            shownBefore = max(shown, shownBefore ?? shown)
            self.former = nil
        }
        if ties.count > 1, ties[ties.count - 1].elapsed - ties[ties.count - 2].elapsed < WallClockMapping.spacing {
            ties.removeLast()
        }
        ties.append(tie)
        if ties.count > WallClockMapping.most { ties.removeFirst() }
    }

    /// Records that the clock was set, and perhaps back again. Earlier readings tie nothing any more.
    package mutating func clockWasSet() {
        former = ties.last?.difference ?? former
        ties.removeAll()
    }

    /// Returns two instants of the wall clock on the elapsed clock: the first at its earliest, the second at its
    /// latest. `nil` if nothing ties them.
    package func span(from start: WallInstant, to end: WallInstant) -> (start: ElapsedInstant, end: ElapsedInstant)? {
        guard start <= end, let now = ties.last else { return nil }
        // The instant may be from before the clock was set back, or from after.
        if let shownBefore, start <= shownBefore + WallClockMapping.agreement { return nil }
        let begun = ElapsedInstant(nanoseconds: (Nanoseconds(start.nanoseconds) - now.difference).count)
        guard
            let before = ties.last(where: { $0.elapsed <= begun - WallClockMapping.agreement }),
            (before.difference - now.difference).magnitude <= WallClockMapping.agreement,
            !before.slept.hasSlept(until: now.slept)
        else { return nil }
        // A time daemon may have slewed the clock meanwhile.
        let seen = ties.filter { $0.elapsed >= before.elapsed }.map { $0.difference }
        let least = (seen.min() ?? now.difference) - WallClockMapping.slack
        let most = (seen.max() ?? now.difference) + WallClockMapping.slack
        let from = Nanoseconds(start.nanoseconds) - most
        let to = Nanoseconds(end.nanoseconds) - least
        let arrived = min(ElapsedInstant(nanoseconds: to.count), now.elapsed)
        let left = ElapsedInstant(nanoseconds: from.count)
        return left <= arrived ? (left, arrived) : nil
    }

    /// The imprecision of `Date`, which is exact to a microsecond at most, and of a reading, to a few more.
    private static let slack = Nanoseconds.milliseconds(1)
}
