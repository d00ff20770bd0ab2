import SiderealCore
package import SiderealSystem

extension Environment {
    /// The device that this process runs on, without its clocks and identities.
    ///
    /// Stores and gates ask for neither. So an app that stores, and observes no clocks, contains no call for which its
    /// privacy manifest would have to give a reason. An observatory adds them.
    package static var live: Environment {
        Environment(
            model: .linux, clocks: NoClocks(), identity: Identity(boot: { nil }, machine: { _ in nil }),
            disk: RealFileSystem(),
            scheduler: Scheduler(
                wait: SystemWait.wait, start: { work in Task { await work() } },
                background: { StorePlatform.background($0) }, inPlace: { StorePlatform.inPlace($0) }),
            notifications: .live)
    }
}

/// Clocks that can't be read.
private struct NoClocks: ClockSource {
    func attempt() throws(ClockError) -> ClockAttempt {
        throw .unreadable(clock: "a clock of no observatory", .notFound)
    }
}

extension Environment.Notifications {
    /// What the system announces, as far as this platform announces it.
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
