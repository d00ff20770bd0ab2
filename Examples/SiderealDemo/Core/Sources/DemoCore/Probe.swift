/// A question that only a device can answer.
public enum Probe: String, Codable, Sendable, Hashable, CaseIterable, Identifiable {
    case bootSession
    case bootSessionChange
    case continuousClock
    case monotonicClock
    case monotonicClockRun
    case processorFamily
    case virtualMachine
    case sleepTimes
    case bootTime
    case createProtectedFile
    case readProtectedFile
    case newCanary
    case createUnprotectedFile
    case keychain
    case defaultsEarly
    case defaultsAfterUnlock
    case prewarmVariable
    case protectedDataAvailable
    case passcode
    case ownFiles

    public var id: String { rawValue }

    /// A Boolean value that indicates whether only a launch before the first unlock can answer the probe.
    public var needsEarlyLaunch: Bool {
        switch self {
        case .createProtectedFile, .readProtectedFile, .newCanary, .createUnprotectedFile, .keychain, .defaultsEarly,
            .defaultsAfterUnlock, .prewarmVariable, .protectedDataAvailable:
            true
        case .bootSession, .bootSessionChange, .continuousClock, .monotonicClock, .monotonicClockRun, .processorFamily,
            .virtualMachine, .sleepTimes, .bootTime, .passcode, .ownFiles:
            false
        }
    }

    /// The probe's question.
    public var question: String {
        switch self {
        case .bootSession: "Is the kernel's boot identity readable?"
        case .bootSessionChange: "Does that identity change with each restart, and only then?"
        case .continuousClock: "Does the continuous clock restart at a warm restart?"
        case .monotonicClock: "Can an app, and its extension, read the power management clock?"
        case .monotonicClockRun: "Does that clock run while the device is off, and how fast?"
        case .processorFamily: "Can an app read which processor the device has?"
        case .virtualMachine: "Can an app read whether the system runs in a virtual machine?"
        case .sleepTimes: "Can an app read when the device fell asleep and woke?"
        case .bootTime: "Does the kernel's boot time move within a boot?"
        case .createProtectedFile: "Can a protected file be created before the first unlock?"
        case .readProtectedFile: "With which error is a protected file refused before the first unlock?"
        case .newCanary: "Does a gate without a canary see that the device was not unlocked?"
        case .createUnprotectedFile: "Can an unprotected file be created before the first unlock?"
        case .keychain: "What does the keychain answer before the first unlock?"
        case .defaultsEarly: "What do UserDefaults say before the first unlock?"
        case .defaultsAfterUnlock: "Do UserDefaults stay empty after the unlock, until the next launch?"
        case .prewarmVariable: "Is ActivePrewarm set in a launch before the first unlock?"
        case .protectedDataAvailable: "What does isProtectedDataAvailable say before the first unlock?"
        case .passcode: "Does the device have a passcode?"
        case .ownFiles: "Do the library's own files keep their class, and stay out of backups?"
        }
    }

    /// The method by which the probe gets its answer.
    public var method: String {
        switch self {
        case .bootSession: "Reads sysctl kern.bootsessionuuid twice, and looks whether both are one UUID."
        case .bootSessionChange:
            "Compares a salted digest of the identity with the last launch's, and both with the counters of the clocks."
        case .continuousClock:
            "Compares CLOCK_MONOTONIC_RAW with the time since kern.boottime, in the first launch after a restart."
        case .monotonicClock:
            "Reads the 16 bytes of sysctl kern.monotonicclock_usecs between two readings of the other clocks."
        case .monotonicClockRun:
            "Compares how far it moved since the last launch with the wall clock, and in the same boot with the elapsed clock."
        case .processorFamily: "Reads sysctl hw.cpufamily."
        case .virtualMachine: "Reads sysctl kern.hv_vmm_present."
        case .sleepTimes: "Reads sysctl kern.sleep_abs_time and kern.wake_abs_time."
        case .bootTime: "Compares kern.boottime with that of the previous launch in the same boot."
        case .createProtectedFile:
            "Writes a new file with completeFileProtectionUntilFirstUserAuthentication, reads it back and removes it."
        case .readProtectedFile: "Opens a file of that class which an earlier launch wrote, and keeps errno."
        case .newCanary:
            "Asks a new FirstUnlockGate in an empty directory, which creates its canary with open_dprotected_np."
        case .createUnprotectedFile: "Writes a new file with noFileProtection, reads it back and removes it."
        case .keychain: "SecItemCopyMatching for items that an earlier launch added, and for one that nobody did."
        case .defaultsEarly: "Asks for a key that an earlier launch set."
        case .defaultsAfterUnlock:
            "Asks for that key again in the same process, at the unlock, 2 and 30 seconds later."
        case .prewarmVariable: "Reads the process's environment."
        case .protectedDataAvailable: "Asks UIApplication, soon after the launch."
        case .passcode: "Adds a keychain item with kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly, and removes it."
        case .ownFiles:
            "Asks fcntl(F_GETPROTECTIONCLASS) of the record and of a store, and isExcludedFromBackup of the record."
        }
    }

    /// The consequence that the answer has for the library.
    public var reason: String {
        switch self {
        case .bootSession: "It is the strongest evidence of a reboot. Without it the others have to decide."
        case .bootSessionChange: "An identity that stays, or that changes within a boot, would prove what is not so."
        case .continuousClock:
            "Where it runs on, a counter that did not fall shows nothing; another clock has to show the restart."
        case .monotonicClock:
            "No software sets this clock. If apps can read it, it could show what no other clock saw."
        case .monotonicClockRun:
            "If it runs through a power-off, it bounds from above how long the device was off, without any network."
        case .processorFamily: "Together with the next one it tells which kind of clocks the device has."
        case .virtualMachine: "A virtual machine counts sleep in another way than the same processor does by itself."
        case .sleepTimes: "They may show a sleep that the other clocks have not counted."
        case .bootTime: "The time daemon may move it: so much it may move and still be the same boot."
        case .createProtectedFile:
            "The gate takes a canary that can't be created for a lock. If it could be, it must not."
        case .readProtectedFile: "EPERM and EACCES count as a lock, every other error as unknown."
        case .newCanary:
            "The first launch after an installation may be an early one. A gate that is open then is a bug of ours."
        case .createUnprotectedFile: "The state, the birth records and this app's log are of that class."
        case .keychain: "Not found, before the first unlock, must not be taken for missing."
        case .defaultsEarly: "An empty answer that looks like a first launch is the bug that this app shows."
        case .defaultsAfterUnlock: "If they do, an open gate does not make UserDefaults believable."
        case .prewarmVariable: "Some apps rely on it to find out; it has been missing where it was needed."
        case .protectedDataAvailable: "False also while merely locked: it can't tell the first unlock from later ones."
        case .passcode: "Without one there is no lock, and early launches answer as any other."
        case .ownFiles:
            "A record of another class could not be read early; one in a backup would take another device for this one."
        }
    }
}
