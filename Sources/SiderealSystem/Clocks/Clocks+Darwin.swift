#if canImport(Darwin)
    import Darwin
    package import SiderealCore

    /// clock_gettime(3) and sysctl(3).
    package struct DarwinKernel: DarwinKernelClocks {
        package init() {}

        package func realtime() throws(ClockError) -> Int64 { try read(CLOCK_REALTIME, "CLOCK_REALTIME") }
        package func continuous() throws(ClockError) -> Int64 { try read(CLOCK_MONOTONIC_RAW, "CLOCK_MONOTONIC_RAW") }
        package func uptime() throws(ClockError) -> Int64 { try read(CLOCK_UPTIME_RAW, "CLOCK_UPTIME_RAW") }

        package func bootTime() throws(ClockError) -> Int64 {
            var time = timeval()
            var size = MemoryLayout<timeval>.size
            guard sysctlbyname("kern.boottime", &time, &size, nil, 0) == 0, size == MemoryLayout<timeval>.size else {
                throw .unreadable(clock: "kern.boottime", .last)
            }
            return (Nanoseconds.seconds(Int64(time.tv_sec)) + Nanoseconds(Int64(time.tv_usec) * 1_000)).count
        }

        private func read(_ clock: clockid_t, _ name: String) throws(ClockError) -> Int64 {
            var time = timespec()
            guard clock_gettime(clock, &time) == 0 else { throw .unreadable(clock: name, .last) }
            return (Nanoseconds.seconds(Int64(time.tv_sec)) + Nanoseconds(Int64(time.tv_nsec))).count
        }
    }

    /// The clocks of this system.
    package typealias SystemClocks = DarwinClocks<DarwinKernel>

    extension SystemClocks {
        package init() { self.init(kernel: DarwinKernel()) }

        /// Whether readings can be compared with those of other processes.
        package static var areComparable: Bool { true }
    }

    extension ClockModel {
        /// How the clocks of this system behave: where the kernel has `kern.monotonicclock_usecs`, the continuous clock is
        /// a counter that runs through sleep; elsewhere (Intel Macs) the sleep is added from the hardware clock.
        package static var system: ClockModel {
            var size = 0
            return sysctlbyname("kern.monotonicclock_usecs", nil, &size, nil, 0) == 0 ? .darwin : .darwinIntel
        }
    }
#endif
