package import SiderealCore
package import SiderealSystem

/// Why the clocks could not be read.
package enum ClockError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A clock failed, which a working kernel's never does.
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

/// One attempt to read all clocks together, and how far it can be trusted.
package struct ClockAttempt: Sendable, Equatable {
    package var reading: ClockReading
    /// How much the elapsed clock counted between the first and the last reading: how stale the wall clock can be.
    package var span: Nanoseconds
    /// Whether boot time and suspend count were the same before and after.
    package var isSteady: Bool

    package init(reading: ClockReading, span: Nanoseconds, isSteady: Bool) {
        self.reading = reading
        self.span = span
        self.isSteady = isSteady
    }

    /// Nothing came between the readings: no suspension, no setting of the clock.
    package var isClean: Bool { isSteady && span >= .zero && span <= .milliseconds(1) }
}

/// Reads all clocks of a device, in one order: boot time, elapsed, awake, wall, elapsed, boot time.
package protocol ClockSource: Sendable {
    mutating func attempt() throws(ClockError) -> ClockAttempt
    /// The elapsed clock alone, and the sleep that has gone into it: all that it takes to carry trusted time to now.
    ///
    /// - Parameter slept: The sleep that an earlier reading has proven.
    /// - Returns: Where the elapsed clock stands.
    /// - Throws: Where a clock can't be read.
    func state(slept: Nanoseconds) throws(ClockError) -> ClockState
    /// One clock alone; nil where that is not enough, or it can't be read.
    func quickReading() -> QuickReading?
}

extension ClockSource {
    package func quickReading() -> QuickReading? { nil }

    package static var mostAttempts: Int { 16 }

    package func state(slept: Nanoseconds) throws(ClockError) -> ClockState {
        var clocks = self
        return try clocks.attempt().reading.clockState
    }

    /// All clocks at one moment. Repeated until nothing came between the readings; on a machine too slow for that, the
    /// quickest attempt during which the clock was not set.
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

/// A reading of one clock alone that counts through sleep: enough to carry time on for a moment.
package struct QuickReading: Sendable, BitwiseCopyable {
    /// What the clock shows, in nanoseconds.
    package var shown: Int64
    /// The kernel's mark of the last suspension; nil where it reports none, or need not.
    package var suspendMark: Int64?
    /// ``ClockReading/disruptionMarker``.
    package var disruptionMarker: Int64?
    /// Whether it is another clock than the elapsed one, which time daemons slew.
    package var isSlewed: Bool

    package init(shown: Int64, suspendMark: Int64?, disruptionMarker: Int64? = nil, isSlewed: Bool) {
        self.shown = shown
        self.suspendMark = suspendMark
        self.disruptionMarker = disruptionMarker
        self.isSlewed = isSlewed
    }

    /// How much the elapsed clock has counted since an earlier one, at least and at most; nil where that can't be
    /// known.
    ///
    /// Linux slews CLOCK_BOOTTIME by ten percent at most by the length of its tick, 500 ppm each by frequency and
    /// adjtime(3), and by an offset of up to half a second: a quarter of it in a second, with a pulse per second all of
    /// it (kernel/time/ntp.c). So it runs at 0.39 to 1.61 times the pace of the elapsed clock.
    package func span(since earlier: QuickReading) -> (atLeast: Int64, atMost: Int64)? {
        let (span, overflows) = shown.subtractingReportingOverflow(earlier.shown)
        guard !overflows, span >= 0, span <= QuickReading.longest, suspendMark == earlier.suspendMark,
            disruptionMarker == earlier.disruptionMarker
        else { return nil }
        return isSlewed ? (span / 2, span * 3) : (span, span)
    }

    /// After longer than ten milliseconds all clocks are looked at: to carry time further on is not worth the error.
    package static let longest: Int64 = 10_000_000
}
