import SiderealCore

/// The clocks of a machine that runs Linux.
///
/// The counters are off by the crystal's error, the calendar by that and by the slew of a time daemon.
struct LinuxMachine: Sendable {
    private let countsSleep: Bool
    /// The least growth of the clocks in a sleep. By a premise, an uncounted sleep shows in the clocks.
    private let leastSleep: (counted: Int64, uncounted: Int64)
    /// The raw counter of time awake, and the time added for sleep.
    private(set) var awake: Int64 = 0
    private var asleep: Int64 = 0
    /// The calendar's time since boot, slewed, and the boot's time on the calendar.
    private(set) var sinceBoot: Int64 = 0
    private(set) var bootTime: Int64
    private(set) var suspensions: Int64 = 0
    /// The crystal's error: the true time that passes beyond each second that it counts, in billionths.
    private var crystal: Int64 = 0
    /// The rate by which the calendar is faster than the counter, in millionths.
    private var slew: Int64 = 0

    init(_ make: MachineMake, truth: TrueInstant) {
        countsSleep = make.countsSleep
        leastSleep = (make.countsSuspensions && !make.countsSuspensionsRarely ? 0 : 200_000_000, 200_000_000)
        bootTime = truth.nanoseconds
    }

    var elapsed: Int64 { awake.addingSaturated(asleep) }
    var wall: Int64 { bootTime.addingSaturated(sinceBoot) }
    var monotonic: Int64 { sinceBoot.subtractingSaturated(asleep) }

    mutating func setDrift(lostBillionths lost: Int64) { crystal = lost }

    /// Lets time pass while the machine is awake.
    mutating func run(for span: Nanoseconds) {
        let counted = counted(span)
        awake = awake.addingSaturated(counted)
        sinceBoot = sinceBoot.addingSaturated(counted.addingSaturated(share(counted, of: slew &* 1_000)))
    }

    /// Lets time pass while the machine sleeps. A clock that ticks in seconds measures the sleep, so it is miscounted.
    mutating func sleep(for span: Nanoseconds, miscountedBy error: Nanoseconds, isCounted: Bool) {
        if isCounted { suspensions = suspensions.addingSaturated(1) }
        guard countsSleep else { return }
        let least = isCounted ? leastSleep.counted : leastSleep.uncounted
        let grown = max(least, counted(span).addingSaturated(error.count))
        asleep = asleep.addingSaturated(grown)
        sinceBoot = sinceBoot.addingSaturated(grown)
    }

    mutating func setClock(by step: Nanoseconds) { bootTime = bootTime.addingSaturated(step.count) }

    mutating func slew(byMillionths slew: Int64) { self.slew = max(-500_000, min(slew, 500_000)) }

    /// Starts a new boot at the time that the hardware clock shows, in whole seconds, or in 1970 if that is `nil`.
    mutating func boot(hardwareClock shown: Int64?) {
        (awake, asleep, sinceBoot, suspensions, slew) = (0, 0, 0, 0, 0)
        bootTime = shown.map { $0 - $0 % 1_000_000_000 } ?? 0
    }

    // MARK: - Rates

    /// Returns the time that the counter counts in a span of true time.
    private func counted(_ span: Nanoseconds) -> Int64 {
        // t = c (1 + e), so c = t (1 - e + e^2 ...); e^2 is below 10^-6 of e here, and rounded away from the bound.
        let first = share(span.count, of: crystal)
        return span.count.subtractingSaturated(first).addingSaturated(share(first, of: crystal))
    }

    /// Returns this many billionths of a length, rounded toward zero. Seconds and rest are multiplied apart, so no
    /// product overflows.
    private func share(_ length: Int64, of billionths: Int64) -> Int64 {
        let (seconds, rest) = length.quotientAndRemainder(dividingBy: 1_000_000_000)
        return (seconds &* billionths).addingSaturated(rest &* billionths / 1_000_000_000)
    }
}
