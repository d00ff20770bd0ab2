import Sidereal

/// A reading of the power management clock between two readings of the library's own clocks. It stays on the device.
public struct MonotonicReading: Codable, Sendable, Hashable {
    public var answer: KernelAnswer
    /// The library's clocks just before the reading, or `nil` if they can't be read.
    public var before: LaunchRecord.Clocks?
    public var after: LaunchRecord.Clocks?
    public var timebase: Timebase?

    public init(
        answer: KernelAnswer, before: LaunchRecord.Clocks?, after: LaunchRecord.Clocks?, timebase: Timebase?
    ) {
        self.answer = answer
        self.before = before
        self.after = after
        self.timebase = timebase
    }

    /// The clock in microseconds, or `nil` if the answer does not have 16 bytes.
    var microseconds: Int64? {
        guard let words = answer.words, words.count == 2 else { return nil }
        return Int64(exactly: words[0])
    }

    /// The awake clock in nanoseconds when the kernel read the power management clock.
    var awake: Int64? {
        guard let words = answer.words, words.count == 2 else { return nil }
        return timebase?.nanoseconds(words[1])
    }

    /// The span between the readings before and after, which is the uncertainty of the reading's time.
    var bracket: Nanoseconds? {
        guard let before, let after else { return nil }
        return Nanoseconds(after.elapsed) - Nanoseconds(before.elapsed)
    }

    /// A Boolean value that indicates whether the kernel read the clock for this call. Then the mach time of the
    /// reading is between the readings before and after.
    var isFresh: Bool? {
        guard let awake, let before, let after else { return nil }
        return awake >= before.awake && awake <= after.awake
    }

    /// The lead of the clock over the time since boot. The lead is about zero if the clock began with this boot.
    var aheadOfBoot: Nanoseconds? {
        guard let microseconds, let before else { return nil }
        return Nanoseconds.microseconds(microseconds) - before.sinceBoot
    }
}

/// The advance of the power management clock between two launches, and the advance of the other clocks.
///
/// Each span is between two events of the app. If the device was off in between, `microseconds` and `wall` show whether
/// the clock runs while the device is off. Within a boot, `microseconds` and `elapsed` show its rate.
struct MonotonicRun {
    enum Course: String {
        /// Both launches are of one boot.
        case sameBoot
        /// The clock advanced with the wall clock during a restart or while the device was off.
        case ranThrough
        /// The clock advanced by less than the wall clock, so it stopped for a while.
        case stoodStill
        /// The clock restarted with this boot, or fell in another way.
        case restarted
        /// The clock advanced by more than the wall clock, so one of the two was set.
        case ahead
        case notComparable
    }

    let course: Course
    let microseconds: Int64?
    let wall: Nanoseconds?
    /// The elapsed time, or `nil` if the launches are of different boots, because the elapsed clock restarts at each
    /// boot.
    let elapsed: Nanoseconds?
    let awake: Nanoseconds?
    let uncertainty: Nanoseconds?

    /// The largest correction of the wall clock between two launches. A larger difference means that a clock stopped or
    /// was set.
    static let tolerance = Nanoseconds.seconds(2)

    init(from old: MonotonicReading?, to new: MonotonicReading, isSameBoot: Bool?) {
        guard let old, let isSameBoot, let oldCount = old.microseconds, let newCount = new.microseconds,
            let oldClocks = old.before, let newClocks = new.before, let oldBracket = old.bracket,
            let newBracket = new.bracket
        else {
            self = MonotonicRun()
            return
        }
        let (difference, overflow) = newCount.subtractingReportingOverflow(oldCount)
        guard !overflow else {
            self = MonotonicRun()
            return
        }
        let moved = Nanoseconds.microseconds(difference)
        let wall = Nanoseconds(newClocks.wall) - Nanoseconds(oldClocks.wall)
        // The tolerance also allows 100 ppm for the rate errors of two crystals.
        let slack = Self.tolerance + Nanoseconds(wall.magnitude.count / 10_000)
        let course: Course =
            if isSameBoot {
                .sameBoot
            } else if moved < .zero || (new.aheadOfBoot ?? .zero).magnitude <= .seconds(60) {
                .restarted
            } else if moved < wall - slack {
                .stoodStill
            } else if moved > wall + slack {
                .ahead
            } else {
                .ranThrough
            }
        self.course = course
        microseconds = difference
        self.wall = wall
        elapsed = isSameBoot ? Nanoseconds(newClocks.elapsed) - Nanoseconds(oldClocks.elapsed) : nil
        awake =
            if isSameBoot, let oldAwake = old.awake, let newAwake = new.awake {
                Nanoseconds(newAwake) - Nanoseconds(oldAwake)
            } else {
                nil
            }
        uncertainty = oldBracket + newBracket
    }

    private init() {
        (course, microseconds, wall, elapsed, awake, uncertainty) = (.notComparable, nil, nil, nil, nil, nil)
    }

    /// The clock's rate error against the elapsed clock, in parts per million. The value is `nil` if the readings
    /// around it are too far apart or the launches are too close together.
    var partsPerMillion: Int? {
        guard let microseconds, let elapsed, let uncertainty, elapsed >= .seconds(600) else { return nil }
        guard uncertainty.count < elapsed.count / 1_000_000 else { return nil }
        let excess = Nanoseconds.microseconds(microseconds) - elapsed
        return Int((Double(excess.count) / Double(elapsed.count) * 1_000_000).rounded())
    }
}
