#if canImport(Glibc)
    import CSiderealSystem
    package import Glibc
    package import SiderealCore
    import SiderealSystem

    /// Linux's clocks, read through clock_gettime(2) and /sys/power.
    package struct LinuxKernel: LinuxKernelClocks {
        /// The counter of suspensions. The process opens the counter's file once.
        private static let suspensions = SuspendCounter()
        /// The hypervisor's page, mapped once for the process, or `nil` if no hypervisor reports disruptions.
        static let virtualMachine = VMClockPage.mapped("/dev/vmclock0")

        package init() {}

        package func realtime() throws(ClockError) -> Int64 { try read(CLOCK_REALTIME, "CLOCK_REALTIME") }
        package func monotonic() throws(ClockError) -> Int64 { try read(CLOCK_MONOTONIC, "CLOCK_MONOTONIC") }
        package func monotonicRaw() throws(ClockError) -> Int64 { try read(CLOCK_MONOTONIC_RAW, "CLOCK_MONOTONIC_RAW") }
        package func bootTime() throws(ClockError) -> Int64 { try read(CLOCK_BOOTTIME, "CLOCK_BOOTTIME") }

        package func suspendCount() -> Int64? {
            LinuxKernel.suspensions.count
        }

        package func disruptionMarker() throws(ClockError) -> Int64? {
            guard let page = LinuxKernel.virtualMachine else { return nil }
            guard let marker = page.disruptionMarker else { throw .unsteady(attempts: 1_000) }
            return marker
        }

        @inline(__always)
        private func read(_ clock: Int32, _ name: StaticString) throws(ClockError) -> Int64 {
            var time = timespec()
            guard clock_gettime(clockid_t(clock), &time) == 0 else {
                throw .unreadable(clock: name.description, .last)
            }
            return Nanoseconds(time).count
        }
    }

    extension VMClockPage {
        /// Maps the page of a device until the process ends, or returns `nil` if there is no such page.
        static func mapped(_ path: String) -> VMClockPage? {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            guard descriptor >= 0 else { return nil }
            defer { close(descriptor) }
            // The driver maps exactly one page.
            let length = sysconf(Int32(_SC_PAGESIZE))
            guard length >= byteCount, let page = mmap(nil, length, PROT_READ, MAP_SHARED, descriptor, 0),
                page != MAP_FAILED
            else { return nil }
            return VMClockPage(page)
        }
    }

    /// The kernel's count of suspensions. Its file stays open, because every reading includes the count.
    private final class SuspendCounter: Sendable {
        private let descriptor: Int32
        private let isThere: Bool

        init() {
            descriptor = open("/sys/power/suspend_stats/success", O_RDONLY | O_CLOEXEC)
            isThere = descriptor >= 0 || errno != ENOENT || !SuspendCounter.seesTheKernel
        }

        deinit { if descriptor >= 0 { close(descriptor) } }

        /// A Boolean value that indicates whether the folder of the count belongs to the kernel's own file system. If
        /// such a folder contains no count, the kernel can't suspend the machine.
        private static var seesTheKernel: Bool {
            for folder in ["/sys/power", "/sys"] {
                let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
                if descriptor < 0, errno == ENOENT { continue }
                defer { close(descriptor) }
                // SYSFS_MAGIC of linux/magic.h.
                return descriptor >= 0 && sidereal_filesystem_type(descriptor) == 0x6265_6572
            }
            return false
        }

        /// The count, or `nil` if the kernel keeps no count.
        var count: Int64? { isThere ? read() ?? ClockReading.unreadableSuspendMark : nil }

        private func read() -> Int64? {
            withUnsafeTemporaryAllocation(byteCount: 32, alignment: 1) { buffer in
                let length = pread(descriptor, buffer.baseAddress, buffer.count, 0)
                guard length > 0, length < buffer.count else { return nil }
                var count: Int64 = 0
                for byte in buffer.prefix(length) where byte != UInt8(ascii: "\n") {
                    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                    let (tens, isTooLarge) = count.multipliedReportingOverflow(by: 10)
                    let (sum, overflows) = tens.addingReportingOverflow(Int64(byte - UInt8(ascii: "0")))
                    if isTooLarge || overflows { return nil }
                    count = sum
                }
                return count
            }
        }
    }

    /// The clocks of this system, in a separate type, so that calls to this type are not generic.
    package struct SystemClocks: ClockSource {
        private var clocks = LinuxClocks(kernel: LinuxKernel(), namespace: TimeNamespace.own ?? TimeNamespace())

        package init(model: ClockModel = .system) {}

        package mutating func attempt() throws(ClockError) -> ClockAttempt { try clocks.attempt() }

        package func state(slept: Nanoseconds) throws(ClockError) -> ClockState { try clocks.state(slept: slept) }

        package func quickReading() -> QuickReading? { clocks.quickReading() }

        /// A Boolean value that indicates whether readings can be compared with readings by other processes.
        package static var areComparable: Bool {
            TimeNamespace.own != nil && changedClocks.allSatisfy { $0 == "CLOCK_REALTIME" }
        }

        /// The names of the clocks whose time in this process differs from the kernel's own time. The list is empty if
        /// no clock differs, or if this process can't read the clocks directly from the kernel. A preloaded library,
        /// such as libfaketime, can change clocks.
        package static var changedClocks: [String] {
            let clocks = [
                (CLOCK_REALTIME, "CLOCK_REALTIME"), (CLOCK_BOOTTIME, "CLOCK_BOOTTIME"),
                (CLOCK_MONOTONIC, "CLOCK_MONOTONIC"), (CLOCK_MONOTONIC_RAW, "CLOCK_MONOTONIC_RAW"),
            ]
            // Another process may set a clock between two reads.
            return clocks.filter { clock, _ in (0..<3).allSatisfy { _ in isChanged(clock) } }.map { $1 }
        }

        private static func isChanged(_ clock: Int32) -> Bool {
            var own = timespec()
            guard let before = kernelTime(clock), clock_gettime(clockid_t(clock), &own) == 0,
                let after = kernelTime(clock)
            else { return false }
            let seen = Nanoseconds(own).count
            return seen < before || after < seen
        }

        /// Returns the time of a clock as the kernel itself reports it, in nanoseconds, or `nil` if this process can't
        /// read the clock directly from the kernel.
        package static func kernelTime(_ clock: Int32) -> Int64? {
            var time: Int64 = 0
            return sidereal_kernel_clock(clock, &time) == 0 ? time : nil
        }
    }

    extension TimeNamespace {
        /// The shifts of this process's clocks, or `nil` if they are unknown.
        ///
        /// /proc/self/timens_offsets shows the namespace that the process's children will get. That namespace is the
        /// process's own namespace, unless the process has unshared a namespace and not yet entered it. In that case
        /// the shifts are known only if the process's own namespace is the initial one.
        static let own: TimeNamespace? = {
            guard let current = name("time") else { return TimeNamespace() }
            if current == name("time_for_children"), let shifts = KernelText.read("/proc/self/timens_offsets") {
                return TimeNamespace(text: shifts)
            }
            return current == initial ? TimeNamespace() : nil
        }()

        /// The initial time namespace: PROC_TIME_INIT_INO of linux/proc_ns.h.
        private static var initial: String { "time:[4026531834]" }

        private static func name(_ kind: String) -> String? { KernelText.link("/proc/self/ns/" + kind) }
    }

    extension ClockModel {
        /// The behavior of this system's clocks. If the kernel has a hardware clock, the kernel lists that clock as
        /// rtc0.
        package static let system = ClockModel.linux.with(
            hasHardwareClock: access("/sys/class/rtc/rtc0", F_OK) == 0,
            mayBePaused: LinuxMachine(
                processors: KernelText.read("/proc/cpuinfo"), vendor: KernelText.read("/sys/class/dmi/id/sys_vendor"),
                hasHypervisorNode: access("/proc/device-tree/hypervisor", F_OK) == 0,
                hasVMClock: LinuxKernel.virtualMachine != nil
            ).isVirtual)
    }

    extension Nanoseconds {
        /// Converts a time of the kernel, which keeps its clocks below 2^63 nanoseconds (KTIME_MAX).
        @inline(__always)
        package init(_ time: timespec) {
            self.init(Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
        }
    }
#endif
