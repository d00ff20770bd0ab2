/// All clocks of a device, read together.
///
/// The letters are those of the decision procedure in ARCHITECTURE.md.
package struct ClockReading: Sendable, Hashable {
    /// W: what the device says the time is.
    package var wall: WallInstant
    /// R: time in this boot, sleep included, neither set nor slewed. Its zero is not always the start of the boot.
    package var elapsed: ElapsedInstant
    /// A: time in this boot while awake.
    package var awake: AwakeInstant
    /// B: the kernel's idea of when it booted, on the wall clock. It moves with every setting of that clock.
    package var kernelBootTime: WallInstant
    /// A number that grows with each suspension of this boot: how many succeeded (Linux), or what the counter of time
    /// awake showed at the last wake (Darwin, where the elapsed clock does not count by itself). Nil where the kernel
    /// keeps none; ``unreadableSuspendMark`` where it may keep one, and this process can't read it.
    package var suspendMark: Int64?
    /// What a hypervisor changes when it has stopped, moved or restored the machine, its clocks with it (VMClock's
    /// disruption marker); nil where none tells. The same marker does not prove that nothing was done.
    package var disruptionMarker: Int64?

    /// Unknown is not zero: the machine may have been suspended any number of times.
    package static let unreadableSuspendMark: Int64 = -1

    /// Clocks that were read at one moment.
    package init(
        wall: WallInstant, elapsed: ElapsedInstant, awake: AwakeInstant, kernelBootTime: WallInstant,
        suspendMark: Int64? = nil, disruptionMarker: Int64? = nil
    ) {
        self.wall = wall
        self.elapsed = elapsed
        self.awake = awake
        self.kernelBootTime = kernelBootTime
        self.suspendMark = suspendMark
        self.disruptionMarker = disruptionMarker
    }

    /// S: time asleep in this boot, R - A.
    package var slept: Nanoseconds {
        Nanoseconds(elapsed.nanoseconds) - Nanoseconds(awake.nanoseconds)
    }

    package var clockState: ClockState {
        ClockState(elapsed: elapsed, slept: slept, suspendMark: suspendMark, disruptionMarker: disruptionMarker)
    }
}

/// Where the elapsed clock stood, and what sleep had gone into it by then.
package struct ClockState: Sendable, Equatable {
    package var elapsed: ElapsedInstant
    package var slept: Nanoseconds
    package var suspendMark: Int64?
    package var disruptionMarker: Int64?

    package init(
        elapsed: ElapsedInstant, slept: Nanoseconds, suspendMark: Int64?, disruptionMarker: Int64? = nil
    ) {
        self.elapsed = elapsed
        self.slept = slept
        self.suspendMark = suspendMark
        self.disruptionMarker = disruptionMarker
    }

    /// The awake clock at this state.
    package var awake: Nanoseconds { Nanoseconds(elapsed.nanoseconds) - slept }

    /// Whether the device slept from here to a later state, or was stopped: the kernel noticed, or the time asleep grew
    /// by more than the milliseconds to which each reading measures it anew.
    package func hasSlept(until later: ClockState) -> Bool {
        suspendMark != later.suspendMark || wasDisrupted(until: later)
            || (later.slept - slept).magnitude > ClockModel.sleepNoise
    }

    /// Whether a hypervisor told that it stopped the machine between this state and another one.
    package func wasDisrupted(until other: ClockState) -> Bool {
        guard let disruptionMarker, let marker = other.disruptionMarker else { return false }
        return marker != disruptionMarker
    }

    /// The same sleep at another moment: all that is known between two readings.
    package func at(_ elapsed: ElapsedInstant) -> ClockState {
        ClockState(elapsed: elapsed, slept: slept, suspendMark: suspendMark, disruptionMarker: disruptionMarker)
    }
}

/// One reading of a device: its clocks, and which boot and which machine they belong to.
package struct DeviceReading: Sendable, Equatable {
    /// All clocks at that moment.
    package var reading: ClockReading
    /// Nil where the kernel offers none that can be believed.
    package var bootIdentity: BootIdentity?
    /// Nil where it is not known which machine this is.
    package var machine: MachineIdentity?

    /// What was seen at one moment.
    package init(reading: ClockReading, bootIdentity: BootIdentity?, machine: MachineIdentity?) {
        self.reading = reading
        self.bootIdentity = bootIdentity
        self.machine = machine
    }

    /// The same reading, where the machine is known by another identity.
    package func with(machine: MachineIdentity?) -> DeviceReading {
        DeviceReading(reading: reading, bootIdentity: bootIdentity, machine: machine)
    }
}
