#if canImport(os)
    import os

    extension ObservatoryMessage {
        /// Writes to the system's log. Names of servers and observers are private there: they are redacted, unless a
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
        /// Does nothing, because Linux has no such log. The calls themselves throw the errors that apps act on.
        package static var toSystemLog: @Sendable (ObservatoryMessage) -> Void { { _ in } }
    }
#endif
