#if canImport(Glibc)
    import CSiderealSystem
    import Glibc
    package import SiderealBase

    extension ErrorNumber {
        /// An encrypted directory whose key is not there: what a locked device is to fscrypt.
        package static let noKey = ErrorNumber(rawValue: ENOKEY)

        /// Whether it says that the key of something encrypted is not there.
        package var isMissingKey: Bool { self == .noKey }
        /// Whether any call says that.
        package static let knowsMissingKeys = true
    }

    /// Files have no protection classes here.
    extension Syscalls {
        static let knowsProtection = false

        package static func open(_ path: String, _ flags: Int32, _: ProtectionTier? = nil) -> Int32 {
            Glibc.open(path, flags, 0o600)
        }

        static func protection(_ descriptor: Int32) -> Result<ProtectionTier?, ErrorNumber> { .success(nil) }

        /// statx(2), for the birth time.
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

        /// fdatasync(2) where size and blocks are settled, else fsync(2): both also flush the drive's cache.
        static func sync(_ descriptor: Int32, _ scope: SyncScope) -> Int32 {
            scope == .data ? fdatasync(descriptor) : fsync(descriptor)
        }

        /// pthread_create(3), detached; zero, or the error number.
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
