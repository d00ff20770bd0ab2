#if FullFoundation || !os(Linux)
    import Foundation
    import SiderealSystem

    /// The changes to UserDefaults that this process can detect.
    enum DefaultsChanges {
        /// The name of the domain that may have changed, or `nil` for any domain.
        private static let domains = Broadcaster<String?>()

        static func announce(_ domain: String?) { domains.send(domain) }

        /// Returns a stream with an element for each possible change of a key from now on.
        static func stream(
            of key: String, in domain: String, _ defaults: @Sendable () -> UserDefaults?
        ) -> AsyncStream<Void> {
            observe(key, in: domain, defaults)
            return domains.stream(buffering: 1) { $0 == nil || $0 == domain ? () : nil }
        }
    }
#endif
