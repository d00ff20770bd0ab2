#if canImport(Glibc)
    import Glibc

    /// The address of a Unix socket that receives datagrams.
    struct DatagramAddress: Sendable {
        private let path: [UInt8]

        /// Returns `nil` if the name is not the address of a socket. A name that begins with "@" stands for an abstract
        /// socket, whose address begins with a zero byte.
        init?(_ name: String) {
            var path = Array(name.utf8)
            if path.first == UInt8(ascii: "@") { path[0] = 0 }
            guard path.first == 0 || path.first == UInt8(ascii: "/"), path.count < 108 else { return nil }
            self.path = path
        }

        /// Sends one datagram. Returns whether the socket received it.
        func send(_ bytes: [UInt8]) -> Bool {
            let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
            guard descriptor >= 0 else { return false }
            defer { close(descriptor) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path) }
            let length = socklen_t(MemoryLayout<sa_family_t>.size + path.count)
            return withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    sendto(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL), address, length) == bytes.count
                }
            }
        }
    }
#endif
