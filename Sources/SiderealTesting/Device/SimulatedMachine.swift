package import SiderealCore

/// How the clocks of a simulated machine are made.
package struct MachineMake: Sendable, Hashable {
    /// What the kernel calls its boots.
    package enum Identities: Sendable, Hashable {
        case fresh
        /// The kernel tells none that can be believed.
        case hidden
        /// Each boot is called like the one before, as on some boards.
        case repeated
    }

    /// How the clocks behave, and by how much they may run wrong.
    package var model: ClockModel
    package var identities = Identities.fresh
    /// Nil where it is not known which machine this is.
    package var name: String? = "machine"
    /// Whether the hardware counter runs on through a warm reboot (Apple chips from A14 and M1 on).
    package var runsThroughReboots = false
    /// Whether the sleep of the old boot counts as time awake where the counter has run on.
    package var forgetsSleepInReboots = false
    /// Whether the time asleep is added to the elapsed clock: boards without a persistent clock lose it.
    package var countsSleep = true
    /// Whether the kernel tells how often it slept.
    package var tellsSuspensions = true
    /// Whether that can be read now and then only.
    package var tellsSuspensionsRarely = false
    /// Whether a battery keeps the calendar while the machine is off.
    package var hasBattery = true
    /// By how much the kernel's boot time is off at most, each time that it is told.
    package var bootTimeError = Nanoseconds.zero

    package init(model: ClockModel) { self.model = model }
}

