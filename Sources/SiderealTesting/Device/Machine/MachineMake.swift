package import SiderealCore

/// The make of a simulated machine's clocks.
package struct MachineMake: Sendable, Hashable {
    /// The identities that the kernel gives its boots.
    package enum Identities: Sendable, Hashable {
        case fresh
        /// The kernel has no identity that can be trusted.
        case hidden
        /// Each boot has the identity of the one before, as on some boards.
        case repeated
    }

    /// The model of the clocks, with the bounds of their errors.
    package var model: ClockModel
    package var identities = Identities.fresh
    /// The machine's name, or `nil` if the machine is unknown.
    package var name: String? = "machine"
    /// Indicates whether the counter runs on through a warm reboot (Apple chips). All of it then counts as time awake.
    package var runsThroughReboots = false
    /// Indicates whether the time asleep is added to the elapsed clock. Boards without a persistent clock lose it.
    package var countsSleep = true
    /// Indicates whether the kernel reports its sleeps: their number (Linux), or the end of the last one (Darwin).
    package var countsSuspensions = true
    /// Indicates whether that report can be read only now and then.
    package var countsSuspensionsRarely = false
    /// Indicates whether the hypervisor reports that it has paused the machine.
    package var tellsDisruptions = false
    /// Indicates whether a battery keeps the calendar while the machine is off.
    package var hasBattery = true
    /// The greatest error of the kernel's boot time. Each reading has a different one.
    package var bootTimeError = Nanoseconds.zero
    /// The time for which Darwin's counter has run when the kernel sets the calendar.
    package var bootTakes = Nanoseconds.zero
    /// The time for which the power management unit's clock of Darwin has run at the first boot.
    package var powerManagementAge = Nanoseconds.seconds(86_400 * 300)
    /// The ticks to which Darwin's battery-backed clock and the power management unit's clock are rounded down.
    package var batteryTick = Nanoseconds.seconds(1)
    package var powerManagementTick = Nanoseconds(30_518)

    package init(model: ClockModel) { self.model = model }
}
