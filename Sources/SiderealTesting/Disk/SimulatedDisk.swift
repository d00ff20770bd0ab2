package import SiderealCore
import SiderealSystem

/// A disk with a page cache. At every call, processes can be killed and the power can be cut.
///
/// All processes see a write at once. The write reaches the medium, sector by sector and in any order, at some moment
/// before the next sync ends. A failed sync leaves its pages clean: visible, perhaps not on the medium, and never
/// written again. Names behave alike until their directory is synced. There is no clock and no chance: the same calls
/// give the same disk.
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

    /// Returns a separate disk in the same state. Processes keep using the original.
    package func copy() -> SimulatedDisk {
        SimulatedDisk(state.withLock { $0 })
    }

    /// Takes the state of another disk, as when a virtual machine goes back to a snapshot. Processes and their open
    /// files are gone.
    package func become(_ other: SimulatedDisk) {
        var past = other.state.withLock { $0 }
        for process in past.processes.keys.sorted() { past.kill(process) }
        // Numbers that were given out since the snapshot stay given out.
        state.withLock { state in
            past.nextDescriptor = max(past.nextDescriptor, state.nextDescriptor)
            past.nextInode = max(past.nextInode, state.nextInode)
            past.stamp = max(past.stamp, state.stamp)
            past.nextRandomWord = max(past.nextRandomWord, state.nextRandomWord)
            past.ended.formUnion(state.ended)
            state = past
        }
    }

    /// Returns a process by its number. The same number is the same process until it is killed.
    package func process(_ number: Int) -> SimulatedProcess {
        SimulatedProcess(number: number, state: state)
    }

    package func kill(_ process: Int) {
        state.withLock { $0.kill(process) }
    }

    /// Kills a process for good: all its further calls fail.
    package func end(_ process: Int) {
        state.withLock { state in
            state.kill(process)
            state.ended.insert(process)
        }
    }

    /// Schedules a fault for a process's `index`-th call from now, counted from 0.
    package func schedule(_ fault: DiskFault, process: Int, call index: Int) {
        state.withLock { state in
            var entry = state.processes[process] ?? ProcessState()
            entry.callFaults[entry.callCount &+ index] = fault
            state.processes[process] = entry
        }
    }

    /// Schedules a fault for a process's `index`-th call from now that changes something on the disk, counted from 0.
    package func schedule(_ fault: DiskFault, process: Int, change index: Int) {
        state.withLock { state in
            var entry = state.processes[process] ?? ProcessState()
            entry.changeFaults[entry.changeCount &+ index] = fault
            state.processes[process] = entry
        }
    }

    /// Schedules an action of others just before a process's `index`-th call from now, counted from 0.
    package func interpose(process: Int, call index: Int, _ action: @escaping @Sendable () -> Void) {
        state.withLock { state in
            var entry = state.processes[process] ?? ProcessState()
            entry.interludes[entry.callCount &+ index] = action
            state.processes[process] = entry
        }
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

    /// Gives all files one number and no birth time from now on, as on a system that uses the number of a deleted file
    /// again.
    package func forgetIdentities() {
        state.withLock { $0.knowsIdentities = false }
    }

    /// Leaves room for this many more bytes.
    package func limitSpace(to free: Int) {
        state.withLock { $0.space = free > Int.max - $0.usedSpace ? .max : $0.usedSpace + free }
    }

    package var isFull: Bool { state.withLock { $0.space <= $0.usedSpace } }

    /// Drops pages that count as clean from the cache, as a system short of memory does.
    package func evictCleanPages(isMixed: Bool = false) {
        state.withLock { state in
            for id in state.inodes.keys {
                state.inodes[id]?.evictCleanPages(sectorSize: state.sectorSize, isMixed: isMixed)
            }
        }
    }

    /// The open questions about the medium. Each lists the moments from which its possible answers can be there, oldest
    /// first.
    package var questions: [[Int]] {
        state.withLock { $0.questions.map(\.stamps) }
    }

    /// Sets the device's lock. Files have protection classes unless the lock is `nil`.
    package func setLock(_ lock: DeviceLock?) {
        state.withLock { $0.lock = lock }
    }

    package var lock: DeviceLock? { state.withLock { $0.lock } }

    /// Returns the protection class of a file, or `nil` if there is no such file.
    package func protection(of path: String) -> ProtectionTier? {
        state.withLock { state in state.names[ExactName(path)].flatMap { state.inodes[$0]?.tier } }
    }

    /// Empties a file in place, as a foreign program does. Processes that have it open go on.
    package func truncate(_ path: String) {
        state.withLock { state in
            guard let inode = state.names[ExactName(path)] else { return }
            state.inodes[inode]?.cache = []
            state.inodes[inode]?.sectors = [:]
            state.inodes[inode]?.sizes = nil
        }
    }

    /// Removes a file durably, as a foreign program does.
    package func remove(_ path: String) {
        state.withLock { state in
            state.names[ExactName(path)] = nil
            state.durableNames[ExactName(path)] = nil
        }
    }

    /// Cuts the power. The medium answers each of the `questions` by the given option. A missing answer is 0, the
    /// oldest.
    package func cutPower(_ answers: [Int] = []) {
        state.withLock { $0.cutPower(answers) }
    }

    /// The calls so far, each with its process, name, path, and error if it failed.
    package var trace: [String] {
        state.withLock { $0.trace }
    }

    package var names: [String] {
        state.withLock { $0.names.keys.sorted().map { $0.text } }
    }

    /// Returns the content of a file in the cache, past all faults, or `nil` if there is no such file.
    package func contents(of path: String) -> [UInt8]? {
        state.withLock { state in
            state.names[ExactName(path)].flatMap { state.inodes[$0]?.cache }
        }
    }

    /// Makes a directory durably, if there is none.
    package func placeDirectory(_ path: String) {
        state.withLock { state in
            if state.names[ExactName(path)] == nil { state.addDirectory(ExactName(path)) }
        }
    }

    /// Puts a file in place durably, as one from before the test or of a foreign program.
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
    /// Ends every process. The cache survives.
    package func killAll() {
        state.withLock { state in
            for process in state.processes.keys.sorted() { state.kill(process) }
        }
    }

    /// Indicates whether the process has ended for good, or a fault has stopped it.
    package func isStopped(_ process: Int) -> Bool { state.withLock { $0.hasStopped(process) } }
}