/// The clocks of one machine, as its kernel keeps them: a value, to which the truth is told as it passes.
///
/// The counters run wrong by the crystal's error, the calendar by that and by what a time daemon slews. Nothing here is
/// read by the code under test but what ``reading`` shows.
package struct SimulatedMachine: Sendable {
    package let make: MachineMake
    /// Counts boots from one: what the kernel's identity stands for.
    package private(set) var bootCount = 1
    /// The raw counter of time awake, and what was added for time asleep.
    private var awake: Int64 = 0
    private var asleep: Int64 = 0
    /// The calendar's time since boot, slewed; and where on the calendar the boot lies.
    private var sinceBoot: Int64 = 0
    private var bootTime: Int64
    private var suspensions: Int64 = 0
    /// By how much the crystal is wrong: for each second that it counts so much more true time passes, in billionths.
    private var crystal: Int64 = 0
    /// By how much the calendar runs faster than the counter, in millionths.
    private var slew: Int64 = 0

    /// A machine that booted just now, with the right time.
    package init(_ make: MachineMake, truth: TrueInstant) {
        self.make = make
        bootTime = truth.nanoseconds
    }

    // MARK: - What the kernel shows

    package var wall: WallInstant { WallInstant(nanoseconds: bootTime.addingSaturated(sinceBoot)) }

    /// All clocks at this moment.
    package var reading: ClockReading {
        let isLinux = make.model.platform == .linux
        return ClockReading(
            wall: wall, elapsed: ElapsedInstant(nanoseconds: awake.addingSaturated(asleep)),
            awake: AwakeInstant(nanoseconds: awake), kernelBootTime: WallInstant(nanoseconds: bootTimeTold),
            suspendMark: isLinux && make.tellsSuspensions && !isCountHidden ? suspensions : nil)
    }

    /// The same each time that it is asked at one moment.
    private var isCountHidden: Bool {
        var random = SplitMix64(seed: UInt64(bitPattern: awake))
        return make.tellsSuspensionsRarely && random.next() % 2 == 0
    }

    /// The same each time that it is asked at one moment.
    private var bootTimeTold: Int64 {
        let error = make.bootTimeError.count
        guard error > 0 else { return bootTime }
        var random = SplitMix64(seed: UInt64(bitPattern: awake))
        return bootTime.addingSaturated(.random(in: -error...error, using: &random))
    }

    /// CLOCK_MONOTONIC and CLOCK_BOOTTIME of Linux, which are slewed with the calendar.
    package var monotonic: Int64 { sinceBoot.subtractingSaturated(asleep) }
    package var sinceBootNanoseconds: Int64 { sinceBoot }

    package var bootIdentity: BootIdentity? {
        switch make.identities {
        case .fresh: BootIdentity("boot \(bootCount) of \(make.name ?? "?")")
        case .hidden: nil
        case .repeated: BootIdentity("board")
        }
    }

    /// Apple's kernels tell none: there the record stands for the machine.
    package var machineIdentity: MachineIdentity? {
        make.model.platform == .darwin ? .thatOfTheRecord : make.name.flatMap { MachineIdentity($0) }
    }

    package var deviceReading: DeviceReading {
        DeviceReading(reading: reading, bootIdentity: bootIdentity, machine: machineIdentity)
    }

    /// When the first boot of a device begins, if nobody says otherwise.
    package static var beginning: TrueInstant { TrueInstant(nanoseconds: 1_800_000_000_000_000_000) }

    // MARK: - What happens to it

    /// Time passes, the machine awake.
    package mutating func run(for span: Nanoseconds) {
        let counted = counted(span)
        awake = awake.addingSaturated(counted)
        sinceBoot = sinceBoot.addingSaturated(counted.addingSaturated(share(counted, of: slew &* 1_000)))
    }

    /// Time passes, the machine asleep. Where the sleep is told by a clock that ticks in seconds it is miscounted.
    package mutating func sleep(for span: Nanoseconds, miscountedBy error: Nanoseconds, isCounted: Bool) {
        if isCounted { suspensions = suspensions.addingSaturated(1) }
        guard make.countsSleep else { return }
        let isExact = make.model.sleepAccount == .hardwareCounter
        // It is a premise that a sleep which nobody counts shows in the clocks.
        let shows =
            isCounted && make.tellsSuspensions && !make.tellsSuspensionsRarely
            && make.model.sleepAccount == .countedSuspensions
        let least: Int64 = isExact || shows ? 0 : 200_000_000
        let grown = max(least, counted(span).addingSaturated(isExact ? 0 : error.count))
        asleep = asleep.addingSaturated(grown)
        sinceBoot = sinceBoot.addingSaturated(grown)
    }

    /// Somebody sets the wall clock: the boot time moves along.
    package mutating func setClock(by step: Nanoseconds) { bootTime = bootTime.addingSaturated(step.count) }

    package mutating func slew(byMillionths slew: Int64) { self.slew = max(-500_000, min(slew, 500_000)) }

    /// The crystal is wrong by a share of what the model allows, from -1,000 to 1,000 thousandths.
    package mutating func setCrystal(thousandthsOfBound share: Int64) {
        crystal = make.model.drift.partsPerBillion * max(-1_000, min(share, 1_000)) / 1_000
    }

    /// What the battery's clock does while the machine is off.
    package enum CalendarFate: Sendable, Hashable {
        /// It goes on from what the wall clock showed.
        case kept
        /// It shows the true time and so much more, whatever the wall clock showed.
        case offBy(Nanoseconds)
        /// It was lost: the machine boots in 1970.
        case lost
    }

    /// Off for a while, then a new boot, whose start this is. `truth` is that of the start.
    package mutating func reboot(offFor span: Nanoseconds, truth: TrueInstant, calendar: CalendarFate, isWarm: Bool) {
        let before = Nanoseconds(wall.nanoseconds) - (Nanoseconds(truth.nanoseconds) - span)
        bootCount += 1
        if isWarm && make.runsThroughReboots {
            awake = awake.addingSaturated(counted(span))
            if make.forgetsSleepInReboots { (awake, asleep) = (awake.addingSaturated(asleep), 0) }
        } else {
            (awake, asleep) = (0, 0)
        }
        (sinceBoot, suspensions, slew) = (0, 0, 0)
        switch make.hasBattery ? calendar : .lost {
        case .kept: bootTime = wholeSeconds((truth + before).nanoseconds)
        case .offBy(let error): bootTime = wholeSeconds((truth + error).nanoseconds)
        case .lost: bootTime = 0
        }
    }

    /// The battery's clock ticks in seconds.
    private func wholeSeconds(_ instant: Int64) -> Int64 { instant - instant % 1_000_000_000 }

    // MARK: - Rates

    /// What the counter makes of a span of true time.
    private func counted(_ span: Nanoseconds) -> Int64 {
        // t = c (1 + e), so c = t (1 - e + e^2 ...); e^2 is below 10^-6 of e here, and rounded away from the bound.
        let first = share(span.count, of: crystal)
        return span.count.subtractingSaturated(first).addingSaturated(share(first, of: crystal))
    }

    /// So many billionths of a length, rounded toward zero; by seconds and the rest, so that no product overflows.
    private func share(_ length: Int64, of billionths: Int64) -> Int64 {
        let (seconds, rest) = length.quotientAndRemainder(dividingBy: 1_000_000_000)
        return (seconds &* billionths).addingSaturated(rest &* billionths / 1_000_000_000)
    }
}
