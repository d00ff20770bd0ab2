#if canImport(Glibc)
    import Glibc

    /// The service manager. This process sends its state in datagrams to `$NOTIFY_SOCKET`, as sd_notify(3) does.
    struct ServiceManager: Sendable {
        private let path: [UInt8]
        /// Half of the longest time that the manager allows between two keep-alive messages, or `nil` if the manager
        /// expects no such messages.
        let watchdogInterval: Duration?

        /// Returns `nil` if the environment names no valid socket of a manager.
        init?() {
            guard let name = Terminal.environment("NOTIFY_SOCKET") else { return nil }
            var path = Array(name.utf8)
            // A name that begins with "@" stands for an abstract socket, whose address begins with a zero byte.
            if path.first == UInt8(ascii: "@") { path[0] = 0 }
            guard path.first == 0 || path.first == UInt8(ascii: "/"), path.count < 108 else { return nil }
            self.path = path
            let isMeant = Terminal.environment("WATCHDOG_PID").map { pid_t($0) == getpid() } ?? true
            let microseconds = Terminal.environment("WATCHDOG_USEC").flatMap { Int64($0) } ?? 0
            watchdogInterval = isMeant && microseconds > 1 ? .microseconds(microseconds / 2) : nil
        }

        /// Sends lines, each with one assignment. Ignores the error if no manager receives the message.
        func tell(_ lines: String...) {
            let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
            let text = Array(lines.joined(separator: "\n").utf8)
            withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    _ = sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), address, length)
                }
            }
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
