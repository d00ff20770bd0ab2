import SiderealCore

/// Darwin's wall clock and boot time. The kernel computes them from the counter, scaled by the time discipline (xnu
/// osfmk/kern/clock.c).
struct DarwinCalendar: Sendable {
    let ticksPerSecond: Int64
    private(set) var discipline = TimeDiscipline()
    /// `kern.boottime`, in microseconds. The value changes only when the clock is set.
    private(set) var bootMicroseconds: Int64
    /// The wall clock's time at the start of `offset`.
    private var beginning: BinaryTime
    /// The time from `beginning` to `offsetTicks`, including slewing and sleep.
    private var offset = BinaryTime.zero
    private var offsetTicks: Int64 = 0
    private var scale: TickScale
    /// The tick of the discipline's next step, or `nil` while the discipline can't change the scale.
    private var deadline: Int64?

    /// Creates the calendar as the kernel does at boot. The counter then shows `ticks`.
    init(microseconds: Int64, ticks: Int64, ticksPerSecond: Int64) {
        self.ticksPerSecond = ticksPerSecond
        scale = TickScale(adjustment: 0, ticksPerSecond: ticksPerSecond)
        let counted = Self.microseconds(ticks, ticksPerSecond)
        // If the hardware clock shows less than the counter, the hardware clock has lost the time.
        bootMicroseconds = max(microseconds, counted)
        beginning = BinaryTime(microseconds: bootMicroseconds - counted)
    }

    /// Converts the counter to microseconds. Rounds like the kernel when it compares the counter with other clocks.
    static func microseconds(_ ticks: Int64, _ ticksPerSecond: Int64) -> Int64 {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: ticksPerSecond)
        return seconds * 1_000_000 + rest / (ticksPerSecond / 1_000_000)
    }

    /// Returns the wall clock's time at a tick.
    func microseconds(at ticks: Int64) -> Int64 {
        (beginning + offset + scale.time(ticks - offsetTicks, ticksPerSecond)).microseconds
    }

    // MARK: - Events

    /// Advances the counter to a tick. While the discipline can change, it makes a step each second.
    mutating func run(to ticks: Int64) {
        while let due = deadline, due <= ticks {
            add(until: due)
            if let alike = discipline.skip(atMost: (ticks - due) / ticksPerSecond) {
                offset += total(of: alike)
                offsetTicks += alike.seconds * ticksPerSecond
            }
            let next = discipline.step()
            scale = TickScale(adjustment: next.adjustment, ticksPerSecond: ticksPerSecond)
            deadline = next.isActive ? offsetTicks + ticksPerSecond : nil
        }
    }

    private mutating func add(until ticks: Int64) {
        offset += scale.time(ticks - offsetTicks, ticksPerSecond)
        offsetTicks = ticks
    }

    private func total(of alike: TimeDiscipline.Stretch) -> BinaryTime {
        let each = TickScale(adjustment: alike.each, ticksPerSecond: ticksPerSecond)
        let second = BinaryTime(each.perTick, times: ticksPerSecond)
        let whole = BinaryTime(second.fraction, times: alike.seconds)
        let seconds = BinaryTime(seconds: second.seconds * alike.seconds, fraction: 0)
        let beside = TickScale.fraction(of: alike.all.magnitude)
        return alike.all < 0 ? whole + seconds - beside : whole + seconds + beside
    }

    /// Sets the clock. A time before 1970 has no effect, because the kernel refuses it.
    mutating func set(microseconds: Int64, at ticks: Int64) {
        guard microseconds >= 0 else { return }
        let step = microseconds.subtractingSaturated(self.microseconds(at: ticks))
        bootMicroseconds = bootMicroseconds.addingSaturated(step)
        let moved = BinaryTime(microseconds: abs(step))
        beginning = step < 0 ? beginning - moved : beginning + moved
    }

    /// Changes the discipline, as the time daemon does. The discipline makes its next step one second from now.
    mutating func change(at ticks: Int64, _ body: (inout TimeDiscipline) -> Void) {
        body(&discipline)
        deadline = ticks + ticksPerSecond
    }

    /// Adds a sleep of the given length.
    mutating func add(asleep: BinaryTime) { offset += asleep }

    /// Adds a sleep during which the counter ran. The discipline's frequency also applies to this time.
    mutating func add(asleepTicks ticks: Int64) {
        offset += TickScale(adjustment: discipline.frequency, ticksPerSecond: ticksPerSecond).time(
            ticks, ticksPerSecond)
    }
}

/// The time that each tick and each second of the counter add to the calendar.
struct TickScale: Sendable {
    /// The time of a tick, in 2^-64ths of a second.
    let perTick: UInt64
    /// The nanoseconds that a whole second adds, and the additional part in 2^-64ths of a nanosecond.
    private let perSecond: Int64
    private let beside: Int64

    /// Creates a scale from an adjustment. The unit of the adjustment is 2^-32ths of a nanosecond per second.
    init(adjustment: Int64, ticksPerSecond: Int64) {
        let scale = UInt64(1) << 63 &+ UInt64(bitPattern: adjustment / 1_024 &* 2_199)
        perTick = scale / UInt64(ticksPerSecond) &* 2
        let size = adjustment.magnitude
        perSecond = 1_000_000_000 &+ Int64(size >> 32) * adjustment.signum()
        // If the fraction is half a nanosecond or more, the kernel overflows here and loses a nanosecond per second.
        beside = Int64(bitPattern: size << 32) &* (adjustment < 0 ? -1 : 1)
    }

    /// Returns an adjustment, rounded as `perTick` is. The result is 0.001 % less than the exact value.
    static func fraction(of adjustment: UInt64) -> BinaryTime { BinaryTime(adjustment / 1_024, times: 2 * 2_199) }

    /// Returns the time that a number of ticks adds. Whole seconds add `perSecond`, and the remaining ticks add
    /// `perTick`.
    func time(_ ticks: Int64, _ ticksPerSecond: Int64) -> BinaryTime {
        guard ticks > ticksPerSecond else { return BinaryTime(perTick, times: ticks) }
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: ticksPerSecond)
        var time =
            BinaryTime(nanoseconds: seconds.multipliedSaturated(by: perSecond)) + BinaryTime(perTick, times: rest)
        let (high, low) = beside.magnitude.multipliedFullWidth(by: UInt64(seconds))
        let more = BinaryTime(nanoseconds: Int64(high)) + BinaryTime(seconds: 0, fraction: low / 1_000_000_000)
        time = beside < 0 ? time - more : time + more
        return time
    }
}
