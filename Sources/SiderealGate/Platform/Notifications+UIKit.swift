#if canImport(UIKit) && !os(watchOS)
    import Foundation
    import SiderealSystem
    import UIKit

    extension Environment.Notifications {
        /// Observes a notification. The system notifies an app about ten seconds before a lock takes effect, at each
        /// unlock, and when the app becomes active. The system does not notify extensions. This method does not use
        /// `UIApplication.shared`, which extensions lack.
        static func posted(_ event: Event, _ onEvent: @escaping @Sendable () -> Void) -> (any Sendable)? {
            switch event {
            case .willLock: Observer(of: UIApplication.protectedDataWillBecomeUnavailableNotification, onEvent)
            case .didUnlock: Observer(of: UIApplication.protectedDataDidBecomeAvailableNotification, onEvent)
            case .didBecomeActive: Observer(of: UIApplication.didBecomeActiveNotification, onEvent)
            case .willEnterForeground: Observer(of: UIApplication.willEnterForegroundNotification, onEvent)
            case .clockSet: nil
            }
        }
    }

    /// An object that observes a notification until the object is released.
    private final class Observer: Sendable {
        private let token: Lock<any NSObjectProtocol>

        init(of name: NSNotification.Name, _ onPost: @escaping @Sendable () -> Void) {
            // Without a queue, the closure runs at once on the posting thread.
            token = Lock(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in onPost() })
        }

        deinit { token.withLock { NotificationCenter.default.removeObserver($0) } }
    }
#else
    import SiderealSystem

    extension Environment.Notifications {
        /// Returns `nil`. Macs, watches and Linux announce neither locks nor unlocks, so a gate polls, as it does in an
        /// extension.
        static func posted(_ event: Event, _ onEvent: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
    }
#endif
