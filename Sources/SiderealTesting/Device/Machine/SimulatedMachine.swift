package import SiderealCore

/// The clocks of one machine and its kernel. This type is a value, and its methods receive the true time that passes.
///
/// The code under test can read only the kernel's values, and not the true time.
package struct SimulatedMachine: Sendable {
    enum Kernel: Sendable {
        case linux(LinuxMachine)
        case darwin(DarwinMachine)
    }

    package let make: MachineMake
    /// The number of boots, including the first one. The kernel's boot identity contains this number.
    package internal(set) var bootCount = 1
    /// The number of times that the host paused the machine.
    package internal(set) var disruptions: Int64 = 0
    var kernel: Kernel

    /// Creates a machine that has just booted, with the right time.
    package init(_ make: MachineMake, truth: TrueInstant) {
        self.make = make
        switch make.model.platform {
        case .linux: kernel = .linux(LinuxMachine(make, truth: truth))
        case .darwin:
            var hardware = MachineHardware()
            hardware.powerManagementAge = make.powerManagementAge
            var machine = DarwinMachine(make, hardware)
            machine.setBattery(nanoseconds: truth.nanoseconds - make.bootTakes.count)
            machine.boot(after: make.bootTakes)
            kernel = .darwin(machine)
        }
    }

    /// Creates an Apple machine that was switched on at `truth`. The boot takes `span`.
    package init(
        _ make: MachineMake, _ hardware: MachineHardware, poweredOn truth: TrueInstant, clockWrongBy error: Nanoseconds,
        booting span: Nanoseconds
    ) {
        self.make = make
        var machine = DarwinMachine(make, hardware)
        machine.setBattery(nanoseconds: (truth + error).nanoseconds)
        machine.boot(after: span)
        kernel = .darwin(machine)
    }

    // MARK: - The kernel's readings

    package var wall: WallInstant {
        switch kernel {
        case .linux(let machine): WallInstant(nanoseconds: machine.wall)
        case .darwin(let machine): WallInstant(nanoseconds: machine.wall)
        }
    }

    /// The reading of all clocks at this moment.
    package var reading: ClockReading {
        switch kernel {
        case .linux(let machine):
            ClockReading(
                wall: WallInstant(nanoseconds: machine.wall), elapsed: ElapsedInstant(nanoseconds: machine.elapsed),
                awake: AwakeInstant(nanoseconds: machine.awake),
                kernelBootTime: WallInstant(nanoseconds: reported(machine.bootTime, machine.awake)),
                suspendMark: make.countsSuspensions && !isCountHidden(machine.awake) ? machine.suspensions : nil,
                disruptionMarker: make.tellsDisruptions ? disruptions : nil)
        case .darwin(let machine):
            ClockReading(
                wall: WallInstant(nanoseconds: machine.wall), elapsed: ElapsedInstant(nanoseconds: machine.elapsed),
                awake: AwakeInstant(nanoseconds: machine.awake),
                kernelBootTime: WallInstant(nanoseconds: reported(machine.bootTime, machine.awake)),
                suspendMark: machine.suspendMark)
        }
    }

    /// Returns true if the count of suspensions is unreadable at this moment. The same moment always gives the same
    /// result.
    private func isCountHidden(_ awake: Int64) -> Bool {
        guard make.countsSuspensionsRarely else { return false }
        var random = SplitMix64(seed: UInt64(bitPattern: awake))
        return random.next() % 2 == 0
    }

    /// Returns the boot time with its error. The same moment always gives the same result.
    private func reported(_ bootTime: Int64, _ awake: Int64) -> Int64 {
        let error = make.bootTimeError.count
        guard error > 0 else { return bootTime }
        var random = SplitMix64(seed: UInt64(bitPattern: awake))
        return bootTime.addingSaturated(.random(in: -error...error, using: &random))
    }

    /// CLOCK_MONOTONIC and CLOCK_BOOTTIME of Linux. The kernel slews both together with the calendar.
    package var monotonic: Int64 { if case .linux(let machine) = kernel { machine.monotonic } else { 0 } }
    package var sinceBootNanoseconds: Int64 { if case .linux(let machine) = kernel { machine.sinceBoot } else { 0 } }

    /// `kern.monotonicclock_usecs` of Darwin. This is the power management unit's clock, which can't be set.
    package var powerManagementMicroseconds: Int64 {
        if case .darwin(let machine) = kernel { machine.powerManagementMicroseconds } else { 0 }
    }

    package var bootIdentity: BootIdentity? {
        switch make.identities {
        case .fresh: BootIdentity("boot \(bootCount) of \(make.name ?? "?")")
        case .hidden: nil
        case .repeated: BootIdentity("board")
        }
    }

    /// The machine's identity. Apple's kernels have no machine identity, so the library uses the identity of the record
    /// instead.
    package var machineIdentity: MachineIdentity? {
        make.model.platform == .darwin ? .thatOfTheRecord : make.name.flatMap { MachineIdentity($0) }
    }

    package var deviceReading: DeviceReading {
        DeviceReading(reading: reading, bootIdentity: bootIdentity, machine: machineIdentity)
    }

    /// The true time at which the first boot of a device begins, unless a test sets another time.
    package static var beginning: TrueInstant { TrueInstant(nanoseconds: 1_800_000_000_000_000_000) }
}
