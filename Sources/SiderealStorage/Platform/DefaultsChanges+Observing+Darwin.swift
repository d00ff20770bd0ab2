#if canImport(Darwin)
    import Foundation
    import SiderealSystem

    extension DefaultsChanges {
        private static let observedKeys = Lock<Set<[String]>>([])
        /// UserDefaults posts this notification after each change by this process, of whichever domain.
        private static let observesThisProcess: Void = {
            _ = NotificationCenter.default.addObserver(
                forName: UserDefaults.didChangeNotification, object: nil, queue: nil
            ) { _ in announce(nil) }
        }()

        /// Begins to announce the changes of a key, unless this process already does.
        ///
        /// Key-value observing also tells of changes by other processes, except of a key with a dot, because such a key
        /// is not the name of one property.
        static func observe(_ key: String, in domain: String, _ defaults: () -> UserDefaults?) {
            observesThisProcess
            guard !key.contains("."), observedKeys.withLock({ $0.insert([domain, key]).inserted }),
                let defaults = defaults()
            else { return }
            let observer = KeyObserver(domain: domain, defaults: defaults)
            unsafe defaults.addObserver(observer, forKeyPath: key, options: [], context: nil)
            // The observer is never released, since another thread may be about to call it at any time.
            _ = unsafe Unmanaged.passRetained(observer)
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
