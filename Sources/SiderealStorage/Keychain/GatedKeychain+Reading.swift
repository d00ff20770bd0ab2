public import SiderealBase

extension GatedKeychain {
    /// The result of reading a keychain item.
    ///
    /// This type is not a `ProtectedReading`, because a keychain can't prove that an item is absent. If you print a
    /// reading, the output does not contain the value.
    public enum Reading<Value> {
        case value(Value)
        /// After the first unlock, the keychain reported that it found no such item.
        ///
        /// This result does not prove that the item is absent. The keychain silently skips a damaged item. The keychain
        /// also skips an item if the app lacks the item's entitlement. You may ask the user for the password again, but
        /// don't erase anything because of this result.
        case notFound
        /// An item may exist, but it can't be read now.
        case unavailable(Unavailability)
    }
}

extension GatedKeychain.Reading {
    /// The value, or `nil` if the value was not found or can't be read now. Use this property only if your app can
    /// safely treat both cases alike.
    public var valueIfPresent: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension GatedKeychain.Reading: Sendable where Value: Sendable {}
extension GatedKeychain.Reading: Equatable where Value: Equatable {}
extension GatedKeychain.Reading: Hashable where Value: Hashable {}

extension GatedKeychain.Reading: CustomStringConvertible, CustomReflectable {
    /// The name of the outcome, without the value.
    public var description: String {
        switch self {
        case .value: "value (not shown)"
        case .notFound: "notFound"
        case .unavailable(let reason): "unavailable: \(reason)"
        }
    }

    /// A mirror without children, so `dump` does not print the value.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
