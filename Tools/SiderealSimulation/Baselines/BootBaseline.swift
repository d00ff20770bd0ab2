package import SiderealCore
import SiderealTesting

/// The answer of a baseline at a launch.
package enum BootBaselineAnswer: String, Sendable, Hashable, CaseIterable {
    /// The baseline has no saved launch to compare with.
    case first
    case sameBoot
    case rebooted
}

/// A reboot check of the kind that other libraries contain. The code is a new implementation from its description.
///
/// A value of this type is the check's saved state, which is kept when a process ends or the device reboots.
package protocol BootBaseline: Sendable {
    static var name: String { get }
    init()
    /// Starts a process. The check compares the reading with the saved state, and then saves the new state.
    mutating func launch(_ reading: ClockReading, at model: ClockModel) -> BootBaselineAnswer
}

/// A check that reports a reboot unless the kernel's boot time, in whole seconds, equals the saved boot time.
package struct BootTimeEqual: BootBaseline {
    package static let name = "bootTimeEqual"
    private var saved: Int64?

    package init() {}

    package mutating func launch(_ reading: ClockReading, at model: ClockModel) -> BootBaselineAnswer {
        let second = reading.kernelBootTime.nanoseconds.roundedDown(to: 1_000_000_000)
        defer { saved = second }
        return saved.map { $0 == second ? .sameBoot : .rebooted } ?? .first
    }
}

/// A check that reports a reboot if the time since boot, including sleep, is less than the saved time.
package struct UptimeDecreased: BootBaseline {
    package static let name = "uptimeDecreased"
    private var saved: ElapsedInstant?

    package init() {}

    package mutating func launch(_ reading: ClockReading, at model: ClockModel) -> BootBaselineAnswer {
        defer { saved = reading.elapsed }
        return saved.map { $0 <= reading.elapsed ? .sameBoot : .rebooted } ?? .first
    }
}

/// A check that compares the boot time, the wall clock and CLOCK_MONOTONIC with the saved values. The check reports the
/// first launch as a reboot.
package struct ThreeClocks: BootBaseline {
    package static let name = "threeClocks"

    private struct Saved: Hashable {
        let wall: WallInstant
        let bootTime: WallInstant
        let uptime: Nanoseconds
    }

    private var saved: Saved?

    private static let tolerance = Nanoseconds.seconds(5)

    package init() {}

    package mutating func launch(_ reading: ClockReading, at model: ClockModel) -> BootBaselineAnswer {
        let now = Saved(
            wall: reading.wall, bootTime: reading.kernelBootTime, uptime: ThreeClocks.uptime(reading, model))
        defer { saved = now }
        guard let saved, now.uptime >= saved.uptime else { return .rebooted }
        let shift = (now.wall - saved.wall) - (now.uptime - saved.uptime)
        guard ((now.bootTime - saved.bootTime) - shift).magnitude < ThreeClocks.tolerance else { return .rebooted }
        return .sameBoot
    }

    /// Returns CLOCK_MONOTONIC, which is the time awake on Linux, and the wall clock minus the boot time on Darwin.
    private static func uptime(_ reading: ClockReading, _ model: ClockModel) -> Nanoseconds {
        switch model.platform {
        case .linux: Nanoseconds(reading.awake.nanoseconds)
        case .darwin: reading.wall - reading.kernelBootTime
        }
    }
}

/// A check that compares the uptime minus the wall clock, rounded to a second, with the saved value. The check reports
/// the same boot if the two values are equal. The uptime is the wall clock minus the boot time.
package struct FrozenUptime: BootBaseline {
    package static let name = "frozenUptime"
    private var saved: Int64?

    package init() {}

    package mutating func launch(_ reading: ClockReading, at model: ClockModel) -> BootBaselineAnswer {
        let uptime = reading.wall - reading.kernelBootTime
        let difference = uptime - Nanoseconds(reading.wall.nanoseconds)
        let second = difference.count.addingSaturated(500_000_000).roundedDown(to: 1_000_000_000)
        defer { saved = second }
        return saved.map { $0 == second ? .sameBoot : .rebooted } ?? .first
    }
}
