#if canImport(notify)
    import Dispatch
    import SiderealBase
    import notify

    /// Calls on a background thread whenever a Darwin notification is posted (notify(3)), until it goes. A suspended
    /// process misses what is posted meanwhile.
    private final class DarwinNotification: Sendable {
        private let token: Int32

        /// Nil where the system's notifications are out of reach.
        init?(_ name: String, _ posted: @escaping @Sendable () -> Void) {
            var token: Int32 = 0
            let status = notify_register_dispatch(name, &token, DispatchQueue.global(qos: .utility)) { _ in posted() }
            guard status == 0 else { return nil }
            self.token = token
        }

        deinit { notify_cancel(token) }
    }

    /// Reports settings of the system clock: the notification `com.apple.system.clock_set`.
    ///
    /// Libc's settimeofday(2) posts it after the call, so the clock has changed a moment before. Slewing and waking
    /// post nothing. What makes the system post `NSSystemClockDidChange` is not known.
    package final class ClockSetNotification: Sendable {
        private let notification: DarwinNotification

        /// Nil where the system's notifications are out of reach.
        ///
        /// - Parameter onChange: Called on a background thread after each setting.
        package init?(_ onChange: @escaping @Sendable () -> Void) {
            guard let notification = DarwinNotification("com.apple.system.clock_set", onChange) else { return nil }
            self.notification = notification
        }
    }

    /// Reports writes to a file by processes of this library: a notification under a name made of the path, which all
    /// processes of an app group share.
    package final class FileNotification: Sendable {
        private let notification: DarwinNotification

        /// Nil where the system's notifications are out of reach.
        ///
        /// - Parameters:
        ///   - path: The file's.
        ///   - onChange: Called on a background thread, once for several writes in quick succession.
        package init?(path: String, _ onChange: @escaping @Sendable () -> Void) {
            guard let notification = DarwinNotification(Self.name(of: path), onChange) else { return nil }
            self.notification = notification
        }

        package static func announce(path: String) {
            notify_post(name(of: path))
        }

        /// Short, and without the path itself, which any process could read.
        private static func name(of path: String) -> String {
            "sidereal.store." + String(XXH64.checksum(of: Array(path.utf8)), radix: 16)
        }
    }
#endif
