import SiderealCore
package import SiderealSystem

/// What goes wrong with one call of a simulated process.
package enum DiskFault: Sendable, Equatable {
    /// The call fails; a sync that fails marks its pages clean all the same.
    case fail(ErrorNumber)
    /// The first half of a write happens, and then it fails; other calls just fail.
    case failHalfway(ErrorNumber)
    /// A read or write moves fewer bytes than asked; other calls are not affected.
    case short
    /// The process is killed before the call.
    case kill
    /// The process is killed when a write has put half of its bytes into the cache.
    case killHalfway
    /// The process stops before the call and is never scheduled again; its locks stay.
    case freeze
}

/// Lies of a disk, each of which disarms one rule of durable files: a test shows that data are lost without the rule.
package enum DiskDeceit: Sendable, Equatable {
    /// A write of the bytes that the cache shows already, and the sync after it, do nothing.
    case skipsRewrites
    /// The same, but only for processes that have seen a sync fail.
    case skipsRewritesAfterFailedSync
    /// Directory syncs do nothing.
    case skipsDirectorySync
    /// Directory syncs do nothing in processes that have changed no name themselves.
    case skipsDirectorySyncOfOthers
    /// The sync of a file that has grown does nothing.
    case skipsSyncOfNewFile
}

/// What a device lets its processes do with protected files.
package enum DeviceLock: Sendable, Equatable {
    /// Restarted, and not unlocked since.
    case beforeFirstUnlock
    case unlocked
    /// Locked again.
    case locked

    func allows(_ tier: ProtectionTier) -> Bool {
        switch tier {
        case .always: true
        case .afterFirstUnlock: self != .beforeFirstUnlock
        case .whenUnlocked: self == .unlocked
        }
    }
}

/// A process of the simulation: its open files, and the fate that awaits it.
struct ProcessState: Sendable {
    /// Descriptors: which inode, and whether it may be written.
    var files: [Int32: (inode: Int, isWritable: Bool)] = [:]
    /// Calls so far, and those among them that change anything on the disk.
    var callCount = 0
    var changeCount = 0
    /// Faults by the number of the call, and by the number of the changing call; both from 0.
    var callFaults: [Int: DiskFault] = [:]
    var changeFaults: [Int: DiskFault] = [:]
    /// What others do just before a call, by the number of the call.
    var interludes: [Int: @Sendable () -> Void] = [:]
    /// Whether the process is gone or stopped: calls fail, and the code under test unwinds without effect.
    var isStopped = false
    var hasSeenFailedSync = false
    var hasChangedNames = false
    var isSkippingNextSync = false
}
