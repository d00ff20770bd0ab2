import SiderealCore
package import SiderealSystem

/// A fault in one call of a simulated process.
package enum DiskFault: Sendable, Equatable {
    /// The call fails. A failed sync marks its pages clean all the same.
    case fail(ErrorNumber)
    /// The first half of a write happens, and then the write fails. Other calls just fail.
    case failHalfway(ErrorNumber)
    /// A read or write moves fewer bytes than requested. Other calls are not affected.
    case short
    /// The process is killed before the call.
    case kill
    /// The process is killed when a write has put half of its bytes into the cache.
    case killHalfway
    /// The process stops before the call and never runs again. Its locks stay.
    case freeze
}

/// A lie of a disk. Each lie disarms one rule of durable files, so a test can show that data are lost without the rule.
package enum DiskDeceit: Sendable, Equatable {
    /// A write of bytes that the cache shows already, and the sync after it, do nothing.
    case skipsRewrites
    /// Rewrites and their syncs do nothing, but only in processes that have seen a sync fail.
    case skipsRewritesAfterFailedSync
    /// Directory syncs do nothing.
    case skipsDirectorySync
    /// Directory syncs do nothing in processes that have not changed a name themselves.
    case skipsDirectorySyncOfOthers
    /// The sync of a file that has grown does nothing.
    case skipsSyncOfNewFile
}

/// The state of the device's lock, which decides which protected files its processes can use.
package enum DeviceLock: Sendable, Equatable {
    /// The device restarted, and has not been unlocked since.
    case beforeFirstUnlock
    case unlocked
    /// The device is locked again.
    case locked

    func allows(_ tier: ProtectionTier) -> Bool {
        switch tier {
        case .always: true
        case .afterFirstUnlock: self != .beforeFirstUnlock
        case .whenUnlocked: self == .unlocked
        }
    }
}

/// A process of the simulation: its open files and its scheduled faults.
struct ProcessState: Sendable {
    /// The open files by descriptor: the inode, and whether it may be written.
    var files: [Int32: (inode: Int, isWritable: Bool)] = [:]
    /// The number of calls so far, and of those among them that change anything on the disk.
    var callCount = 0
    var changeCount = 0
    /// The faults by the number of the call, and by the number of the changing call. Both numbers count from 0.
    var callFaults: [Int: DiskFault] = [:]
    var changeFaults: [Int: DiskFault] = [:]
    /// The actions of others just before a call, by the number of the call.
    var interludes: [Int: @Sendable () -> Void] = [:]
    /// Indicates whether the process is gone or stopped. Its calls fail, and the code under test unwinds without
    /// effect.
    var isStopped = false
    var hasSeenFailedSync = false
    var hasChangedNames = false
    var isSkippingNextSync = false
}
