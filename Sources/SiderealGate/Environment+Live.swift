package import SiderealSystem

extension Environment {
    /// The environment of the device that this process runs on.
    package static var live: Environment {
        Environment(
            disk: RealFileSystem(),
            scheduler: Scheduler(
                wait: SystemWait.wait, start: { work in Task { await work() } },
                background: { BackgroundWork.run($0) }, inPlace: { BackgroundWork.inPlace($0) }),
            notifications: .live)
    }
}

extension Environment.Notifications {
    /// The notifications of this platform's system.
    package static var live: Self {
        Self(
            observe: { events, onEvent in
                let tokens = events.compactMap { event in token(of: event) { onEvent(event) } }
                return tokens.isEmpty ? nil : tokens
            },
            observeWrites: { path, onWrite in FileNotification(path: path, onWrite) },
            announceWrite: { FileNotification.announce(path: $0) })
    }

    private static func token(of event: Event, _ onEvent: @escaping @Sendable () -> Void) -> (any Sendable)? {
        if event == .clockSet { return ClockSetNotification(onEvent) }
        return posted(event, onEvent)
    }
}
