#if canImport(Glibc)
    import Glibc
    import SiderealSystem

    extension Syscalls {
        static var datagram: Int32 { Int32(SOCK_DGRAM.rawValue) }
        static var udp: Int32 { Int32(IPPROTO_UDP) }
        static var sendFlags: Int32 { Int32(MSG_NOSIGNAL) }

        /// Flags for a socket that neither blocks nor is inherited.
        private static var openFlags: Int32 { Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue) }

        static func datagramSocket(_ family: NetworkAddress.Family) -> Int32 {
            aboveStandardStreams(socket(family == .ip4 ? AF_INET : AF_INET6, datagram | openFlags, udp))
        }

        static func streamSocket(_ family: NetworkAddress.Family) -> Int32 {
            aboveStandardStreams(
                socket(family == .ip4 ? AF_INET : AF_INET6, Int32(SOCK_STREAM.rawValue) | openFlags, Int32(IPPROTO_TCP))
            )
        }

        /// Returns the error number of a connection in progress, or zero if it has not failed.
        static func connectionError(_ descriptor: Int32) -> Int32 {
            var number: Int32 = 0
            var count = socklen_t(MemoryLayout.size(ofValue: number))
            return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &number, &count) == 0 ? number : errno
        }

        static func pipe() -> (readEnd: Int32, writeEnd: Int32)? {
            var ends: [Int32] = [-1, -1]
            // pipe2(2) is not in the C library's Swift module, so use a pair of sockets.
            let type = Int32(SOCK_STREAM.rawValue) | openFlags
            guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
            let moved = ends.map { aboveStandardStreams($0) }
            guard moved.allSatisfy({ $0 >= 0 }) else {
                for end in moved where end >= 0 { close(end) }
                return nil
            }
            return (moved[0], moved[1])
        }
    }
#endif
