package import SiderealCore

/// The clocks of one machine, as its kernel keeps them. They are a value that receives the true time as it passes.
///
/// The code under test sees only the kernel's values, never the true time.
package struct SimulatedMachine: Sendable {
    enum Kernel: Sendable {
        case linux(LinuxMachine)
        case darwin(DarwinMachine)
    }

    package let make: MachineMake
    /// The number of boots, the first included. The kernel's identity of a boot follows from it.
    package internal(set) var bootCount = 1
    /// The number of times that the host paused the machine.
    package internal(set) var disruptions: Int64 = 0
    var kernel: Kernel

    /// Creates a machine that booted just now, with the right time.
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

    /// Creates an Apple machine whose power was switched on at `truth`, and that boots for `span`.
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

    /// Indicates whether the count of suspensions can't be read. The result at one moment is always the same.
    private func isCountHidden(_ awake: Int64) -> Bool {
        guard make.countsSuspensionsRarely else { return false }
        var random = SplitMix64(seed: UInt64(bitPattern: awake))
        return random.next() % 2 == 0
    }

    /// Returns the boot time with its error. The result at one moment is always the same.
    private func reported(_ bootTime: Int64, _ awake: Int64) -> Int64 {
        let error = make.bootTimeError.count
        guard error > 0 else { return bootTime }
        var random = SplitMix64(seed: UInt64(bitPattern: awake))
        return bootTime.addingSaturated(.random(in: -error...error, using: &random))
    }

    /// CLOCK_MONOTONIC and CLOCK_BOOTTIME of Linux. Both are slewed with the calendar.
    package var monotonic: Int64 { if case .linux(let machine) = kernel { machine.monotonic } else { 0 } }
    package var sinceBootNanoseconds: Int64 { if case .linux(let machine) = kernel { machine.sinceBoot } else { 0 } }

    /// `kern.monotonicclock_usecs` of Darwin: the power management unit's clock, which nothing sets.
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

    /// The machine's identity. Apple's kernels have none, so there the record stands for the machine.
    package var machineIdentity: MachineIdentity? {
        make.model.platform == .darwin ? .thatOfTheRecord : make.name.flatMap { MachineIdentity($0) }
    }

    package var deviceReading: DeviceReading {
        DeviceReading(reading: reading, bootIdentity: bootIdentity, machine: machineIdentity)
    }

    /// The time at which the first boot of a device begins, unless a test sets another.
    package static var beginning: TrueInstant { TrueInstant(nanoseconds: 1_800_000_000_000_000_000) }
}
