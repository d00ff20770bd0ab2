/// Bounds of the true time since a start. The account carries them from reading to reading, across clock changes,
/// sleeps, reboots and machines.
///
/// If possible, the account carries the bounds in one long step, not in many short steps. Within a boot, it carries
/// each end from the mark that gave the end. Across reboots, it carries the ends from date to date.
///
/// At each update, the timekeeper judges the servers' answers in the current boot again. The account relies on these
/// answers only after that boot is over. So an answer that the timekeeper rejects has no effect. An answer that its
/// source contradicts later has no effect after an update in the same boot, at least an hour later.
package struct ElapsedAccount: Sendable, Hashable {
    /// A moment, with the bounds that were known at that moment.
    package struct Point: Sendable, Hashable {
        package let mark: BootMark
        /// Bounds of the time from the start to this moment.
        package let sinceStart: Bounds
    }

    /// The bounds known at a reading.
    package struct Balance: Sendable, Equatable {
        /// Bounds of the time since the start. The lower end is never negative.
        package var total: Bounds
        /// Bounds of the true time at the start, in nanoseconds since 1970: `settledStart` from earlier boots, and
        /// `bootStart` from this boot.
        package var settledStart: Bounds
        package var bootStart: Bounds
        package var gap: Gap

        package var isDated: Bool { Bounds.agreed([settledStart, bootStart]).isKnown }
    }

    /// The gap since the account lost its upper bound. The gap is empty while there is an upper bound.
    package struct Gap: Sendable, Hashable {
        /// The least time that has passed since the loss.
        package var span: Nanoseconds
        /// The number of restarts since the loss, including the restart that caused the loss.
        package var reboots: Int64

        package init(span: Nanoseconds = .zero, reboots: Int64 = 0) {
            self.span = span
            self.reboots = reboots
        }
    }

    /// The newest moment, with the bounds that were known at that moment.
    package let latest: Point
    /// The first moment of the latest boot, with the bounds from earlier boots. It stays the same during the boot, so
    /// the losses of later moments don't add up in the bounds.
    package let first: Point
    /// The point from which the account carries the lower bound, chosen when the latest boot began.
    package let lower: Point
    /// The point from which the account carries the upper bound, chosen when the latest boot began.
    package let upper: Point
    /// The newest moment with a known machine. Before the first unlock, the record is not always readable. A mark made
    /// without the record can't be compared after the next reboot.
    package let identified: Point?
    /// The newest moment with a bounded true time.
    package let dated: Point?
    /// Bounds of the true time at the start, from earlier boots.
    package let settledStart: Bounds
    /// Bounds of the true time at the start, from the latest boot. The bounds stay until the timekeeper retracts them.
    package let bootStart: Bounds
    package let gap: Gap

    package init(
        latest: Point, first: Point, lower: Point, upper: Point, identified: Point?, dated: Point?,
        settledStart: Bounds, bootStart: Bounds, gap: Gap
    ) {
        self.latest = latest
        self.first = first
        self.lower = lower
        self.upper = upper
        self.identified = identified
        self.dated = dated
        self.settledStart = settledStart
        self.bootStart = bootStart
        self.gap = gap
    }

    /// Bounds of the true time at the start. If the bounds of two boots contradict each other, the result contains
    /// both.
    package var startDate: Bounds { Bounds.agreed([settledStart, bootStart]) }

    /// A Boolean value that indicates whether the true time of the start is known.
    package var isDated: Bool { startDate.isKnown }

    /// Creates an account that started the given time before the latest reading, or returns `nil` before the first
    /// reading.
    package init?(startingAt keeper: Timekeeper, alreadyElapsed counted: Nanoseconds = .zero) {
        // The account has a date that it can correct, so its marks contain no date.
        guard let mark = keeper.mark?.withoutTrust else { return nil }
        let counted = max(.zero, counted)
        let start = Point(mark: mark, sinceStart: .exactly(counted))
        self.init(
            latest: start, first: start, lower: start, upper: start, identified: mark.machine == nil ? nil : start,
            dated: keeper.provenTime.isBounded ? start : nil, settledStart: .unbounded,
            bootStart: keeper.provenTime - .exactly(counted), gap: Gap())
    }

    /// Returns the balance at the latest reading, or `nil` before the first reading.
    package func balance(at keeper: Timekeeper) -> Balance? {
        let isPresent = isOfPresentBoot(keeper)
        return carried(to: keeper, inPresentBoot: isPresent).map {
            balance(of: $0, at: keeper, inPresentBoot: isPresent)
        }
    }

    /// Returns the account at the latest reading, or `nil` before the first reading.
    package func updated(at keeper: Timekeeper) -> ElapsedAccount? {
        let isPresent = isOfPresentBoot(keeper)
        guard let mark = keeper.mark?.withoutTrust, let carried = carried(to: keeper, inPresentBoot: isPresent) else {
            return nil
        }
        let balance = balance(of: carried, at: keeper, inPresentBoot: isPresent)
        let now = Point(mark: mark, sinceStart: balance.total)
        let identified = mark.machine == nil ? identified : now
        let dated = keeper.provenTime.isBounded ? now : dated
        if isPresent {
            return ElapsedAccount(
                latest: now, first: first, lower: lower, upper: upper, identified: identified, dated: dated,
                settledStart: balance.settledStart, bootStart: balance.bootStart, gap: balance.gap)
        }
        let settled = byClocks(carried)
        let begun = Point(mark: mark, sinceStart: settled)
        return ElapsedAccount(
            latest: now, first: begun, lower: carried.first { $0.givesLower(of: settled) }?.from ?? begun,
            upper: upper(of: settled, carried) ?? begun, identified: identified, dated: dated,
            settledStart: balance.settledStart, bootStart: balance.bootStart, gap: balance.gap)
    }

    private func isOfPresentBoot(_ keeper: Timekeeper) -> Bool {
        keeper.verdict(since: first.mark).map { $0.answer == .sameBoot && $0.isProven } == true
    }

    /// Returns the account at the latest reading, or `nil` before the first reading. If no evidence can bound the
    /// passed time any more, and the true time is known, the account continues from the proven time.
    ///
    /// If the clocks still bound the passed time, the account does not restart: a later answer may date its start.
    package func countingOn(at keeper: Timekeeper) -> ElapsedAccount? {
        guard let updated = updated(at: keeper) else { return nil }
        let passed = updated.latest.sinceStart
        guard !updated.isDated, !passed.isKnown,
            carried(to: keeper, inPresentBoot: isOfPresentBoot(keeper)).map(byClocks)?.hasUpper == false,
            let anew = ElapsedAccount(startingAt: keeper, alreadyElapsed: max(latest.sinceStart.lower, passed.lower)),
            anew.isDated
        else { return updated }
        return anew
    }

    /// Returns the point of the upper bound. If there is no upper bound, returns the old point.
    private func upper(of total: Bounds, _ carried: [Carried]) -> Point? {
        guard total.hasUpper else { return upper }
        // Tries the old point of the upper bound before the point of the lower bound.
        return (carried.filter { $0.from == upper } + carried).first { $0.givesUpper(of: total) }?.from
    }

    // MARK: - Carrying

    /// The bounds that a point gives at a reading.
    private struct Carried {
        let from: Point
        let total: Bounds

        /// The least gain for which a new point replaces an old point. The gain exceeds the loss of a new point, so
        /// losses don't accumulate.
        private static let smallestGain = Nanoseconds(1_000)

        func givesLower(of other: Bounds) -> Bool { total.lower + Carried.smallestGain >= other.lower }
        func givesUpper(of other: Bounds) -> Bool {
            total.hasUpper && total.upper - Carried.smallestGain <= other.upper
        }
    }

    private func carried(to keeper: Timekeeper, inPresentBoot isPresent: Bool) -> [Carried]? {
        var all: [Carried] = []
        // Later points of this boot rest on the answers from its servers. The timekeeper has more of these answers,
        // unless it lost them with its record.
        let points: [Point?] =
            isPresent && keeper.provenTime.isBounded
            ? [lower, upper, first] : [lower, upper, first, dated, identified, latest]
        for case let point? in points where !all.contains(where: { $0.from == point }) {
            guard let passed = keeper.elapsed(since: point.mark) else { return nil }
            all.append(Carried(from: point, total: point.sinceStart + passed.notNegative))
        }
        return all
    }

    private func byClocks(_ carried: [Carried]) -> Bounds { Bounds.agreed(carried.map { $0.total }) }

    private func balance(of carried: [Carried], at keeper: Timekeeper, inPresentBoot isPresent: Bool) -> Balance {
        let byClocks = byClocks(carried)
        let time = keeper.provenTime
        var (settledStart, bootStart) = (startDate, time - byClocks)
        if isPresent {
            // Compute the start from the present trust. If the earlier start agrees with it, use both.
            let byFirst = keeper.provenTime(at: first.mark.reading.clockState) - first.sinceStart
            let fresh = bootStart.intersection(byFirst) ?? bootStart
            // If the clocks may have stood still since then, a present date gives only an upper bound of the start.
            let mayHaveStood = keeper.model.mayBePaused && self.bootStart.isBounded
            let both = self.bootStart.intersection(mayHaveStood ? fresh.withoutLower : fresh)
            (settledStart, bootStart) = (self.settledStart, both ?? fresh)
        }
        let startDate = Bounds.agreed([settledStart, bootStart])
        // A date is valid on every machine, so dates at both ends need no clock in between.
        let byDates = ((keeper.earliestBySoftware.flatMap { time.atLeast($0) } ?? time) - startDate).notNegative
        // If dates give an upper end, or show a pause, ignore the upper end of clocks that may have stood still.
        let isCounted = !(keeper.model.mayBePaused && (byDates.hasUpper || byDates.lower > byClocks.upper))
        let total = Bounds.agreed([isCounted ? byClocks : byClocks.withoutUpper, byDates])
        return Balance(
            total: total, settledStart: settledStart, bootStart: bootStart,
            gap: total.hasUpper ? Gap() : grown(at: keeper))
    }

    private func grown(at keeper: Timekeeper) -> Gap {
        let passed = keeper.elapsed(since: latest.mark)?.notNegative ?? Bounds.unbounded.notNegative
        let isSameBoot = keeper.verdict(since: latest.mark)?.answer == .sameBoot
        let (reboots, isOver) = gap.reboots.addingReportingOverflow(isSameBoot ? 0 : 1)
        return Gap(span: gap.span + passed.lower, reboots: isOver ? .max : reboots)
    }
}

