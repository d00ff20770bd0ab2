#if canImport(Darwin)
    import CSiderealSystem
    import Darwin
    import SiderealCore

    extension ErrorNumber {
        /// Whether it says that the key of something encrypted is not there. No call says that here.
        package var isMissingKey: Bool { false }
    }

    extension Syscalls {
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

        /// pthread_create(3), detached; zero, or the error number.
        static func startThread(_ body: UnsafeMutableRawPointer) -> Int32 {
            var thread: pthread_t?
            // The header has two forms: in one of them the argument is optional.
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

    // MARK: - Sockets

    extension Syscalls {
        static var datagram: Int32 { SOCK_DGRAM }
        static var udp: Int32 { IPPROTO_UDP }
        /// A datagram socket never raises SIGPIPE.
        static var sendFlags: Int32 { 0 }

        /// The kernel's stamps are not asked for here: an answer seems to come when a thread woke up for it.
        static func stampPackets(_ descriptor: Int32) {}
        static func clocksBeforePacket() -> PacketClocks? { nil }
        static func clocksAfterPacket() -> PacketClocks? { nil }
        static func departure(_ descriptor: Int32) -> Nanoseconds? { nil }

        static func receive(
            _ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer, stamp: inout Nanoseconds?
        ) -> Int {
            receive(descriptor, into: buffer)
        }

        static func datagramSocket(_ family: NetworkAddress.Family) -> Int32 {
            let descriptor = socket(family == .ip4 ? AF_INET : AF_INET6, datagram, udp)
            if descriptor < 0 || prepare(descriptor) { return descriptor }
            let number = errno
            close(descriptor)
            errno = number
            return -1
        }

        static func pipe() -> (readEnd: Int32, writeEnd: Int32)? {
            var ends: [Int32] = [-1, -1]
            guard Darwin.pipe(&ends) == 0 else { return nil }
            if prepare(ends[0]), prepare(ends[1]) { return (ends[0], ends[1]) }
            let number = errno
            for end in ends { close(end) }
            errno = number
            return nil
        }

        /// There is no call that opens and sets these at once.
        private static func prepare(_ descriptor: Int32) -> Bool {
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) != -1 && fcntl(descriptor, F_SETFL, O_NONBLOCK) != -1
        }
    }
#endif
