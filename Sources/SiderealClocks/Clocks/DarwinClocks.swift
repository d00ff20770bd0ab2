package import SiderealCore

/// The clocks of Darwin that make up a reading, in nanoseconds.
package protocol DarwinKernelClocks: Sendable {
    /// Reads gettimeofday(2).
    func realtime() throws(ClockError) -> Int64
    /// Reads CLOCK_MONOTONIC_RAW: mach_continuous_time, which runs through sleep and is never slewed.
    func continuous() throws(ClockError) -> Int64
    /// A Boolean value that indicates whether the continuous clock is a counter of the processor, which the kernel does
    /// not set after a sleep.
    var countsThroughSleep: Bool { get }
    /// Reads CLOCK_UPTIME_RAW: mach_absolute_time, which stops during sleep.
    func uptime() throws(ClockError) -> Int64
    /// Reads the sysctl kern.boottime.
    func bootTime() throws(ClockError) -> Int64
    /// Reads the sysctl kern.wake_abs_time: the counter of time awake at the last wake, or zero before the first wake.
    /// Returns `nil` if the kernel does not report it, or if the clocks don't need it.
    func lastWake() -> Int64?
}

/// A reader of Darwin's clocks.
///
/// The kernel sets the wall clock and the boot time under one lock. The kernel reads `kern.boottime` under that lock,
/// and gettimeofday(2) shows a new setting only after the kernel has taken the lock. So a wall clock reading between
/// two equal boot times belongs to that boot time, and one attempt is enough.
///
/// CLOCK_MONOTONIC is unusable. Libc subtracts a copy of the boot time from the wall clock, and updates the copy only
/// after the kernel has written the hardware clock.
package struct DarwinClocks<Kernel: DarwinKernelClocks>: ClockSource {
    private let kernel: Kernel

    package init(kernel: Kernel) { self.kernel = kernel }

    package func state(slept: Nanoseconds) throws(ClockError) -> ClockState {
        let wakeBefore = kernel.lastWake()
        let awake = try kernel.uptime()
        let elapsed = try kernel.continuous()
        // If a wake came between the two reads, the state belongs to neither wake.
        let wake = kernel.lastWake()
        return ClockState(
            elapsed: ElapsedInstant(nanoseconds: elapsed), slept: Nanoseconds(elapsed) - Nanoseconds(awake),
            suspendMark: wake == wakeBefore ? wake : nil)
    }

    package func quickReading() -> QuickReading? {
        guard kernel.countsThroughSleep, let shown = try? kernel.continuous() else { return nil }
        return QuickReading(shown: shown, suspendMark: nil, isSlewed: false)
    }

    package mutating func attempt() throws(ClockError) -> ClockAttempt {
        let wakeBefore = kernel.lastWake()
        let bootTimeBefore = try kernel.bootTime()
        let elapsedBefore = try kernel.continuous()
        let awake = try kernel.uptime()
        let wall = try kernel.realtime()
        let elapsedAfter = try kernel.continuous()
        let bootTimeAfter = try kernel.bootTime()
        let wake = kernel.lastWake()
        let reading = ClockReading(
            wall: WallInstant(nanoseconds: wall),
            elapsed: ElapsedInstant(nanoseconds: elapsedBefore),
            awake: AwakeInstant(nanoseconds: awake),
            kernelBootTime: WallInstant(nanoseconds: bootTimeBefore), suspendMark: wake)
        return ClockAttempt(
            reading: reading, span: Nanoseconds(elapsedAfter) - Nanoseconds(elapsedBefore),
            isSteady: bootTimeBefore == bootTimeAfter && wakeBefore == wake)
    }
}
