#if canImport(Glibc)
    import CSiderealSystem
    import Glibc
    import SiderealCore

    extension ErrorNumber {
        package static let accessDenied = ErrorNumber(rawValue: EACCES)
        package static let alreadyExists = ErrorNumber(rawValue: EEXIST)
        package static let badDescriptor = ErrorNumber(rawValue: EBADF)
        package static let inputOutput = ErrorNumber(rawValue: EIO)
        package static let interrupted = ErrorNumber(rawValue: EINTR)
        package static let invalid = ErrorNumber(rawValue: EINVAL)
        package static let isDirectory = ErrorNumber(rawValue: EISDIR)
        package static let nameTooLong = ErrorNumber(rawValue: ENAMETOOLONG)
        /// An encrypted directory whose key is not there: what a locked device is to fscrypt.
        package static let noKey = ErrorNumber(rawValue: ENOKEY)
        package static let noSpace = ErrorNumber(rawValue: ENOSPC)
        package static let notDirectory = ErrorNumber(rawValue: ENOTDIR)
        package static let notFound = ErrorNumber(rawValue: ENOENT)
        package static let notPermitted = ErrorNumber(rawValue: EPERM)
        package static let notSupported = ErrorNumber(rawValue: ENOTSUP)
        package static let quotaExceeded = ErrorNumber(rawValue: EDQUOT)
        package static let readOnly = ErrorNumber(rawValue: EROFS)
        package static let tooManyFiles = ErrorNumber(rawValue: EMFILE)

        /// Whether it says that the key of something encrypted is not there.
        package var isMissingKey: Bool { self == .noKey }

        /// The number of the call that failed last on this thread.
        static var last: ErrorNumber { ErrorNumber(rawValue: errno) }

        /// The C library's text for the number.
        package var message: String {
            var text = [CChar](repeating: 0, count: 256)
            _ = strerror_r(rawValue, &text, text.count)
            return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        }
    }

    extension OpenMode {
        var flags: Int32 {
            let common = O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
            return switch self {
            case .readOnly: common | O_RDONLY
            case .readWrite: common | O_RDWR
            case .createExclusively: common | O_RDWR | O_CREAT | O_EXCL
            case .openOrCreate: common | O_RDWR | O_CREAT
            }
        }
    }

    /// The system calls by the names and in the types of this package; -1 with `errno` set on failure.
    enum Syscalls {
        static let knowsProtection = false

        /// Files have no protection classes here.
        static func open(_ path: String, _ flags: Int32, _: ProtectionTier? = nil) -> Int32 {
            Glibc.open(path, flags, 0o600)
        }

        /// Follows a symbolic link, as the paths of the files within do.
        static func openDirectory(_ path: String) -> Int32 {
            Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }

        static func close(_ descriptor: Int32) {
            // Never repeated after EINTR: the descriptor is gone by then and its number may be in use again.
            _ = Glibc.close(descriptor)
        }

        static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
            pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        }

        static func write(_ descriptor: Int32, from buffer: UnsafeRawBufferPointer, at offset: Int64) -> Int {
            pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        }

        /// statx(2), for the birth time.
        static func status(_ descriptor: Int32) -> FileStatus? { status(descriptor, nil) }

        static func status(_ path: String) -> FileStatus? { status(-1, path) }

        private static func status(_ descriptor: Int32, _ path: String?) -> FileStatus? {
            var found = sidereal_file_status()
            let answer =
                if let path { sidereal_file_status_of(descriptor, path, &found) } else {
                    sidereal_file_status_of(descriptor, nil, &found)
                }
            guard answer == 0 else { return nil }
            return FileStatus(
                size: found.size, isNamed: found.links > 0,
                identity: FileIdentity(
                    device: found.device, inode: found.inode, birthNanoseconds: found.born == 0 ? nil : found.born))
        }

        /// fdatasync(2) where size and blocks are settled, else fsync(2): both also flush the drive's cache.
        static func sync(_ descriptor: Int32, _ scope: SyncScope) -> Int32 {
            scope == .data ? fdatasync(descriptor) : fsync(descriptor)
        }

        /// fsync(2) of the directory; file systems that know no such thing answer EINVAL, and offer nothing better.
        static func syncDirectory(_ descriptor: Int32) -> Int32 {
            if fsync(descriptor) == 0 { return 0 }
            return errno == EINVAL || errno == ENOTSUP ? 0 : -1
        }

        static func protection(_ descriptor: Int32) -> Result<ProtectionTier?, ErrorNumber> { .success(nil) }

        static func rename(_ old: String, _ new: String) -> Int32 { Glibc.rename(old, new) }

        static func link(_ old: String, _ new: String) -> Int32 { Glibc.link(old, new) }

        static func unlink(_ path: String) -> Int32 { Glibc.unlink(path) }

        /// realpath(3); nil where something is missing, or the real path is not UTF-8.
        static func realPath(_ path: String) -> String? {
            guard let real = realpath(path, nil) else { return nil }
            defer { free(real) }
            return String(validatingCString: real)
        }

        static func makeDirectory(_ path: String) -> Int32 { mkdir(path, 0o700) }

        /// 0 when the lock was taken, 1 while another holds it, -1 on failure.
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
    }
#endif
