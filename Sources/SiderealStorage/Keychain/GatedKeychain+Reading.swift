public import SiderealBase

extension GatedKeychain {
    /// The result of reading a keychain item.
    ///
    /// It is not a `ProtectedReading`, because a keychain can't prove absence. Printing it does not reveal the value.
    public enum Reading<Value> {
        case value(Value)
        /// The keychain reported, after the first unlock, that it finds no such item.
        ///
        /// This does not prove absence. The keychain silently skips a damaged item, and an item that needs an
        /// entitlement which the app lacks. Ask the user for a password again, but erase nothing because of this
        /// answer.
        case notFound
        /// There may be an item, but it can't be read now.
        case unavailable(Unavailability)
    }
}

extension GatedKeychain.Reading {
    /// The value, or `nil` if it was not found or can't be read now. Use it only if confusing the two does no harm.
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

    /// A mirror without children, so that `dump` does not reveal the value either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
