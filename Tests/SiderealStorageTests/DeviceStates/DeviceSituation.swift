import SiderealBase
import SiderealStorage
import SiderealSystem
import SiderealTesting

/// The states that a device can be in, as far as storage knows of them.
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

    /// Whether files of a tier can be read; by the table of the system, not by the disk.
    func allows(_ tier: ProtectionTier) -> Bool {
        switch (self, tier) {
        case (.unlocked, _), (.noPasscode, _), (.unprotected, _), (_, .always), (.lockedAgain, .afterFirstUnlock): true
        case (.beforeFirstUnlock, .afterFirstUnlock), (.beforeFirstUnlock, .whenUnlocked),
            (.lockedAgain, .whenUnlocked):
            false
        }
    }

    /// What a store has to answer where it can't be read.
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

/// What is begun.
enum DeviceOperation: String, CaseIterable {
    case read, waitForValue, set, setWaiting, updateWaiting, transaction, remove, grow, migrate

    /// Whether it may wait for an unlock rather than be refused.
    var mayWait: Bool {
        switch self {
        case .waitForValue, .setWaiting, .updateWaiting, .migrate: true
        default: false
        }
    }
}

/// What else happens as the device crosses from one state into the other.
enum DeviceInterruption: CaseIterable {
    case none, kill
    /// Of what was not synced the medium has nothing, something or everything.
    case powerCutOldest, powerCutSome, powerCutNewest

    var cutsPower: Bool { self != .none && self != .kill }
}

/// One case: in which state something is begun, and what happens in the middle of it.
struct DeviceCase: CustomStringConvertible {
    let tier: ProtectionTier
    let isExtension: Bool
    /// Whether there was a store before, with `count` 1 and `name` Ada.
    let isWritten: Bool
    let from: DeviceSituation
    /// Nil: a backup of before is restored on another device.
    let to: DeviceSituation?
    let operation: DeviceOperation
    let interruption: DeviceInterruption
    /// Before which of the process's calls it happens, counted from the beginning of the operation.
    var call: Int

    var description: String {
        """
        \(tier), \(isExtension ? "extension" : "app"), \(isWritten ? "written" : "never written"), \(from), \
        \(operation.rawValue), before call \(call) \(to.map { "\($0)" } ?? "restored from a backup"), \(interruption)
        """
    }

    /// All but the calls: those are tried one after the other.
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

    /// Nobody gets back to before the first unlock, or onto another device, without the process having ended.
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
