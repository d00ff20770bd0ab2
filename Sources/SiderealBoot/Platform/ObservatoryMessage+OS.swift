#if canImport(os)
    import os

    extension ObservatoryMessage {
        /// Writes messages to the system's log. Messages contain names of servers and observers, so the log redacts the
        /// messages unless a debugger is attached.
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
        /// Does nothing, because Linux has no such system log. The calls themselves throw the errors that apps act on.
        package static var toSystemLog: @Sendable (ObservatoryMessage) -> Void { { _ in } }
    }
#endif
