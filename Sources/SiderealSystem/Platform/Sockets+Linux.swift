#if canImport(Glibc)
    import Glibc

    extension ErrorNumber {
        package static let connectionRefused = ErrorNumber(rawValue: ECONNREFUSED)
        package static let noRoute = ErrorNumber(rawValue: EHOSTUNREACH)
        package static let wouldBlock = ErrorNumber(rawValue: EAGAIN)
    }

    extension Syscalls {
        // MARK: - Sockets, neither blocking nor inherited; -1 with `errno` set on failure

        static func datagramSocket(_ family: NetworkAddress.Family) -> Int32 {
            let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            return socket(family == .ip4 ? AF_INET : AF_INET6, type, Int32(IPPROTO_UDP))
        }

        static func connect(_ descriptor: Int32, _ address: [UInt8]) -> Int32 {
            var storage = sockaddr_storage()
            guard address.count <= MemoryLayout.size(ofValue: storage) else {
                errno = EINVAL
                return -1
            }
            withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: address) }
            return withUnsafePointer(to: storage) { storage in
                storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    Glibc.connect(descriptor, $0, socklen_t(address.count))
                }
            }
        }

        static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
            Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
        }

        static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
            recv(descriptor, buffer.baseAddress, buffer.count, 0)
        }

        static func pipe() -> (readEnd: Int32, writeEnd: Int32)? {
            var ends: [Int32] = [-1, -1]
            // Not pipe2(2), which the C library's Swift module lacks.
            let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
            return socketpair(AF_UNIX, type, 0, &ends) == 0 ? (ends[0], ends[1]) : nil
        }

        static func writeByte(_ descriptor: Int32) -> Int {
            var byte: UInt8 = 1
            return Glibc.write(descriptor, &byte, 1)
        }

        /// Which of them have something to read, or an error to tell; nil on failure.
        static func poll(_ descriptors: [Int32], milliseconds: Int32) -> [Bool]? {
            var all = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard Glibc.poll(&all, nfds_t(all.count), milliseconds) >= 0 else { return nil }
            return all.map { $0.revents != 0 }
        }

        // MARK: - Names

        /// getaddrinfo(3), for UDP. Blocks for as long as the resolver pleases.
        static func addresses(of host: String, port: UInt16) -> Result<[NetworkAddress], NetworkError> {
            var hints = addrinfo()
            hints.ai_socktype = Int32(SOCK_DGRAM.rawValue)
            hints.ai_protocol = Int32(IPPROTO_UDP)
            hints.ai_flags = AI_NUMERICSERV
            var list: UnsafeMutablePointer<addrinfo>?
            let code = getaddrinfo(host, String(port), &hints, &list)
            let number = ErrorNumber.last
            guard code == 0 else {
                let reason = code == EAI_SYSTEM ? number.message : String(cString: gai_strerror(code))
                return .failure(.resolution(host: host, reason: reason, code == EAI_SYSTEM ? number : nil))
            }
            defer { freeaddrinfo(list) }
            var addresses: [NetworkAddress] = []
            var next = list
            while let entry = next?.pointee {
                if let address = address(of: entry, port: port) { addresses.append(address) }
                next = entry.ai_next
            }
            guard !addresses.isEmpty else {
                return .failure(.resolution(host: host, reason: "it has no address", nil))
            }
            return .success(addresses)
        }

        private static func address(of entry: addrinfo, port: UInt16) -> NetworkAddress? {
            guard let address = entry.ai_addr, entry.ai_family == AF_INET || entry.ai_family == AF_INET6 else {
                return nil
            }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            guard
                getnameinfo(
                    address, entry.ai_addrlen, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0
            else { return nil }
            let host = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            let bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
            return NetworkAddress(entry.ai_family == AF_INET ? .ip4 : .ip6, host, port: port, bytes: bytes)
        }

        // MARK: - Threads

        /// Runs something on a thread that nobody waits for; zero, or the number of the error.
        static func detachThread(_ body: @escaping @Sendable () -> Void) -> Int32 {
            let box = Unmanaged.passRetained(ThreadBody(body))
            var thread = pthread_t()
            let start: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
                if let argument { Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            }
            let number = pthread_create(&thread, nil, start, box.toOpaque())
            if number == 0 { pthread_detach(thread) } else { box.release() }
            return number
        }
    }

    private final class ThreadBody: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }
#endif
