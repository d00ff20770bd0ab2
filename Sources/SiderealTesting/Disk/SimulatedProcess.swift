package import SiderealCore
package import SiderealSystem

/// The file system of one process of a simulated disk.
package struct SimulatedProcess: FileSystem {
    package let number: Int
    let state: Lock<DiskState>

    package var knowsProtection: Bool { state.withLock { $0.lock != nil } }
    /// A Boolean value that indicates whether the process has ended, or a fault has stopped it.
    var hasStopped: Bool { state.withLock { $0.hasStopped(number) } }

    package func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> OpenFile {
        let tier: ProtectionTier? =
            switch mode {
            case .readOnly, .readWrite: nil
            case .createExclusively(let tier): tier
            case .openOrCreate: .always
            }
        let isCreating = tier != nil
        return try call(.open, path, changes: isCreating) { disk, _ throws(ErrorNumber) in
            if let inode = disk.names[ExactName(path)] {
                if case .createExclusively = mode { throw .alreadyExists }
                if disk.directories.contains(inode) { throw .isDirectory }
                try disk.checkLock(of: inode)
                return disk.openFile(path, inode, process: number, isWritable: mode != .readOnly)
            }
            guard let tier, disk.names[ExactName(path.parentDirectory ?? "/")] != nil else { throw .notFound }
            if disk.lock?.allows(tier) == false { throw .notPermitted }
            let inode = disk.nextInode
            disk.nextInode &+= 1
            disk.inodes[inode] = SimulatedInode(tier: tier)
            disk.change(path, to: inode)
            disk.processes[number]?.hasChangedNames = true
            return disk.openFile(path, inode, process: number, isWritable: true)
        }
    }

    package func close(_ file: OpenFile) {
        state.withLock { disk in
            let holder = DiskState.LockHolder(process: number, descriptor: file.descriptor)
            guard disk.processes[number]?.isStopped == false else { return }
            disk.locks = disk.locks.filter { $0.value != holder }
            disk.processes[number]?.files[file.descriptor] = nil
        }
    }

    package func read(_ file: OpenFile, at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        try call(.read, file.path) { disk, fault throws(ErrorNumber) in
            let inode = try disk.inode(file, process: number)
            try disk.checkLock(of: inode)
            guard let start = Int(exactly: offset), let bytes = disk.inodes[inode]?.cache, start < bytes.count else {
                return []
            }
            let wanted = min(count, bytes.count &- start)
            let moved = fault == .short ? max(1, wanted / 2) : wanted
            return Array(bytes[start..<(start &+ moved)])
        }
    }

    package func write(
        _ file: OpenFile, _ bytes: [UInt8], from start: Int, at offset: Int64
    ) throws(SystemError) -> Int {
        try call(.write, file.path, changes: true) { disk, fault throws(ErrorNumber) in
            let inode = try disk.inode(file, process: number, forWriting: true)
            try disk.checkLock(of: inode)
            guard let position = Int(exactly: offset), start < bytes.count else { throw .invalid }
            let half = max(1, (bytes.count &- start) / 2)
            let count = fault == nil ? bytes.count &- start : half
            let part = bytes[start..<(start &+ count)]
            if disk.mayRewriteBeSkipped(by: number), disk.inodes[inode]?.holds(part, at: position) == true {
                disk.processes[number]?.isSkippingNextSync = true
                return count
            }
            let growth = max(0, position &+ count &- (disk.inodes[inode]?.cache.count ?? 0))
            guard growth <= disk.space &- disk.usedSpace else { throw .noSpace }
            disk.stamp &+= 1
            let stamp = disk.stamp
            let sectorSize = disk.sectorSize
            disk.inodes[inode]?.write(part, at: position, stamp: stamp, sectorSize: sectorSize)
            return count
        }
    }

    package func status(of file: OpenFile) throws(SystemError) -> FileStatus {
        try call(.status, file.path) { disk, _ throws(ErrorNumber) in
            let inode = try disk.inode(file, process: number)
            return FileStatus(
                size: Int64(disk.inodes[inode]?.cache.count ?? 0), identity: disk.identity(of: inode))
        }
    }

    package func protection(of file: OpenFile) throws(SystemError) -> ProtectionTier? {
        try call(.protection, file.path) { disk, _ throws(ErrorNumber) in
            let inode = try disk.inode(file, process: number)
            return disk.lock == nil ? nil : disk.inodes[inode]?.tier
        }
    }

    package func readWord(_ file: OpenFile) throws(SystemError) -> UInt64? {
        let bytes = try read(file, at: 0, count: 8)
        return bytes.count == 8 ? bytes.word(at: 0) : nil
    }

    package func identity(ofPath path: String) throws(SystemError) -> FileIdentity {
        try call(.identity, path) { disk, _ throws(ErrorNumber) in
            guard let inode = disk.names[ExactName(path)] else { throw .notFound }
            return disk.identity(of: inode)
        }
    }

    package func sync(_ file: OpenFile, _ scope: SyncScope) throws(SystemError) {
        try call(.sync, file.path, changes: true) { disk, _ throws(ErrorNumber) in
            let inode = try disk.inode(file, process: number)
            if disk.processes[number]?.isSkippingNextSync == true {
                disk.processes[number]?.isSkippingNextSync = false
                return
            }
            if disk.deceit == .skipsSyncOfNewFile, disk.inodes[inode]?.sizes != nil { return }
            disk.inodes[inode]?.settle()
        } onFailure: { disk in
            guard let inode = disk.processes[number]?.files[file.descriptor]?.inode else { return }
            disk.inodes[inode]?.abandon()
            disk.processes[number]?.hasSeenFailedSync = true
        }
    }

    package func syncDirectory(_ path: String) throws(SystemError) {
        try call(.syncDirectory, path, changes: true) { disk, _ throws(ErrorNumber) in
            guard disk.names[ExactName(path)] != nil else { throw .notFound }
            switch disk.deceit {
            case .skipsDirectorySync: return
            case .skipsDirectorySyncOfOthers where disk.processes[number]?.hasChangedNames != true: return
            default: disk.settleNames(in: path)
            }
        }
    }

    package func rename(_ old: String, to new: String) throws(SystemError) {
        try call(.rename, old, changes: true) { disk, _ throws(ErrorNumber) in
            guard let inode = disk.names[ExactName(old)] else { throw .notFound }
            disk.change(new, to: inode, removing: old)
            disk.processes[number]?.hasChangedNames = true
        }
    }

    package func link(_ old: String, to new: String) throws(SystemError) {
        try call(.link, new, changes: true) { disk, _ throws(ErrorNumber) in
            guard let inode = disk.names[ExactName(old)] else { throw .notFound }
            guard disk.names[ExactName(new)] == nil else { throw .alreadyExists }
            disk.change(new, to: inode)
            disk.processes[number]?.hasChangedNames = true
        }
    }

    package func unlink(_ path: String) throws(SystemError) {
        try call(.unlink, path, changes: state.withLock { $0.names[ExactName(path)] != nil }) {
            disk, _ throws(ErrorNumber) in
            guard disk.names[ExactName(path)] != nil else { throw .notFound }
            disk.change(path, to: nil)
        }
    }

    package func tryLock(_ file: OpenFile) throws(SystemError) -> Bool {
        try call(.lock, file.path) { disk, _ throws(ErrorNumber) in
            let inode = try disk.inode(file, process: number)
            let holder = DiskState.LockHolder(process: number, descriptor: file.descriptor)
            if let other = disk.locks[inode], other != holder { return false }
            disk.locks[inode] = holder
            return true
        }
    }

    package func unlock(_ file: OpenFile) {
        state.withLock { disk in
            guard disk.processes[number]?.isStopped == false else { return }
            let holder = DiskState.LockHolder(process: number, descriptor: file.descriptor)
            disk.locks = disk.locks.filter { $0.value != holder }
        }
    }

    package func makeDirectory(_ path: String) throws(SystemError) {
        try call(.makeDirectory, path, changes: true) { disk, _ throws(ErrorNumber) in
            if disk.names[ExactName(path)] != nil { throw .alreadyExists }
            guard disk.names[ExactName(path.parentDirectory ?? "/")] != nil else { throw .notFound }
            let inode = disk.nextInode
            disk.nextInode &+= 1
            disk.directories.insert(inode)
            disk.change(path, to: inode)
            disk.processes[number]?.hasChangedNames = true
        }
    }

    /// Lets no time pass. If another process has a lock now, it still has the lock at the next attempt, unless the test
    /// lets that process run now.
    package func pause() { state.withLock { $0.onStep }?(number, true) }

    /// If threads take turns, a thread that waits for the lock passes its turn, so that the lock's holder can continue.
    package func withLock<Value: ~Copyable, Result: Sendable, Failure: Error>(
        _ lock: Lock<Value>, _ body: (inout sending Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard state.withLock({ $0.onStep }) != nil else { return try lock.withLock(body) }
        let key = ObjectIdentifier(lock as LockIdentity)
        while !state.withLock({ $0.heldLocks.insert(key).inserted }) { pause() }
        defer { _ = state.withLock { $0.heldLocks.remove(key) } }
        return try lock.withLock(body)
    }

    package func randomWord() -> UInt64 {
        state.withLock { disk in
            disk.nextRandomWord = disk.nextRandomWord &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return disk.nextRandomWord
        }
    }
}
