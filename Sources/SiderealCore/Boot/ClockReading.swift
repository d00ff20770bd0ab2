/// All clocks of a device, read together.
///
/// The decision procedure in ARCHITECTURE.md uses the same letters.
package struct ClockReading: Sendable, Hashable {
    /// W: the time of day on the device.
    package var wall: WallInstant
    /// R: the elapsed clock, which counts through sleep and is neither set nor slewed. Its zero is not always the start
    /// of the boot.
    package var elapsed: ElapsedInstant
    /// A: the awake clock, which counts the time awake in this boot.
    package var awake: AwakeInstant
    /// B: the kernel's boot time on the wall clock. Setting the wall clock also changes the boot time.
    package var kernelBootTime: WallInstant
    /// A number that grows with each suspension of this boot. On Linux, it is the number of successful suspensions. On
    /// Darwin, it is the counter of time awake at the last wake, unless the elapsed clock counts sleep by itself. The
    /// value is `nil` if the kernel keeps no such number. It is ``unreadableSuspendMark`` if the kernel may keep a
    /// number that this process can't read.
    package var suspendMark: Int64?
    /// A value that a hypervisor changes when it has stopped, moved or restored the machine with its clocks (VMClock's
    /// disruption marker). The value is `nil` if there is no marker. An unchanged marker does not prove that the
    /// machine never stopped.
    package var disruptionMarker: Int64?

    /// The mark of a number of suspensions that this process can't read. The library does not treat such a number as
    /// zero.
    package static let unreadableSuspendMark: Int64 = -1

    /// Creates a reading from clocks that were read at one moment.
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

    /// S: the time asleep in this boot, R - A.
    package var slept: Nanoseconds {
        Nanoseconds(elapsed.nanoseconds) - Nanoseconds(awake.nanoseconds)
    }

    package var clockState: ClockState {
        ClockState(elapsed: elapsed, slept: slept, suspendMark: suspendMark, disruptionMarker: disruptionMarker)
    }
}

/// A state of the elapsed clock, and the time asleep that the clock includes.
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

    /// The time of the awake clock in this state.
    package var awake: Nanoseconds { Nanoseconds(elapsed.nanoseconds) - slept }

    /// Returns whether the device slept, or a hypervisor stopped it, between this state and a later state. The kernel
    /// or the hypervisor reports this, or the time asleep grew by more than the noise of a reading.
    package func hasSlept(until later: ClockState) -> Bool {
        suspendMark != later.suspendMark || wasDisrupted(until: later)
            || (later.slept - slept).magnitude > ClockModel.sleepNoise
    }

    /// Returns whether a hypervisor reported that it stopped the machine between this state and another state.
    package func wasDisrupted(until other: ClockState) -> Bool {
        guard let disruptionMarker, let marker = other.disruptionMarker else { return false }
        return marker != disruptionMarker
    }

    /// Returns this state at another moment. The result has the same time asleep, because the sleep between two
    /// readings is unknown.
    package func at(_ elapsed: ElapsedInstant) -> ClockState {
        ClockState(elapsed: elapsed, slept: slept, suspendMark: suspendMark, disruptionMarker: disruptionMarker)
    }
}

/// One reading of a device: its clocks, its boot and its machine.
package struct DeviceReading: Sendable, Equatable {
    /// All clocks at that moment.
    package var reading: ClockReading
    /// The boot identity, or `nil` if the kernel offers no reliable identity.
    package var bootIdentity: BootIdentity?
    /// The identity of the machine, or `nil` if it is unknown.
    package var machine: MachineIdentity?

    /// Creates a reading from values of one moment.
    package init(reading: ClockReading, bootIdentity: BootIdentity?, machine: MachineIdentity?) {
        self.reading = reading
        self.bootIdentity = bootIdentity
        self.machine = machine
    }

    /// Returns the same reading with another identity of the machine.
    package func with(machine: MachineIdentity?) -> DeviceReading {
        DeviceReading(reading: reading, bootIdentity: bootIdentity, machine: machine)
    }
}
