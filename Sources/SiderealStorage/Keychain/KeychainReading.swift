public import SiderealBase

/// The result of reading a keychain item.
///
/// Not a `StoreReading`, because a keychain proves no absence. Printing it shows nothing of the value.
public enum KeychainReading<Value> {
    case value(Value)
    /// After the first unlock the keychain said that it finds no such item.
    ///
    /// That is no proof that nothing was stored. A damaged item, and one that needs an entitlement which the app lacks,
    /// are left out silently: the keychain answers as if they were not there. Ask for a password again, but erase
    /// nothing because of this answer.
    case notFound
    /// There may be an item; it can't be read now.
    case unavailable(Unavailability)
}

extension KeychainReading {
    /// The value, or nil both if none was found and if it can't be read now: only for what does no harm in either case.
    public var valueIfPresent: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension KeychainReading: Sendable where Value: Sendable {}
extension KeychainReading: Equatable where Value: Equatable {}
extension KeychainReading: Hashable where Value: Hashable {}

extension KeychainReading: CustomStringConvertible, CustomReflectable {
    /// Which outcome it is, without the value.
    public var description: String {
        switch self {
        case .value: "value (not shown)"
        case .notFound: "notFound"
        case .unavailable(let reason): "unavailable: \(reason)"
        }
    }

    /// No children, so that `dump` shows nothing of the value either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
