import SiderealSystem

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Sockets and pipes that neither block nor are inherited. A failed call returns -1 and sets `errno`.
extension Syscalls {
    static func connect(_ descriptor: Int32, _ address: [UInt8]) -> Int32 {
        var storage = sockaddr_storage()
        guard address.count <= MemoryLayout.size(ofValue: storage) else {
            errno = EINVAL
            return -1
        }
        withUnsafeMutableBytes(of: &storage) { $0.copyBytes(from: address) }
        return withUnsafePointer(to: storage) { storage in
            storage.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                systemConnect(descriptor, $0, socklen_t(address.count))
            }
        }
    }

    static func send(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
        systemSend(descriptor, bytes.baseAddress, bytes.count, sendFlags)
    }

    static func receive(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        recv(descriptor, buffer.baseAddress, buffer.count, 0)
    }

    static func writeByte(_ descriptor: Int32) -> Int {
        var byte: UInt8 = 1
        return systemWrite(descriptor, &byte, 1)
    }

    /// Returns for each descriptor whether it is readable or has an error. For the descriptor `writing`, checks whether
    /// it is writable instead. Returns `nil` on failure.
    static func poll(_ descriptors: [Int32], forWriting writing: Int32? = nil, milliseconds: Int32) -> [Bool]? {
        var all = descriptors.map { pollfd(fd: $0, events: Int16($0 == writing ? POLLOUT : POLLIN), revents: 0) }
        guard systemPoll(&all, milliseconds) >= 0 else { return nil }
        return all.map { $0.revents != 0 }
    }

    // MARK: - Names

    /// Resolves a host for UDP by getaddrinfo(3). The call blocks until the resolver returns.
    static func addresses(of host: String, port: UInt16) -> Result<[NetworkAddress], NetworkError> {
        var hints = addrinfo()
        hints.ai_socktype = datagram
        hints.ai_protocol = udp
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
        let bytes = [UInt8](UnsafeRawBufferPointer(start: address, count: Int(entry.ai_addrlen)))
        return NetworkAddress(
            entry.ai_family == AF_INET ? .ip4 : .ip6, String(cBuffer: text), port: port, bytes: bytes)
    }
}

// These functions call the C library. Inside the methods above, the methods' own names would hide the C functions.
private func systemConnect(_ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ length: socklen_t) -> Int32 {
    connect(descriptor, address, length)
}
private func systemSend(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: Int32) -> Int {
    send(descriptor, bytes, count, flags)
}
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
private func systemPoll(_ descriptors: inout [pollfd], _ milliseconds: Int32) -> Int32 {
    poll(&descriptors, nfds_t(descriptors.count), milliseconds)
}
