#if canImport(FoundationEssentials)
    package import FoundationEssentials
#else
    package import Foundation
#endif

/// The conversion of a ``GatedDefaults/Value`` to and from a property list. The conversion treats a value of another
/// type as UserDefaults does, except that text without a number gives `nil` instead of 0 or false.
///
/// The protocol is separate from `GatedDefaults.Value`, so that apps see none of its members on `Bool` or `String`.
package protocol PropertyListConvertible: Sendable {
    /// Creates a value, or returns `nil` if the property list can't be converted.
    init?(propertyList: PropertyListValue)
    /// The property list form of the value.
    var propertyList: PropertyListValue { get }
}

extension PropertyListValue: PropertyListConvertible {
    package init?(propertyList: PropertyListValue) { self = propertyList }
    package var propertyList: PropertyListValue { self }
}

extension Bool: PropertyListConvertible {
    package init?(propertyList: PropertyListValue) {
        switch propertyList {
        case .boolean(let value): self = value
        case .integer(let value): self = value != 0
        case .real(let value): self = value != 0
        case .string(let text):
            guard let value = NumberText(text).boolean else { return nil }
            self = value
        default: return nil
        }
    }

    package var propertyList: PropertyListValue { .boolean(self) }
}

extension Int: PropertyListConvertible {
    package init?(propertyList: PropertyListValue) {
        switch propertyList {
        case .integer(let value): self = value
        case .boolean(let value): self = value ? 1 : 0
        case .real(let value):
            guard let whole = Int(exactly: value.rounded(.towardZero)) else { return nil }
            self = whole
        case .string(let text):
            guard let value = NumberText(text).integer else { return nil }
            self = value
        default: return nil
        }
    }

    package var propertyList: PropertyListValue { .integer(self) }
}

extension Double: PropertyListConvertible {
    package init?(propertyList: PropertyListValue) {
        switch propertyList {
        case .real(let value): self = value
        case .boolean(let value): self = value ? 1 : 0
        case .integer(let value): self = Double(value)
        case .string(let text):
            guard let value = NumberText(text).real else { return nil }
            self = value
        default: return nil
        }
    }

    package var propertyList: PropertyListValue { .real(self) }
}

extension String: PropertyListConvertible {
    package init?(propertyList: PropertyListValue) {
        switch propertyList {
        case .string(let value): self = value
        case .boolean(let value): self = value ? "1" : "0"
        case .integer(let value): self = "\(value)"
        case .real(let value):
            let text = "\(value)"
            self = text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        default: return nil
        }
    }

    package var propertyList: PropertyListValue { .string(self) }
}

extension Data: PropertyListConvertible {
    package init?(propertyList: PropertyListValue) {
        guard case .data(let value) = propertyList else { return nil }
        self.init(value)
    }

    package var propertyList: PropertyListValue { .data([UInt8](self)) }
}

extension Date: PropertyListConvertible {
    package init?(propertyList: PropertyListValue) {
        guard case .date(let value) = propertyList else { return nil }
        self.init(timeIntervalSinceReferenceDate: value)
    }

    package var propertyList: PropertyListValue { .date(timeIntervalSinceReferenceDate) }
}

extension Array: PropertyListConvertible where Element: PropertyListConvertible {
    package init?(propertyList: PropertyListValue) {
        guard case .array(let values) = propertyList else { return nil }
        var elements: [Element] = []
        for value in values {
            guard let element = Element(propertyList: value) else { return nil }
            elements.append(element)
        }
        self = elements
    }

    package var propertyList: PropertyListValue { .array(map { $0.propertyList }) }
}

extension Dictionary: PropertyListConvertible where Key == String, Value: PropertyListConvertible {
    package init?(propertyList: PropertyListValue) {
        guard case .dictionary(let values) = propertyList else { return nil }
        var elements: [String: Value] = [:]
        for (key, value) in values {
            guard let element = Value(propertyList: value) else { return nil }
            elements[key] = element
        }
        self = elements
    }

    package var propertyList: PropertyListValue { .dictionary(mapValues { $0.propertyList }) }
}
