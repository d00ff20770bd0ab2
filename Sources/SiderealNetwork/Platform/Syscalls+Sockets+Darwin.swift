#if canImport(Darwin)
    import Darwin
    import SiderealCore
    import SiderealSystem

    extension Syscalls {
        static var datagram: Int32 { SOCK_DGRAM }
        static var udp: Int32 { IPPROTO_UDP }
        /// A datagram socket never raises SIGPIPE.
        static var sendFlags: Int32 { 0 }

        /// Does nothing, because this code requests no stamps on Darwin. An answer seems to arrive when its thread
        /// wakes up.
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

        /// Makes a descriptor non-blocking and not inherited. No call opens a descriptor with both flags at once.
        private static func prepare(_ descriptor: Int32) -> Bool {
            fcntl(descriptor, F_SETFD, FD_CLOEXEC) != -1 && fcntl(descriptor, F_SETFL, O_NONBLOCK) != -1
        }
    }
#endif
