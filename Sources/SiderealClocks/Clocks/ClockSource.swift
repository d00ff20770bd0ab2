package import SiderealCore
package import SiderealSystem

/// An error in reading the clocks.
package enum ClockError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A clock can't be read. A working kernel never causes this error.
    case unreadable(clock: String, ErrorNumber)
    /// No attempt to read the clocks succeeded, because the device slept or the wall clock was set during each attempt.
    case unsteady(attempts: Int)

    package var description: String {
        switch self {
        case .unreadable(let clock, let number): "can't read \(clock): \(number.message) (errno \(number.rawValue))"
        case .unsteady(let attempts):
            "in each of \(attempts) attempts to read the clocks, the device slept or the clock was set"
        }
    }
}

/// One attempt to read all clocks together, with measures of its quality.
package struct ClockAttempt: Sendable, Equatable {
    package var reading: ClockReading
    /// The span of the elapsed clock from the first reading to the last: the greatest possible age of the wall clock
    /// reading.
    package var span: Nanoseconds
    /// A Boolean value that indicates whether the boot time and the suspend count were the same before and after the
    /// other readings.
    package var isSteady: Bool

    package init(reading: ClockReading, span: Nanoseconds, isSteady: Bool) {
        self.reading = reading
        self.span = span
        self.isSteady = isSteady
    }

    /// A Boolean value that indicates whether the attempt is clean: between the readings, the machine did not sleep,
    /// and the clock was not set.
    package var isClean: Bool { isSteady && span >= .zero && span <= .milliseconds(1) }
}

/// A reader of all clocks of a device, in this order: boot time, elapsed, awake, wall, elapsed, boot time.
package protocol ClockSource: Sendable {
    mutating func attempt() throws(ClockError) -> ClockAttempt
    /// Reads only the elapsed clock and the sleep in it, which is enough to advance trusted time to the present.
    ///
    /// - Parameter slept: The sleep that an earlier reading has proven.
    /// - Returns: The state of the elapsed clock.
    /// - Throws: ``ClockError`` if a clock can't be read.
    func state(slept: Nanoseconds) throws(ClockError) -> ClockState
    /// Reads a single clock. Returns `nil` if one clock is not enough, or if the clock can't be read.
    func quickReading() -> QuickReading?
}

extension ClockSource {
    package func quickReading() -> QuickReading? { nil }

    package static var mostAttempts: Int { 16 }

    package func state(slept: Nanoseconds) throws(ClockError) -> ClockState {
        var clocks = self
        return try clocks.attempt().reading.clockState
    }

    /// Reads all clocks at one moment. Repeats until an attempt is clean. If the machine is too slow for a clean
    /// attempt, returns the quickest attempt during which the clock was not set.
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

/// A reading of one clock that counts through sleep, which is enough to advance the time by a short span.
package struct QuickReading: Sendable, BitwiseCopyable {
    /// The clock, in nanoseconds.
    package var shown: Int64
    /// The kernel's mark of the last suspension, or `nil` if the kernel reports no mark or the clock needs no mark.
    package var suspendMark: Int64?
    /// The marker of ``ClockReading/disruptionMarker``.
    package var disruptionMarker: Int64?
    /// A Boolean value that indicates whether time daemons slew this clock. If so, this clock is not the elapsed clock.
    package var isSlewed: Bool

    package init(shown: Int64, suspendMark: Int64?, disruptionMarker: Int64? = nil, isSlewed: Bool) {
        self.shown = shown
        self.suspendMark = suspendMark
        self.disruptionMarker = disruptionMarker
        self.isSlewed = isSlewed
    }

    /// Returns the least and the most that the elapsed clock has counted since an earlier reading, or `nil` if unknown.
    ///
    /// Linux slews CLOCK_BOOTTIME in four ways (kernel/time/ntp.c):
    /// - through the length of its tick, by at most ten percent
    /// - through its frequency, by at most 500 ppm
    /// - through adjtime(3), by at most 500 ppm
    /// - by an offset of up to half a second: a quarter of the offset in a second, or all of it with a pulse per second
    ///
    /// So the clock runs at 0.39 to 1.61 times the rate of the elapsed clock.
    package func span(since earlier: QuickReading) -> (atLeast: Int64, atMost: Int64)? {
        let (span, overflows) = shown.subtractingReportingOverflow(earlier.shown)
        guard !overflows, span >= 0, span <= QuickReading.longest, suspendMark == earlier.suspendMark,
            disruptionMarker == earlier.disruptionMarker
        else { return nil }
        return isSlewed ? (span / 2, span * 3) : (span, span)
    }

    /// The longest span for which the reading of one clock is enough: ten milliseconds. After a longer span, the
    /// library reads all clocks, because the error would grow too large.
    package static let longest: Int64 = 10_000_000
}
