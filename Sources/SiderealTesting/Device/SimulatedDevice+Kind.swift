import SiderealCore

@available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
extension SimulatedDevice {
    /// The kind of a simulated device. The kind determines the clocks and the file protection.
    public enum Kind: Sendable, Hashable, CaseIterable {
        /// A device with Darwin clocks. Its files have protection classes.
        case iPhone
        /// An iPhone with a hardware counter that also runs through a warm reboot. A14, M1 and later chips can behave
        /// this way.
        case newPhone
        /// An iPhone with a counter that runs through a warm reboot, but stops in sleep. At each wake, the kernel reads
        /// the length of the sleep from another crystal, as on A10 and A11.
        case oldPhone
        /// A device with Darwin clocks. The kernel reads the length of a sleep from a hardware clock that ticks in
        /// seconds.
        case intelMac
        /// A device with Linux clocks. Its files have no protection classes.
        case linux
        /// A Linux device without a battery for its hardware clock. The device boots in 1970, and its clocks do not
        /// count sleep.
        case board

        var make: MachineMake {
            var make =
                switch self {
                case .iPhone: MachineMake(model: .darwin)
                case .newPhone: MachineMake(model: .darwin, runsThroughReboots: true)
                case .oldPhone: MachineMake(model: .darwinPowerManagement, runsThroughReboots: true)
                case .intelMac: MachineMake(model: .darwinIntel)
                case .linux: MachineMake(model: .linux)
                case .board: MachineMake(model: .linux.withoutHardwareClock, countsSleep: false, hasBattery: false)
                }
            // Each device has its own identity, even if two devices have the same seed.
            make.name = "machine \(UInt64.random(in: .min ... .max))"
            return make
        }
    }
}
