package import SiderealBase

/// The file system of this device, which uses plain system calls.
package struct RealFileSystem: FileSystem {
    /// The length of a `pause`.
    private let pauseMilliseconds: Int

    package init(pauseMilliseconds: Int = 2) {
        self.pauseMilliseconds = min(max(pauseMilliseconds, 0), 999)
    }

    package var knowsProtection: Bool { Syscalls.knowsProtection }

    package func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> OpenFile {
        let tier: ProtectionTier? =
            switch mode {
            case .readOnly, .readWrite: nil
            case .createExclusively(let tier): tier
            case .openOrCreate: .always
            }
        return OpenFile(descriptor: try check(Syscalls.open(path, mode.flags, tier), .open, path), path: path)
    }

    package func close(_ file: OpenFile) {
        Syscalls.close(file.descriptor)
    }

    package func read(_ file: OpenFile, at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        var result = 0
        var number = ErrorNumber(rawValue: 0)
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            result = Syscalls.read(file.descriptor, into: UnsafeMutableRawBufferPointer(buffer), at: offset)
            number = .last
            initialized = max(result, 0)
        }
        guard result >= 0 else { throw SystemError(.read, file.path, number) }
        return bytes
    }

    package func write(
        _ file: OpenFile, _ bytes: [UInt8], from start: Int, at offset: Int64
    ) throws(SystemError) -> Int {
        let result = bytes.withUnsafeBytes { buffer in
            Syscalls.write(file.descriptor, from: UnsafeRawBufferPointer(rebasing: buffer.dropFirst(start)), at: offset)
        }
        guard result >= 0 else { throw SystemError(.write, file.path, .last) }
        return result
    }

    package func status(of file: OpenFile) throws(SystemError) -> FileStatus {
        guard let status = Syscalls.status(file.descriptor) else { throw SystemError(.status, file.path, .last) }
        return status
    }

    package func protection(of file: OpenFile) throws(SystemError) -> ProtectionTier? {
        switch Syscalls.protection(file.descriptor) {
        case .success(let tier): return tier
        case .failure(let number): throw SystemError(.protection, file.path, number)
        }
    }

    package func readWord(_ file: OpenFile) throws(SystemError) -> UInt64? {
        var word: UInt64 = 0
        let count = withUnsafeMutableBytes(of: &word) { Syscalls.read(file.descriptor, into: $0, at: 0) }
        guard count >= 0 else { throw SystemError(.read, file.path, .last) }
        return count == 8 ? UInt64(littleEndian: word) : nil
    }

    package func identity(ofPath path: String) throws(SystemError) -> FileIdentity {
        guard let status = Syscalls.status(path) else { throw SystemError(.identity, path, .last) }
        return status.identity
    }

    package func sync(_ file: OpenFile, _ scope: SyncScope) throws(SystemError) {
        _ = try check(Syscalls.sync(file.descriptor, scope), .sync, file.path)
    }

    package func syncDirectory(_ path: String) throws(SystemError) {
        let directory = try check(Syscalls.openDirectory(path), .syncDirectory, path)
        let result = Result { () throws(SystemError) in
            try check(Syscalls.syncDirectory(directory), .syncDirectory, path)
        }
        Syscalls.close(directory)
        _ = try result.get()
    }

    package func rename(_ old: String, to new: String) throws(SystemError) {
        _ = try check(Syscalls.rename(old, new), .rename, old)
    }

    package func link(_ old: String, to new: String) throws(SystemError) {
        _ = try check(Syscalls.link(old, new), .link, new)
    }

    package func unlink(_ path: String) throws(SystemError) {
        _ = try check(Syscalls.unlink(path), .unlink, path)
    }

    package func tryLock(_ file: OpenFile) throws(SystemError) -> Bool {
        try check(Syscalls.tryLock(file.descriptor), .lock, file.path) == 0
    }

    package func unlock(_ file: OpenFile) {
        Syscalls.unlock(file.descriptor)
    }

    package func makeDirectory(_ path: String) throws(SystemError) {
        _ = try check(Syscalls.makeDirectory(path), .makeDirectory, path)
    }

    package func pause() {
        Syscalls.sleep(milliseconds: pauseMilliseconds)
    }

    package func randomWord() -> UInt64 {
        UInt64.random(in: .min ... .max)
    }

    private func check(
        _ result: Int32, _ operation: SystemError.Operation, _ path: String
    ) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(operation, path, .last) }
        return result
    }
}

extension RealFileSystem {
    /// Returns the absolute path of a directory as the kernel resolves it. Openers of one resolved path share one
    /// object in a process. Missing parts keep their names, because they have no links to follow.
    ///
    /// Paths that differ in a byte stay separate, although APFS treats two spellings of "é" as one directory. A
    /// directory with two spellings gets two openers, which is as safe as two processes. Each opener opens the sidecar
    /// itself, so flock(2) excludes the other opener, and each opener reads the other's writes. If two directories
    /// shared one opener, the store would lose acknowledged values.
    package func resolved(_ path: String) -> String {
        if let real = Syscalls.realPath(path) { return real }
        guard let parent = path.parentDirectory, parent != path else { return path }
        let (base, name) = (resolved(parent), path.lastPathComponent)
        if name == "." { return base }
        if name == ".." { return base.parentDirectory ?? base }
        return base == "/" ? "/" + name : base + "/" + name
    }
}
