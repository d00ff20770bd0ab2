/// When a file can be read: what iOS calls its data protection class.
///
/// Elsewhere all tiers are alike: a file is as readable as its permissions say.
public enum ProtectionTier: Sendable, Hashable, CaseIterable {
    /// Always, before the first unlock after a restart, too (`NSFileProtectionNone`). Not for secrets.
    case always
    /// From the first unlock after a restart on, and while the device is locked again
    /// (`NSFileProtectionCompleteUntilFirstUserAuthentication`).
    case afterFirstUnlock
    /// Only while the device is unlocked (`NSFileProtectionComplete`).
    case whenUnlocked
}
