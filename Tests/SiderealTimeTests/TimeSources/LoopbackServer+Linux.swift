#if os(Linux)
    import Foundation
    import Glibc
    import SiderealSystem
    import TestSupport

    /// A web server on a loopback socket that sends a test's answers word for word.
    final class LoopbackServer: Sendable {
        enum Then: Sendable {
            /// Keeps the connection open for the next request.
            case keep
            case close
            /// Closes with a reset, as a crash does.
            case reset
            /// Sends nothing more until the other side has gone.
            case hold
            /// Sends the same text again and again, slowly, until the other side has gone.
            case dribble(String)
        }

        struct Reply: Sendable, CustomStringConvertible {
            /// The parts of the answer, sent one after the other, each as a packet of its own.
            var parts: [String]
            var then = Then.keep

            /// At most a line of the reply: some replies are as long as a malicious server can make them.
            var description: String {
                "\(parts.joined().prefix(150).debugDescription), \(String(describing: then).prefix(40))"
            }
        }

        private struct Tally: Sendable {
            var connections = 0
            var ended = 0
            var requests: [String] = []
        }

        let port: UInt16
        private let listener: Int32
        private let tally = Lock(Tally())
        private let flood: [UInt8]?
        private let reply: @Sendable (Int) -> Reply
        private let heard: AsyncStream<Void>
        private let receive: AsyncStream<Void>.Continuation

        /// Creates a server that answers requests by their number, or floods each connection with the same bytes.
        init(
            overIPv6: Bool = false, flooding flood: [UInt8]? = nil, _ reply: @escaping @Sendable (Int) -> Reply
        ) throws {
            guard let (listener, port) = Self.listen(overIPv6: overIPv6, backlog: 8) else {
                throw POSIXError(.EADDRNOTAVAIL)
            }
            self.listener = listener
            self.port = port
            self.flood = flood
            self.reply = reply
            (heard, receive) = AsyncStream.makeStream()
            Thread.detachNewThread { [self] in serve() }
        }

        static let hasIPv6 = listen(overIPv6: true, backlog: 1).map { close($0.listener) } != nil

        static func listen(overIPv6: Bool = false, backlog: Int32) -> (listener: Int32, port: UInt16)? {
            let listener = socket(overIPv6 ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            // The port is at the same place in both families.
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(overIPv6 ? AF_INET6 : AF_INET)
            var size = socklen_t(overIPv6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
            if overIPv6 {
                address.sin6_addr = in6addr_loopback
            } else {
                address.sin6_flowinfo = UInt32(0x7f00_0001).bigEndian
            }
            let isBound = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(listener, $0, size) == 0 && Glibc.listen(listener, backlog) == 0
                        && getsockname(listener, $0, &size) == 0
                }
            }
            guard isBound else {
                close(listener)
                return nil
            }
            return (listener, address.sin6_port.bigEndian)
        }

        /// Ends the thread, and cuts off open connections.
        func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

        var connections: Int { tally.withLock { $0.connections } }
        /// The number of connections that have ended.
        var ended: Int { tally.withLock { $0.ended } }
        var requests: [String] { tally.withLock { $0.requests } }
        func requestArrived() async { for await _ in heard { return } }

        private func serve() {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                tally.withLock { $0.connections += 1 }
                if let flood {
                    while send(connection, flood, flood.count, Int32(MSG_NOSIGNAL)) > 0 {}
                } else {
                    converse(on: connection)
                }
                close(connection)
                tally.withLock { $0.ended += 1 }
            }
            close(listener)
        }

        private func converse(on connection: Int32) {
            while let request = read(from: connection) {
                let index = tally.withLock { tally in
                    tally.requests.append(request)
                    return tally.requests.count - 1
                }
                receive.yield()
                let reply = reply(index)
                for part in reply.parts {
                    _ = part.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
                }
                switch reply.then {
                case .keep: continue
                case .close: return
                case .reset:
                    var linger = linger(l_onoff: 1, l_linger: 0)
                    setsockopt(
                        connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Glibc.linger>.size))
                    return
                case .hold:
                    while read(from: connection) != nil {}
                    return
                case .dribble(let text):
                    var end = pollfd(fd: connection, events: Int16(POLLIN), revents: 0)
                    while poll(&end, 1, Patience.millisecondsOfASlowServer) == 0 {
                        _ = text.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
                    }
                    return
                }
            }
        }

        /// Reads the next head of a request, or returns `nil` at the end.
        private func read(from connection: Int32) -> String? {
            var bytes: [UInt8] = []
            while !bytes.ends(with: "\r\n\r\n".utf8) {
                var byte: UInt8 = 0
                guard recv(connection, &byte, 1, 0) == 1 else { return nil }
                bytes.append(byte)
            }
            return String(decoding: bytes, as: UTF8.self)
        }
    }

    extension [UInt8] {
        fileprivate func ends(with tail: some Collection<UInt8>) -> Bool { suffix(tail.count).elementsEqual(tail) }
    }
#endif
