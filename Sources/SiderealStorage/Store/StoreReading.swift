public import SiderealBase

/// The outcome of reading something stored. Callers have to face all three.
public enum StoreReading<Value> {
    case value(Value)
    /// There is no value, and that is proven.
    case absent
    /// There may be a value; it can't be read now. Never take it for `absent`.
    case unavailable(Unavailability)
}

extension StoreReading {
    /// The value, or nil where there is none and where it can't be read now alike: only for what does no harm in
    /// either case.
    public var valueIfPresent: Value? {
        if case .value(let value) = self { value } else { nil }
    }

    /// The value, or in every other case the default, whose being wrong for a while must do no harm.
    ///
    /// A colour or a sort order may have one. What decides whether somebody is logged out, welcomed anew or charged
    /// twice may not: locked would be taken for missing.
    public func valueOr(harmlessDefault: Value) -> Value { valueIfPresent ?? harmlessDefault }
}

extension StorePresence {
    /// The value; nil where its absence is proven.
    public var valueIfPresent: Value? {
        if case .value(let value) = self { value } else { nil }
    }
}

extension StoreReading: Sendable where Value: Sendable {}
extension StoreReading: Equatable where Value: Equatable {}
extension StoreReading: Hashable where Value: Hashable {}

/// The outcome of waiting for something stored: one of two, since all others are thrown.
///
/// Not an optional: `try?` would make nil of both "proven absent" and "still locked".
public enum StorePresence<Value> {
    case value(Value)
    /// There is no value, and that is proven.
    case absent
}

extension StorePresence: Sendable where Value: Sendable {}
extension StorePresence: Equatable where Value: Equatable {}
extension StorePresence: Hashable where Value: Hashable {}
