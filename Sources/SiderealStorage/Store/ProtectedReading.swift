public import SiderealBase

/// The outcome of reading a stored value. Callers have to handle all three cases.
public enum ProtectedReading<Value> {
    case value(Value)
    /// The value is provably absent.
    case absent
    /// There may be a value, but it can't be read now. Never treat this case as `absent`.
    case unavailable(Unavailability)
}

extension ProtectedReading {
    /// The value, or `nil` if it is absent or can't be read now. Use it only if confusing the two does no harm.
    public var valueIfPresent: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// Returns the value, or otherwise the default, which must do no harm if it is wrong for a while.
    ///
    /// A colour or a sort order may have such a default. A value that decides whether a user is logged out, welcomed
    /// again or charged twice may not: a locked value would be mistaken for a missing one.
    public func valueOr(harmlessDefault: Value) -> Value { valueIfPresent ?? harmlessDefault }
}

extension ProtectedReading {
    /// The outcome of waiting for a stored value. There are two cases, since all other outcomes are thrown.
    ///
    /// It is not an optional, because `try?` would turn both "proven absent" and "still locked" into `nil`.
    public enum Presence {
        case value(Value)
        /// The value is provably absent.
        case absent

        /// The value, or `nil` if there is none.
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
