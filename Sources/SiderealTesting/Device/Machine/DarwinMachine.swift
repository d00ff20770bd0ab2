package import SiderealCore

/// The clocks of an Apple machine and its kernel.
struct DarwinMachine: Sendable {
    private let account: ClockModel.SleepAccount
    private let runsThroughReboots: Bool
    private let reportsWakes: Bool
    private var counter: Oscillator
    private var battery: BatteryClock
    private var calendar: DarwinCalendar
    /// The time asleep that the kernel has counted in this boot, in ticks.
    private var asleep: Int64 = 0
    /// `kern.wake_abs_time`, in ticks. The value is the counter of time awake at the last wake.
    private var wokeAt: Int64 = 0
    /// The power management unit's clock minus the counter, at the last wake or at boot.
    private var baseSleep = BinaryTime.zero

    init(_ make: MachineMake, _ hardware: MachineHardware) {
        account = make.model.sleepAccount
        runsThroughReboots = make.runsThroughReboots && account != .calendarClock
        reportsWakes = make.countsSuspensions && account != .hardwareCounter
        counter = Oscillator(partsPerBillion: hardware.counterRate)
        counter.run(for: hardware.counterAge)
        battery = BatteryClock(make, partsPerBillion: hardware.powerManagementRate)
        battery.run(for: hardware.powerManagementAge)
        calendar = DarwinCalendar(microseconds: 0, ticks: 0, ticksPerSecond: 1_000_000_000)
    }

    // MARK: - The kernel's readings

    private var isIntel: Bool { account == .calendarClock }
    private var ticksPerSecond: Int64 { isIntel ? 1_000_000_000 : 24_000_000 }

    /// mach_absolute_time.
    private var ticks: Int64 {
        let counted = counter.nanoseconds
        guard !isIntel else { return counted }
        let all = counted / 125 &* 3 &+ counted % 125 &* 3 / 125
        return account == .hardwareCounter ? all - asleep : all
    }

    private func nanoseconds(_ ticks: Int64) -> Int64 {
        isIntel ? ticks : (ticks / 3).multipliedSaturated(by: 125).addingSaturated(ticks % 3 * 125 / 3)
    }

    var awake: Int64 { nanoseconds(ticks) }
    var elapsed: Int64 { nanoseconds(ticks.addingSaturated(asleep)) }
    var wall: Int64 { calendar.microseconds(at: ticks).multipliedSaturated(by: 1_000) }
    var bootTime: Int64 { calendar.bootMicroseconds.multipliedSaturated(by: 1_000) }
    var suspendMark: Int64? { reportsWakes ? nanoseconds(wokeAt) : nil }
    var powerManagementMicroseconds: Int64 { battery.powerManagementMicroseconds }

    // MARK: - Events

    mutating func setDrift(lostBillionths lost: Int64) { counter.setRate(lostBillionths: lost) }
    mutating func setBatteryCrystal(lostBillionths lost: Int64) { battery.setRate(lostBillionths: lost) }

    /// Lets time pass while the machine is awake.
    mutating func run(for span: Nanoseconds) {
        counter.run(for: span)
        battery.run(for: span)
        calendar.run(to: ticks)
    }

    /// Lets time pass while the machine is off, and then switches the machine on. The counter restarts, unless it runs
    /// through a warm reboot.
    mutating func powerOff(for span: Nanoseconds, isWarm: Bool) {
        battery.run(for: span)
        if isWarm, runsThroughReboots { counter.run(for: span) } else { counter.restart() }
    }

    /// Sets the battery-backed clock while the machine is off. The clock never shows a time below zero.
    mutating func setBattery(nanoseconds: Int64) { battery.setExactly(nanoseconds: nanoseconds) }

    /// Restarts all clocks that run on the battery, as after a repair or a loss of all power.
    mutating func restartBattery() { battery.restart() }

    /// Makes all clocks that run on the battery jump. The jump violates a premise.
    mutating func disturbBattery(by span: Nanoseconds) { battery.run(for: span) }

    /// Starts the kernel. The kernel sets its calendar `span` after power-on, and counts that span as time awake.
    mutating func boot(after span: Nanoseconds) {
        counter.run(for: span)
        battery.run(for: span)
        (asleep, wokeAt) = (0, 0)
        calendar = DarwinCalendar(microseconds: battery.microseconds, ticks: ticks, ticksPerSecond: ticksPerSecond)
        let counted = DarwinCalendar.microseconds(ticks, ticksPerSecond)
        baseSleep = BinaryTime(microseconds: max(0, battery.powerManagementMicroseconds - counted))
    }

    mutating func setClock(microseconds: Int64) {
        guard microseconds >= 0 else { return }
        calendar.set(microseconds: microseconds, at: ticks)
        battery.set(microseconds: microseconds)
    }

    mutating func discipline(_ body: (inout TimeDiscipline) -> Void) { calendar.change(at: ticks, body) }

    /// Lets time pass while the machine sleeps. At the wake, the machine measures the sleep.
    mutating func sleep(for span: Nanoseconds) {
        let before = ticks
        battery.run(for: span)
        switch account {
        case .hardwareCounter, .countedSuspensions:
            counter.run(for: span)
            let passed = ticks - before
            asleep += passed
            calendar.add(asleepTicks: passed)
        case .powerManagementClock: wakeByPowerManagement()
        case .calendarClock: wakeByCalendar()
        }
        wokeAt = ticks
    }

    // MARK: - Waking

    /// Adds a sleep at a wake. Its length is the time that the power management unit's clock has gained on the counter
    /// since the last wake.
    private mutating func wakeByPowerManagement() {
        let now = battery.powerManagementMicroseconds
        let counted = DarwinCalendar.microseconds(ticks, ticksPerSecond)
        guard counted <= now else { return }
        let gained = BinaryTime(microseconds: now - counted)
        guard gained > baseSleep else { return }
        add(asleep: gained - baseSleep)
        baseSleep = gained
    }

    /// Adds a sleep at a wake. Its length is the battery-backed clock minus the wall clock. If the battery-backed clock
    /// is behind, this method adds no sleep.
    private mutating func wakeByCalendar() {
        let now = battery.microseconds
        let shown = calendar.microseconds(at: ticks)
        guard DarwinCalendar.microseconds(ticks, ticksPerSecond) <= now, shown <= now else { return }
        add(asleep: BinaryTime(microseconds: now - shown))
    }

    private mutating func add(asleep span: BinaryTime) {
        calendar.add(asleep: span)
        let (seconds, rest) = span.nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        asleep = asleep.addingSaturated(seconds * ticksPerSecond + rest * ticksPerSecond / 1_000_000_000)
    }
}

/// The crystals of an Apple machine at its first power-on.
package struct MachineHardware: Sendable {
    /// The ages of the counter and of the power management unit's clock. Each rate is the share by which the clock is
    /// fast, in billionths of the true time.
    package var counterAge = Nanoseconds.zero
    package var powerManagementAge = Nanoseconds.zero
    package var counterRate: Int64 = 0
    package var powerManagementRate: Int64 = 0

    package init() {}
}
