#if canImport(Darwin)
    import Foundation
    import SiderealSystem

    #if canImport(UIKit) && !os(watchOS)
        import UIKit
    #endif

    /// What the system does for a gate: it tells of unlocks, and leaves files out of its backups.
    enum GatePlatform {
        /// Apps are told at each unlock and when they become active; extensions, Macs and watches are not, and look again
        /// from time to time. Asks nothing of `UIApplication.shared`, which extensions lack.
        static func notices(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? {
            #if canImport(UIKit) && !os(watchOS)
                return PostedNotices(
                    [
                        UIApplication.protectedDataDidBecomeAvailableNotification,
                        UIApplication.didBecomeActiveNotification,
                    ], told)
            #else
                return nil
            #endif
        }

        /// A canary that is restored on another device would say nothing about that one.
        static func excludeFromBackup(_ path: String) {
            var url = URL(filePath: path)
            var values = URLResourceValues()
            values.isExcludedFromBackup = true
            // A volume that knows no such marks is not backed up by the system either.
            try? url.setResourceValues(values)
        }
    }

    /// Listens for notifications until it goes.
    final class PostedNotices: Sendable {
        private let tokens: Lock<[any NSObjectProtocol]>

        init(_ names: [NSNotification.Name], _ told: @escaping @Sendable () -> Void) {
            // No queue: told on the thread that posts, at once.
            tokens = Lock(
                names.map { name in
                    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in told() }
                })
        }

        deinit {
            tokens.withLock { tokens in
                for token in tokens { NotificationCenter.default.removeObserver(token) }
            }
        }
    }
#endif
