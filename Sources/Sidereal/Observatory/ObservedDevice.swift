package import SiderealCore
import SiderealStorage
package import SiderealSystem

/// The device as an observatory sees it: its clocks, its identities, the disk that the record is on, and a background.
package struct ObservedDevice: Sendable {
    package var model: ClockModel
    package var clocks: any ClockSource
    /// The kernel's identity of this boot, if it offers one that can be believed.
    package var bootIdentity: @Sendable () -> BootIdentity?
    /// Which machine this is, for a record in a directory.
    package var machine: @Sendable (_ directory: String) -> MachineIdentity?
    package var disk: any FileSystem
    /// Runs work later, on a thread of its own.
    package var background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    /// Waits for about so long, awake or asleep.
    package var wait: @Sendable (Duration) async throws(CancellationError) -> Void
    /// Starts work that goes on beside what starts it.
    package var start: TaskStart
    /// Begins to tell when somebody sets the system clock, until what it returns is let go.
    package var noticeClockSet: @Sendable (_ told: @escaping @Sendable () -> Void) -> (any Sendable)?
    /// Calls once, as soon as protected files can be read: at once where they can.
    package var whenUnlocked: @Sendable (_ told: @escaping @Sendable () -> Void) -> Void
    package var log: @Sendable (ObservatoryNote) -> Void = { _ in }

    package init(
        model: ClockModel, clocks: any ClockSource, bootIdentity: @escaping @Sendable () -> BootIdentity?,
        machine: @escaping @Sendable (_ directory: String) -> MachineIdentity?, disk: any FileSystem,
        background: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void,
        wait: @escaping @Sendable (Duration) async throws(CancellationError) -> Void = SystemWait.wait,
        start: @escaping TaskStart = { work in Task { await work() } },
        noticeClockSet: @escaping @Sendable (_ told: @escaping @Sendable () -> Void) -> (any Sendable)? = { _ in nil },
        whenUnlocked: @escaping @Sendable (_ told: @escaping @Sendable () -> Void) -> Void = { _ in }
    ) {
        self.model = model
        self.clocks = clocks
        self.bootIdentity = bootIdentity
        self.machine = machine
        self.disk = disk
        self.background = background
        self.wait = wait
        self.start = start
        self.noticeClockSet = noticeClockSet
        self.whenUnlocked = whenUnlocked
    }

    /// The device that this process runs on.
    static func current(readsPowerManagement: Bool) -> ObservedDevice {
        let model = ClockModel.system
        // Without either identity nothing is concluded across launches.
        let areComparable = SystemClocks.areComparable
        var device = ObservedDevice(
            model: model, clocks: SystemClocks(model: model, readsPowerManagement: readsPowerManagement),
            bootIdentity: { areComparable ? BootIdentityStatus.system().identity : nil },
            machine: { areComparable ? MachineIdentity.system(stateDirectory: $0) : nil },
            disk: RealFileSystem(),
            background: { work in StorePlatform.background(work) },
            noticeClockSet: { told in clockNotices(told) },
            whenUnlocked: { told in FirstUnlockGate.shared.whenReady(told) })
        device.log = ObservatoryNote.toSystemLog
        return device
    }

    /// Told when somebody sets the system clock, and on return to the foreground: who is suspended is not told.
    package static func clockNotices(_ told: @escaping @Sendable () -> Void) -> (any Sendable)? {
        let notices: [any Sendable] = [ClockSetNotice(told) as (any Sendable)?, foregroundNotice(told)].compactMap {
            $0
        }
        return notices.isEmpty ? nil : notices
    }
}
