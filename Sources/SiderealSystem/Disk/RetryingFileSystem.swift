package import SiderealBase

/// A file system that repeats interrupted calls, except syncs.
///
/// An interrupted sync counts as failed. The kernel may have marked pages as clean, so repeating only the sync proves
/// nothing. The writer must write again.
package struct RetryingFileSystem: FileSystem {
    let base: any FileSystem

    package init(base: any FileSystem) {
        // Wrapping twice would change nothing.
        self.base = (base as? RetryingFileSystem)?.base ?? base
    }

    package var knowsProtection: Bool { base.knowsProtection }

    package func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> OpenFile {
        try retrying { () throws(SystemError) in try base.open(path, mode) }
    }

    package func close(_ file: OpenFile) {
        base.close(file)
    }

    package func read(_ file: OpenFile, at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        try retrying { () throws(SystemError) in try base.read(file, at: offset, count: count) }
    }

    package func write(
        _ file: OpenFile, _ bytes: [UInt8], from start: Int, at offset: Int64
    ) throws(SystemError) -> Int {
        try retrying { () throws(SystemError) in try base.write(file, bytes, from: start, at: offset) }
    }

    package func status(of file: OpenFile) throws(SystemError) -> FileStatus {
        try retrying { () throws(SystemError) in try base.status(of: file) }
    }

    package func protection(of file: OpenFile) throws(SystemError) -> ProtectionTier? {
        try retrying { () throws(SystemError) in try base.protection(of: file) }
    }

    package func readWord(_ file: OpenFile) throws(SystemError) -> UInt64? {
        try retrying { () throws(SystemError) in try base.readWord(file) }
    }

    package func identity(ofPath path: String) throws(SystemError) -> FileIdentity {
        try retrying { () throws(SystemError) in try base.identity(ofPath: path) }
    }

    package func sync(_ file: OpenFile, _ scope: SyncScope) throws(SystemError) {
        try base.sync(file, scope)
    }

    /// Repeats an interrupted sync. File names can't be written again, and the library can't repair a file system that
    /// loses file names.
    package func syncDirectory(_ path: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try base.syncDirectory(path) }
    }

    package func rename(_ old: String, to new: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try base.rename(old, to: new) }
    }

    package func link(_ old: String, to new: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try base.link(old, to: new) }
    }

    package func unlink(_ path: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try base.unlink(path) }
    }

    package func tryLock(_ file: OpenFile) throws(SystemError) -> Bool {
        try retrying { () throws(SystemError) in try base.tryLock(file) }
    }

    package func unlock(_ file: OpenFile) {
        base.unlock(file)
    }

    package func makeDirectory(_ path: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try base.makeDirectory(path) }
    }

    package func pause() {
        base.pause()
    }

    package func withLock<State: ~Copyable, Result: Sendable, Failure: Error>(
        _ lock: Lock<State>, _ body: (inout sending State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try base.withLock(lock, body)
    }

    package func randomWord() -> UInt64 {
        base.randomWord()
    }
}
