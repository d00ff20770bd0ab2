#if canImport(Darwin)
    import CSiderealSystem
    import Darwin
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
        package static let noSpace = ErrorNumber(rawValue: ENOSPC)
        package static let notDirectory = ErrorNumber(rawValue: ENOTDIR)
        package static let notFound = ErrorNumber(rawValue: ENOENT)
        package static let notPermitted = ErrorNumber(rawValue: EPERM)
        package static let notSupported = ErrorNumber(rawValue: ENOTSUP)
        package static let quotaExceeded = ErrorNumber(rawValue: EDQUOT)
        package static let readOnly = ErrorNumber(rawValue: EROFS)
        package static let tooManyFiles = ErrorNumber(rawValue: EMFILE)

        /// Whether it says that the key of something encrypted is not there. No call says that here.
        package var isMissingKey: Bool { false }

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
        /// With a tier, what is created is in it from its first byte on. On a Mac and in the simulator files have no
        /// protection classes of their own.
        static func open(_ path: String, _ flags: Int32, _ tier: ProtectionTier? = nil) -> Int32 {
            #if os(macOS) || targetEnvironment(macCatalyst) || targetEnvironment(simulator)
                return Darwin.open(path, flags, 0o600)
            #else
                guard let tier else { return Darwin.open(path, flags, 0o600) }
                return sidereal_open_protected(path, flags, tier.protectionClass, 0o600)
            #endif
        }

        static var knowsProtection: Bool {
            #if os(macOS) || targetEnvironment(macCatalyst) || targetEnvironment(simulator)
                return false
            #else
                return true
            #endif
        }

        static func protection(_ descriptor: Int32) -> Result<ProtectionTier?, ErrorNumber> {
            #if os(macOS) || targetEnvironment(macCatalyst) || targetEnvironment(simulator)
                return .success(nil)
            #else
                let number = fcntl(descriptor, F_GETPROTECTIONCLASS)
                if number == -1 { return errno == ENOTSUP ? .success(nil) : .failure(.last) }
                return .success(ProtectionTier(protectionClass: number))
            #endif
        }

        /// Follows a symbolic link, as the paths of the files within do.
        static func openDirectory(_ path: String) -> Int32 {
            Darwin.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        }

        static func close(_ descriptor: Int32) {
            // Never repeated after EINTR: the descriptor is gone by then and its number may be in use again.
            _ = Darwin.close(descriptor)
        }

        static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int {
            pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        }

        static func write(_ descriptor: Int32, from buffer: UnsafeRawBufferPointer, at offset: Int64) -> Int {
            pwrite(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        }

        static func status(_ descriptor: Int32) -> FileStatus? {
            var information = stat()
            return fstat(descriptor, &information) == 0 ? values(of: information) : nil
        }

        static func status(_ path: String) -> FileStatus? {
            var information = stat()
            return lstat(path, &information) == 0 ? values(of: information) : nil
        }

        /// The kernel answers zeros where the volume knows no birth times.
        private static func values(of information: stat) -> FileStatus {
            let born = information.st_birthtimespec
            let seconds = Int64(born.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
            let isKnown = !seconds.overflow && (born.tv_sec != 0 || born.tv_nsec != 0)
            return FileStatus(
                size: Int64(information.st_size), isNamed: information.st_nlink > 0,
                identity: FileIdentity(
                    device: UInt64(truncatingIfNeeded: information.st_dev),
                    inode: UInt64(truncatingIfNeeded: information.st_ino),
                    birthNanoseconds: isKnown ? seconds.partialValue &+ Int64(born.tv_nsec) : nil))
        }

        /// fcntl(2) `F_FULLFSYNC`, which flushes the drive's cache as fsync(2) does not.
        ///
        /// Volumes that do not know it (network, some foreign formats) get fsync(2). A true failure is not retried that
        /// way: it would report as durable what the drive refused.
        static func sync(_ descriptor: Int32, _ scope: SyncScope) -> Int32 {
            if fcntl(descriptor, F_FULLFSYNC) != -1 { return 0 }
            switch errno {
            case ENOTSUP, EOPNOTSUPP, ENOTTY, EINVAL: return fsync(descriptor)
            default: return -1
            }
        }

        static func syncDirectory(_ descriptor: Int32) -> Int32 {
            if sync(descriptor, .everything) == 0 { return 0 }
            return errno == EINVAL || errno == ENOTSUP || errno == EOPNOTSUPP ? 0 : -1
        }

        static func rename(_ old: String, _ new: String) -> Int32 { Darwin.rename(old, new) }

        static func link(_ old: String, _ new: String) -> Int32 { Darwin.link(old, new) }

        static func unlink(_ path: String) -> Int32 { Darwin.unlink(path) }

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
