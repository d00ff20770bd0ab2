package import SiderealBase

/// A way to open a file. In every mode, the file closes on exec. Opening follows no symbolic link at the end of the
/// path, and does not wait for the other end of a pipe.
package enum OpenMode: Sendable, Equatable {
    case readOnly
    case readWrite
    /// Creates the file, and gives it its tier before any byte is written. Only the owner can read and write the file.
    /// Fails if a file with this name exists.
    case createExclusively(ProtectionTier)
    /// Opens a file that is stored next to the data. Creates the file in the tier `always` if it is missing.
    case openOrCreate
}

/// The part of a file that has to reach the medium for a sync to succeed.
package enum SyncScope: Sendable {
    /// The data of a file whose size and blocks no longer change.
    case data
    /// The data, and everything else that is necessary to read the data back.
    case everything
}

/// An open file of a file system, with the path that opened it, for error messages.
package struct OpenFile: Sendable, Equatable {
    package let descriptor: Int32
    package let path: String

    package init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }
}

/// The identity of a file. Without a birth time, the identity is valid only while a descriptor keeps the file open,
/// because file systems reuse the numbers of deleted files.
package struct FileIdentity: Equatable, Sendable {
    package let device: UInt64
    package let inode: UInt64
    /// The file's creation time by the system's clock, or `nil` if the file system does not record it.
    package let birthNanoseconds: Int64?

    package init(device: UInt64, inode: UInt64, birthNanoseconds: Int64?) {
        self.device = device
        self.inode = inode
        self.birthNanoseconds = birthNanoseconds
    }

    /// A Boolean value that indicates whether the identity distinguishes the file from all other files, even after the
    /// file was closed.
    var isLasting: Bool { birthNanoseconds != nil }
}

/// The status of an open file.
package struct FileStatus: Sendable {
    package let size: Int64
    package let identity: FileIdentity

    package init(size: Int64, identity: FileIdentity) {
        self.size = size
        self.identity = identity
    }
}

/// The calls that make files durable. Each method makes a single system call, which may return a short count or
/// `EINTR`.
///
/// The extension below and `RetryingFileSystem` handle these results, so that a simulated disk also exercises that
/// code.
package protocol FileSystem: Sendable {
    /// A Boolean value that indicates whether files have protection classes on this system. If so, files of the tier
    /// `always` can be read when other files can't.
    var knowsProtection: Bool { get }
    func open(_ path: String, _ mode: OpenMode) throws(SystemError) -> OpenFile
    func close(_ file: OpenFile)
    /// Reads at most `count` bytes. An empty result means the end of the file.
    func read(_ file: OpenFile, at offset: Int64, count: Int) throws(SystemError) -> [UInt8]
    /// Writes the bytes from `start` on, or only some of them. Returns the number of bytes written.
    func write(_ file: OpenFile, _ bytes: [UInt8], from start: Int, at offset: Int64) throws(SystemError) -> Int
    func status(of file: OpenFile) throws(SystemError) -> FileStatus
    /// Returns the tier that the system keeps the file in, or `nil` if the system has no tiers.
    func protection(of file: OpenFile) throws(SystemError) -> ProtectionTier?
    /// Reads the first eight bytes of a file, quickly. Returns `nil` if the file is shorter.
    func readWord(_ file: OpenFile) throws(SystemError) -> UInt64?
    func identity(ofPath path: String) throws(SystemError) -> FileIdentity
    func sync(_ file: OpenFile, _ scope: SyncScope) throws(SystemError)
    /// Makes the names in a directory durable.
    func syncDirectory(_ path: String) throws(SystemError)
    func rename(_ old: String, to new: String) throws(SystemError)
    /// Gives a file a second name. Fails if that name exists.
    func link(_ old: String, to new: String) throws(SystemError)
    func unlink(_ path: String) throws(SystemError)
    /// Takes the exclusive advisory lock of an open file, or returns `false` at once while another opener holds it.
    func tryLock(_ file: OpenFile) throws(SystemError) -> Bool
    func unlock(_ file: OpenFile)
    func makeDirectory(_ path: String) throws(SystemError)
    /// Waits a few milliseconds, between attempts to take a lock.
    func pause()
    /// Runs `body` with a lock between the threads of this process. Call this method if `body` uses the file system.
    /// A simulated file system can then let the lock's holder continue while another thread waits.
    func withLock<State: ~Copyable, Result: Sendable, Failure: Error>(
        _ lock: Lock<State>, _ body: (inout sending State) throws(Failure) -> Result
    ) throws(Failure) -> Result
    func randomWord() -> UInt64
}

