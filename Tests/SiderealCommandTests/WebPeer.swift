import Foundation
import Sidereal
import SiderealCore
import SiderealSystem

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A web server on this machine's loopback interface, with one thread a connection, which sends a test's answers word
/// for word.
final class WebPeer: Sendable {
    enum Reply: Sendable {
        /// An answer with these fields.
        case fields([String], status: String = "200 OK")
        /// Closes the connection without an answer.
        case nothing
        /// Sends nothing until the other side has gone.
        case silence
    }

    /// A second of the year 2100, so that no system clock is right by accident.
    static let seconds: Int64 = 4_102_444_800
    static let nanoseconds = seconds * 1_000_000_000
    static let date = "Date: Fri, 01 Jan 2100 00:00:00 GMT"

    /// Returns the field for a given second.
    static func date(at date: Date) -> String {
        "Date: " + HTTPDate.text(of: TrueInstant(nanoseconds: Int64(date.timeIntervalSince1970) * 1_000_000_000))
    }

    /// Returns the field for so many seconds after that.
    static func date(_ later: Int) -> String {
        date(at: Date(timeIntervalSince1970: Double(seconds) + Double(later)))
    }

    /// Makes a server that sends this second, and with each answer the next one.
    static func honest(at address: String = "127.0.0.1") throws -> WebPeer {
        try WebPeer(at: address) { .fields([date($0)]) }
    }

    let port: UInt16
    let address: String
    private let listener: Int32
    private let reply: @Sendable (Int) -> Reply
    private let received = Lock<[String]>([])

    var url: String { "http://\(address):\(port)" }
    /// The head of each request so far.
    var heads: [String] { received.withLock { $0 } }
    /// The number of requests so far.
    var requests: Int { heads.count }

    /// Creates a server that answers requests by their number.
    init(at address: String = "127.0.0.1", _ reply: @escaping @Sendable (Int) -> Reply) throws {
        // SOCK_STREAM, which is of another type in each C library.
        listener = socket(AF_INET, 1, 0)
        self.address = address
        self.reply = reply
        var own = sockaddr_in()
        own.sin_family = sa_family_t(AF_INET)
        own.sin_addr.s_addr = inet_addr(address)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listener = listener
        let isListening = withUnsafeMutablePointer(to: &own) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) == 0 && listen(listener, 8) == 0 && getsockname(listener, $0, &size) == 0
            }
        }
        port = UInt16(bigEndian: own.sin_port)
        guard isListening else { throw CocoaError(.featureUnsupported) }
        Thread.detachNewThread { [self] in
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                Thread.detachNewThread { [self] in
                    converse(on: connection)
                    close(connection)
                }
            }
            close(listener)
        }
    }

    /// Closes the port.
    func stop() { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Returns a URL without a server.
    static func nobody() throws -> String {
        let peer = try honest()
        peer.stop()
        return peer.url
    }

    private func converse(on connection: Int32) {
        while let head = readHead(from: connection) {
            let index = received.withLock { received in
                received.append(head)
                return received.count - 1
            }
            switch reply(index) {
            case .fields(let fields, let status):
                let lines = ["HTTP/1.1 \(status)"] + fields + ["Content-Length: 0", "", ""]
                _ = Array(lines.joined(separator: "\r\n").utf8).withUnsafeBytes {
                    write(connection, $0.baseAddress, $0.count)
                }
            case .nothing: return
            case .silence: while readHead(from: connection) != nil {}
            }
        }
    }

    /// Reads the head of a request, or returns `nil` at the end.
    private func readHead(from connection: Int32) -> String? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            var byte: UInt8 = 0
            guard recv(connection, &byte, 1, 0) == 1 else { return nil }
            head.append(byte)
        }
        return String(decoding: head, as: UTF8.self)
    }
}
