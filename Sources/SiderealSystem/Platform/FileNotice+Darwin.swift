#if canImport(Darwin)
    import Dispatch
    import SiderealCore
    import notify

    /// Tells when a process of this library writes to a file: a Darwin notification (notify(3)) under a name made of
    /// the path, which all processes of an app group share. It is missed while the process is suspended.
    package final class FileNotice: Sendable {
        private let token: Int32

        /// Begins to tell, on a background thread, once for several writes in quick succession; nil where the system's
        /// notifications cannot be had.
        package init?(path: String, _ told: @escaping @Sendable () -> Void) {
            var token: Int32 = 0
            let status = notify_register_dispatch(
                Self.name(of: path), &token, DispatchQueue.global(qos: .utility)
            ) { _ in told() }
            guard status == 0 else { return nil }
            self.token = token
        }

        deinit { notify_cancel(token) }

        package static func announce(path: String) {
            notify_post(name(of: path))
        }

        /// Short, and without the path itself, which any process could read.
        private static func name(of path: String) -> String {
            "sidereal.store." + String(XXH64.checksum(of: Array(path.utf8)), radix: 16)
        }
    }
#endif
