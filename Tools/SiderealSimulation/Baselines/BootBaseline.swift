package import SiderealCore

/// What a baseline answers at a launch.
package enum BootBaselineAnswer: String, Sendable, Hashable, CaseIterable {
    /// It has nothing to compare with.
    case first
    case sameBoot
    case rebooted
}

/// A way to tell reboots that others ship, written afresh from its description.
///
/// The value is what it saved: it survives processes and reboots.
package protocol BootBaseline: Sendable {
    static var name: String { get }
    init()
    /// A process starts, compares with what was saved, and saves anew.
    mutating func launch(_ reading: ClockReading, at model: ClockModel) -> BootBaselineAnswer
}

/// Rebooted, unless the kernel's boot time in whole seconds is the saved one.
package struct BootTimeEqual: BootBaseline {
    package static let name = "bootTimeEqual"
    private var saved: Int64?

    package init() {}

    package mutating func launch(_ reading: ClockReading, at model: ClockModel) -> BootBaselineAnswer {
        let second = reading.kernelBootTime.nanoseconds.flooredDivision(by: 1_000_000_000)
        defer { saved = second }
        return saved.map { $0 == second ? .sameBoot : .rebooted } ?? .first
    }
}

/// Rebooted, if the time since boot is less than the saved one; sleep included, as those libraries count it.
package struct UptimeDecreased: BootBaseline {
    package static let name = "uptimeDecreased"
    private var saved: ElapsedInstant?

    package init() {}

    package mutating func launch(_ reading: ClockReading, at model: ClockModel) -> BootBaselineAnswer {
        defer { saved = reading.elapsed }
        return saved.map { $0 <= reading.elapsed ? .sameBoot : .rebooted } ?? .first
    }
}

/// Boot time, wall clock and CLOCK_MONOTONIC, correlated; a first launch counts as a reboot.
package struct ThreeClocks: BootBaseline {
    package static let name = "threeClocks"

    private struct Saved: Hashable {
        let wall: WallInstant
        let bootTime: WallInstant
        let uptime: Nanoseconds
    }

    private var saved: Saved?
    /// Whether it takes the clock to have been set by hand since the launch before; nil where it does not ask.
    package private(set) var seesManualChange: Bool?

    private static let tolerance = Nanoseconds.seconds(5)

    package init() {}

    package mutating func launch(_ reading: ClockReading, at model: ClockModel) -> BootBaselineAnswer {
        let now = Saved(
            wall: reading.wall, bootTime: reading.kernelBootTime, uptime: ThreeClocks.uptime(reading, model))
        defer { saved = now }
        seesManualChange = nil
        guard let saved, now.uptime >= saved.uptime else { return .rebooted }
        let shift = (now.wall - saved.wall) - (now.uptime - saved.uptime)
        guard ((now.bootTime - saved.bootTime) - shift).magnitude < ThreeClocks.tolerance else { return .rebooted }
        seesManualChange = shift.magnitude >= ThreeClocks.tolerance
        return .sameBoot
    }

    /// CLOCK_MONOTONIC: on Linux the time awake; on Darwin it is computed from the other two.
    private static func uptime(_ reading: ClockReading, _ model: ClockModel) -> Nanoseconds {
        switch model.platform {
        case .linux: Nanoseconds(reading.awake.nanoseconds)
        case .darwin: reading.wall - reading.kernelBootTime
        }
    }
}

/// The same boot, if uptime less wall clock rounds to the saved second, where uptime is wall clock less boot time.
package struct FrozenUptime: BootBaseline {
    package static let name = "frozenUptime"
    private var saved: Int64?

    package init() {}

    package mutating func launch(_ reading: ClockReading, at model: ClockModel) -> BootBaselineAnswer {
        let uptime = reading.wall - reading.kernelBootTime
        let difference = uptime - Nanoseconds(reading.wall.nanoseconds)
        let second = difference.count.addingSaturated(500_000_000).flooredDivision(by: 1_000_000_000)
        defer { saved = second }
        return saved.map { $0 == second ? .sameBoot : .rebooted } ?? .first
    }
}

extension Int64 {
    fileprivate func flooredDivision(by divisor: Int64) -> Int64 {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? quotient - 1 : quotient
    }
}
