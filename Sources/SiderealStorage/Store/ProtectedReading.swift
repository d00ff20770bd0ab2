public import SiderealBase

/// The outcome of reading a stored value. Callers have to handle all three cases.
public enum ProtectedReading<Value> {
    case value(Value)
    /// The value is provably absent. In UserDefaults, a value whose file was deleted also reads as absent.
    case absent
    /// A value may exist, but it can't be read now. Never treat this case as `absent`.
    case unavailable(Unavailability)
}

extension ProtectedReading {
    /// The value, or `nil` if the value is absent or can't be read now. Use this property only if your app can safely
    /// treat both cases alike.
    public var valueIfPresent: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    func map<Other>(_ transform: (Value) -> Other) -> ProtectedReading<Other> {
        switch self {
        case .value(let value): .value(transform(value))
        case .absent: .absent
        case .unavailable(let why): .unavailable(why)
        }
    }

    /// Returns the value, or the default if the value is absent or can't be read now. Pass a default that does no harm
    /// if your app uses it in place of the stored value for a while.
    ///
    /// For example, a colour or a sort order may have such a default. Don't use this method for a value that decides
    /// whether your app logs a user out, welcomes a user again, or charges twice. Your app would then treat a locked
    /// value as a missing value.
    public func valueOr(harmlessDefault: Value) -> Value { valueIfPresent ?? harmlessDefault }
}

extension ProtectedReading {
    /// The outcome of a successful wait for a stored value. A failed wait throws an error instead.
    ///
    /// This type is not an optional, because `try?` would turn both "proven absent" and "still locked" into `nil`.
    public enum Presence {
        case value(Value)
        /// The value is provably absent.
        case absent

        /// The value, or `nil` if the value is absent.
        public var valueIfPresent: Value? {
            if case .value(let value) = self { value } else { nil }
        }
    }
}

extension ProtectedReading: Sendable where Value: Sendable {}
extension ProtectedReading: Equatable where Value: Equatable {}
extension ProtectedReading: Hashable where Value: Hashable {}

extension ProtectedReading.Presence: Sendable where Value: Sendable {}
extension ProtectedReading.Presence: Equatable where Value: Equatable {}
extension ProtectedReading.Presence: Hashable where Value: Hashable {}
