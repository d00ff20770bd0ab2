#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// A value that UserDefaults can keep: Bool, Int, Double, String, Data, Date, and arrays and dictionaries of these.
///
/// Numbers are converted where nothing is lost, because property lists don't tell 1, 1.0 and true apart on every
/// system.
///
/// - Important: Don't conform other types: UserDefaults keeps no others. Reading or setting such a value is
///   `unavailable(.undecodable)`.
public protocol DefaultsValue: Sendable {}

extension Bool: DefaultsValue {}
extension Int: DefaultsValue {}
extension Double: DefaultsValue {}
extension String: DefaultsValue {}
extension Data: DefaultsValue {}
extension Date: DefaultsValue {}
extension Array: DefaultsValue where Element: DefaultsValue {}
extension Dictionary: DefaultsValue where Key == String, Value: DefaultsValue {}

extension PropertyListValue {
    /// The value as a property list knows it; nil for a type that UserDefaults doesn't keep.
    package init?(_ value: some DefaultsValue) {
        guard let value = value as? any PropertyListConvertible else { return nil }
        self = value.propertyList
    }

    /// The value of a type; nil if it is of another one, and for a type that UserDefaults doesn't keep.
    package func value<Value: DefaultsValue>(as type: Value.Type = Value.self) -> Value? {
        (type as? any PropertyListConvertible.Type)?.init(propertyList: self) as? Value
    }
}
