import SiderealCore

/// The clocks of a machine that runs Linux.
///
/// The counters have the error of the crystal. The calendar has that error and the slew of a time daemon.
struct LinuxMachine: Sendable {
    private let countsSleep: Bool
    /// The least time by which a sleep advances the clocks. The premises require that a sleep that the kernel does not
    /// count is visible in the clocks.
    private let leastSleep: (counted: Int64, uncounted: Int64)
    /// The raw counter of time awake, and the time asleep that the kernel has counted.
    private(set) var awake: Int64 = 0
    private var asleep: Int64 = 0
    /// The calendar's slewed time since boot, and the calendar's time at boot.
    private(set) var sinceBoot: Int64 = 0
    private(set) var bootTime: Int64
    private(set) var suspensions: Int64 = 0
    /// The crystal's error, in billionths of a second. With each counted second, one second plus this error of true
    /// time passes.
    private var crystal: Int64 = 0
    /// The share by which the calendar is faster than the counter, in millionths.
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

    /// Lets time pass while the machine sleeps. A clock that ticks in seconds measures the sleep, and causes the given
    /// error.
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

    /// Starts a new boot. The calendar starts with the hardware clock's time in whole seconds, or in 1970 if `shown` is
    /// `nil`.
    mutating func boot(hardwareClock shown: Int64?) {
        (awake, asleep, sinceBoot, suspensions, slew) = (0, 0, 0, 0, 0)
        bootTime = shown.map { $0 - $0 % 1_000_000_000 } ?? 0
    }

    // MARK: - Rates

    /// Returns the time that the counter counts while a span of true time passes.
    private func counted(_ span: Nanoseconds) -> Int64 {
        // For a true time t, a counted time c and an error e, t = c (1 + e). So c is about t (1 - e + e^2). The omitted
        // The omitted terms are less than e^3. Without them, c stays within the drift bound.
        let first = share(span.count, of: crystal)
        return span.count.subtractingSaturated(first).addingSaturated(share(first, of: crystal))
    }

    /// Returns the given number of billionths of a length, rounded toward zero. This method multiplies the seconds and
    /// the rest separately, so the products do not overflow.
    private func share(_ length: Int64, of billionths: Int64) -> Int64 {
        let (seconds, rest) = length.quotientAndRemainder(dividingBy: 1_000_000_000)
        return (seconds &* billionths).addingSaturated(rest &* billionths / 1_000_000_000)
    }
}
