#if canImport(Glibc) || canImport(Musl)
    #if canImport(Glibc)
        import Glibc
    #else
        import Musl
    #endif
    package import SiderealCore

    /// clock_gettime(2) and /sys/power.
    package struct LinuxKernel: LinuxKernelClocks {
        package init() {}

        package func realtime() throws(ClockError) -> Int64 { try read(CLOCK_REALTIME, "CLOCK_REALTIME") }
        package func monotonic() throws(ClockError) -> Int64 { try read(CLOCK_MONOTONIC, "CLOCK_MONOTONIC") }
        package func monotonicRaw() throws(ClockError) -> Int64 { try read(CLOCK_MONOTONIC_RAW, "CLOCK_MONOTONIC_RAW") }
        package func bootTime() throws(ClockError) -> Int64 { try read(CLOCK_BOOTTIME, "CLOCK_BOOTTIME") }

        package func suspendCount() -> Int64? {
            KernelText.read("/sys/power/suspend_stats/success").flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
        }

        private func read(_ clock: Int32, _ name: String) throws(ClockError) -> Int64 {
            var time = timespec()
            guard clock_gettime(clockid_t(clock), &time) == 0 else { throw .unreadable(clock: name, .last) }
            return (Nanoseconds.seconds(Int64(time.tv_sec)) + Nanoseconds(Int64(time.tv_nsec))).count
        }
    }

    /// The clocks of this system.
    package typealias SystemClocks = LinuxClocks<LinuxKernel>

    extension SystemClocks {
        package init() {
            let offsets = KernelText.read("/proc/self/timens_offsets") ?? ""
            self.init(kernel: LinuxKernel(), namespace: TimeNamespace(text: offsets))
        }
    }

    extension ClockModel {
        /// How the clocks of this system behave.
        package static var system: ClockModel { .linux }
    }
#endif
