#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension GatedDefaults {
    /// A value that UserDefaults can keep: Bool, Int, Double, String, Data, Date, and arrays and dictionaries of these
    /// types.
    ///
    /// ``GatedDefaults/read(_:as:)`` converts numbers, because on some systems property lists don't distinguish 1, 1.0
    /// and true. A real number that you read as an `Int` loses its fraction.
    ///
    /// - Important: Don't conform other types to this protocol, because UserDefaults can't keep their values. For such
    ///   a type, ``GatedDefaults/read(_:as:)`` returns `unavailable(.undecodable)`, and ``GatedDefaults/set(_:for:)``
    ///   throws.
    public protocol Value: Codable, Sendable {}
}

extension Bool: GatedDefaults.Value {}
extension Int: GatedDefaults.Value {}
extension Double: GatedDefaults.Value {}
extension String: GatedDefaults.Value {}
extension Data: GatedDefaults.Value {}
extension Date: GatedDefaults.Value {}
extension Array: GatedDefaults.Value where Element: GatedDefaults.Value {}
extension Dictionary: GatedDefaults.Value where Key == String, Value: GatedDefaults.Value {}

extension PropertyListValue {
    /// Creates the property list form of a value, or `nil` for a type that UserDefaults can't keep.
    package init?(_ value: some GatedDefaults.Value) {
        guard let value = value as? any PropertyListConvertible else { return nil }
        self = value.propertyList
    }

    /// Returns the value converted to a type, or `nil` if the value can't be converted or UserDefaults can't keep the
    /// type.
    package func value<Value: GatedDefaults.Value>(as type: Value.Type = Value.self) -> Value? {
        (type as? any PropertyListConvertible.Type)?.init(propertyList: self) as? Value
    }
}
