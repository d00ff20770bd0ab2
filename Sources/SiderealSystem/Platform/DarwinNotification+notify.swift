#if canImport(notify)
    import Dispatch
    import SiderealBase
    import notify

    /// Calls back on a background thread each time a Darwin notification is posted (notify(3)), until this object is
    /// released. A suspended process misses notifications.
    private final class DarwinNotification: Sendable {
        private let token: Int32

        /// Returns `nil` if the process can't register for the notification.
        init?(_ name: String, _ posted: @escaping @Sendable () -> Void) {
            var token: Int32 = 0
            let status = notify_register_dispatch(name, &token, DispatchQueue.global(qos: .utility)) { _ in posted() }
            guard status == 0 else { return nil }
            self.token = token
        }

        deinit { notify_cancel(token) }
    }

    /// Reports each time that the system clock is set, by the notification `com.apple.system.clock_set`.
    ///
    /// Libc's settimeofday(2) posts this notification after the call, so the clock changed a moment before the
    /// notification. The system posts nothing when it slews the clock, or when the device wakes. It is unknown when
    /// the system posts `NSSystemClockDidChange`.
    package final class ClockSetNotification: Sendable {
        private let notification: DarwinNotification

        /// Returns `nil` if the process can't register for the notification.
        ///
        /// - Parameter onChange: A closure called on a background thread each time the clock is set.
        package init?(_ onChange: @escaping @Sendable () -> Void) {
            guard let notification = DarwinNotification("com.apple.system.clock_set", onChange) else { return nil }
            self.notification = notification
        }
    }

    /// Reports writes to a file by processes of this library. The notification's name depends only on the path, so all
    /// processes of an app group share the notification.
    package final class FileNotification: Sendable {
        private let notification: DarwinNotification

        /// Returns `nil` if the process can't register for the notification.
        ///
        /// - Parameters:
        ///   - path: The path of the file.
        ///   - onChange: A closure called on a background thread, once for several writes in quick succession.
        package init?(path: String, _ onChange: @escaping @Sendable () -> Void) {
            guard let notification = DarwinNotification(Self.name(of: path), onChange) else { return nil }
            self.notification = notification
        }

        package static func announce(path: String) {
            notify_post(name(of: path))
        }

        /// Returns a short name without the path itself, because any process could read the name.
        private static func name(of path: String) -> String {
            "sidereal.store." + String(XXH64.checksum(of: Array(path.utf8)), radix: 16)
        }
    }
#endif
