/// The reason why a stored value can't be read or changed now.
public enum Unavailability: Error, Sendable, Hashable {
    /// A view is still reading the value. The read takes a moment, and does not need an unlock.
    case notReadYet
    /// The device has not been unlocked since it restarted.
    case beforeFirstUnlock
    /// The device is locked, and the value is in the tier `whenUnlocked`. Or the system denied access for another
    /// reason, with an error that it also uses for locked files.
    case locked
    /// The gate couldn't create or read its canary, the small file that shows whether the device has been unlocked.
    /// `isTemporary` is false if the error lasts until you remove its cause, such as a full disk.
    case indeterminate(errno: Int32)
    /// The value was written, but its file is gone. `resetIfUnrecoverable()` starts over with an empty store.
    case lost
    /// The file exists, but does not contain the written value. `resetIfUnrecoverable()` starts over without the value.
    /// A store keeps its damaged file under another name.
    case damaged
    /// A newer version of this library wrote the value. This version can't read the value, and does not change it.
    case newerVersion(UInt32)
    /// A system call failed for a reason other than a locked device. `isTemporary` is false if the error lasts until
    /// you remove its cause.
    case unreadable(errno: Int32)
    /// Another process is replacing the value now, or holds the store's lock.
    case busy
    /// The stored value is not of the requested type, or the new value can't be stored.
    case undecodable(reason: String)
    /// UserDefaults still returns no stored values, as it did before the first unlock. The app can read the values
    /// after its next launch.
    case stale
    /// UserDefaults returns only some of the keys in its file. UserDefaults may not have reread the file since the
    /// first unlock.
    case unproven
    /// A migration that may move the value to this store has not finished.
    case notMigrated
    /// The item's access control requires Face ID, Touch ID or the passcode, and this `GatedKeychain` may not prompt
    /// the user.
    case needsAuthentication
    /// The keychain returned an error that no other case covers. `status` is the OSStatus of the error. `isTemporary`
    /// is true if the keychain is not available yet.
    case refused(status: Int32)

    /// ESRCH on Linux and on Darwin. A simulated device returns this error to a process that has ended.
    package static let noSuchProcess: Int32 = 3
    /// The same error as a keychain status.
    package static let noSuchProcessOfKeychain: Int32 = 100_000 + noSuchProcess

    /// Returns the cause of an error that lasts until you act, or `nil` for an error that may pass by itself.
    ///
    /// These errors have the same numbers on Linux and Darwin, except the errors for a link and a quota.
    private static func obstacle(_ number: Int32) -> String? {
        switch number {
        case 2, 20: "its directory can't be created"
        case 1, 13: "access is denied"
        case 5: "the disk reports an error"
        case 21: "a directory has the same name"
        case noSuchProcess: "this simulated process has ended: launch the app again in the test"
        case 28: "no space is left on the disk"
        case 30: "the disk is read-only"
        case 40, 62: "its path has a symbolic link that can't be followed"
        case 69, 122: "the disk quota is used up"
        default: nil
        }
    }

    /// The statuses errSecNotAvailable (no keychain is available) and errSecInDarkWake (the device is in a dark wake).
    private static let passingStatuses: [Int32] = [-25291, -25320]

    /// The error number of the system call that failed, or `nil` if no call failed.
    package var errno: Int32? {
        switch self {
        case .indeterminate(let number), .unreadable(let number): number
        default: nil
        }
    }

    /// A Boolean value that indicates whether the value may become available by itself, after an unlock or after some
    /// time.
    ///
    /// If `isTemporary` is false, waiting does not help. Depending on the case, restart or update the app, free disk
    /// space, or discard the stored values.
    public var isTemporary: Bool {
        switch self {
        case .notReadYet, .beforeFirstUnlock, .locked, .busy, .notMigrated: true
        case .indeterminate(let number), .unreadable(let number): Self.obstacle(number) == nil
        case .refused(let status): Self.passingStatuses.contains(status)
        case .lost, .damaged, .newerVersion, .undecodable, .stale, .unproven, .needsAuthentication: false
        }
    }
}

extension Unavailability: CustomStringConvertible {
    public var description: String {
        switch self {
        case .notReadYet: "the view is still reading it"
        case .beforeFirstUnlock: "the device has not been unlocked since it restarted"
        case .locked: "the device is locked"
        case .indeterminate(let number):
            "the gate can't check whether the device was unlocked"
                + (Self.obstacle(number).map { ", because \($0)" } ?? "") + " (errno \(number))"
        case .lost: "its file existed before, and is gone now"
        case .damaged: "its file is damaged"
        case .newerVersion(let version): "a newer version of the library wrote it, in format \(version)"
        case .unreadable(Self.noSuchProcess), .refused(Self.noSuchProcessOfKeychain):
            "this simulated process has ended: launch the app again in the test"
        case .unreadable(let number):
            "it can't be read" + (Self.obstacle(number).map { ", because \($0)" } ?? "") + " (errno \(number))"
        case .busy: "another process is writing it"
        case .undecodable(let reason): "it is of the wrong type: \(reason)"
        case .stale: "the system still returns its empty answer from before the first unlock"
        case .unproven: "the system may still return its empty answer from before the first unlock"
        case .notMigrated: "the migration that moves it into the store has not finished"
        case .needsAuthentication: "the keychain returns it only after the device's owner authenticates"
        case .refused(let status): "the keychain returned an error (status \(status))"
        }
    }
}
