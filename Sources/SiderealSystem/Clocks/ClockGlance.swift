/// A look at one clock alone that counts through sleep: enough to carry time on for a moment.
package struct ClockGlance: Sendable, BitwiseCopyable {
    /// What the clock shows, in nanoseconds.
    package var shown: Int64
    /// The kernel's mark of the last suspension; nil where it tells none, or need not.
    package var suspendMark: Int64?
    /// Whether it is another clock than the elapsed one, which time daemons slew.
    package var isSlewed: Bool

    package init(shown: Int64, suspendMark: Int64?, isSlewed: Bool) {
        self.shown = shown
        self.suspendMark = suspendMark
        self.isSlewed = isSlewed
    }

    /// How much the elapsed clock has counted since an earlier glance, at least and at most; nil where that cannot be
    /// told.
    ///
    /// Linux slews CLOCK_BOOTTIME by ten percent at most by the length of its tick, 500 ppm each by frequency and
    /// adjtime(3), and by an offset of up to half a second: a quarter of it in a second, with a pulse per second all of
    /// it (kernel/time/ntp.c). So it runs at 0.39 to 1.61 times the pace of the elapsed clock.
    package func span(since earlier: ClockGlance) -> (atLeast: Int64, atMost: Int64)? {
        let (span, overflows) = shown.subtractingReportingOverflow(earlier.shown)
        guard !overflows, span >= 0, span <= ClockGlance.longest, suspendMark == earlier.suspendMark else { return nil }
        return isSlewed ? (span / 2, span * 3) : (span, span)
    }

    /// After longer than ten milliseconds all clocks are looked at: to carry time further on is not worth the error.
    package static let longest: Int64 = 10_000_000
}
