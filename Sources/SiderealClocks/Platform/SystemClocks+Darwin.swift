#if canImport(Darwin)
    import Darwin
    package import SiderealCore
    import SiderealSystem

    /// Darwin's clocks, read through clock_gettime(3) and sysctl(3).
    package struct DarwinKernel: DarwinKernelClocks {
        /// A Boolean value that indicates whether this kernel reports wakes. A counter that runs through sleep needs no
        /// report of wakes.
        private let reportsWakes: Bool

        package init(model: ClockModel = .system) { reportsWakes = model.sleepAccount != .hardwareCounter }

        package func realtime() throws(ClockError) -> Int64 { try read(CLOCK_REALTIME, "CLOCK_REALTIME") }
        package func continuous() throws(ClockError) -> Int64 { try read(CLOCK_MONOTONIC_RAW, "CLOCK_MONOTONIC_RAW") }
        package var countsThroughSleep: Bool { !reportsWakes }
        package func uptime() throws(ClockError) -> Int64 { try read(CLOCK_UPTIME_RAW, "CLOCK_UPTIME_RAW") }

        package func bootTime() throws(ClockError) -> Int64 {
            var time = timeval()
            var size = MemoryLayout<timeval>.size
            guard sysctlbyname("kern.boottime", &time, &size, nil, 0) == 0 else {
                throw .unreadable(clock: "kern.boottime", .last)
            }
            guard size == MemoryLayout<timeval>.size else {
                throw .unreadable(clock: "kern.boottime", .inputOutput)
            }
            return (Nanoseconds.seconds(Int64(time.tv_sec)) + Nanoseconds(Int64(time.tv_usec) * 1_000)).count
        }

        package func lastWake() -> Int64? { reportsWakes ? DarwinKernel.number("kern.wake_abs_time") : nil }

        /// Returns the number in a sysctl, or `nil` if the sysctl does not exist or this process isn't allowed to read
        /// it.
        static func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
            var number = Number.zero
            var size = MemoryLayout<Number>.size
            guard sysctlbyname(name, &number, &size, nil, 0) == 0, size == MemoryLayout<Number>.size else { return nil }
            return number
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
        /// Creates the clocks that a model describes.
        package init(model: ClockModel = .system) { self.init(kernel: DarwinKernel(model: model)) }

        /// A Boolean value that indicates whether readings can be compared with readings by other processes.
        package static var areComparable: Bool { true }

        /// An empty list, because this library can't read the clocks directly from Darwin's kernel.
        package static var changedClocks: [String] { [] }
    }

    extension ClockModel {
        /// The behavior of this system's clocks.
        package static var system: ClockModel { AppleMachine.here.clockModel }
    }

    extension AppleMachine {
        /// This machine as the kernel reports it. If Rosetta runs an app for Intel, the family is an Intel family.
        fileprivate static var here: AppleMachine {
            let virtual: Int32? = DarwinKernel.number("kern.hv_vmm_present")
            var size = 0
            return AppleMachine(
                family: DarwinKernel.number("hw.cpufamily"), isVirtual: virtual.map { $0 != 0 },
                hasPowerManagementClock: sysctlbyname("kern.monotonicclock_usecs", nil, &size, nil, 0) == 0)
        }
    }
#endif
