#if canImport(notify)
    import Dispatch
    import notify

    /// Tells when somebody sets the system clock: the notification `com.apple.system.clock_set` (notify(3)).
    ///
    /// Libc's settimeofday(2) posts it after the call, so the clock has changed a moment before. Slewing and waking
    /// post nothing. What makes the system post `NSSystemClockDidChange` is not known. A suspended process misses the
    /// notice.
    package final class ClockSetNotice: Sendable {
        private let token: Int32

        /// Nil where the system's notifications cannot be had.
        ///
        /// - Parameter told: Called on a background thread after each setting.
        package init?(_ told: @escaping @Sendable () -> Void) {
            var token: Int32 = 0
            let status = notify_register_dispatch(
                "com.apple.system.clock_set", &token, DispatchQueue.global(qos: .utility)
            ) { _ in told() }
            guard status == 0 else { return nil }
            self.token = token
        }

        deinit { notify_cancel(token) }
    }
#endif
