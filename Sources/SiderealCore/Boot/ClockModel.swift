/// How the clocks of a platform behave: what may be concluded from them.
public struct ClockModel: Sendable, Hashable {
    /// Whose kernel the clocks are of.
    public enum Platform: Sendable, Hashable {
        case linux
        case darwin
    }

    /// How the elapsed clock learns how long a sleep took.
    package enum SleepAccount: Sendable, Hashable {
        /// The counter itself runs on: no error (Apple chips from A12 and M1 on).
        case hardwareCounter
        /// At each wake the clock is set to another crystal's, the power management unit's (A10, virtual machines of
        /// Apple's).
        case powerManagementClock
        /// From a battery-backed clock that ticks in seconds; suspensions are counted by the kernel (Linux).
        case countedSuspensions
        /// From such a clock, which setting the clock sets, too: a sleep may count nothing, or far too much (Intel
        /// Macs).
        case calendarClock
    }

    /// Whose kernel the clocks are of.
    public let platform: Platform
    /// rho: the most by which the elapsed and the awake clock run too fast or too slow.
    public let drift: Rate
    package let sleepAccount: SleepAccount
    /// Whether a hardware clock runs while the power is off, from which the kernel takes the time when it boots.
    public let hasHardwareClock: Bool
    /// The most by which the steps of the counter can put two readings apart.
    package let tick: Nanoseconds

    package init(
        platform: Platform, drift: Rate, sleepAccount: SleepAccount, hasHardwareClock: Bool = true,
        tick: Nanoseconds = ClockModel.coarsestTick
    ) {
        self.platform = platform
        self.drift = drift
        self.sleepAccount = sleepAccount
        self.hasHardwareClock = hasHardwareClock
        self.tick = tick
    }

    /// Linux with a hardware clock: 500 ppm, which covers the kernel's calibration of the counter, too.
    public static let linux = ClockModel(
        platform: .linux, drift: .partsPerMillion(500), sleepAccount: .countedSuspensions)

    /// Apple chips from A12 and M1 on: 100 ppm; common crystals are within 20.
    public static let darwin = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .hardwareCounter)

    /// Apple's earlier chips, and virtual machines: both crystals within 100 ppm.
    package static let darwinPowerManagement = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .powerManagementClock)

    /// Intel Macs, and whatever Apple machine is not known: this promises least.
    package static let darwinIntel = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .calendarClock)

    /// The same with another bound on the rate of the clocks.
    public func withDrift(_ drift: Rate) -> ClockModel {
        ClockModel(
            platform: platform, drift: drift, sleepAccount: sleepAccount, hasHardwareClock: hasHardwareClock, tick: tick
        )
    }

    /// The same without a hardware clock that runs while the power is off.
    public var withoutHardwareClock: ClockModel {
        ClockModel(platform: platform, drift: drift, sleepAccount: sleepAccount, hasHardwareClock: false, tick: tick)
    }

    /// The same with a counter of steps that are too small to matter.
    package var withoutTicks: ClockModel {
        ClockModel(
            platform: platform, drift: drift, sleepAccount: sleepAccount, hasHardwareClock: hasHardwareClock,
            tick: .zero)
    }

    /// The most by which Darwin's time since boot, which follows the slewed wall clock, can run wrong: 31,250 ppm of
    /// the phase-locked loop (a sixteenth of its offset each second, at its limit of half a second), adjtime's 5,000,
    /// 500 of frequency correction (xnu bsd/kern/kern_ntptime.c) and the crystal.
    package static let slewedRate = Rate.partsPerMillion(36_850)

    /// 41.7 ns on Apple's chips, 52 and 77 on others', 280 of the slowest timer that a PC falls back to.
    package static let coarsestTick = Nanoseconds(300)

    /// U: the time since this boot as the kernel counts it.
    package func timeSinceBoot(_ reading: ClockReading) -> Nanoseconds {
        let byCalendar = reading.wall - reading.kernelBootTime
        switch platform {
        case .linux: return byCalendar
        case .darwin: return min(Nanoseconds(reading.elapsed.nanoseconds), byCalendar)
        }
    }

    /// T_boot: the least true time since the boot of a reading began.
    package func leastTimeSinceBoot(_ reading: ClockReading) -> Nanoseconds {
        switch platform {
        case .darwin:
            // The counter may run on through a warm reboot, so the slewed clock must do. Sleep that was counted wrongly
            // is in it, and may have taken no time.
            let sinceBoot = timeSinceBoot(reading) - mostOvercounted(reading.clockState)
            return (ClockModel.slewedRate.leastTrueTime(over: sinceBoot) - .milliseconds(510)).orZero
        case .linux:
            let reported = reading.suspendMark.flatMap { $0 < 0 ? nil : $0 }
            guard let suspendMark = reported ?? (reading.slept > .zero ? nil : 0) else {
                // How often the machine slept is unknown, and so is the error of the sleep: count the time awake.
                let awake = drift.leastTrueTime(over: reading.clockState.awake)
                let counted = drift.leastTrueTime(over: Nanoseconds(reading.elapsed.nanoseconds)) - .seconds(1)
                return (min(awake, counted) - .milliseconds(10)).orZero
            }
            // Hibernation is not counted: one more where there was any sleep.
            let sleeps = suspendMark.addingSaturated(reading.slept > .milliseconds(100) ? 1 : 0)
            // No more can have been added wrongly than was added.
            let added = min(ClockModel.suspensionError(times: sleeps), reading.slept.orZero)
            let sleepError = max(added, .seconds(1))
            let counted = Nanoseconds(reading.elapsed.nanoseconds)
            return (drift.leastTrueTime(over: counted) - sleepError - .milliseconds(10)).orZero
        }
    }
}
