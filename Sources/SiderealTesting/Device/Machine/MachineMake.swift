package import SiderealCore

/// How the clocks of a simulated machine are made.
package struct MachineMake: Sendable, Hashable {
    /// What the kernel calls its boots.
    package enum Identities: Sendable, Hashable {
        case fresh
        /// The kernel has none that can be believed.
        case hidden
        /// Each boot is called like the one before, as on some boards.
        case repeated
    }

    /// How the clocks behave, and by how much they may run wrong.
    package var model: ClockModel
    package var identities = Identities.fresh
    /// Nil where it is not known which machine this is.
    package var name: String? = "machine"
    /// Whether the counter runs on through a warm reboot (Apple chips). All of it counts as time awake then.
    package var runsThroughReboots = false
    /// Whether the time asleep is added to the elapsed clock: boards without a persistent clock lose it.
    package var countsSleep = true
    /// Whether the kernel reports its sleeps: how many there were (Linux), or when the last one ended (Darwin).
    package var countsSuspensions = true
    /// Whether that can be read now and then only.
    package var countsSuspensionsRarely = false
    /// Whether its hypervisor tells when it has paused the machine.
    package var tellsDisruptions = false
    /// Whether a battery keeps the calendar while the machine is off.
    package var hasBattery = true
    /// By how much the kernel's boot time is off at most, each time that it is read.
    package var bootTimeError = Nanoseconds.zero
    /// How long Darwin's counter has run when the kernel sets the calendar.
    package var bootTakes = Nanoseconds.zero
    /// How long the power management unit's clock of Darwin has run at the first boot.
    package var powerManagementAge = Nanoseconds.seconds(86_400 * 300)
    /// What Darwin's battery-backed clock and the clock of the power management unit are rounded down to.
    package var batteryTick = Nanoseconds.seconds(1)
    package var powerManagementTick = Nanoseconds(30_518)

    package init(model: ClockModel) { self.model = model }
}
