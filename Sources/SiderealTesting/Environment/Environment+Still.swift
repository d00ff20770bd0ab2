package import SiderealSystem

extension Environment {
    /// An environment in which nothing happens by itself.
    ///
    /// Waits last until their task is cancelled, background work runs at once, and nothing is announced. A test
    /// replaces the parts that it drives.
    package static func still(on disk: any FileSystem) -> Environment {
        Environment(
            disk: disk,
            scheduler: Scheduler(
                wait: HeldWaits().wait, start: { work in Task { await work() } }, background: { $0() },
                inPlace: { _ in false }),
            notifications: Notifications(observe: { _, _ in nil }))
    }
}
