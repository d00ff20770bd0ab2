/// The time at which a file can be read. On iOS it is the file's data protection class.
///
/// Elsewhere all tiers are alike: a file is as readable as its permissions allow.
public enum ProtectionTier: Sendable, Hashable, CaseIterable {
    /// The file can always be read, even before the first unlock after a restart (`NSFileProtectionNone`). Not for
    /// secrets.
    case always
    /// The file can be read from the first unlock after a restart on, even while the device is locked again
    /// (`NSFileProtectionCompleteUntilFirstUserAuthentication`).
    case afterFirstUnlock
    /// The file can be read only while the device is unlocked (`NSFileProtectionComplete`).
    case whenUnlocked
}
