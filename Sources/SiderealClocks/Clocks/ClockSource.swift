package import SiderealCore
package import SiderealSystem

/// An error in reading the clocks.
package enum ClockError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A clock failed. The clocks of a working kernel never do.
    case unreadable(clock: String, ErrorNumber)
    /// The clocks moved during every attempt: the device was suspended, or the wall clock was set again and again.
    case unsteady(attempts: Int)

    package var description: String {
        switch self {
        case .unreadable(let clock, let number): "can't read \(clock): \(number.message) (errno \(number.rawValue))"
        case .unsteady(let attempts): "the clocks did not hold still in \(attempts) attempts"
        }
    }
}

/// One attempt to read all clocks together, with its measures of trust.
package struct ClockAttempt: Sendable, Equatable {
    package var reading: ClockReading
    /// The span of the elapsed clock from the first reading to the last: the most by which the wall clock can be stale.
    package var span: Nanoseconds
    /// Indicates whether boot time and suspend count were the same before and after.
    package var isSteady: Bool

    package init(reading: ClockReading, span: Nanoseconds, isSteady: Bool) {
        self.reading = reading
        self.span = span
        self.isSteady = isSteady
    }

    /// Indicates a clean attempt: no suspension and no setting of the clock came between the readings.
    package var isClean: Bool { isSteady && span >= .zero && span <= .milliseconds(1) }
}

/// Reads all clocks of a device, in one order: boot time, elapsed, awake, wall, elapsed, boot time.
package protocol ClockSource: Sendable {
    mutating func attempt() throws(ClockError) -> ClockAttempt
    /// Reads only the elapsed clock and the sleep in it: enough to carry trusted time to now.
    ///
    /// - Parameter slept: The sleep that an earlier reading has proven.
    /// - Returns: The state of the elapsed clock.
    /// - Throws: ``ClockError`` if a clock can't be read.
    func state(slept: Nanoseconds) throws(ClockError) -> ClockState
    /// Reads one clock alone. Returns `nil` if one clock is not enough, or it can't be read.
    func quickReading() -> QuickReading?
}

extension ClockSource {
    package func quickReading() -> QuickReading? { nil }

    package static var mostAttempts: Int { 16 }

    package func state(slept: Nanoseconds) throws(ClockError) -> ClockState {
        var clocks = self
        return try clocks.attempt().reading.clockState
    }

    /// Reads all clocks at one moment. It repeats until nothing came between the readings. On a machine too slow for
    /// that, it returns the quickest attempt during which the clock was not set.
    package mutating func read() throws(ClockError) -> ClockReading {
        var best: ClockAttempt?
        for _ in 0..<Self.mostAttempts {
            let attempt = try attempt()
            if attempt.isClean { return attempt.reading }
            guard attempt.isSteady, attempt.span >= .zero else { continue }
            if best.map({ attempt.span < $0.span }) ?? true { best = attempt }
        }
        guard let best else { throw .unsteady(attempts: Self.mostAttempts) }
        return best.reading
    }
}

/// A reading of one clock that counts through sleep: enough to carry time on for a moment.
package struct QuickReading: Sendable, BitwiseCopyable {
    /// The clock, in nanoseconds.
    package var shown: Int64
    /// The kernel's mark of the last suspension, or `nil` if it reports none or need not.
    package var suspendMark: Int64?
    /// The marker of ``ClockReading/disruptionMarker``.
    package var disruptionMarker: Int64?
    /// Indicates a clock other than the elapsed one, which time daemons slew.
    package var isSlewed: Bool

    package init(shown: Int64, suspendMark: Int64?, disruptionMarker: Int64? = nil, isSlewed: Bool) {
        self.shown = shown
        self.suspendMark = suspendMark
        self.disruptionMarker = disruptionMarker
        self.isSlewed = isSlewed
    }

    /// Returns the least and the most that the elapsed clock has counted since an earlier reading, or `nil` if unknown.
    ///
    /// Linux slews CLOCK_BOOTTIME by ten percent at most through the length of its tick, and by 500 ppm each through
    /// frequency and adjtime(3). It also slews by an offset of up to half a second: a quarter of it in a second, or all
    /// of it with a pulse per second (kernel/time/ntp.c). So the clock runs at 0.39 to 1.61 times the pace of the
    /// elapsed clock.
    package func span(since earlier: QuickReading) -> (atLeast: Int64, atMost: Int64)? {
        let (span, overflows) = shown.subtractingReportingOverflow(earlier.shown)
        guard !overflows, span >= 0, span <= QuickReading.longest, suspendMark == earlier.suspendMark,
            disruptionMarker == earlier.disruptionMarker
        else { return nil }
        return isSlewed ? (span / 2, span * 3) : (span, span)
    }

    /// The longest span to carry time over, ten milliseconds. After more than this all clocks are read, because the
    /// error would grow too large.
    package static let longest: Int64 = 10_000_000
}
