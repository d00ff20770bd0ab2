import SiderealCore
package import SiderealSystem

/// A fault in one call of a simulated process.
package enum DiskFault: Sendable, Equatable {
    /// The call fails. A failed sync also marks its pages as clean.
    case fail(ErrorNumber)
    /// A write puts the first half of its bytes into the cache, and then fails. For other calls, this fault is the same
    /// as ``DiskFault/fail(_:)``.
    case failHalfway(ErrorNumber)
    /// A read or write transfers fewer bytes than requested. This fault does not affect other calls.
    case short
    /// The system kills the process before the call.
    case kill
    /// The system kills the process when a write has put half of its bytes into the cache.
    case killHalfway
    /// The process stops before the call, and never runs again. It keeps its locks.
    case freeze
}

/// A way in which a disk ignores some of its calls. Each case makes one rule for durable files ineffective, so a test
/// can show that the disk loses data without that rule.
package enum DiskDeceit: Sendable, Equatable {
    /// If the cache already contains the bytes of a write, the write and the next sync have no effect.
    case skipsRewrites
    /// The same as `skipsRewrites`, but only in processes in which a sync has failed.
    case skipsRewritesAfterFailedSync
    /// Directory syncs have no effect.
    case skipsDirectorySync
    /// Directory syncs have no effect in processes that have not created, linked or renamed a file themselves.
    case skipsDirectorySyncOfOthers
    /// If a file has grown, its next sync has no effect.
    case skipsSyncOfNewFile
}

/// The state of the device's lock. It decides which protected files the processes can use.
package enum DeviceLock: Sendable, Equatable {
    /// The owner has not unlocked the device since it restarted.
    case beforeFirstUnlock
    case unlocked
    /// The device is locked, but has been unlocked since it restarted.
    case locked

    func allows(_ tier: ProtectionTier) -> Bool {
        switch tier {
        case .always: true
        case .afterFirstUnlock: self != .beforeFirstUnlock
        case .whenUnlocked: self == .unlocked
        }
    }
}

/// The state of a simulated process, such as its open files and its scheduled faults.
struct ProcessState: Sendable {
    /// The open files by descriptor, with the inode and the permission to write.
    var files: [Int32: (inode: Int, isWritable: Bool)] = [:]
    /// The number of calls so far, and the number of calls that change the disk.
    var callCount = 0
    var changeCount = 0
    /// The faults by the number of the call, and the faults by the number of the changing call. Both numbers count
    /// from 0.
    var callFaults: [Int: DiskFault] = [:]
    var changeFaults: [Int: DiskFault] = [:]
    /// The test's actions right before a call, by the number of the call.
    var interludes: [Int: @Sendable () -> Void] = [:]
    /// A Boolean value that indicates whether a fault has killed or stopped the process. After that, its calls fail,
    /// so the rest of the code under test runs without an effect.
    var isStopped = false
    var hasSeenFailedSync = false
    var hasChangedNames = false
    var isSkippingNextSync = false
}
