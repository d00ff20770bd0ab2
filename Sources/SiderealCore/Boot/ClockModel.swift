/// How the clocks of a platform behave: what may be concluded from them.
public struct ClockModel: Sendable, Hashable {
    /// Whose kernel the clocks are of.
    public enum Platform: Sendable, Hashable {
        case linux
        case darwin
    }

    /// How the elapsed clock learns how long a sleep took.
    package enum SleepAccount: Sendable, Hashable {
        /// The counter itself runs on: no error (Apple silicon).
        case continuousCounter
        /// From a battery-backed clock that ticks in seconds; suspensions are counted by the kernel (Linux).
        case countedSuspensions
        /// From such a clock, and nobody counts how often (Intel Macs).
        case uncountedSuspensions
    }

    /// Whose kernel the clocks are of.
    public let platform: Platform
    /// rho: the most by which the elapsed and the awake clock run too fast or too slow.
    public let drift: Rate
    package let sleepAccount: SleepAccount
    /// Whether a hardware clock runs while the power is off, from which the kernel takes the time when it boots.
    public let hasHardwareClock: Bool

    package init(platform: Platform, drift: Rate, sleepAccount: SleepAccount, hasHardwareClock: Bool = true) {
        self.platform = platform
        self.drift = drift
        self.sleepAccount = sleepAccount
        self.hasHardwareClock = hasHardwareClock
    }

    /// Linux with a hardware clock: 500 ppm, which covers the kernel's calibration of the counter, too.
    public static let linux = ClockModel(
        platform: .linux, drift: .partsPerMillion(500), sleepAccount: .countedSuspensions)

    /// Apple silicon and iOS devices: 100 ppm; common crystals are within 20.
    public static let darwin = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .continuousCounter)

    /// Intel Macs, where the sleep comes from the hardware clock.
    package static let darwinIntel = ClockModel(
        platform: .darwin, drift: .partsPerMillion(100), sleepAccount: .uncountedSuspensions)

    /// The same with another bound on the rate of the clocks.
    public func withDrift(_ drift: Rate) -> ClockModel {
        ClockModel(
            platform: platform, drift: drift, sleepAccount: sleepAccount, hasHardwareClock: hasHardwareClock)
    }

    /// The same without a hardware clock that runs while the power is off.
    public var withoutHardwareClock: ClockModel {
        ClockModel(platform: platform, drift: drift, sleepAccount: sleepAccount, hasHardwareClock: false)
    }

    /// The most by which Darwin's time since boot, which follows the slewed wall clock, can run wrong: adjtime's 5,000
    /// ppm, 500 of frequency correction (xnu bsd/kern/kern_ntptime.c) and the crystal.
    package static let slewedRate = Rate.partsPerMillion(5_600)

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
            // From A14 and M1 on the elapsed clock may not restart at a warm reboot, so the slewed clock must do.
            // Sleep of unknown length is in it as it was counted, and may have taken no time.
            let isUncounted = sleepAccount == .uncountedSuspensions && reading.slept > .milliseconds(10)
            let sinceBoot = timeSinceBoot(reading) - (isUncounted ? reading.slept : .zero)
            return (ClockModel.slewedRate.leastTrueTime(over: sinceBoot) - .milliseconds(510)).orZero
        case .linux:
            let reported = reading.suspendCount.flatMap { $0 < 0 ? nil : $0 }
            guard let suspendCount = reported ?? (reading.slept > .zero ? nil : 0) else {
                // How often the machine slept is unknown, and so is the error of the sleep: count the time awake.
                let awake = drift.leastTrueTime(over: reading.clockState.awake)
                let counted = drift.leastTrueTime(over: Nanoseconds(reading.elapsed.nanoseconds)) - .seconds(1)
                return (min(awake, counted) - .milliseconds(10)).orZero
            }
            // Hibernation is not counted: one more where there was any sleep.
            let sleeps = suspendCount.addingSaturated(reading.slept > .milliseconds(100) ? 1 : 0)
            // No more can have been added wrongly than was added.
            let added = min(ClockModel.suspensionError(times: sleeps), reading.slept.orZero)
            let sleepError = max(added, .seconds(1))
            let counted = Nanoseconds(reading.elapsed.nanoseconds)
            return (drift.leastTrueTime(over: counted) - sleepError - .milliseconds(10)).orZero
        }
    }
}
