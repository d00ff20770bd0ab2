import Sidereal

/// The power management clock, read between two readings of the library's own clocks. It stays on the device.
public struct MonotonicReading: Codable, Sendable, Hashable {
    public var answer: KernelAnswer
    /// Nil where the clocks can't be read.
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

    /// What the clock shows, in microseconds; nil unless the answer has its 16 bytes.
    var microseconds: Int64? {
        guard let words = answer.words, words.count == 2 else { return nil }
        return Int64(exactly: words[0])
    }

    /// The awake clock at the moment at which the kernel read it, in nanoseconds.
    var awake: Int64? {
        guard let words = answer.words, words.count == 2 else { return nil }
        return timebase?.nanoseconds(words[1])
    }

    /// How far apart the readings before and after it are: nobody knows better when it was read.
    var bracket: Nanoseconds? {
        guard let before, let after else { return nil }
        return Nanoseconds(after.elapsed) - Nanoseconds(before.elapsed)
    }

    /// Whether the kernel read the clock for this call: the matching mach time lies between the readings around it.
    var isFresh: Bool? {
        guard let awake, let before, let after else { return nil }
        return awake >= before.awake && awake <= after.awake
    }

    /// How much the clock shows beyond the time since boot: nothing where it began with this boot.
    var aheadOfBoot: Nanoseconds? {
        guard let microseconds, let before else { return nil }
        return Nanoseconds.microseconds(microseconds) - before.sinceBoot
    }
}

/// How the power management clock ran between two launches, against the clocks that were read around it.
///
/// Each span is between two events of the app. Whether the clock runs while the device is off follows from
/// `microseconds` and `wall` over a power-off; its rate from `microseconds` and `elapsed` within a boot.
struct MonotonicRun {
    enum Course: String {
        /// Both launches are of one boot.
        case sameBoot
        /// It moved on as the wall clock did, over a restart or a power-off.
        case ranThrough
        /// It moved on by less than the wall clock: it stood still for a while.
        case stoodStill
        /// It began anew with this boot, or at any rate fell.
        case restarted
        /// It moved on by more than the wall clock: one of the two was set.
        case ahead
        case notComparable
    }

    let course: Course
    let microseconds: Int64?
    let wall: Nanoseconds?
    /// Within a boot only: these clocks begin anew.
    let elapsed: Nanoseconds?
    let awake: Nanoseconds?
    let uncertainty: Nanoseconds?

    /// The wall clock may be corrected by so much between two launches; more is taken for a clock that stood still or
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

    /// How much faster than the elapsed clock it ran, in parts per million; nil where the readings are too far apart,
    /// or too close together, to tell parts per million.
    var partsPerMillion: Int? {
        guard let microseconds, let elapsed, let uncertainty, elapsed >= .seconds(600) else { return nil }
        guard uncertainty.count < elapsed.count / 1_000_000 else { return nil }
        let excess = Nanoseconds.microseconds(microseconds) - elapsed
        return Int((Double(excess.count) / Double(elapsed.count) * 1_000_000).rounded())
    }
}
