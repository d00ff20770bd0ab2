#if canImport(UIKit) && !os(watchOS)
    import Foundation
    import SiderealSystem
    import UIKit

    extension Environment.Notifications {
        /// Observes a notification. Apps are notified about ten seconds before a lock takes effect, at each unlock, and
        /// when they become active; extensions are not notified. This needs no `UIApplication.shared`, which extensions
        /// lack.
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

    /// An observer of a notification until it is released.
    private final class Observer: Sendable {
        private let token: Lock<any NSObjectProtocol>

        init(of name: NSNotification.Name, _ onPost: @escaping @Sendable () -> Void) {
            // Without a queue the call comes at once, on the posting thread.
            token = Lock(
                NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in onPost() })
        }

        deinit { token.withLock { NotificationCenter.default.removeObserver($0) } }
    }
#else
    import SiderealSystem

    extension Environment.Notifications {
        /// Returns `nil`: Macs, watches and Linux announce neither locks nor unlocks, so a gate polls, as in an
        /// extension.
        static func posted(_ event: Event, _ onEvent: @escaping @Sendable () -> Void) -> (any Sendable)? { nil }
    }
#endif
