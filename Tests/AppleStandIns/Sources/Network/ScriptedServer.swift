// The server's side: its script for each connection of a test's task, and its record of what happened.
public import Foundation
public import Security
import Synchronization

public final class ScriptedServer: Sendable {
    /// The bytes of one `receive`.
    public struct Piece: Sendable {
        public var bytes: [UInt8]
        public var isLast: Bool
        public var error: NWError?

        public init(_ bytes: [UInt8] = [], isLast: Bool = false, error: NWError? = nil) {
            (self.bytes, self.isLast, self.error) = (bytes, isLast, error)
        }
    }

    public struct Seen: Sendable {
        public var places: [String] = []
        public var sent = Data()
        /// The number of connections that were cancelled.
        public var cancelled = 0
        public var released = 0
    }

    /// The states reported in place of a handshake.
    public let states: [NWConnection.State]
    public let newest: tls_protocol_version_t
    public let protocols: [String]
    public let sendError: NWError?
    /// The pieces that the server sends. Nothing follows them.
    public let pieces: [Piece]
    public let export: TLSMetadata.Export
    /// Called when a `receive` finds nothing.
    public let whenSilent: @Sendable () -> Void

    private let seen = Mutex(Seen())

    public init(
        states: [NWConnection.State] = [], newest: tls_protocol_version_t = .TLSv13, protocols: [String],
        sendError: NWError? = nil, pieces: [Piece] = [],
        export: @escaping TLSMetadata.Export = { label, context, count in
            (0..<count).map { UInt8(truncatingIfNeeded: $0 + label.utf8.count) ^ (context.last ?? 0) }
        },
        whenSilent: @escaping @Sendable () -> Void = {}
    ) {
        (self.states, self.newest, self.protocols) = (states, newest, protocols)
        (self.sendError, self.pieces, self.export, self.whenSilent) = (sendError, pieces, export, whenSilent)
    }

    @TaskLocal public static var current = ScriptedServer(protocols: [])

    /// Runs a closure whose connections all go to this server.
    public func run<Value: Sendable>(_ body: () async -> Value) async -> Value {
        await Self.$current.withValue(self, operation: body)
    }

    public var now: Seen { seen.withLock { $0 } }
    func record(_ change: (inout sending Seen) -> Void) { seen.withLock { change(&$0) } }
}
