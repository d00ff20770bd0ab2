public import SiderealBase

/// The outcome of reading a stored value. Callers have to handle all three cases.
public enum ProtectedReading<Value> {
    case value(Value)
    /// The value is provably absent.
    case absent
    /// A value may exist, but it can't be read now. Never treat this case as `absent`.
    case unavailable(Unavailability)
}

extension ProtectedReading {
    /// The value, or `nil` if it is absent or can't be read now. Use it only if it does no harm to confuse these two
    /// cases.
    public var valueIfPresent: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Returns the value, or the default if the value is absent or can't be read now. The default must do no harm if it
    /// is wrong for a while.
    ///
    /// A colour or a sort order may have such a default. Pass no default for a value that decides whether your app logs
    /// a user out, welcomes a user again, or charges twice. Your app would mistake a locked value for a missing one.
    public func valueOr(harmlessDefault: Value) -> Value { valueIfPresent ?? harmlessDefault }
}

extension ProtectedReading {
    /// The outcome of waiting for a stored value. There are two cases, because the wait throws an error for every other
    /// outcome.
    ///
    /// This type is not an optional, because `try?` would turn both "proven absent" and "still locked" into `nil`.
    public enum Presence {
        case value(Value)
        /// The value is provably absent.
        case absent

        /// The value, or `nil` if it is absent.
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
