package import SiderealCore

/// The properties of a simulated machine's clocks.
package struct MachineMake: Sendable, Hashable {
    /// The boot identities that the kernel reports.
    package enum Identities: String, Sendable, Hashable, Codable {
        case fresh
        /// The kernel reports no boot identity that the library trusts.
        case hidden
        /// All boots have the same identity, as on some boards.
        case repeated
    }

    /// The model of the clocks, which includes the bounds of their errors.
    package var model: ClockModel
    package var identities = Identities.fresh
    /// The machine's name, or `nil` if the machine is unknown.
    package var name: String? = "machine"
    /// A Boolean value that indicates whether the counter runs through a warm reboot (Apple chips). The kernel then
    /// counts all of that time as time awake.
    package var runsThroughReboots: Bool
    /// A Boolean value that indicates whether the elapsed clock counts the time asleep. The clock of a board without a
    /// persistent clock does not count that time.
    package var countsSleep: Bool
    /// A Boolean value that indicates whether the kernel reports its sleeps. Linux reports their number, and Darwin the
    /// end of the last sleep.
    package var countsSuspensions: Bool
    /// A Boolean value that indicates whether only some reads of the kernel's report on sleeps succeed.
    package var countsSuspensionsRarely: Bool
    /// A Boolean value that indicates whether the hypervisor reports that it has paused the machine.
    package var tellsDisruptions: Bool
    /// A Boolean value that indicates whether a battery keeps the calendar while the machine is off.
    package var hasBattery: Bool
    /// The greatest error of the kernel's boot time. Each reading of the boot time has a different error.
    package var bootTimeError = Nanoseconds.zero
    /// The time from power-on until Darwin's kernel sets the calendar.
    package var bootTakes = Nanoseconds.zero
    /// The age of Darwin's power management clock at the first boot.
    package var powerManagementAge = Nanoseconds.seconds(86_400 * 300)
    /// The ticks of Darwin's battery-backed clock and of its power management clock. The clocks round down to a
    /// tick.
    package var batteryTick = Nanoseconds.seconds(1)
    package var powerManagementTick = Nanoseconds(30_518)

    package init(
        model: ClockModel, runsThroughReboots: Bool = false, countsSleep: Bool = true, countsSuspensions: Bool = true,
        countsSuspensionsRarely: Bool = false, tellsDisruptions: Bool = false, hasBattery: Bool = true
    ) {
        self.model = model
        self.runsThroughReboots = runsThroughReboots
        self.countsSleep = countsSleep
        self.countsSuspensions = countsSuspensions
        self.countsSuspensionsRarely = countsSuspensionsRarely
        self.tellsDisruptions = tellsDisruptions
        self.hasBattery = hasBattery
    }
}
