package import SiderealCore

/// The properties of a simulated machine's clocks.
package struct MachineMake: Sendable, Hashable {
    /// The boot identities that the kernel reports.
    package enum Identities: Sendable, Hashable {
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
    package var runsThroughReboots = false
    /// A Boolean value that indicates whether the elapsed clock counts the time asleep. The clock of a board without a
    /// persistent clock does not count that time.
    package var countsSleep = true
    /// A Boolean value that indicates whether the kernel reports its sleeps. Linux reports their number, and Darwin the
    /// end of the last sleep.
    package var countsSuspensions = true
    /// A Boolean value that indicates whether only some reads of the kernel's report on sleeps succeed.
    package var countsSuspensionsRarely = false
    /// A Boolean value that indicates whether the hypervisor reports that it has paused the machine.
    package var tellsDisruptions = false
    /// A Boolean value that indicates whether a battery keeps the calendar while the machine is off.
    package var hasBattery = true
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

    package init(model: ClockModel) { self.model = model }
}
