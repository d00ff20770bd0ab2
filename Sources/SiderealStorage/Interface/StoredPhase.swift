public import SiderealCore

/// How far a view has got with something stored: a `StoreReading`, or nobody has read yet.
///
/// There is no way from it to a value without saying what all the other cases mean: switch over it, or mark a default
/// as harmless. `loading` and `unavailable` are never to be taken for `absent`.
public enum StoredPhase<Value> {
    /// Nobody has read yet. It takes moments, and no unlock ends or begins it.
    case loading
    /// There is no value, and that is proven.
    case absent
    case value(Value)
    /// There may be a value; it cannot be had now.
    case unavailable(Unavailability)

    public init(_ reading: StoreReading<Value>) {
        switch reading {
        case .value(let value): self = .value(value)
        case .absent: self = .absent
        case .unavailable(let why): self = .unavailable(why)
        }
    }

    /// The value, or in every other case the default, whose being wrong for a while must do no harm.
    ///
    /// A colour or a sort order may have one. What decides whether somebody is logged out, welcomed anew or charged
    /// twice may not: locked would be taken for missing.
    public func value(harmlessDefault: Value) -> Value {
        if case .value(let value) = self { value } else { harmlessDefault }
    }
}

extension StoredPhase: Sendable where Value: Sendable {}
extension StoredPhase: Equatable where Value: Equatable {}
extension StoredPhase: Hashable where Value: Hashable {}

/// A phase, and a value in every case: what is stored, or a default that its caller has marked as harmless.
public struct DefaultedPhase<Value> {
    /// How far it has got.
    public let phase: StoredPhase<Value>
    /// What stands for the value in all phases but `value`.
    public let harmlessDefault: Value

    public init(_ phase: StoredPhase<Value>, harmlessDefault: Value) {
        self.phase = phase
        self.harmlessDefault = harmlessDefault
    }

    /// The value, or in every other phase the default.
    public var value: Value { phase.value(harmlessDefault: harmlessDefault) }
}

extension DefaultedPhase: Sendable where Value: Sendable {}
extension DefaultedPhase: Equatable where Value: Equatable {}
extension DefaultedPhase: Hashable where Value: Hashable {}
