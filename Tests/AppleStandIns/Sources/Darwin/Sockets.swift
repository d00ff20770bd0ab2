// Sockets, names and threads of Linux. The module translates addresses in both directions. A name exists only if the
// test scripts it or if it is an address in digits, so no query leaves the machine.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import DarwinMachine
internal import Glibc

// MARK: - <sys/socket.h>, <netinet/in.h>

public var in6addr_loopback: CDarwin.in6_addr {
    var address = CDarwin.in6_addr()
    withUnsafeMutableBytes(of: &address) { $0[15] = 1 }
    return address
}

private func linux(family: Int32) -> Int32 { family == CDarwin.AF_INET6 ? Glibc.AF_INET6 : family }

/// Passes Linux's form of a Darwin address, which begins with its length and its family.
private func withLinuxAddress<Result>(
    _ address: UnsafePointer<CDarwin.sockaddr>!, _ length: socklen_t,
    _ body: (UnsafePointer<Glibc.sockaddr>?, socklen_t) -> Result
) -> Result {
    var storage = Glibc.sockaddr_storage()
    return withUnsafeMutableBytes(of: &storage) { bytes in
        bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: min(Int(length), bytes.count)))
        if length > 1 {
            let family = linux(family: Int32(bytes[1]))
            bytes.storeBytes(of: UInt16(truncatingIfNeeded: family), as: UInt16.self)
        }
        return body(bytes.baseAddress?.assumingMemoryBound(to: Glibc.sockaddr.self), length)
    }
}

/// Translates an address that Linux wrote to Darwin's form.
private func translateAddress(_ address: UnsafeMutableRawPointer, _ length: socklen_t) {
    guard length > 1 else { return }
    let family = Int32(address.load(as: UInt16.self))
    address.storeBytes(of: UInt8(truncatingIfNeeded: length), as: UInt8.self)
    let familyOfDarwin = family == Glibc.AF_INET6 ? CDarwin.AF_INET6 : family
    address.storeBytes(of: UInt8(truncatingIfNeeded: familyOfDarwin), toByteOffset: 1, as: UInt8.self)
}

/// socket(2).
public func socket(_ family: Int32, _ type: Int32, _ protocol: Int32) -> Int32 {
    call("socket") { Glibc.socket(linux(family: family), type, `protocol`) }
}

/// connect(2).
public func connect(_ descriptor: Int32, _ address: UnsafePointer<CDarwin.sockaddr>!, _ length: socklen_t) -> Int32 {
    call("connect") { withLinuxAddress(address, length) { Glibc.connect(descriptor, $0, $1) } }
}

/// bind(2).
public func bind(_ descriptor: Int32, _ address: UnsafePointer<CDarwin.sockaddr>!, _ length: socklen_t) -> Int32 {
    call("bind") { withLinuxAddress(address, length) { Glibc.bind(descriptor, $0, $1) } }
}

/// getsockname(2).
public func getsockname(
    _ descriptor: Int32, _ address: UnsafeMutablePointer<CDarwin.sockaddr>!, _ length: UnsafeMutablePointer<socklen_t>!
) -> Int32 {
    call("getsockname") {
        let raw = UnsafeMutableRawPointer(address)
        let result = Glibc.getsockname(descriptor, raw?.assumingMemoryBound(to: Glibc.sockaddr.self), length)
        if result == 0, let raw { translateAddress(raw, length.pointee) }
        return result
    }
}

/// send(2). A socket of UDP never raises SIGPIPE.
public func send(_ descriptor: Int32, _ bytes: UnsafeRawPointer!, _ size: Int, _ flags: Int32) -> Int {
    call("send") { Glibc.send(descriptor, bytes, size, flags) }
}

/// sendto(2).
public func sendto(
    _ descriptor: Int32, _ bytes: UnsafeRawPointer!, _ size: Int, _ flags: Int32,
    _ address: UnsafePointer<CDarwin.sockaddr>!, _ length: socklen_t
) -> Int {
    call("sendto") {
        withLinuxAddress(address, length) { Glibc.sendto(descriptor, bytes, size, flags, $0, $1) }
    }
}

/// recv(2).
public func recv(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer!, _ size: Int, _ flags: Int32) -> Int {
    call("recv") { Glibc.recv(descriptor, bytes, size, flags) }
}

/// recvfrom(2).
public func recvfrom(
    _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer!, _ size: Int, _ flags: Int32,
    _ address: UnsafeMutablePointer<CDarwin.sockaddr>!, _ length: UnsafeMutablePointer<socklen_t>!
) -> Int {
    call("recvfrom") {
        let raw = UnsafeMutableRawPointer(address)
        let count = Glibc.recvfrom(
            descriptor, bytes, size, flags, raw?.assumingMemoryBound(to: Glibc.sockaddr.self), length)
        if count >= 0, let raw { translateAddress(raw, length.pointee) }
        return count
    }
}

/// pipe(2).
public func pipe(_ descriptors: UnsafeMutablePointer<Int32>!) -> Int32 { call("pipe") { Glibc.pipe(descriptors) } }

/// poll(2), whose structure and events are the same on both.
public func poll(_ descriptors: UnsafeMutablePointer<CDarwin.pollfd>!, _ count: nfds_t, _ milliseconds: Int32) -> Int32
{
    call("poll") {
        let raw = UnsafeMutableRawPointer(descriptors)
        return Glibc.poll(raw?.assumingMemoryBound(to: Glibc.pollfd.self), Glibc.nfds_t(count), milliseconds)
    }
}

