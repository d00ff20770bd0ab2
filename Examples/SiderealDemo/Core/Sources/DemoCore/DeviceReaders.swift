/// A source of the device's answers, with one small question for each method and no conclusions. The app has an
/// implementation for iOS. The tests have an implementation that simulates a phone.
public protocol DeviceReaders: Sendable {
    /// Reads `kern.bootsessionuuid`. The value stays on the device, and in memory.
    func bootSession() -> KernelAnswer
    /// Reads all bytes of a kernel value through sysctl.
    func kernelValue(_ value: KernelValue) -> KernelAnswer
    /// Returns the kernel value that the app extension read and passed on, or `nil` if the extension passed on no
    /// value.
    func extensionValue(_ value: KernelValue) -> KernelAnswer?
    /// Returns the length of a tick of mach time.
    func timebase() -> Timebase?
    /// Returns the environment variable `ActivePrewarm`.
    func prewarmVariable() -> String?
    /// Creates a file of the class until-first-unlock under a new name, and removes it.
    func createProtectedFile() -> CallResult
    /// Reads the file of that class that ``plant()`` created.
    func readProtectedFile() -> CallResult
    /// Returns the state of a gate without a canary. The gate has its own directory, which the method removes
    /// afterwards.
    func newCanary() -> LaunchRecord.Gate
    /// Creates a file of the class none under a new name, and removes it.
    func createUnprotectedFile() -> CallResult
    /// Returns the keychain's status for an item that ``plant()`` created, or for an item that was never added.
    func keychainStatus(_ item: KeychainItem) -> Int32
    /// Returns the keychain's status after adding an item that needs a passcode on the device.
    func passcodeStatus() -> Int32
    /// Returns whether UserDefaults contain the key that ``plant()`` set.
    func hasDefaultsSentinel() -> Bool
    /// Returns the file's protection class and backup mark.
    func marks(ofFile path: String) -> FileMarks
    /// Creates the marks that later launches read: a file, keychain items, and a key in UserDefaults. Call this method
    /// only once the device was unlocked. Returns true if all marks exist.
    func plant() -> Bool
}

/// The outcome of a call.
public enum CallResult: Codable, Sendable, Hashable {
    case succeeded
    case failed(errno: Int32)
    /// The call created the file, but could not read it back.
    case unreadable(errno: Int32)
    /// The reader did not make the call, because the device had not been unlocked since its restart.
    case notAsked
}

/// A file's protection class and backup mark. A value is `nil` if the system doesn't report it, for example for a
/// missing or locked file.
public struct FileMarks: Codable, Sendable, Hashable {
    /// The kernel's number of the class: 3 until the first unlock, 4 none; 1, 2 and 7 lock with the device.
    public var protectionClass: Int32?
    public var isExcludedFromBackup: Bool?

    public init(protectionClass: Int32?, isExcludedFromBackup: Bool?) {
        self.protectionClass = protectionClass
        self.isExcludedFromBackup = isExcludedFromBackup
    }
}

/// The keychain items that the demo reads.
public enum KeychainItem: String, Codable, Sendable, Hashable, CaseIterable {
    case afterFirstUnlock
    case afterFirstUnlockThisDeviceOnly
    case whenUnlocked
    /// An item that was never added.
    case neverAdded
}
