#if canImport(os)
    import os

    extension ObservatoryNote {
        /// Writes to the system's log. What names servers or observers is private there: redacted, unless somebody
        /// debugs.
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
        /// Where there is no such log, what apps want to know they are told by their own calls.
        package static var toSystemLog: @Sendable (ObservatoryNote) -> Void { { _ in } }
    }
#endif
