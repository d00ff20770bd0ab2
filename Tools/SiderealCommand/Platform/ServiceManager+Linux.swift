#if canImport(Glibc)
    import Glibc

    /// The service manager. This process sends its state in datagrams to `$NOTIFY_SOCKET`, as sd_notify(3) does.
    struct ServiceManager: Sendable {
        private let address: DatagramAddress
        /// Half of the longest time that the manager allows between two keep-alive messages, or `nil` if the manager
        /// expects no such messages.
        let watchdogInterval: Duration?

        /// Returns `nil` if the environment names no valid socket of a manager.
        init?() {
            guard let address = Terminal.environment("NOTIFY_SOCKET").flatMap({ DatagramAddress($0) }) else {
                return nil
            }
            self.address = address
            let isMeant = Terminal.environment("WATCHDOG_PID").map { pid_t($0) == getpid() } ?? true
            let microseconds = Terminal.environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
            watchdogInterval = isMeant && microseconds > 1 ? .microseconds(microseconds / 2) : nil
        }

        /// Sends lines, each with one assignment. Ignores the error if no manager receives the message.
        func tell(_ lines: String...) {
            _ = address.send(Array(lines.joined(separator: "\n").utf8))
        }

        /// Reports that the process reads its configuration again. systemd requires that the report contain its time.
        func tellReloading() {
            var now = timespec()
            clock_gettime(CLOCK_MONOTONIC, &now)
            let microseconds = Int64(now.tv_sec) * 1_000_000 + Int64(now.tv_nsec) / 1_000
            tell("RELOADING=1", "MONOTONIC_USEC=\(microseconds)")
        }
    }
#endif
