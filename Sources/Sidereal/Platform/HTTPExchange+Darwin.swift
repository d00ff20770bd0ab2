#if canImport(Darwin)
    import Foundation

    extension HTTPExchange {
        /// Asks over a session, or over one of its own.
        static func standard(_ session: URLSession?) -> HTTPExchange { .urlSession(session) }
    }

    extension URLSession {
        static func forDates() -> URLSession { URLSession(configuration: .forDates) }
    }
#endif