extension Bounds {
    /// The same bounds without values below zero.
    fileprivate var notNegative: Bounds { atLeast(.zero) ?? .exactly(.zero) }

    /// A Boolean value that indicates whether the bounds are at most one hour wide, which is more than the drift of
    /// several weeks. If servers contradict each other, the bounds are days wide. A floor alone gives no upper end.
    fileprivate var isKnown: Bool { width <= Nanoseconds(3_600_000_000_000) }

    /// Returns the values that all bounds allow. If the bounds contradict each other, a premise failed, and each of
    /// them may be true. In that case the result contains all of them.
    fileprivate static func agreed(_ all: [Bounds]) -> Bounds {
        let lower = all.map { $0.lower }.max() ?? .min
        let upper = all.map { $0.upper }.min() ?? .max
        if let bounds = Bounds(lower: lower, upper: upper) { return bounds }
        return Bounds(lower: all.map { $0.lower }.min() ?? .min, upper: all.map { $0.upper }.max() ?? .max)
            ?? .unbounded
    }
}

extension Timekeeper {
    /// Bounds of the true time at the latest reading, in nanoseconds since 1970, with only the ends that may enter a
    /// mark. The bounds are unbounded if no end is proven.
    package var provenTime: Bounds {
        latest.map { provenTime(at: $0.reading.clockState) } ?? .unbounded
    }

    /// The earliest true time at the latest reading that the date of the software allows, in nanoseconds since 1970.
    var earliestBySoftware: Nanoseconds? {
        guard let state = latest?.reading.clockState else { return nil }
        return softwareFloor?.moved(to: state, model: model).map { Nanoseconds($0.earliest.nanoseconds) }
    }

    /// Returns the proven bounds of the true time at a state of this boot.
    func provenTime(at state: ClockState) -> Bounds {
        authenticatedOffset(at: state).map { $0 + Nanoseconds(state.elapsed.nanoseconds) } ?? .unbounded
    }
}
