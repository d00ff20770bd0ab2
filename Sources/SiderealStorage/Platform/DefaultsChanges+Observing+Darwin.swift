#if canImport(Darwin)
    import Foundation
    import SiderealSystem

    extension DefaultsChanges {
        private static let observedKeys = Lock<Set<[String]>>([])
        /// UserDefaults posts this notification after each change by this process in any domain.
        private static let observesThisProcess: Void = {
            _ = NotificationCenter.default.addObserver(
                forName: UserDefaults.didChangeNotification, object: nil, queue: nil
            ) { _ in announce(nil) }
        }()

        /// Begins to announce all changes of a key, including changes by other processes, unless this process already
        /// announces them.
        static func observe(_ key: String, in domain: String, _ defaults: () -> UserDefaults?) {
            observesThisProcess
            guard DefaultsDomain.canObserve(key), let defaults = defaults(),
                observedKeys.withLock({ $0.insert([domain, key]).inserted })
            else { return }
            let observer = KeyObserver(domain: domain, defaults: defaults)
            unsafe defaults.addObserver(observer, forKeyPath: key, options: [], context: nil)
            // The observer is never released, since another thread may be about to call it at any time.
            _ = unsafe Unmanaged.passRetained(observer)
            // Another thread that follows the key may have read the key before the observation began.
            announce(domain)
        }

        private final class KeyObserver: NSObject {
            private let domain: String
            /// Key-value observing does not retain the observed object.
            private let defaults: UserDefaults

            init(domain: String, defaults: UserDefaults) {
                (self.domain, self.defaults) = (domain, defaults)
                super.init()
            }

            // swift-format-ignore
            override func observeValue(
                forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?,
                context: UnsafeMutableRawPointer?
            ) {
                announce(domain)
            }
        }
    }
#endif
