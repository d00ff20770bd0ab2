/// A mapping from the wall clock to the elapsed clock, for requests that other code times by the wall clock.
///
/// The mapping keeps the difference between both clocks at past readings. It maps an instant only if a reading from
/// before the instant agrees with the newest reading, and no change to the clock between these readings is known.
package struct WallClockMapping: Sendable {
    private struct Tie: Sendable {
        var elapsed: ElapsedInstant
        /// The difference W - R.
        var difference: Nanoseconds
        var slept: ClockState
    }

    private var ties: [Tie] = []
    /// The wall clock minus the elapsed clock before the wall clock was set. The next reading clears this value.
    private var former: Nanoseconds?
    /// The latest instant that the clock can have shown before it was set. If the clock is set back, the clock shows
    /// all instants up to this instant again.
    private var shownBefore: WallInstant?

    package static let most = 32
    /// The least time between two readings that the mapping keeps.
    package static let spacing = Nanoseconds.milliseconds(250)
    /// If the difference changes by at most this length, the mapping assumes that the clock was not set.
    package static let agreement = Nanoseconds.milliseconds(20)

    package init() {}

    package mutating func record(_ reading: ClockReading) {
        let difference = Nanoseconds(reading.wall.nanoseconds) - Nanoseconds(reading.elapsed.nanoseconds)
        let tie = Tie(elapsed: reading.elapsed, difference: difference, slept: reading.clockState)
        // Readings from before the clock was set can't map instants any more.
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

    /// Records that the clock was set, and perhaps restored afterward. Discards the earlier readings.
    package mutating func clockWasSet() {
        former = ties.last?.difference ?? former
        ties.removeAll()
    }

    /// Maps two instants of the wall clock to the elapsed clock: `start` to its earliest instant, and `end` to its
    /// latest. Returns `nil` if no readings map the instants.
    package func span(from start: WallInstant, to end: WallInstant) -> (start: ElapsedInstant, end: ElapsedInstant)? {
        guard start <= end, let now = ties.last else { return nil }
        // The clock may have shown this instant twice: before and after it was set back.
        if let shownBefore, start <= shownBefore + WallClockMapping.agreement { return nil }
        let begun = ElapsedInstant(nanoseconds: (Nanoseconds(start.nanoseconds) - now.difference).count)
        guard
            let before = ties.last(where: { $0.elapsed <= begun - WallClockMapping.agreement }),
            (before.difference - now.difference).magnitude <= WallClockMapping.agreement,
            !before.slept.hasSlept(until: now.slept)
        else { return nil }
        // A time daemon may have slewed the clock between the readings.
        let seen = ties.filter { $0.elapsed >= before.elapsed }.map { $0.difference }
        let least = (seen.min() ?? now.difference) - WallClockMapping.slack
        let most = (seen.max() ?? now.difference) + WallClockMapping.slack
        let from = Nanoseconds(start.nanoseconds) - most
        let to = Nanoseconds(end.nanoseconds) - least
        let arrived = min(ElapsedInstant(nanoseconds: to.count), now.elapsed)
        let left = ElapsedInstant(nanoseconds: from.count)
        return left <= arrived ? (left, arrived) : nil
    }

    /// The imprecision of `Date`, which is exact to a microsecond at best, and of a reading, which takes a few
    /// microseconds.
    private static let slack = Nanoseconds.milliseconds(1)
}
