#if canImport(Darwin)
    import Foundation

    extension URLSession {
        static func forDates() -> URLSession { URLSession(configuration: .forDates) }
    }
#endif
