package import SiderealSystem

extension Environment {
    /// An environment in which time does not pass and no notification comes by itself.
    ///
    /// A wait lasts until its task is cancelled. Background work runs at once. A test replaces the parts that it
    /// controls.
    package static func still(on disk: any FileSystem) -> Environment {
        Environment(
            disk: disk,
            scheduler: Scheduler(
                wait: HeldWaits().wait, start: { work in Task { await work() } }, background: { $0() },
                inPlace: { _ in false }),
            notifications: Notifications(observe: { _, _ in nil }))
    }
}
