/// The time at which a file can be read. On iOS, it is the file's data protection class.
///
/// On other systems all tiers have the same effect: only the file's permissions decide.
public enum ProtectionTier: Sendable, Hashable, CaseIterable {
    /// The file can always be read, even before the first unlock after a restart (`NSFileProtectionNone`). Don't use
    /// this tier for secrets.
    case always
    /// The file can be read from the first unlock after a restart on, even while the device is locked again
    /// (`NSFileProtectionCompleteUntilFirstUserAuthentication`).
    case afterFirstUnlock
    /// The file can be read only while the device is unlocked (`NSFileProtectionComplete`).
    case whenUnlocked
}
