import SiderealBase

/// The advisory lock of a sidecar.
///
/// The lock belongs to the open file, so two openers in one process exclude each other as well.
struct SidecarLock: Sendable {
    let opened: OpenSidecar
    private var disk: RetryingFileSystem { opened.disk }

    /// Takes the lock, after opening the sidecar if it is not open. Returns `nil` if another opener holds the lock at
    /// every attempt.
    static func take(
        _ path: String, on disk: RetryingFileSystem, opened: OpenSidecar? = nil, attempts: Int, creatingDirectory: Bool
    ) throws(SystemError) -> SidecarLock? {
        var opened = opened
        var remaining = attempts
        var hasty = min(attempts, TwoSlotFile.hastyLockAttempts)
        while remaining > 0 {
            let lock: SidecarLock
            if let known = opened {
                lock = SidecarLock(opened: known)
                opened = nil
            } else {
                let file = try open(path, on: disk, creatingDirectory: creatingDirectory)
                lock = SidecarLock(opened: try OpenSidecar(file, isWritable: true, disk))
            }
            while remaining > 0 {
                remaining &-= 1
                if try disk.tryLock(lock.opened.file) {
                    let isCurrent = Result { () throws(SystemError) in try lock.isCurrent() }
                    if (try? isCurrent.get()) == true { return lock }
                    // The sidecar was removed, so this lock excludes no process. Take the lock of the new sidecar.
                    lock.release()
                    _ = try isCurrent.get()
                    break
                }
                hasty &-= 1
                if remaining > 0, hasty <= 0 { disk.pause() }
            }
        }
        return nil
    }

    func release() { disk.unlock(opened.file) }

    /// The sidecar's word after the last commit, or the word of a commit that was cut off.
    var word: UInt64? {
        guard let bytes = try? disk.readFully(opened.file, at: 0, count: 8), bytes.count == 8 else { return nil }
        return bytes.word(at: 0)
    }

    /// Records in the sidecar that a commit has begun.
    func begin(_ words: CommitWords) throws(SystemError) { try opened.put(words.during) }

    /// Records in the sidecar that a commit has succeeded or failed.
    func end(_ words: CommitWords, isDurable: Bool) throws(SystemError) {
        try opened.put(isDurable ? words.after : words.afterFailure)
    }

    private static func open(
        _ path: String, on disk: RetryingFileSystem, creatingDirectory: Bool
    ) throws(SystemError) -> OpenFile {
        do throws(SystemError) {
            return try disk.open(path, .openOrCreate)
        } catch {
            guard error.isNotFound, creatingDirectory, let directory = path.parentDirectory else { throw error }
            try disk.makeDirectories(directory)
            return try disk.open(path, .openOrCreate)
        }
    }

    func isCurrent() throws(SystemError) -> Bool {
        try disk.identityIfPresent(ofPath: opened.file.path) == opened.identity
    }
}

extension FileSystem {
    /// Runs `body` under the advisory lock of a sidecar, or returns `nil` if another opener holds the lock.
    package func underLock<Result>(
        _ path: String, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result? {
        let disk = RetryingFileSystem(base: self)
        guard let lock = try SidecarLock.take(path, on: disk, attempts: 1, creatingDirectory: true) else {
            return nil
        }
        defer { lock.release() }
        return try body()
    }

    /// Returns the identity of the file that a path names, or `nil` if no file has this path.
    package func identityIfPresent(ofPath path: String) throws(SystemError) -> FileIdentity? {
        do throws(SystemError) {
            return try identity(ofPath: path)
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    /// Opens a file, or returns `nil` if the file does not exist.
    package func openIfPresent(_ path: String, _ mode: OpenMode) throws(SystemError) -> OpenFile? {
        do throws(SystemError) {
            return try open(path, mode)
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }
}
