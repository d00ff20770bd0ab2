import SiderealCore

/// Darwin's wall clock and boot time: what the counter shows, scaled as the time discipline has it (xnu
/// osfmk/kern/clock.c).
struct DarwinCalendar: Sendable {
    let ticksPerSecond: Int64
    private(set) var discipline = TimeDiscipline()
    /// `kern.boottime`, in microseconds: it moves with each setting of the clock, and with nothing else.
    private(set) var bootMicroseconds: Int64
    /// Where on the wall clock the offset begins.
    private var beginning: BinaryTime
    /// What has passed since then, slewing and sleep included, up to some tick.
    private var offset = BinaryTime.zero
    private var offsetTicks: Int64 = 0
    private var scale: TickScale
    /// When the discipline is asked again, while it may change the scale.
    private var deadline: Int64?

    /// As the kernel sets it at boot, where the counter shows `ticks`.
    init(microseconds: Int64, ticks: Int64, ticksPerSecond: Int64) {
        self.ticksPerSecond = ticksPerSecond
        scale = TickScale(adjustment: 0, ticksPerSecond: ticksPerSecond)
        let counted = Self.microseconds(ticks, ticksPerSecond)
        // A clock that shows less than the counter was lost.
        bootMicroseconds = max(microseconds, counted)
        beginning = BinaryTime(microseconds: bootMicroseconds - counted)
    }

    /// The counter as the kernel compares it with other clocks.
    static func microseconds(_ ticks: Int64, _ ticksPerSecond: Int64) -> Int64 {
        let (seconds, rest) = ticks.quotientAndRemainder(dividingBy: ticksPerSecond)
        return seconds * 1_000_000 + rest / (ticksPerSecond / 1_000_000)
    }

    /// What the wall clock shows at a tick.
    func microseconds(at ticks: Int64) -> Int64 {
        (beginning + offset + scale.time(ticks - offsetTicks, ticksPerSecond)).microseconds
    }

    // MARK: - What happens to it

    /// The counter goes on to a tick. Each second until then the discipline is asked, if it may have changed.
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

    /// The clock is set. The kernel refuses times before 1970.
    mutating func set(microseconds: Int64, at ticks: Int64) {
        guard microseconds >= 0 else { return }
        let step = microseconds.subtractingSaturated(self.microseconds(at: ticks))
        bootMicroseconds = bootMicroseconds.addingSaturated(step)
        let moved = BinaryTime(microseconds: abs(step))
        beginning = step < 0 ? beginning - moved : beginning + moved
    }

    /// The time daemon changes the discipline, which is asked in a second from now.
    mutating func change(at ticks: Int64, _ body: (inout TimeDiscipline) -> Void) {
        body(&discipline)
        deadline = ticks + ticksPerSecond
    }

    /// A sleep ends that took so long.
    mutating func add(asleep: BinaryTime) { offset += asleep }

    /// A sleep ends, through which the counter has run on: the frequency is applied to it.
    mutating func add(asleepTicks ticks: Int64) {
        offset += TickScale(adjustment: discipline.frequency, ticksPerSecond: ticksPerSecond).time(
            ticks, ticksPerSecond)
    }
}

/// What a tick and what a second of the counter add to the calendar.
struct TickScale: Sendable {
    /// In 2^-64ths of a second.
    let perTick: UInt64
    /// Nanoseconds of a whole second, and 2^-64ths of a nanosecond beside them.
    private let perSecond: Int64
    private let beside: Int64

    /// From so many nanoseconds a second, in 2^-32ths.
    init(adjustment: Int64, ticksPerSecond: Int64) {
        let scale = UInt64(1) << 63 &+ UInt64(bitPattern: adjustment / 1_024 &* 2_199)
        perTick = scale / UInt64(ticksPerSecond) &* 2
        let size = adjustment.magnitude
        perSecond = 1_000_000_000 &+ Int64(size >> 32) * adjustment.signum()
        // From half a nanosecond on the kernel overflows here, and a nanosecond a second is lost.
        beside = Int64(bitPattern: size << 32) &* (adjustment < 0 ? -1 : 1)
    }

    /// A share of a second, as the scale of a tick has it: by 0.001 % less than it is.
    static func fraction(of adjustment: UInt64) -> BinaryTime { BinaryTime(adjustment / 1_024, times: 2 * 2_199) }

    /// What so many ticks add: whole seconds by the nanosecond, the rest by the tick.
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