extension FileSystem {
    package func withLock<State: ~Copyable, Result: Sendable, Failure: Error>(
        _ lock: Lock<State>, _ body: (inout sending State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try lock.withLock(body)
    }

    /// Repeats a call while signals interrupt it.
    package func retrying<Result>(_ call: () throws(SystemError) -> Result) throws(SystemError) -> Result {
        while true {
            do throws(SystemError) {
                return try call()
            } catch {
                guard error.number == .interrupted else { throw error }
            }
        }
    }

    package func size(of file: OpenFile) throws(SystemError) -> Int64 { try status(of: file).size }

    package func identity(of file: OpenFile) throws(SystemError) -> FileIdentity { try status(of: file).identity }

    /// Reads until `count` bytes are read or the file ends.
    package func readFully(_ file: OpenFile, at offset: Int64, count: Int) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let here = offset &+ Int64(bytes.count)
            let missing = count &- bytes.count
            let part = try read(file, at: here, count: missing)
            if part.isEmpty { break }
            if bytes.isEmpty { bytes = part } else { bytes += part }
        }
        return bytes
    }

    /// Writes all the bytes.
    package func writeFully(_ file: OpenFile, _ bytes: [UInt8], at offset: Int64) throws(SystemError) {
        var start = 0
        while start < bytes.count {
            let written = try write(file, bytes, from: start, at: offset &+ Int64(start))
            // Without this check, a call that neither fails nor writes would be repeated forever.
            guard written > 0 else { throw SystemError(.write, file.path, .inputOutput) }
            start &+= written
        }
    }

    /// Writes the first eight bytes of a file, as `readWord` reads them.
    package func writeWord(_ word: UInt64, to file: OpenFile) throws(SystemError) {
        var bytes = [UInt8](repeating: 0, count: 8)
        bytes.put(word: word, at: 0)
        try writeFully(file, bytes, at: 0)
    }

    /// Creates a directory and its missing parents, and makes each new name durable.
    package func makeDirectories(_ path: String) throws(SystemError) {
        do throws(SystemError) {
            try makeDirectory(path)
        } catch {
            if error.number == .alreadyExists { return }
            guard error.isNotFound, let parent = path.parentDirectory, parent != path else { throw error }
            try makeDirectories(parent)
            do throws(SystemError) {
                try makeDirectory(path)
            } catch {
                if error.number != .alreadyExists { throw error }
            }
        }
        if let parent = path.parentDirectory {
            try syncDirectory(parent)
        }
    }
}

/// The numbers that Darwin's kernel uses for protection classes, from `<sys/content_protection.h>`.
extension ProtectionTier {
    /// The class in which files of this tier are created: A, C or D.
    package var protectionClass: Int32 {
        switch self {
        case .whenUnlocked: 1
        case .afterFirstUnlock: 3
        case .always: 4
        }
    }

    /// Returns the tier that matches a protection class. Returns `nil` if the number is not a class, or if the class
    /// does not depend on the lock.
    ///
    /// Files of class A (complete), B (complete unless open) and CX (complete when the user is inactive) can't be
    /// opened while the device is locked. A class that is newer than this library counts like class A, B or CX.
    package init?(protectionClass number: Int32) {
        switch number {
        case 3: self = .afterFirstUnlock
        case 4: self = .always
        case 1, 2, 7...: self = .whenUnlocked
        default: return nil
        }
    }
}

/// Splits paths by bytes, as the kernel does, because a slash before a combining mark is another `Character`.
extension String {
    private static let slash = UInt8(ascii: "/")

    package var isAbsolutePath: Bool { utf8.first == Self.slash }

    /// The directory of a path's last component: "." for a bare name, `nil` for the root.
    package var parentDirectory: String? {
        let path = pathWithoutLastSlashes
        if path.isEmpty || path.count == 1 && path.first == Self.slash { return nil }
        guard let slash = path.lastIndex(of: Self.slash) else { return "." }
        let parent = String(Substring(path[..<slash])).pathWithoutLastSlashes
        return parent.isEmpty ? "/" : String(Substring(parent))
    }

    /// The last component of a path: "" for the root.
    package var lastPathComponent: String {
        let path = pathWithoutLastSlashes
        guard let slash = path.lastIndex(of: Self.slash) else { return String(Substring(path)) }
        return String(Substring(path[path.index(after: slash)...]))
    }

    private var pathWithoutLastSlashes: Substring.UTF8View {
        var path = self[...].utf8
        while path.count > 1, path.last == Self.slash { path.removeLast() }
        return path
    }
}
