#if canImport(Glibc)
    import CSiderealSystem
    import Glibc
    package import SiderealBase

    extension ErrorNumber {
        /// The error for an encrypted directory whose key is missing: the fscrypt equivalent of a locked device.
        package static let noKey = ErrorNumber(rawValue: ENOKEY)

        /// A Boolean value that indicates whether the error means a missing encryption key.
        package var isMissingKey: Bool { self == .noKey }
        /// A Boolean value that indicates whether calls on this system can return the error for a missing key.
        package static let knowsMissingKeys = true
    }

    /// Linux files have no protection classes.
    extension Syscalls {
        static let knowsProtection = false

        package static func open(_ path: String, _ flags: Int32, _: ProtectionTier? = nil) -> Int32 {
            aboveStandardStreams(Glibc.open(path, flags, 0o600))
        }

        /// Returns a descriptor for the same file, but not 0, 1 or 2. If the app was started without one of these, or
        /// has closed it, then its log messages would go into the file.
        package static func aboveStandardStreams(_ descriptor: Int32) -> Int32 {
            guard (0...2).contains(descriptor) else { return descriptor }
            let moved = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
            let number = errno
            close(descriptor)
            errno = number
            return moved
        }

        static func protection(_ descriptor: Int32) -> Result<ProtectionTier?, ErrorNumber> { .success(nil) }

        /// Returns a status with the birth time. Uses statx(2).
        static func status(_ descriptor: Int32) -> FileStatus? { status(descriptor, nil) }

        package static func status(_ path: String) -> FileStatus? { status(-1, path) }

        private static func status(_ descriptor: Int32, _ path: String?) -> FileStatus? {
            var found = sidereal_file_status()
            let answer =
                if let path { sidereal_file_status_of(descriptor, path, &found) } else {
                    sidereal_file_status_of(descriptor, nil, &found)
                }
            guard answer == 0 else { return nil }
            return FileStatus(
                size: found.size,
                identity: FileIdentity(
                    device: found.device, inode: found.inode, birthNanoseconds: found.born == 0 ? nil : found.born))
        }

        /// Syncs with fdatasync(2) if the file's size and blocks no longer change, otherwise with fsync(2). Both calls
        /// also flush the drive's cache.
        static func sync(_ descriptor: Int32, _ scope: SyncScope) -> Int32 {
            scope == .data ? fdatasync(descriptor) : fsync(descriptor)
        }

        /// Starts a detached thread with pthread_create(3). Returns zero, or the error number.
        static func startThread(_ body: UnsafeMutableRawPointer) -> Int32 {
            var thread = pthread_t()
            let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
                if let argument { Syscalls.runThread(argument) }
                return nil
            }
            let number = pthread_create(&thread, nil, start, body)
            if number == 0 { pthread_detach(thread) }
            return number
        }
    }
#endif
