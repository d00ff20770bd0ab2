#if canImport(os)
    import os

    extension ObservatoryNote {
        /// Writes to the system's log. What names servers or observers is private there: redacted, unless a
        /// debugger is attached.
        package static var toSystemLog: @Sendable (ObservatoryNote) -> Void {
            { note in
                let logger = Logger(subsystem: "sidereal", category: "observatory")
                switch note.importance {
                case .debug: logger.debug("\(note.text, privacy: .private)")
                case .notice: logger.notice("\(note.text, privacy: .private)")
                case .error: logger.error("\(note.text, privacy: .private)")
                }
            }
        }
    }
#else
    extension ObservatoryNote {
        /// Linux has no such log; the errors that apps act on are thrown by the calls themselves.
        package static var toSystemLog: @Sendable (ObservatoryNote) -> Void { { _ in } }
    }
#endif
