#if canImport(UIKit) && !os(watchOS)
    package import Foundation
    import SiderealSystem

    /// Listens for notifications until it goes.
    package final class PostedNotices: Sendable {
        private let tokens: Lock<[any NSObjectProtocol]>

        package init(_ names: [NSNotification.Name], _ told: @escaping @Sendable () -> Void) {
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
