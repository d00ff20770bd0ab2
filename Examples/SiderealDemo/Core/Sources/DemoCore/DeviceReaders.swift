/// Asks the device one small question per method, and draws no conclusion. The app has an implementation for iOS; tests
/// have one that plays a phone.
public protocol DeviceReaders: Sendable {
    /// Reads `kern.bootsessionuuid`. It stays on the device, and in memory.
    func bootSession() -> KernelAnswer
    /// Reads all bytes of a kernel value through sysctl.
    func kernelValue(_ value: KernelValue) -> KernelAnswer
    /// Returns the kernel value that the app extension read and handed on, or `nil` if none did.
    func extensionValue(_ value: KernelValue) -> KernelAnswer?
    /// Returns the length of a tick of mach time.
    func timebase() -> Timebase?
    /// Returns the environment variable `ActivePrewarm`.
    func prewarmVariable() -> String?
    /// Creates a file of the class until-first-unlock under a new name, and removes it.
    func createProtectedFile() -> CallResult
    /// Reads the file of that class that ``plant()`` left.
    func readProtectedFile() -> CallResult
    /// Returns the state of a gate without a canary, in a directory of its own, which is removed afterwards.
    func newCanary() -> LaunchRecord.Gate
    /// Creates a file of the class none under a new name, and removes it.
    func createUnprotectedFile() -> CallResult
    /// Returns the keychain's status for an item that ``plant()`` left, or for one that was never added.
    func keychainStatus(_ item: KeychainItem) -> Int32
    /// Returns the keychain's status on adding an item that needs a passcode on the device.
    func passcodeStatus() -> Int32
    /// Returns whether UserDefaults contain the key that ``plant()`` set.
    func hasDefaultsSentinel() -> Bool
    /// Returns the file's protection class and backup mark.
    func marks(ofFile path: String) -> FileMarks
    /// Leaves behind what later launches read: a file, keychain items, a key in UserDefaults. Call it only once the
    /// device was unlocked. Returns true if all of it is in place.
    func plant() -> Bool
}

/// The outcome of a call.
public enum CallResult: Codable, Sendable, Hashable {
    case succeeded
    case failed(errno: Int32)
    /// The file was created, but could not be read back.
    case unreadable(errno: Int32)
    /// The call was left out, because the app has not been unlocked once.
    case notAsked
}

/// A file's protection class and backup mark, or `nil` if the system doesn't report one, as for a missing or locked
/// file.
public struct FileMarks: Codable, Sendable, Hashable {
    /// The kernel's number of the class: 3 until the first unlock, 4 none; 1, 2 and 7 lock with the device.
    public var protectionClass: Int32?
    public var isExcludedFromBackup: Bool?

    public init(protectionClass: Int32?, isExcludedFromBackup: Bool?) {
        self.protectionClass = protectionClass
        self.isExcludedFromBackup = isExcludedFromBackup
    }
}

/// The keychain items that the demo asks for.
public enum KeychainItem: String, Codable, Sendable, Hashable, CaseIterable {
    case afterFirstUnlock
    case afterFirstUnlockThisDeviceOnly
    case whenUnlocked
    /// An item that was never added.
    case neverAdded
}
