package import SiderealCore
package import SiderealSystem

/// That the device is locked or unlocked, as the system announces it.
package enum LockNotice: Sendable {
    case willLock
    case didUnlock
}

/// What a store needs of the device besides its disk.
package struct StoreDevice: Sendable {
    /// Asked anew at each call while it is closed.
    package var gate: @Sendable () -> FirstUnlockState
    /// Calls once, at once where the gate is open.
    package var whenGateOpens: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// Something in the tier `afterFirstUnlock` was read.
    package var noteReadable: @Sendable () -> Void
    /// Runs work later, on a thread of its own, the system being asked not to suspend the process meanwhile.
    package var background: @Sendable (_ work: @escaping @Sendable () -> Void) -> Void
    /// Runs work at once on the caller's thread, and returns true; returns false where it must not.
    package var inPlace: @Sendable (_ work: () -> Void) -> Bool
    /// Waits for about so long.
    package var wait: @Sendable (Duration) async throws(CancellationError) -> Void
    /// Starts work that goes on beside what starts it.
    package var start: TaskStart
    /// Begins to tell of locks, until what it returns is let go; nil where nobody tells.
    package var lockNotices: @Sendable (_ told: @escaping @Sendable (LockNotice) -> Void) -> (any Sendable)?
    /// Begins to tell of writes to a file by others, until what it returns is let go.
    package var writeNotices: @Sendable (_ path: String, _ told: @escaping @Sendable () -> Void) -> (any Sendable)?
    /// Tells others that a file was written, where the system does not do it by itself.
    package var announceWrite: @Sendable (_ path: String) -> Void

    package init(
        gate: @escaping @Sendable () -> FirstUnlockState,
        whenGateOpens: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void,
        noteReadable: @escaping @Sendable () -> Void = {},
        background: @escaping @Sendable (_ work: @escaping @Sendable () -> Void) -> Void,
        inPlace: @escaping @Sendable (_ work: () -> Void) -> Bool = { _ in false },
        wait: @escaping @Sendable (Duration) async throws(CancellationError) -> Void,
        start: @escaping TaskStart = { work in Task { await work() } },
        lockNotices: @escaping @Sendable (_ told: @escaping @Sendable (LockNotice) -> Void) -> (any Sendable)? =
            { _ in nil },
        writeNotices: @escaping @Sendable (_ path: String, _ told: @escaping @Sendable () -> Void) -> (any Sendable)? =
            { _, _ in nil },
        announceWrite: @escaping @Sendable (_ path: String) -> Void = { _ in }
    ) {
        self.gate = gate
        self.whenGateOpens = whenGateOpens
        self.noteReadable = noteReadable
        self.background = background
        self.inPlace = inPlace
        self.wait = wait
        self.start = start
        self.lockNotices = lockNotices
        self.writeNotices = writeNotices
        self.announceWrite = announceWrite
    }
}

extension StoreDevice {
    /// The device that this process runs on.
    package static func system(_ gate: FirstUnlockGate) -> StoreDevice {
        StoreDevice(
            gate: { gate.state }, whenGateOpens: { gate.whenReady($0) }, noteReadable: { gate.noteReadable() },
            background: { StorePlatform.background($0) }, inPlace: { StorePlatform.inPlace($0) },
            wait: gate.surroundings.wait,
            lockNotices: { StorePlatform.lockNotices($0) },
            writeNotices: { path, told in FileNotice(path: path, told) },
            announceWrite: { FileNotice.announce(path: $0) })
    }
}
