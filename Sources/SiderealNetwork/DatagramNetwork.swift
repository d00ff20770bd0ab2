package import SiderealSystem

/// A network for small packets. If a task is cancelled, its calls to the network end at once.
package protocol DatagramNetwork: Sendable {
    /// Returns all addresses of a host, the best addresses first. The host is a name or an address in digits.
    ///
    /// The result is never empty.
    func addresses(of host: String, port: UInt16, until deadline: Deadline) async throws(NetworkError)
        -> [NetworkAddress]

    /// Sends a request from a new port, and receives packets there only from this address and port.
    ///
    /// The method calls `sending` right before the request leaves. Right after each packet, it calls `accept` with the
    /// value that `sending` returned. If `accept` returns `nil`, the method waits for another packet. It returns the
    /// first value of `accept`, or `nil` if the deadline passes first.
    func ask<Stamp: Sendable, Answer: Sendable>(
        _ question: [UInt8], at address: NetworkAddress, until deadline: Deadline,
        sending: @escaping @Sendable () -> Stamp,
        accept: @escaping @Sendable (_ packet: Datagram, Stamp) -> Answer?
    ) async throws(NetworkError) -> Answer?
}

/// A network with blocking calls, each on a thread of its own: see ``onOwnThread(_:_:)``.
package protocol BlockingDatagramNetwork: DatagramNetwork {
    /// Returns the same addresses as ``DatagramNetwork/addresses(of:port:until:)``.
    func addresses(
        of host: String, port: UInt16, until deadline: Deadline, unless wakeUp: WakeUp
    ) throws(NetworkError) -> [NetworkAddress]

    /// Opens a socket on a new port. The socket accepts packets only from this address and port, and closes when it is
    /// released.
    func connect(to address: NetworkAddress) throws(NetworkError) -> any DatagramSocket
}

package protocol DatagramSocket: AnyObject, Sendable {
    func send(_ bytes: [UInt8]) throws(NetworkError)
    /// Returns the next packet, or `nil` if the deadline passes first.
    func receive(until deadline: Deadline, unless wakeUp: WakeUp) throws(NetworkError) -> Datagram?
}

extension BlockingDatagramNetwork {
    package func addresses(of host: String, port: UInt16, until deadline: Deadline) async throws(NetworkError)
        -> [NetworkAddress]
    {
        let wakeUp = try WakeUp()
        return try await onOwnThread(wakeUp) { () throws(NetworkError) in
            try addresses(of: host, port: port, until: deadline, unless: wakeUp)
        }
    }

    package func ask<Stamp: Sendable, Answer: Sendable>(
        _ question: [UInt8], at address: NetworkAddress, until deadline: Deadline,
        sending: @escaping @Sendable () -> Stamp,
        accept: @escaping @Sendable (_ packet: Datagram, Stamp) -> Answer?
    ) async throws(NetworkError) -> Answer? {
        let wakeUp = try WakeUp()
        return try await onOwnThread(wakeUp) { () throws(NetworkError) -> Answer? in
            guard !wakeUp.isSignalled else { throw .woken }
            let socket = try connect(to: address)
            let stamp = sending()
            try socket.send(question)
            while let packet = try socket.receive(until: deadline, unless: wakeUp) {
                if let answer = accept(packet, stamp) { return answer }
            }
            return nil
        }
    }
}

/// The address of a host in either family, and a port.
package struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    package enum Family: Sendable, Equatable {
        case ip4, ip6
    }

    package let family: Family
    /// The host in digits, with a zone if there is one.
    package let host: String
    package let port: UInt16
    /// The C library's `sockaddr`, or empty for an address of a fake network.
    let bytes: [UInt8]

    package init(_ family: Family, _ host: String, port: UInt16) {
        self.init(family, host, port: port, bytes: [])
    }

    init(_ family: Family, _ host: String, port: UInt16, bytes: [UInt8]) {
        self.family = family
        self.host = host
        self.port = port
        self.bytes = bytes
    }

    /// A Boolean value that indicates whether the address belongs to the machine itself.
    package var isLoopback: Bool { family == .ip4 ? host.hasPrefix("127.") : host == "::1" }

    /// The address and the port, joined.
    package var description: String { family == .ip4 ? "\(host):\(port)" : "[\(host)]:\(port)" }
}

/// The reason why the network could not be used.
package enum NetworkError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The call that failed, in words.
    package enum Operation: String, Sendable {
        case socket = "open a socket for"
        case connect = "connect to"
        case send = "send to"
        case receive = "receive from"
        case poll = "wait"
        case pipe = "open a pipe"
        case thread = "start a thread"
    }

    /// The host name has no address, or the resolver can't find its address now. The text comes from the resolver. If
    /// a system call failed, the number is its error number.
    case resolution(host: String, reason: String, ErrorNumber?)
    /// A system call failed. The values are the operation, its subject, and the error number.
    case system(Operation, String, ErrorNumber)
    /// The deadline passed.
    case timedOut
    /// The request was cancelled.
    case woken

    package var description: String {
        switch self {
        case .resolution(let host, let reason, _): "can't resolve \(host): \(reason)"
        case .system(let operation, let subject, let number):
            "can't \(operation.rawValue) \(subject): \(number.message) (errno \(number.rawValue))"
        case .timedOut: "no answer came in time"
        case .woken: "the request was cancelled"
        }
    }
}
