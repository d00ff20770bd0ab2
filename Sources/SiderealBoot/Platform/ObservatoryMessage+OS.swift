#if canImport(os)
    import os

    extension ObservatoryMessage {
        /// Writes to the system's log. What names servers or observers is private there: redacted, unless a
        /// debugger is attached.
        package static var toSystemLog: @Sendable (ObservatoryMessage) -> Void {
            { message in
                let logger = Logger(subsystem: "sidereal", category: "observatory")
                switch message.importance {
                case .debug: logger.debug("\(message.text, privacy: .private)")
                case .notice: logger.notice("\(message.text, privacy: .private)")
                case .error: logger.error("\(message.text, privacy: .private)")
                }
            }
        }
    }
#else
    extension ObservatoryMessage {
        /// Linux has no such log; the errors that apps act on are thrown by the calls themselves.
        package static var toSystemLog: @Sendable (ObservatoryMessage) -> Void { { _ in } }
    }
#endif
