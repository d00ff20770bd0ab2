import Foundation
public import Sidereal

/// What one launch saw, from its first moment on. It stays on the device; only a ``ProbeReport`` leaves it.
public struct LaunchRecord: Codable, Sendable, Hashable, Identifiable {
    /// Whether the device had been unlocked since it restarted, when the app was launched.
    public enum Gate: Codable, Sendable, Hashable {
        case open
        case beforeFirstUnlock
        case indeterminate(errno: Int32)
    }

    /// What the protected store said of the onboarding flag.
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

    /// Counted from the installation on.
    public var number: Int
    /// A random number of this process, to find its record again.
    public var process: UInt64
    public var gate: Gate
    /// What `UserDefaults.bool(forKey:)` said of the onboarding flag: false where it could not be read.
    public var naiveFlag: Bool
    public var storedFlag: StoredFlag
    /// Nil where the clocks can't be read.
    public var clocks: Clocks?
    /// A salted digest of the boot's identity; nil where the system gives none.
    public var bootPrint: UInt64?
    /// Sidereal's own answer, and the sentence with it.
    public var didReboot: Bool?
    public var bootReason: String
    public var observations: Observations

    public var id: UInt64 { process }

    /// Whether the app was launched before the first unlock.
    public var isEarly: Bool { gate == .beforeFirstUnlock }
    /// Whether an app that trusts UserDefaults would welcome its user now.
    public var naiveWelcomes: Bool { !naiveFlag }
    /// Whether one that asks the protected store would; nil while it would wait.
    public var storeWelcomes: Bool? {
        switch storedFlag {
        case .value(let done): !done
        case .absent: true
        case .unavailable: nil
        }
    }
    /// Whether this launch shows the bug: one welcomes, the other knows better than to.
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

    /// As the report names it.
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

    /// Since 1970, as exact as a `Date` is: to some hundred nanoseconds.
    private static func nanoseconds(_ date: Date) -> Int64 {
        Int64(exactly: (date.timeIntervalSince1970 * 1_000_000_000).rounded()) ?? 0
    }

    /// U: how long ago the kernel says that this boot began; it does not move when the clock is set.
    var sinceBoot: Nanoseconds { Nanoseconds(wall) - Nanoseconds(bootTime) }
}
