package import SiderealSystem

/// A network for small packets. Its calls end at once where the task is cancelled.
package protocol DatagramNetwork: Sendable {
    /// All addresses of a host, which may be a name or an address in digits, those first that are best asked first.
    ///
    /// Never empty.
    func addresses(of host: String, port: UInt16, until deadline: Deadline) async throws(NetworkError)
        -> [NetworkAddress]

    /// Sends a question from a fresh port, and listens there for packets from this address and port alone.
    ///
    /// `sending` is called right before the question leaves, and `accept` right after a packet came, with what
    /// `sending` returned: nil to go on listening. It returns what `accept` made of one, or nil where the deadline
    /// passed before.
    func ask<Stamp: Sendable, Answer: Sendable>(
        _ question: [UInt8], at address: NetworkAddress, until deadline: Deadline,
        sending: @escaping @Sendable () -> Stamp,
        accept: @escaping @Sendable (_ packet: Datagram, Stamp) -> Answer?
    ) async throws(NetworkError) -> Answer?
}

/// A network whose calls block, each on a thread of its own: see ``onOwnThread(_:_:)``.
package protocol BlockingDatagramNetwork: DatagramNetwork {
    /// As ``DatagramNetwork/addresses(of:port:until:)``.
    func addresses(
        of host: String, port: UInt16, until deadline: Deadline, unless wakeUp: WakeUp
    ) throws(NetworkError) -> [NetworkAddress]

    /// A socket from a fresh port, which takes packets from this address and port alone; closed when it is let go.
    func connect(to address: NetworkAddress) throws(NetworkError) -> any DatagramSocket
}

package protocol DatagramSocket: AnyObject, Sendable {
    func send(_ bytes: [UInt8]) throws(NetworkError)
    /// The next packet; nil where the deadline passed before.
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

/// Where packets go: an address of either family, and a port.
package struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    package enum Family: Sendable, Equatable {
        case ip4, ip6
    }

    package let family: Family
    /// In digits, with the zone where there is one.
    package let host: String
    package let port: UInt16
    /// The C library's `sockaddr`; empty for an address that only a fake network knows.
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

    /// Whether it is this machine itself.
    package var isLoopback: Bool { family == .ip4 ? host.hasPrefix("127.") : host == "::1" }

    /// Address and port as they are written together.
    package var description: String { family == .ip4 ? "\(host):\(port)" : "[\(host)]:\(port)" }
}

/// Why the network could not be used.
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

    /// A name that has no address, or none for now; the text is the resolver's, the number that of a failed call, if
    /// any.
    case resolution(host: String, reason: String, ErrorNumber?)
    /// A system call failed: which, for whom, and the number.
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
        case .timedOut: "no answer in time"
        case .woken: "the request was cancelled"
        }
    }
}
