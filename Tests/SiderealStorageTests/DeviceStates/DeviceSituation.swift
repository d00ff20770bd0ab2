import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// The states of a device, as far as storage depends on them.
enum DeviceSituation: CaseIterable, CustomStringConvertible {
    case beforeFirstUnlock
    case unlocked
    case lockedAgain
    case noPasscode
    /// A Mac or a simulator: no protection classes.
    case unprotected

    static let withClasses: [DeviceSituation] = [.beforeFirstUnlock, .unlocked, .lockedAgain, .noPasscode]

    var lock: DeviceLock? {
        switch self {
        case .beforeFirstUnlock: .beforeFirstUnlock
        case .unlocked, .noPasscode: .unlocked
        case .lockedAgain: .locked
        case .unprotected: nil
        }
    }

    /// Returns whether files of a tier can be read, by the system's table, not by the disk.
    func allows(_ tier: ProtectionTier) -> Bool {
        switch (self, tier) {
        case (.unlocked, _), (.noPasscode, _), (.unprotected, _), (_, .always), (.lockedAgain, .afterFirstUnlock): true
        case (.beforeFirstUnlock, .afterFirstUnlock), (.beforeFirstUnlock, .whenUnlocked),
            (.lockedAgain, .whenUnlocked):
            false
        }
    }

    /// The answer of a store that can't be read.
    var unavailability: Unavailability { self == .beforeFirstUnlock ? .beforeFirstUnlock : .locked }

    var description: String {
        switch self {
        case .beforeFirstUnlock: "before the first unlock"
        case .unlocked: "unlocked"
        case .lockedAgain: "locked again"
        case .noPasscode: "no passcode"
        case .unprotected: "no protection classes"
        }
    }
}

/// The operation under test.
enum DeviceOperation: String, CaseIterable {
    case read, waitForValue, set, setWaiting, updateWaiting, transaction, remove, grow, migrate

    /// A Boolean value that indicates whether the operation may wait for an unlock instead of being refused.
    var mayWait: Bool {
        switch self {
        case .waitForValue, .setWaiting, .updateWaiting, .migrate: true
        default: false
        }
    }
}

/// The event beside the change from one state to the other.
enum DeviceInterruption: CaseIterable {
    case none, kill
    /// The medium keeps none, some or all of the unsynced data.
    case powerCutOldest, powerCutSome, powerCutNewest

    var cutsPower: Bool { self != .none && self != .kill }
}

/// One case: an operation, the state in which it begins, and the event in the middle of it.
struct DeviceCase: CustomStringConvertible {
    let tier: ProtectionTier
    let isExtension: Bool
    /// A Boolean value that indicates whether a store existed before, with `count` 1 and `name` Ada.
    let isWritten: Bool
    let from: DeviceSituation
    /// The new state, or `nil` if an earlier backup is restored on another device.
    let to: DeviceSituation?
    let operation: DeviceOperation
    let interruption: DeviceInterruption
    /// The process's call before which the event happens, counted from the beginning of the operation.
    var call: Int

    var description: String {
        """
        \(tier), \(isExtension ? "extension" : "app"), \(isWritten ? "written" : "never written"), \(from), \
        \(operation.rawValue), before call \(call) \(to.map { "\($0)" } ?? "restored from a backup"), \(interruption)
        """
    }

    /// Returns all cases without the calls, which are tried one after the other.
    static func all(_ tier: ProtectionTier) -> [DeviceCase] {
        var all: [DeviceCase] = []
        for from in DeviceSituation.allCases {
            let targets: [DeviceSituation?] = from == .unprotected ? [from, nil] : DeviceSituation.withClasses + [nil]
            for to in targets {
                for interruption in DeviceInterruption.allCases where isPossible(from, to, interruption) {
                    for operation in DeviceOperation.allCases {
                        for isWritten in [true, false] {
                            for isExtension in [false, true] where !isExtension || interruption == .none {
                                all.append(
                                    DeviceCase(
                                        tier: tier, isExtension: isExtension, isWritten: isWritten, from: from, to: to,
                                        operation: operation, interruption: interruption, call: 0))
                            }
                        }
                    }
                }
            }
        }
        return all
    }

    /// Returns whether a change is possible: without the end of the process, a device doesn't return to before the
    /// first unlock, and an app doesn't move to another device.
    private static func isPossible(
        _ from: DeviceSituation, _ to: DeviceSituation?, _ interruption: DeviceInterruption
    ) -> Bool {
        switch to {
        case nil: interruption == .kill
        case .beforeFirstUnlock? where from != .beforeFirstUnlock: interruption.cutsPower
        default: true
        }
    }
}

extension StoreKey<String> {
    static var migratedName: Self { .init("profile.name") }
    static var ballast: Self { .init("ballast") }
}

extension StoreKey<Int> {
    static var migratedCount: Self { .init("profile.count") }
}
