/// What the clock of the power management unit shows.
///
/// Nothing sets that clock, and it seems to run while the power is off; whether it does on every device is not known.
/// So it is believed only where a clock is made to accept it: it raises no floor, proves no boot, and corrects nothing
/// that others prove.
package struct PowerManagementEvidence: Sendable, Hashable {
    /// Bounds of the true time, in nanoseconds, when the clock showed an instant.
    package struct Tie: Sendable, Hashable {
        package var time: Bounds
        package var at: PowerManagementInstant

        package init(time: Bounds, at: PowerManagementInstant) {
            self.time = time
            self.at = at
        }
    }

    /// The time between two new starts that were seen, or two readings at which it was wrong. What it showed in one
    /// life says nothing in another.
    package struct Life: Sendable, Hashable, Comparable {
        /// How many there were before.
        package var number: UInt32
        /// Random, so that two which were counted alike, because one of them was not saved, stay distinct.
        package var tag: UInt64

        package init(number: UInt32 = 0, tag: UInt64 = 0) {
            self.number = number
            self.tag = tag
        }

        package static func < (left: Life, right: Life) -> Bool {
            (left.number, left.tag) < (right.number, right.tag)
        }
    }

    package private(set) var life: Life
    /// What it showed last.
    package private(set) var last: PowerManagementInstant?
    package private(set) var tie: Tie?

    package init(life: Life = Life(), last: PowerManagementInstant? = nil, tie: Tie? = nil) {
        self.life = life
        self.last = last
        self.tie = tie
    }

    /// The most by which it runs too fast or too slow, awake, asleep and off.
    package static let drift = Rate.partsPerMillion(100)
    /// A reading that ends longer than this after the other clocks were read is not one at their moment.
    package static let longestReading = Nanoseconds.milliseconds(3)
    /// How far the time between two of its readings can differ from the time between the readings that they belong to.
    /// The clock ticks every 31 microseconds.
    package static let readingError = Nanoseconds.milliseconds(4)

    /// Bounds of the true time between two instants that it showed; nil where it fell, and so started anew.
    ///
    /// The lower end holds even after a new start that went unseen: at least what it shows now has passed since then,
    /// and that is more. The upper end does not.
    package static func passed(from earlier: PowerManagementInstant, to later: PowerManagementInstant) -> Bounds? {
        guard earlier <= later else { return nil }
        let counted = later - earlier
        return .plusOrMinus(drift.error(over: counted) + readingError) + counted
    }

    /// Bounds of the true time when it shows an instant; nil where nothing ties the two.
    package func time(at instant: PowerManagementInstant) -> Bounds? {
        guard let tie else { return nil }
        // Another process may have tied it to a later instant than this one has seen.
        if instant < tie.at { return PowerManagementEvidence.passed(from: instant, to: tie.at).map { tie.time - $0 } }
        return PowerManagementEvidence.passed(from: tie.at, to: instant).map { tie.time + $0 }
    }

    // MARK: - What it takes in

    /// Takes a reading of it. `passed` is what is known of the true time since the last one. A new life gets a tag.
    package mutating func see(_ instant: PowerManagementInstant, passed: Bounds?, tag: UInt64) {
        if let last {
            let counted = PowerManagementEvidence.passed(from: last, to: instant)
            if !(counted?.meets(passed ?? .unbounded) ?? false) { startAnew(tag: tag) }
        }
        last = instant
    }

    /// What it showed before now says nothing any more.
    package mutating func startAnew(tag: UInt64) {
        let number = life.number.addingReportingOverflow(1)
        life = Life(number: number.overflow ? .max : number.partialValue, tag: tag)
        (last, tie) = (nil, nil)
    }

    /// Takes in what the true time was, or was at least, when it showed an instant. A tie that disagrees was wrong.
    package mutating func tie(_ instant: PowerManagementInstant, to time: Bounds, tag: UInt64) {
        let old = self.time(at: instant)
        if let old, !old.meets(time) {
            startAnew(tag: tag)
            last = instant
        }
        if time.isBounded, time.width <= self.time(at: instant)?.width ?? .max { tie = Tie(time: time, at: instant) }
    }

    /// The same with nothing that servers said.
    package var withoutTrust: PowerManagementEvidence { PowerManagementEvidence(life: life, last: last) }

    /// Takes over what another process of this machine knows. False where that saw it start anew, and this one did not.
    @discardableResult
    package mutating func join(_ other: PowerManagementEvidence) -> Bool {
        if other.life > life {
            self = other
            return false
        }
        guard other.life == life else { return true }
        last = [last, other.last].compactMap { $0 }.max()
        guard let theirs = other.tie else { return true }
        let latest = max(tie?.at ?? theirs.at, theirs.at)
        let mine = time(at: latest)?.width ?? .max
        if other.time(at: latest)?.width ?? .max < mine { tie = theirs }
        return true
    }
}
