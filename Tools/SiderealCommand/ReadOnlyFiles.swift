import SiderealBase
import SiderealSystem

/// The real file system, read-only. Every call that would change a file fails as on a read-only disk.
struct ReadOnlyFiles: FileSystem {
    private let base = RealFileSystem()

    var knowsProtection: Bool { base.knowsProtection }

    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> OpenFile {
        do throws(SystemError) {
            // flock(2) can lock a file even if it is open only for reading.
            return try base.open(path, .readOnly)
        } catch {
            throw error.isNotFound && mode != .readOnly ? denied(.open, path) : error
        }
    }

    func close(_ file: OpenFile) { base.close(file) }

    func read(_ file: OpenFile, at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        try base.read(file, at: offset, count: count)
    }

    func write(_ file: OpenFile, _ bytes: [UInt8], from start: Int, at offset: Int64) throws(SystemError) -> Int {
        throw denied(.write, file.path)
    }

    func status(of file: OpenFile) throws(SystemError) -> FileStatus { try base.status(of: file) }
    func protection(of file: OpenFile) throws(SystemError) -> ProtectionTier? { try base.protection(of: file) }
    func readWord(_ file: OpenFile) throws(SystemError) -> UInt64? { try base.readWord(file) }
    func identity(ofPath path: String) throws(SystemError) -> FileIdentity { try base.identity(ofPath: path) }
    func sync(_ file: OpenFile, _ scope: SyncScope) throws(SystemError) { throw denied(.sync, file.path) }
    func syncDirectory(_ path: String) throws(SystemError) { throw denied(.sync, path) }
    func rename(_ old: String, to new: String) throws(SystemError) { throw denied(.rename, new) }
    func link(_ old: String, to new: String) throws(SystemError) { throw denied(.link, new) }
    func unlink(_ path: String) throws(SystemError) { throw denied(.unlink, path) }
    func tryLock(_ file: OpenFile) throws(SystemError) -> Bool { try base.tryLock(file) }
    func unlock(_ file: OpenFile) { base.unlock(file) }
    func makeDirectory(_ path: String) throws(SystemError) { throw denied(.makeDirectory, path) }
    func pause() { base.pause() }
    func randomWord() -> UInt64 { base.randomWord() }

    private func denied(_ operation: SystemError.Operation, _ path: String) -> SystemError {
        SystemError(operation, path, .readOnly)
    }
}
