/// Asks the device one small question each, and draws no conclusion. The app has one for iOS; tests have one that plays
/// a phone.
public protocol DeviceReaders: Sendable {
    /// What sysctl `kern.bootsessionuuid` says. It stays on the device, and in memory.
    func bootSession() -> KernelAnswer
    /// What sysctl says of a value, all its bytes.
    func kernelValue(_ value: KernelValue) -> KernelAnswer
    /// What sysctl said of it to the app extension, which hands it on; nil where none has.
    func extensionValue(_ value: KernelValue) -> KernelAnswer?
    /// How long a tick of mach time is.
    func timebase() -> Timebase?
    /// The variable `ActivePrewarm` of the environment.
    func prewarmVariable() -> String?
    /// Creates a file of the class until-first-unlock under a new name, and removes it again.
    func createProtectedFile() -> CallResult
    /// Reads the file of that class that ``plant()`` left.
    func readProtectedFile() -> CallResult
    /// What a gate finds that has no canary yet, in a directory of its own, which is removed again.
    func newCanary() -> LaunchRecord.Gate
    /// Creates a file of the class none under a new name, and removes it again.
    func createUnprotectedFile() -> CallResult
    /// The keychain's status for an item that ``plant()`` left, or for one that nobody ever added.
    func keychainStatus(_ item: KeychainItem) -> Int32
    /// Whether the keychain takes an item that needs a passcode on the device.
    func passcodeStatus() -> Int32
    /// Whether UserDefaults have the key that ``plant()`` set.
    func hasDefaultsSentinel() -> Bool
    /// How the system treats a file.
    func marks(ofFile path: String) -> FileMarks
    /// Leaves behind what later launches look for: a file, keychain items, a key in UserDefaults. Only once the device
    /// was unlocked; true where all of it is in place.
    func plant() -> Bool
}

/// What became of a call.
public enum CallResult: Codable, Sendable, Hashable {
    case succeeded
    case failed(errno: Int32)
    /// It was created, and could not be read back.
    case unreadable(errno: Int32)
    /// There is nothing yet that could be asked for: the app has not been unlocked once.
    case notAsked
}

/// How the system treats a file; nil where it does not say, as of a file that is not there or is locked.
public struct FileMarks: Codable, Sendable, Hashable {
    /// By the number that the kernel gives it: 3 until the first unlock, 4 none; 1, 2 and 7 lock with the device.
    public var protectionClass: Int32?
    public var isExcludedFromBackup: Bool?

    public init(protectionClass: Int32?, isExcludedFromBackup: Bool?) {
        self.protectionClass = protectionClass
        self.isExcludedFromBackup = isExcludedFromBackup
    }
}

/// The keychain items that are asked for.
public enum KeychainItem: String, Codable, Sendable, Hashable, CaseIterable {
    case afterFirstUnlock
    case afterFirstUnlockThisDeviceOnly
    case whenUnlocked
    /// No item of this name was ever added.
    case neverAdded
}
