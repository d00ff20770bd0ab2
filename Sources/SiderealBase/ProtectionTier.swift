/// A rule that decides when a file can be read. On iOS, the tier is the file's data protection class.
///
/// On Macs, simulators and Linux, the tier has no effect, and only the file's permissions limit access.
public enum ProtectionTier: Sendable, Hashable, CaseIterable {
    /// The file can always be read, even before the first unlock after a restart (`NSFileProtectionNone`). Don't use
    /// this tier for secrets.
    case always
    /// Once the device has been unlocked after a restart, the file can be read, even while the device is locked again
    /// (`NSFileProtectionCompleteUntilFirstUserAuthentication`).
    case afterFirstUnlock
    /// The file can be read only while the device is unlocked (`NSFileProtectionComplete`).
    case whenUnlocked
}
