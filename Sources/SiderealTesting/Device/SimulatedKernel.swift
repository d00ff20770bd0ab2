import SiderealClocks
import SiderealCore

/// The clocks of a simulated device's kernel. A process reads them one by one.
struct SimulatedKernel: LinuxKernelClocks, DarwinKernelClocks {
    let timeline: DeviceTimeline

    private var machine: SimulatedMachine { timeline.machine }

    func realtime() throws(ClockError) -> Int64 { machine.wall.nanoseconds }

    // Linux

    func monotonic() throws(ClockError) -> Int64 { machine.monotonic }
    func monotonicRaw() throws(ClockError) -> Int64 { machine.reading.awake.nanoseconds }
    func suspendCount() -> Int64? { machine.reading.suspendMark }
    func disruptionMarker() throws(ClockError) -> Int64? { machine.reading.disruptionMarker }

    // Darwin

    func lastWake() -> Int64? { machine.reading.suspendMark }
    var countsThroughSleep: Bool { machine.make.model.sleepAccount == .hardwareCounter }
    func continuous() throws(ClockError) -> Int64 { machine.reading.elapsed.nanoseconds }
    func uptime() throws(ClockError) -> Int64 { machine.reading.awake.nanoseconds }

    /// Returns the time since boot on Linux (CLOCK_BOOTTIME), and the time of the boot on Darwin (kern.boottime).
    func bootTime() throws(ClockError) -> Int64 {
        machine.make.model.platform == .linux
            ? machine.sinceBootNanoseconds : machine.reading.kernelBootTime.nanoseconds
    }

    /// The library's own code that reads these clocks.
    var clocks: any ClockSource {
        switch machine.make.model.platform {
        case .linux: LinuxClocks(kernel: self, namespace: TimeNamespace())
        case .darwin: DarwinClocks(kernel: self)
        }
    }
}
