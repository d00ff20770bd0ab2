#if FullFoundation || !os(Linux)
    import Foundation

    extension PropertyListValue {
        /// Converts a value that UserDefaults returned. The system decides whether a number is a boolean, an integer or
        /// a real number. `PropertyListConvertible` treats the three kinds as the same.
        init(foundation object: Any) {
            if let value = object as? String {
                self = .string(value)
            } else if let value = object as? Data {
                self = .data([UInt8](value))
            } else if let value = object as? Date {
                self = .date(value.timeIntervalSinceReferenceDate)
            } else if let value = object as? Bool {
                self = .boolean(value)
            } else if let value = object as? Int {
                self = .integer(value)
            } else if let value = object as? Double {
                self = .real(value)
            } else if let value = object as? Float {
                self = .real(Double(value))
            } else if let value = object as? Int64, let exact = Int(exactly: value) {
                self = .integer(exact)
            } else if let value = object as? UInt64, let exact = Int(exactly: value) {
                self = .integer(exact)
            } else if let values = object as? [Any] {
                self = .array(values.map { PropertyListValue(foundation: $0) })
            } else if let values = object as? [String: Any] {
                self = .dictionary(values.mapValues { PropertyListValue(foundation: $0) })
            } else {
                self = .other(type: "\(type(of: object))")
            }
        }

        /// The value for UserDefaults, or `nil` for `other`.
        var foundation: Any? {
            switch self {
            case .boolean(let value): value
            case .integer(let value): value
            case .real(let value): value
            case .string(let value): value
            case .data(let value): Data(value)
            case .date(let value): Date(timeIntervalSinceReferenceDate: value)
            case .array(let values): values.compactMap { $0.foundation }
            case .dictionary(let values): values.compactMapValues { $0.foundation }
            case .other: nil
            }
        }
    }
#endif
