package import SiderealCore
import SiderealSystem

/// A simulated disk with a page cache. A test can kill processes and cut the power at each call.
///
/// The disk follows these rules:
///
/// - All processes see a write at once.
/// - The sectors of a write reach the medium in any order, before the next sync of the file ends.
/// - A failed sync marks its pages clean. Processes still see these pages. The medium may lack the content of
///   these pages, and the disk does not write them again. The same calls give the same disk.
package final class SimulatedDisk: Sendable {
    let state: Lock<DiskState>

    /// Creates an empty disk with the directories "/" and ".".
    package init(sectorSize: Int = 512, isTracing: Bool = true) {
        var state = DiskState(sectorSize: max(sectorSize, 1))
        state.isTracing = isTracing
        self.state = Lock(state)
    }

    private init(_ state: DiskState) {
        self.state = Lock(state)
    }

    /// Returns a separate disk in the same state. Existing processes continue to use the original disk.
    package func copy() -> SimulatedDisk {
        SimulatedDisk(state.withLock { $0 })
    }

    /// Replaces the state with that of another disk, as if a virtual machine restored a snapshot. All processes end,
    /// and their open files are closed.
    package func become(_ other: SimulatedDisk) {
        var past = other.state.withLock { $0 }
        for process in past.processes.keys.sorted() { past.kill(process) }
        // The disk must not reuse a number that it has given out since the snapshot.
        state.withLock { state in
            past.nextDescriptor = max(past.nextDescriptor, state.nextDescriptor)
            past.nextInode = max(past.nextInode, state.nextInode)
            past.stamp = max(past.stamp, state.stamp)
            past.nextRandomWord = max(past.nextRandomWord, state.nextRandomWord)
            past.ended.formUnion(state.ended)
            state = past
        }
    }

    /// Returns the process with a number. Two calls with the same number return the same process, until the process is
    /// killed.
    package func process(_ number: Int) -> SimulatedProcess {
        SimulatedProcess(number: number, state: state)
    }

    package func kill(_ process: Int) {
        state.withLock { $0.kill(process) }
    }

    /// Ends a process forever. All its further calls fail.
    package func end(_ process: Int) {
        state.withLock { state in
            state.kill(process)
            state.ended.insert(process)
        }
    }

    /// Schedules a fault at a process's `index`-th call from now, counted from 0.
    package func schedule(_ fault: DiskFault, process: Int, call index: Int) {
        change(process) { $0.callFaults[$0.callCount &+ index] = fault }
    }

    /// Schedules a fault at a process's `index`-th call from now that changes the disk, counted from 0.
    package func schedule(_ fault: DiskFault, process: Int, change index: Int) {
        change(process) { $0.changeFaults[$0.changeCount &+ index] = fault }
    }

    /// Schedules an action right before a process's `index`-th call from now, counted from 0.
    package func interpose(process: Int, call index: Int, _ action: @escaping @Sendable () -> Void) {
        change(process) { $0.interludes[$0.callCount &+ index] = action }
    }

    private func change(_ process: Int, _ body: (inout ProcessState) -> Void) {
        state.withLock { body(&$0.processes[process, default: ProcessState()]) }
    }

    /// Runs an action before each call of every process, and whenever a process pauses because another process has a
    /// lock.
    package func interposeEverywhere(_ action: (@Sendable (_ process: Int, _ isPause: Bool) -> Void)?) {
        state.withLock { $0.onStep = action }
    }

    /// Cancels the faults of a process that have not happened yet, and returns their number.
    @discardableResult
    package func cancelFaults(process: Int) -> Int {
        state.withLock { state in
            guard let entry = state.processes[process] else { return 0 }
            let pending =
                entry.callFaults.keys.count { $0 >= entry.callCount }
                + entry.changeFaults.keys.count { $0 >= entry.changeCount }
            state.processes[process]?.callFaults = [:]
            state.processes[process]?.changeFaults = [:]
            return pending
        }
    }

    package func deceive(_ deceit: DiskDeceit?) {
        state.withLock { $0.deceit = deceit }
    }

    /// From now on, gives all files the same inode number and no birth time. On a real system, a new file can have the
    /// number of a deleted file.
    package func forgetIdentities() {
        state.withLock { $0.knowsIdentities = false }
    }

    /// Limits the disk's free space to the given number of bytes.
    package func limitSpace(to free: Int) {
        state.withLock { $0.space = free > Int.max - $0.usedSpace ? .max : $0.usedSpace + free }
    }

    package var isFull: Bool { state.withLock { $0.space <= $0.usedSpace } }

    /// Drops clean pages from the cache, as a system does when its memory is short.
    package func evictCleanPages(isMixed: Bool = false) {
        state.withLock { state in
            for id in state.inodes.keys {
                state.inodes[id]?.evictCleanPages(sectorSize: state.sectorSize, isMixed: isMixed)
            }
        }
    }

    /// The open questions about the content of the medium. A question lists its possible answers, oldest first. Each
    /// answer is the moment from which the medium can have that content.
    package var questions: [[Int]] {
        state.withLock { $0.questions }
    }

    /// Sets the device's lock. With `nil`, files have no protection classes.
    package func setLock(_ lock: DeviceLock?) {
        state.withLock { $0.lock = lock }
    }

    package var lock: DeviceLock? { state.withLock { $0.lock } }

    /// Returns the protection class of a file, or `nil` if there is no such file.
    package func protection(of path: String) -> ProtectionTier? {
        state.withLock { state in state.names[ExactName(path)].flatMap { state.inodes[$0]?.tier } }
    }

    /// Empties a file in place, as another program could. Processes that have opened the file can continue to use it.
    package func truncate(_ path: String) {
        state.withLock { state in
            guard let inode = state.names[ExactName(path)] else { return }
            state.inodes[inode]?.cache = []
            state.inodes[inode]?.sectors = [:]
            state.inodes[inode]?.sizes = nil
        }
    }

    /// Removes a file durably, as another program could.
    package func remove(_ path: String) {
        state.withLock { state in
            state.names[ExactName(path)] = nil
            state.durableNames[ExactName(path)] = nil
        }
    }

    /// Cuts the power. `answers` contains the index of an answer for each of the `questions`. A missing index counts as
    /// 0, the oldest answer.
    package func cutPower(_ answers: [Int] = []) {
        state.withLock { $0.cutPower(answers) }
    }

    /// The calls so far. Each entry contains the process, the name of the call, the path, and the error if the call
    /// failed.
    package var trace: [String] {
        state.withLock { $0.trace }
    }

    package var names: [String] {
        state.withLock { $0.names.keys.sorted().map { $0.text } }
    }

    /// Returns the content of a file in the cache, or `nil` if there is no such file. Faults and locks do not affect
    /// this method.
    package func contents(of path: String) -> [UInt8]? {
        state.withLock { state in
            state.names[ExactName(path)].flatMap { state.inodes[$0]?.cache }
        }
    }

    /// Creates a directory durably, if the path does not exist.
    package func placeDirectory(_ path: String) {
        state.withLock { state in
            if state.names[ExactName(path)] == nil { state.addDirectory(ExactName(path)) }
        }
    }

    /// Creates a file durably, as another program could. The test can also use the file as one that existed before the
    /// test.
    package func place(_ bytes: [UInt8], at path: String, tier: ProtectionTier = .always) {
        state.withLock { state in
            var inode = SimulatedInode()
            inode.cache = bytes
            inode.tier = tier
            state.inodes[state.nextInode] = inode
            state.names[ExactName(path)] = state.nextInode
            state.durableNames[ExactName(path)] = state.nextInode
            state.nextInode &+= 1
        }
    }
}

extension SimulatedDisk {
    /// Kills all processes. The cache stays.
    package func killAll() {
        state.withLock { state in
            for process in state.processes.keys.sorted() { state.kill(process) }
        }
    }

    /// Returns true if the process has ended forever, or if a fault has stopped it.
    package func isStopped(_ process: Int) -> Bool { state.withLock { $0.hasStopped(process) } }
}
