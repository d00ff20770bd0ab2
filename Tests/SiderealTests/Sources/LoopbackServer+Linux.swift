#if canImport(FoundationNetworking)
    import Foundation
    import Glibc
    import SiderealSystem

    /// A web server on a loopback socket that says word for word what a test tells it to.
    final class LoopbackServer: Sendable {
        enum Then: Sendable {
            /// The next question may come on the same connection.
            case keep
            case close
            /// Closes as a crash does: with a reset.
            case reset
            /// Says nothing more until the other side has gone.
            case hold
        }

        struct Reply: Sendable {
            /// Said one after the other, each as a packet of its own.
            var parts: [String]
            var then = Then.keep
        }

        private struct Tally: Sendable {
            var connections = 0
            var requests: [String] = []
        }

        let port: UInt16
        private let listener: Int32
        private let tally = Lock(Tally())
        private let reply: @Sendable (Int) -> Reply
        private let heard: AsyncStream<Void>
        private let hear: AsyncStream<Void>.Continuation

        /// Answers the requests by their number.
        init(_ reply: @escaping @Sendable (Int) -> Reply) throws {
            let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            let port = withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address -> UInt16? in
                    guard bind(listener, address, size) == 0, listen(listener, 8) == 0,
                        getsockname(listener, address, &size) == 0
                    else { return nil }
                    return UnsafeRawPointer(address).assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port
                        .bigEndian
                }
            }
            guard let port else { throw POSIXError(.EADDRNOTAVAIL) }
            self.listener = listener
            self.port = port
            self.reply = reply
            (heard, hear) = AsyncStream.makeStream()
            Thread.detachNewThread { [self] in serve() }
        }

        /// Lets the thread end; what is still connected is cut off.
        func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

        var connections: Int { tally.withLock { $0.connections } }
        var requests: [String] { tally.withLock { $0.requests } }
        func requestArrived() async { for await _ in heard { return } }

        private func serve() {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                tally.withLock { $0.connections += 1 }
                converse(on: connection)
                close(connection)
            }
            close(listener)
        }

        private func converse(on connection: Int32) {
            while let request = read(from: connection) {
                let index = tally.withLock { tally in
                    tally.requests.append(request)
                    return tally.requests.count - 1
                }
                hear.yield()
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
                }
            }
        }

        /// The next head of a request; nil at the end.
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
