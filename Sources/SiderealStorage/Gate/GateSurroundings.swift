package import SiderealCore
package import SiderealSystem

/// What a gate needs of the device: a look at it, word of when to look again, and time.
package struct GateSurroundings: Sendable {
    /// Looks once, on the caller's thread.
    package var look: @Sendable () -> FirstUnlockState
    /// Begins to tell when a look may find more than the last one, until what it returns is let go.
    package var notices: @Sendable (_ told: @escaping @Sendable () -> Void) -> (any Sendable)?
    /// Waits for about so long; fails only where the task is cancelled.
    package var wait: @Sendable (Duration) async throws(CancellationError) -> Void
    /// Starts work that goes on beside what starts it.
    package var start: TaskStart
    /// Whether the notices tell of every change, so that nobody has to look again from time to time.
    package var noticesSuffice: Bool

    package init(
        look: @escaping @Sendable () -> FirstUnlockState,
        notices: @escaping @Sendable (_ told: @escaping @Sendable () -> Void) -> (any Sendable)? = { _ in nil },
        wait: @escaping @Sendable (Duration) async throws(CancellationError) -> Void = SystemWait.wait,
        start: @escaping TaskStart = { work in Task.detached(priority: .utility) { await work() } },
        noticesSuffice: Bool = false
    ) {
        self.look = look
        self.notices = notices
        self.wait = wait
        self.start = start
        self.noticesSuffice = noticesSuffice
    }

    /// This device, with the canary in a directory. Nothing is touched before the first look.
    static func system(directory: String?) -> GateSurroundings {
        guard let directory else {
            // Nowhere to keep a canary: closed, and said so.
            return GateSurroundings(look: { .indeterminate(errno: ErrorNumber.notFound.rawValue) })
        }
        let probe = CanaryProbe(
            path: directory + "/canary", disk: PatientFileSystem(base: RealFileSystem()),
            mark: GatePlatform.excludeFromBackup)
        return GateSurroundings(look: probe.look, notices: GatePlatform.notices)
    }
}

/// What the system does for a gate: it tells of unlocks, and leaves files out of its backups.
package enum GatePlatform {}
