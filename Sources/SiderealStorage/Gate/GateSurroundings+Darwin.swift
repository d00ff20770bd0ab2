#if canImport(Darwin)
    import Foundation

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
    ///
    /// Unchecked, because tokens are of no type that is `Sendable`: they are only handed back, once, at the end.
    final class PostedNotices: @unchecked Sendable {
        private let tokens: [any NSObjectProtocol]

        init(_ names: [NSNotification.Name], _ told: @escaping @Sendable () -> Void) {
            // No queue: told on the thread that posts, at once.
            tokens = names.map { name in
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in told() }
            }
        }

        deinit {
            for token in tokens { NotificationCenter.default.removeObserver(token) }
        }
    }
#endif
