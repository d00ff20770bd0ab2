import SiderealCore

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    /// The kind of a simulated device: its clocks and its files.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// Clocks of Darwin, and files with protection classes.
        case iPhone
        /// An iPhone with a hardware counter that runs on through a warm reboot, as it may from A14 and M1 on.
        case newPhone
        /// An iPhone with a counter that runs on through a warm reboot and stops in sleep: each wake takes the sleep
        /// from another crystal, as on A10 and A11.
        case oldPhone
        /// Clocks of Darwin that take the sleep from a hardware clock that ticks in seconds.
        case intelMac
        /// Clocks of Linux, and files without protection classes.
        case linux
        /// A Linux device without a battery for the calendar: it boots in 1970, and its clocks lose the time that it
        /// sleeps.
        case board

        var make: MachineMake {
            var make: MachineMake
            switch self {
            case .iPhone: make = MachineMake(model: .darwin)
            case .newPhone:
                make = MachineMake(model: .darwin)
                make.runsThroughReboots = true
            case .oldPhone:
                make = MachineMake(model: .darwinPowerManagement)
                make.runsThroughReboots = true
            case .intelMac: make = MachineMake(model: .darwinIntel)
            case .linux: make = MachineMake(model: .linux)
            case .board:
                make = MachineMake(model: .linux.withoutHardwareClock)
                (make.hasBattery, make.countsSleep) = (false, false)
            }
            // No two devices have the same identity, even with the same seed.
            make.name = "machine \(UInt64.random(in: .min ... .max))"
            return make
        }
    }
}
