#if canImport(Darwin)
    import CSiderealSystem
    import Darwin
    import SiderealBase

    extension ErrorNumber {
        /// Indicates a missing encryption key. On Darwin, no call returns an error for a missing key.
        package var isMissingKey: Bool { false }
        package static let knowsMissingKeys = false
    }

    extension Syscalls {
        /// Opens a file. If you pass a tier, a file that this call creates is in that tier from the start. On a Mac and
        /// in the simulator, files have no protection classes of their own.
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

        static func status(_ descriptor: Int32) -> FileStatus? {
            var information = stat()
            return fstat(descriptor, &information) == 0 ? values(of: information) : nil
        }

        static func status(_ path: String) -> FileStatus? {
            var information = stat()
            return lstat(path, &information) == 0 ? values(of: information) : nil
        }

        /// Converts a status. The kernel returns zeros if the volume has no birth times.
        private static func values(of information: stat) -> FileStatus {
            let born = information.st_birthtimespec
            let seconds = Int64(born.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
            let isKnown = !seconds.overflow && (born.tv_sec != 0 || born.tv_nsec != 0)
            return FileStatus(
                size: Int64(information.st_size),
                identity: FileIdentity(
                    device: UInt64(truncatingIfNeeded: information.st_dev),
                    inode: UInt64(truncatingIfNeeded: information.st_ino),
                    birthNanoseconds: isKnown ? seconds.partialValue &+ Int64(born.tv_nsec) : nil))
        }

        /// Syncs with fcntl(2) `F_FULLFSYNC`, which also flushes the drive's cache. fsync(2) does not flush it.
        ///
        /// If the volume doesn't support `F_FULLFSYNC` (network volumes, some foreign formats), this method uses
        /// fsync(2). Any other failure is final, because fsync(2) could then report success for data that the drive
        /// refused.
        static func sync(_ descriptor: Int32, _ scope: SyncScope) -> Int32 {
            if fcntl(descriptor, F_FULLFSYNC) != -1 { return 0 }
            switch errno {
            case ENOTSUP, EOPNOTSUPP, ENOTTY, EINVAL: return fsync(descriptor)
            default: return -1
            }
        }

        /// Starts a detached thread with pthread_create(3). Returns zero, or the error number.
        static func startThread(_ body: UnsafeMutableRawPointer) -> Int32 {
            var thread: pthread_t?
            // The argument is optional in only one of the header's two forms.
            let number = pthread_create(
                &thread, nil,
                { argument in
                    guard let body = argument as UnsafeMutableRawPointer? else { return nil }
                    Syscalls.runThread(body)
                    return nil
                }, body)
            if number == 0, let thread { pthread_detach(thread) }
            return number
        }
    }
#endif
