import Foundation
public import Sidereal

/// The observations of one launch. The record stays on the device, and only a ``ProbeReport`` leaves the device.
public struct LaunchRecord: Codable, Sendable, Hashable, Identifiable {
    /// A Boolean value that indicates whether the device had been unlocked since its restart when the app was launched.
    public enum Gate: Codable, Sendable, Hashable {
        case open
        case beforeFirstUnlock
        case indeterminate(errno: Int32)
    }

    /// The onboarding flag as the protected store returned it.
    public enum StoredFlag: Codable, Sendable, Hashable {
        case value(Bool)
        case absent
        case unavailable(String)
    }

    /// All clocks, in nanoseconds.
    public struct Clocks: Codable, Sendable, Hashable {
        public var wall: Int64
        public var elapsed: Int64
        public var awake: Int64
        public var bootTime: Int64

        package init(wall: Int64, elapsed: Int64, awake: Int64, bootTime: Int64) {
            self.wall = wall
            self.elapsed = elapsed
            self.awake = awake
            self.bootTime = bootTime
        }
    }

    /// The number of this launch since the installation.
    public var number: Int
    /// A random number of this process, which identifies its record.
    public var process: UInt64
    public var gate: Gate
    /// The onboarding flag as `UserDefaults.bool(forKey:)` returned it. It is false if UserDefaults could not be read.
    public var naiveFlag: Bool
    public var storedFlag: StoredFlag
    /// The clocks, or `nil` if they can't be read.
    public var clocks: Clocks?
    /// A salted digest of the boot's identity, or `nil` if the system returns no identity.
    public var bootPrint: UInt64?
    /// Sidereal's own answer. `bootReason` explains it.
    public var didReboot: Bool?
    public var bootReason: String
    public var observations: Observations

    public var id: UInt64 { process }

    /// A Boolean value that indicates whether the app was launched before the first unlock.
    public var isEarly: Bool { gate == .beforeFirstUnlock }
    /// A Boolean value that indicates whether an app that trusts UserDefaults would now welcome its user.
    public var naiveWelcomes: Bool { !naiveFlag }
    /// A Boolean value that indicates whether an app that reads the protected store would now welcome its user, or
    /// `nil` if the app would wait.
    public var storeWelcomes: Bool? {
        switch storedFlag {
        case .value(let done): !done
        case .absent: true
        case .unavailable: nil
        }
    }
    /// A Boolean value that indicates whether this launch shows the bug: the naive app would welcome its user, and the
    /// other app would not.
    public var showsBug: Bool { naiveWelcomes && storeWelcomes != true }
}

extension LaunchRecord.Gate {
    public init(_ state: FirstUnlockGate.State) {
        switch state {
        case .unlocked: self = .open
        case .beforeFirstUnlock, .unknown: self = .beforeFirstUnlock
        case .indeterminate(let number): self = .indeterminate(errno: number)
        }
    }

    /// The name in the report.
    var word: String {
        switch self {
        case .open: "open"
        case .beforeFirstUnlock: "beforeFirstUnlock"
        case .indeterminate: "indeterminate"
        }
    }
}

extension LaunchRecord.StoredFlag {
    init(_ reading: ProtectedReading<Bool>) {
        switch reading {
        case .value(let value): self = .value(value)
        case .absent: self = .absent
        case .unavailable(let why): self = .unavailable("\(why)")
        }
    }
}

extension LaunchRecord.Clocks {
    init(_ values: Observatory.ClockValues) {
        wall = Self.nanoseconds(values.systemClock)
        elapsed = Nanoseconds(values.elapsed).count
        awake = Nanoseconds(values.awake).count
        bootTime = Self.nanoseconds(values.kernelBootTime)
    }

    /// Returns the time since 1970 with the precision of a `Date`, which is some hundred nanoseconds.
    private static func nanoseconds(_ date: Date) -> Int64 {
        Int64(exactly: (date.timeIntervalSince1970 * 1_000_000_000).rounded()) ?? 0
    }

    /// The time since this boot began, according to the kernel. Setting the clock doesn't change it.
    var sinceBoot: Nanoseconds { Nanoseconds(wall) - Nanoseconds(bootTime) }
}
