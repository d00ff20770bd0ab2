import Sidereal

/// The power management clock, read between two readings of the library's own clocks. It stays on the device.
public struct MonotonicReading: Codable, Sendable, Hashable {
    public var answer: KernelAnswer
    /// The clocks read before, or `nil` if they can't be read.
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

    /// The clock in microseconds, or `nil` unless the answer has its 16 bytes.
    var microseconds: Int64? {
        guard let words = answer.words, words.count == 2 else { return nil }
        return Int64(exactly: words[0])
    }

    /// The awake clock in nanoseconds when the kernel read the power management clock.
    var awake: Int64? {
        guard let words = answer.words, words.count == 2 else { return nil }
        return timebase?.nanoseconds(words[1])
    }

    /// The span between the readings around it: the uncertainty of the time of the reading.
    var bracket: Nanoseconds? {
        guard let before, let after else { return nil }
        return Nanoseconds(after.elapsed) - Nanoseconds(before.elapsed)
    }

    /// Indicates whether the kernel read the clock for this call: the matching mach time lies between the readings
    /// around it.
    var isFresh: Bool? {
        guard let awake, let before, let after else { return nil }
        return awake >= before.awake && awake <= after.awake
    }

    /// The lead of the clock over the time since boot: about zero if it began with this boot.
    var aheadOfBoot: Nanoseconds? {
        guard let microseconds, let before else { return nil }
        return Nanoseconds.microseconds(microseconds) - before.sinceBoot
    }
}

/// The run of the power management clock between two launches, against the clocks that were read around it.
///
/// Each span is between two events of the app. `microseconds` and `wall` over a power-off show whether the clock runs
/// while the device is off; `microseconds` and `elapsed` within a boot show its rate.
struct MonotonicRun {
    enum Course: String {
        /// Both launches are of one boot.
        case sameBoot
        /// It advanced with the wall clock, over a restart or a power-off.
        case ranThrough
        /// It advanced by less than the wall clock: it stopped for a while.
        case stoodStill
        /// It restarted with this boot, or otherwise fell.
        case restarted
        /// It advanced by more than the wall clock: one of the two was set.
        case ahead
        case notComparable
    }

    let course: Course
    let microseconds: Int64?
    let wall: Nanoseconds?
    /// The elapsed time, only within a boot, because these clocks begin anew.
    let elapsed: Nanoseconds?
    let awake: Nanoseconds?
    let uncertainty: Nanoseconds?

    /// The largest correction of the wall clock between two launches. A larger difference counts as a clock that
    /// stopped or was set.
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
        // 100 ppm beside the correction: two crystals.
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

    /// Its rate against the elapsed clock, in parts per million, or `nil` if the readings are too far apart, or the
    /// launches too close together.
    var partsPerMillion: Int? {
        guard let microseconds, let elapsed, let uncertainty, elapsed >= .seconds(600) else { return nil }
        guard uncertainty.count < elapsed.count / 1_000_000 else { return nil }
        let excess = Nanoseconds.microseconds(microseconds) - elapsed
        return Int((Double(excess.count) / Double(elapsed.count) * 1_000_000).rounded())
    }
}
