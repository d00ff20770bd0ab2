/// Ties instants of the wall clock to the elapsed clock, for requests that others time by the wall clock.
///
/// It keeps how far both were apart at past readings. An instant can be tied only where a reading from before it agrees
/// with the newest one, and the clock is not known to have been set in between.
package struct WallClockMapping: Sendable {
    private struct Tie: Sendable {
        var elapsed: ElapsedInstant
        /// W - R.
        var difference: Nanoseconds
        var slept: ClockState
    }

    private var ties: [Tie] = []
    /// W - R as it was before the clock was set, until the next reading.
    private var former: Nanoseconds?
    /// The latest that the clock can have shown before it was set: set back, it shows everything up to here once more.
    private var shownBefore: WallInstant?

    package static let most = 32
    /// Readings that are nearer to each other than this add nothing.
    package static let spacing = Nanoseconds.milliseconds(250)
    /// By how much two readings may differ, and the clock still counts as not set.
    package static let agreement = Nanoseconds.milliseconds(20)

    package init() {}

    package mutating func record(_ reading: ClockReading) {
        let difference = Nanoseconds(reading.wall.nanoseconds) - Nanoseconds(reading.elapsed.nanoseconds)
        let tie = Tie(elapsed: reading.elapsed, difference: difference, slept: reading.clockState)
        // A clock that was set ties nothing from before.
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

    /// The clock was set, and perhaps back again: nothing from before can be tied any more.
    package mutating func clockWasSet() {
        former = ties.last?.difference ?? former
        ties.removeAll()
    }

    /// When two instants of the wall clock were, on the elapsed clock: the first at the earliest, the second at the
    /// latest. Nil where nothing ties them.
    package func span(from start: WallInstant, to end: WallInstant) -> (start: ElapsedInstant, end: ElapsedInstant)? {
        guard start <= end, let now = ties.last else { return nil }
        // It may be from before the clock was set back, or from after.
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

    /// `Date` is exact to a microsecond at most, and a reading to some more.
    private static let slack = Nanoseconds.milliseconds(1)
}
