#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// The system calls, with this package's names and types. A call that fails returns -1 and sets `errno`.
///
/// This file contains the calls that Darwin and Linux have in common. Syscalls+Darwin and Syscalls+Linux contain the
/// other calls.
package enum Syscalls {
    /// Opens a directory. Follows a symbolic link at the end of the path, because the path of a file in the directory
    /// also follows that link.
    static func openDirectory(_ path: String) -> Int32 {
        systemOpen(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    package static var processIdentifier: Int32 { getpid() }

    package static func close(_ descriptor: Int32) {
        // Don't repeat the call after EINTR: the descriptor is already closed, and its number may already belong to
        // another file.
        _ = systemClose(descriptor)
    }

    package static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
        pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    }

    static func write(_ descriptor: Int32, from buffer: UnsafeRawBufferPointer, at offset: Int64) -> Int {
        pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
    }

    /// Syncs a directory. If the file system can't sync directories, returns success, because there is no better call.
    static func syncDirectory(_ descriptor: Int32) -> Int32 {
        if sync(descriptor, .everything) == 0 { return 0 }
        return errno == EINVAL || errno == ENOTSUP || errno == EOPNOTSUPP ? 0 : -1
    }

    static func rename(_ old: String, _ new: String) -> Int32 { systemRename(old, new) }

    static func link(_ old: String, _ new: String) -> Int32 { systemLink(old, new) }

    static func unlink(_ path: String) -> Int32 { systemUnlink(path) }

    /// Returns the result of realpath(3), or `nil` if a part of the path is missing, or if the result is not UTF-8.
    static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(validatingCString: real)
    }

    static func makeDirectory(_ path: String) -> Int32 { mkdir(path, 0o700) }

    /// Returns 0 if this call took the lock, 1 while another opener holds the lock, or -1 on failure.
    static func tryLock(_ descriptor: Int32) -> Int32 {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
        return errno == EWOULDBLOCK ? 1 : -1
    }

    static func unlock(_ descriptor: Int32) {
        _ = flock(descriptor, LOCK_UN)
    }

    static func sleep(milliseconds: Int) {
        var time = timespec(tv_sec: 0, tv_nsec: milliseconds &* 1_000_000)
        _ = nanosleep(&time, nil)
    }

    // MARK: - Threads

    /// Runs a closure on a new detached thread. Returns zero, or the error number.
    ///
    /// A process that has called unshare(2) for a new time namespace, and has not entered that namespace yet, can't
    /// start threads (EINVAL).
    package static func detachThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let body = Unmanaged.passRetained(ThreadBody(body))
        let number = startThread(body.toOpaque())
        if number != 0 { body.release() }
        return number
    }

    /// Runs as the first function of a thread.
    static func runThread(_ body: UnsafeMutableRawPointer) {
        Unmanaged<ThreadBody>.fromOpaque(body).takeRetainedValue().run()
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

// These functions call the C library. Inside the methods above, the methods' own names would hide the C functions.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }
private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }
private func systemRename(_ old: String, _ new: String) -> Int32 { rename(old, new) }
private func systemLink(_ old: String, _ new: String) -> Int32 { link(old, new) }
private func systemUnlink(_ path: String) -> Int32 { unlink(path) }

extension OpenMode {
    package var flags: Int32 {
        let common = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        return switch self {
        case .readOnly: common | O_RDONLY
        case .readWrite: common | O_RDWR
        case .createExclusively: common | O_RDWR | O_CREAT | O_EXCL
        case .openOrCreate: common | O_RDWR | O_CREAT
        }
    }
}

extension ErrorNumber {
    package static let accessDenied = ErrorNumber(rawValue: EACCES)
    package static let alreadyExists = ErrorNumber(rawValue: EEXIST)
    package static let badDescriptor = ErrorNumber(rawValue: EBADF)
    package static let connectionRefused = ErrorNumber(rawValue: ECONNREFUSED)
    package static let inputOutput = ErrorNumber(rawValue: EIO)
    package static let interrupted = ErrorNumber(rawValue: EINTR)
    package static let invalid = ErrorNumber(rawValue: EINVAL)
    package static let isDirectory = ErrorNumber(rawValue: EISDIR)
    package static let nameTooLong = ErrorNumber(rawValue: ENAMETOOLONG)
    package static let noRoute = ErrorNumber(rawValue: EHOSTUNREACH)
    package static let noSpace = ErrorNumber(rawValue: ENOSPC)
    package static let noSuchProcess = ErrorNumber(rawValue: ESRCH)
    package static let notDirectory = ErrorNumber(rawValue: ENOTDIR)
    package static let notFound = ErrorNumber(rawValue: ENOENT)
    package static let notPermitted = ErrorNumber(rawValue: EPERM)
    package static let notSupported = ErrorNumber(rawValue: ENOTSUP)
    package static let quotaExceeded = ErrorNumber(rawValue: EDQUOT)
    package static let readOnly = ErrorNumber(rawValue: EROFS)
    package static let tooManyFiles = ErrorNumber(rawValue: EMFILE)
    package static let wouldBlock = ErrorNumber(rawValue: EAGAIN)

    /// The error number of the call that failed last on this thread.
    package static var last: ErrorNumber { ErrorNumber(rawValue: errno) }

    /// The C library's text for the error number.
    package var message: String {
        var text = [CChar](repeating: 0, count: 256)
        _ = strerror_r(rawValue, &text, text.count)
        return String(cBuffer: text)
    }
}

extension String {
    /// Creates a string from the text that a C function has written into a buffer.
    package init(cBuffer: [CChar]) {
        self.init(decoding: cBuffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
