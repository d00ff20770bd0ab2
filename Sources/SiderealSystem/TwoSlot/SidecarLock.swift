/// An advisory lock on a file beside the guarded one, since the guarded one may be replaced.
///
/// The lock belongs to the open file, so that two openers in one process exclude each other as well. The sidecar is
/// never removed.
struct SidecarLock<Disk: FileSystem>: Sendable {
    private let disk: Disk
    private let file: OpenFile
    private let identity: FileIdentity

    /// Takes the lock, or returns nil if another holds it at each of the attempts.
    static func take(
        _ path: String, on disk: Disk, attempts: Int, creatingDirectory: Bool
    ) throws(SystemError) -> SidecarLock? {
        var remaining = attempts
        while remaining > 0 {
            let file = try open(path, on: disk, creatingDirectory: creatingDirectory)
            do throws(SystemError) {
                while remaining > 0 {
                    remaining &-= 1
                    let isTaken = try disk.tryLock(file)
                    if isTaken {
                        let identity = try disk.identity(of: file)
                        let lock = SidecarLock(disk: disk, file: file, identity: identity)
                        if try lock.isCurrent() { return lock }
                        // Someone removed the sidecar: this lock excludes nobody. Take that of the new one.
                        break
                    }
                    if remaining > 0 { disk.pause() }
                }
            } catch {
                disk.close(file)
                throw error
            }
            disk.close(file)
        }
        return nil
    }

    /// Takes it again after `unlock()`; false where another holds it, or the sidecar was replaced.
    func retake() throws(SystemError) -> Bool {
        guard try disk.tryLock(file) else { return false }
        do throws(SystemError) {
            if try isCurrent() { return true }
        } catch {
            disk.unlock(file)
            throw error
        }
        disk.unlock(file)
        return false
    }

    /// Lets others take it, and keeps its file open.
    func unlock() { disk.unlock(file) }

    func close() { disk.close(file) }

    func release() {
        unlock()
        close()
    }

    private static func open(
        _ path: String, on disk: Disk, creatingDirectory: Bool
    ) throws(SystemError) -> OpenFile {
        do throws(SystemError) {
            return try disk.open(path, .openOrCreate)
        } catch {
            guard error.isNotFound, creatingDirectory, let directory = path.parentDirectory else { throw error }
            try disk.makeDirectories(directory)
            return try disk.open(path, .openOrCreate)
        }
    }

    private func isCurrent() throws(SystemError) -> Bool {
        try disk.identityIfPresent(ofPath: file.path) == identity
    }
}

extension FileSystem {
    /// Does something while holding the advisory lock of a sidecar; nil where another holds it for long.
    package func underLock<Result>(
        _ path: String, attempts: Int = 5, _ body: () throws(SystemError) -> Result
    ) throws(SystemError) -> Result? {
        guard let lock = try SidecarLock.take(path, on: self, attempts: attempts, creatingDirectory: true) else {
            return nil
        }
        defer { lock.release() }
        return try body()
    }

    /// The identity of what a path names, or nil if it names nothing.
    package func identityIfPresent(ofPath path: String) throws(SystemError) -> FileIdentity? {
        do throws(SystemError) {
            return try identity(ofPath: path)
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }

    /// Opens a file, or returns nil if there is none.
    package func openIfPresent(_ path: String, _ mode: OpenMode) throws(SystemError) -> OpenFile? {
        do throws(SystemError) {
            return try open(path, mode)
        } catch {
            guard error.isNotFound else { throw error }
            return nil
        }
    }
}
