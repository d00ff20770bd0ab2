public import SiderealCore

/// What a read of a keychain item comes to.
///
/// Not a `StoreReading`: a keychain proves no absence.
public enum KeychainReading: Sendable, Hashable {
    case value([UInt8])
    /// After the first unlock the keychain said that it finds no such item.
    ///
    /// That is no proof that nothing was stored. A damaged item, and one that needs an entitlement which the app lacks,
    /// are left out silently: the keychain answers as if they were not there. Ask for a password again, but erase
    /// nothing because of this answer.
    case notFound
    /// There may be an item; it can't be read now.
    case unavailable(Unavailability)
}
