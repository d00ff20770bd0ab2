import SiderealCore

/// A file system that repeats calls which signals interrupt, all but syncs.
///
/// An interrupted sync is a failed one as far as anyone can tell: pages may count as clean by now, so that it proves
/// nothing to repeat it alone. Whoever wrote has to write again.
struct PatientFileSystem<Base: FileSystem>: FileSystem {
    let base: Base

    var knowsProtection: Bool { base.knowsProtection }

    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> OpenFile {
        try retrying { () throws(SystemError) in try base.open(path, mode) }
    }

    func close(_ file: OpenFile) {
        base.close(file)
    }

    func read(_ file: OpenFile, at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        try retrying { () throws(SystemError) in try base.read(file, at: offset, count: count) }
    }

    func write(
        _ file: OpenFile, _ bytes: [UInt8], from start: Int, at offset: Int64
    ) throws(SystemError) -> Int {
        try retrying { () throws(SystemError) in try base.write(file, bytes, from: start, at: offset) }
    }

    func size(of file: OpenFile) throws(SystemError) -> Int64 {
        try retrying { () throws(SystemError) in try base.size(of: file) }
    }

    func protection(of file: OpenFile) throws(SystemError) -> ProtectionTier? {
        try retrying { () throws(SystemError) in try base.protection(of: file) }
    }

    func mapWord(of file: OpenFile) throws(SystemError) -> SharedWord {
        try retrying { () throws(SystemError) in try base.mapWord(of: file) }
    }

    func identity(of file: OpenFile) throws(SystemError) -> FileIdentity {
        try retrying { () throws(SystemError) in try base.identity(of: file) }
    }

    func identity(ofPath path: String) throws(SystemError) -> FileIdentity {
        try retrying { () throws(SystemError) in try base.identity(ofPath: path) }
    }

    func sync(_ file: OpenFile, _ scope: SyncScope) throws(SystemError) {
        try base.sync(file, scope)
    }

    /// Repeated all the same: names cannot be written again, and a file system that loses them is beyond repair.
    func syncDirectory(_ path: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try base.syncDirectory(path) }
    }

    func rename(_ old: String, to new: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try base.rename(old, to: new) }
    }

    func link(_ old: String, to new: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try base.link(old, to: new) }
    }

    func unlink(_ path: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try base.unlink(path) }
    }

    func tryLock(_ file: OpenFile) throws(SystemError) -> Bool {
        try retrying { () throws(SystemError) in try base.tryLock(file) }
    }

    func unlock(_ file: OpenFile) {
        base.unlock(file)
    }

    func makeDirectory(_ path: String) throws(SystemError) {
        try retrying { () throws(SystemError) in try base.makeDirectory(path) }
    }

    func pause() {
        base.pause()
    }

    func randomWord() -> UInt64 {
        base.randomWord()
    }
}

extension FileSystem {
    /// The same, repeating calls that signals interrupt.
    package var patient: some FileSystem { PatientFileSystem(base: self) }
}
