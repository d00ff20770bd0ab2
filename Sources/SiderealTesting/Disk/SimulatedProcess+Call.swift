import SiderealNetwork
import SiderealSystem

extension SimulatedProcess {
    /// Makes one call. This method counts and records the call, and applies the call's scheduled fault.
    func call<Result: Sendable>(
        _ operation: SystemError.Operation, _ path: String, changes: Bool = false,
        _ body: (inout DiskState, DiskFault?) throws(ErrorNumber) -> Result,
        onFailure: (inout DiskState) -> Void = { _ in }
    ) throws(SystemError) -> Result {
        let (onStep, interlude) = state.withLock { disk in
            (disk.onStep, disk.processes[number].flatMap { $0.interludes[$0.callCount] })
        }
        onStep?(number, false)
        interlude?()
        do throws(ErrorNumber) {
            return try state.withLock { disk throws(ErrorNumber) in
                // In a stopped process, every call fails, so the rest of the code runs without an effect.
                if disk.hasStopped(number) { throw .noSuchProcess }
                do throws(ErrorNumber) {
                    let result = try answer(operation, changes: changes, &disk, body, onFailure)
                    disk.record("\(number) \(operation.rawValue) \(path)")
                    return result
                } catch {
                    disk.record("\(number) \(operation.rawValue) \(path): \(error.message)")
                    throw error
                }
            }
        } catch {
            throw SystemError(operation, path, error)
        }
    }

    /// Counts a change outside the disk like a change to the disk, so that a test can kill the process right before it.
    /// Returns `false` if the process has stopped before the change.
    func beginsChange() -> Bool {
        state.withLock { disk in
            guard !disk.hasStopped(number) else { return false }
            switch disk.nextFault(of: number, changes: true) {
            case .kill?, .killHalfway?: disk.stopReleasingLocks(number)
            case .freeze?: disk.stop(number)
            // Other faults affect only files.
            case .fail?, .failHalfway?, .short?, nil: return true
            }
            return false
        }
    }

    private func answer<Result: Sendable>(
        _ operation: SystemError.Operation, changes: Bool, _ disk: inout DiskState,
        _ body: (inout DiskState, DiskFault?) throws(ErrorNumber) -> Result,
        _ onFailure: (inout DiskState) -> Void
    ) throws(ErrorNumber) -> Result {
        switch disk.nextFault(of: number, changes: changes) {
        case nil:
            return try body(&disk, nil)
        case .short?:
            return try body(&disk, .short)
        case .fail(let error)?:
            onFailure(&disk)
            throw error
        case .failHalfway(let error)?:
            if operation == .write { _ = try body(&disk, .short) }
            onFailure(&disk)
            throw error
        case .kill?:
            disk.stopReleasingLocks(number)
            throw .noSuchProcess
        case .killHalfway?:
            if operation == .write { _ = try body(&disk, .short) }
            disk.stopReleasingLocks(number)
            throw .noSuchProcess
        case .freeze?:
            disk.stop(number)
            throw .noSuchProcess
        }
    }
}

extension DiskState {
    var usedSpace: Int { inodes.values.reduce(0) { $0 &+ $1.cache.count } }

    mutating func openFile(_ path: String, _ inode: Int, process: Int, isWritable: Bool) -> OpenFile {
        let descriptor = nextDescriptor
        nextDescriptor &+= 1
        processes[process]?.files[descriptor] = (inode, isWritable)
        return OpenFile(descriptor: descriptor, path: path)
    }

    func inode(_ file: OpenFile, process: Int, forWriting: Bool = false) throws(ErrorNumber) -> Int {
        guard let entry = processes[process]?.files[file.descriptor], entry.isWritable || !forWriting else {
            throw .badDescriptor
        }
        return entry.inode
    }

    func identity(of inode: Int) -> FileIdentity {
        FileIdentity(
            device: 1, inode: knowsIdentities ? UInt64(inode) : 1, birthNanoseconds: knowsIdentities ? 0 : nil)
    }

    func checkLock(of inode: Int) throws(ErrorNumber) {
        guard let lock, let tier = inodes[inode]?.tier, !lock.allows(tier) else { return }
        throw .notPermitted
    }

    mutating func stop(_ process: Int) {
        processes[process]?.isStopped = true
    }

    mutating func stopReleasingLocks(_ process: Int) {
        stop(process)
        locks = locks.filter { $0.value.process != process }
    }

    func mayRewriteBeSkipped(by process: Int) -> Bool {
        switch deceit {
        case .skipsRewrites: true
        case .skipsRewritesAfterFailedSync: processes[process]?.hasSeenFailedSync == true
        default: false
        }
    }

    /// Counts a call by a process, and returns the call's scheduled fault.
    mutating func nextFault(of process: Int, changes: Bool) -> DiskFault? {
        var entry = processes[process] ?? ProcessState()
        defer { processes[process] = entry }
        var fault = entry.callFaults[entry.callCount]
        entry.callCount &+= 1
        if changes {
            fault = entry.changeFaults[entry.changeCount] ?? fault
            entry.changeCount &+= 1
        }
        return fault
    }
}