// MARK: - <netdb.h>

public var EAI_FAMILY: Int32 { 5 }
public var EAI_NONAME: Int32 { 8 }

/// getaddrinfo(3).
public func getaddrinfo(
    _ host: UnsafePointer<CChar>!, _ service: UnsafePointer<CChar>!, _ hints: UnsafePointer<CDarwin.addrinfo>!,
    _ result: UnsafeMutablePointer<UnsafeMutablePointer<CDarwin.addrinfo>?>!
) -> Int32 {
    let host = String(cString: host)
    let (digits, length): ([String], Int?)
    switch KnownHosts.answer(host) {
    case .error(let code, let number):
        errno = number
        return code
    case .addresses(let known): (digits, length) = (known, nil)
    case .unspeakable(let known): (digits, length) = (known, 2)
    case .oversized(let known): (digits, length) = (known, 200)
    case nil: (digits, length) = ([host], nil)
    }
    var entries: [(family: Int32, address: [UInt8])] = []
    for host in digits {
        if host == "?" {
            entries.append((99, [16, 99] + Array(repeating: 0, count: 14)))
        } else if let bytes = address(host, service) {
            let padded = bytes + Array(repeating: 0, count: max(0, (length ?? 0) - bytes.count))
            entries.append((Int32(bytes[1]), Array(padded.prefix(length ?? bytes.count))))
        } else {
            return EAI_NONAME
        }
    }
    result.pointee = entries.reversed().reduce(nil) { next, entry in
        let (node, bytes) = (UnsafeMutablePointer<CDarwin.addrinfo>.allocate(capacity: 1), entry.address)
        let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes.count, alignment: 8)
        memory.copyMemory(from: bytes, byteCount: bytes.count)
        node.initialize(to: CDarwin.addrinfo())
        node.pointee.ai_family = entry.family
        (node.pointee.ai_socktype, node.pointee.ai_protocol) = (CDarwin.SOCK_DGRAM, CDarwin.IPPROTO_UDP)
        node.pointee.ai_addrlen = UInt32(bytes.count)
        node.pointee.ai_addr = memory.assumingMemoryBound(to: CDarwin.sockaddr.self)
        node.pointee.ai_next = next
        return node
    }
    return 0
}

/// Returns an address in digits in Darwin's form, or `nil` for a name.
private func address(_ host: String, _ service: UnsafePointer<CChar>) -> [UInt8]? {
    var hints = Glibc.addrinfo()
    hints.ai_socktype = Int32(Glibc.SOCK_DGRAM.rawValue)
    hints.ai_flags = Glibc.AI_NUMERICHOST | Glibc.AI_NUMERICSERV
    var list: UnsafeMutablePointer<Glibc.addrinfo>?
    guard Glibc.getaddrinfo(host, service, &hints, &list) == 0, let list else { return nil }
    defer { Glibc.freeaddrinfo(list) }
    let count = list.pointee.ai_addrlen
    var bytes = [UInt8](UnsafeRawBufferPointer(start: list.pointee.ai_addr, count: Int(count)))
    bytes.withUnsafeMutableBytes { bytes in bytes.baseAddress.map { translateAddress($0, count) } }
    return bytes
}

/// freeaddrinfo(3).
public func freeaddrinfo(_ list: UnsafeMutablePointer<CDarwin.addrinfo>!) {
    var next = list
    while let node = next {
        next = node.pointee.ai_next
        UnsafeMutableRawPointer(node.pointee.ai_addr)?.deallocate()
        node.deallocate()
    }
}

/// gai_strerror(3), which returns a constant.
public func gai_strerror(_ code: Int32) -> UnsafePointer<CChar>! {
    let text: StaticString = code == EAI_NONAME ? "nodename nor servname provided, or not known" : "Unknown error"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

/// getnameinfo(3).
public func getnameinfo(
    _ address: UnsafePointer<CDarwin.sockaddr>!, _ length: socklen_t, _ host: UnsafeMutablePointer<CChar>!,
    _ hostSize: socklen_t, _ service: UnsafeMutablePointer<CChar>!, _ serviceSize: socklen_t, _ flags: Int32
) -> Int32 {
    withLinuxAddress(address, length) {
        let code = Glibc.getnameinfo($0, $1, host, hostSize, service, serviceSize, Glibc.NI_NUMERICHOST)
        return code == 0 ? 0 : EAI_FAMILY
    }
}

// MARK: - <pthread.h>

public struct _opaque_pthread_t {}
public struct pthread_attr_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>

/// pthread_create(3), which returns its error instead of setting `errno`.
public func pthread_create(
    _ thread: UnsafeMutablePointer<pthread_t?>, _ attributes: UnsafePointer<pthread_attr_t>?,
    _ start: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer?, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    if let number = DarwinMachine.current.begin("pthread_create") { return number }
    typealias Start = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
    var handle = Glibc.pthread_t()
    let number = Glibc.pthread_create(&handle, nil, unsafeBitCast(start, to: Start.self), argument)
    thread.pointee = pthread_t(bitPattern: handle)
    return number
}

/// pthread_detach(3).
@discardableResult
public func pthread_detach(_ thread: pthread_t) -> Int32 { Glibc.pthread_detach(UInt(bitPattern: thread)) }

/// pthread_self(3).
public func pthread_self() -> pthread_t {
    guard let thread = pthread_t(bitPattern: Glibc.pthread_self()) else {
        preconditionFailure("a thread is never null")
    }
    return thread
}
