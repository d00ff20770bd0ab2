package import SiderealCore

/// The numbers of `<sys/content_protection.h>`, by which Darwin's kernel names protection classes.
extension ProtectionTier {
    /// The class in which files of this tier are made: A, C or D.
    package var protectionClass: Int32 {
        switch self {
        case .whenUnlocked: 1
        case .afterFirstUnlock: 3
        case .always: 4
        }
    }

    /// The tier of a file of a class; nil for the classes that say nothing of the lock, and for no class.
    ///
    /// Files of class A (complete), B (complete unless open) and CX (complete when the user is inactive) can't be
    /// opened while the device is locked. A class that is newer than this library counts as one of them.
    package init?(protectionClass number: Int32) {
        switch number {
        case 3: self = .afterFirstUnlock
        case 4: self = .always
        case 1, 2, 7...: self = .whenUnlocked
        default: return nil
        }
    }
}
