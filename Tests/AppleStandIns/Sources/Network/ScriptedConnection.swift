// Stands in for the Network framework: TCP connections with TLS to a server that a test scripts.
//
// Models: a connection calls back on the queue with which it was started, never from within a call. It reports one
// state after the other, each once; `ready` follows a handshake in which the server picks the first protocol of the
// client's list that it supports, and refuses a client that asks for a newer TLS. Each `receive` has one callback, with
// as many bytes as fit; the rest is kept for the next one. The end of the stream comes with the last bytes or alone.
// Cancelling reports the state `cancelled`, and an error to each pending callback.
//
// https://developer.apple.com/documentation/network/nwconnection
// https://developer.apple.com/documentation/network/nwconnection/receive(minimumincompletelength:maximumlength:completion:)
//
// Leaves out: all other protocols, paths, reports, restarts, and what the library does not call.
import DarwinStandIn
import Dispatch
import Foundation
import Security
import Synchronization

final class ScriptedConnection: Sendable {
    typealias Receipt =
        @Sendable (
            _ content: Data?, _ contentContext: NWConnection.ContentContext?, _ isComplete: Bool, _ error: NWError?
        ) -> Void

    private struct Progress: Sendable {
        var handler: (@Sendable (NWConnection.State) -> Void)?
        var queue: DispatchQueue?
        var metadata: TLSMetadata?
        var pieces: [ScriptedServer.Piece] = []
        var isDue: Receipt?
        var isCancelled = false
    }

    private let server = ScriptedServer.current
    private let tls: TLSOptions?
    private let progress = Mutex(Progress())

    init(to place: String, _ options: sec_protocol_options_t) {
        tls = options as? TLSOptions
        server.record { $0.places.append(place) }
        progress.withLock { $0.pieces = server.pieces }
    }

    deinit { server.record { $0.released += 1 } }

    var handler: (@Sendable (NWConnection.State) -> Void)? {
        get { progress.withLock { $0.handler } }
        set { progress.withLock { $0.handler = newValue } }
    }

    func start(_ queue: DispatchQueue) {
        progress.withLock { $0.queue = queue }
        tell(.preparing)
        for state in server.states { tell(state) }
        guard server.states.isEmpty, let tls else { return }
        guard server.newest >= tls.oldest else { return tell(.failed(.tls(-9836))) }
        let chosen = tls.protocols.first { server.protocols.contains($0) }
        progress.withLock { $0.metadata = TLSMetadata(chosen: chosen, export: server.export) }
        tell(.ready)
    }

    func cancel() {
        let (wasCancelled, due) = progress.withLock { progress in
            defer { (progress.isCancelled, progress.isDue) = (true, nil) }
            return (progress.isCancelled, progress.isDue)
        }
        guard !wasCancelled else { return }
        server.record { $0.cancelled += 1 }
        tell(.cancelled)
        if let due { onQueue { due(nil, nil, false, .posix(.ECANCELED)) } }
    }

    func send(_ content: Data?, _ completion: NWConnection.SendCompletion) {
        server.record { $0.sent += content ?? Data() }
        guard case .contentProcessed(let done) = completion else { return }
        let error = server.sendError
        onQueue { done(error) }
    }

    func receive(_ maximumLength: Int, _ completion: @escaping Receipt) {
        let piece = progress.withLock { progress -> ScriptedServer.Piece? in
            guard var piece = progress.pieces.first, !progress.isCancelled else {
                progress.isDue = completion
                return nil
            }
            progress.pieces.removeFirst()
            // Bytes that don't fit come the next time, followed by what was to come after them.
            if piece.bytes.count > maximumLength {
                var rest = piece
                rest.bytes.removeFirst(maximumLength)
                progress.pieces.insert(rest, at: 0)
                piece = ScriptedServer.Piece(Array(piece.bytes.prefix(maximumLength)))
            }
            return piece
        }
        guard let piece else { return onQueue { [server] in server.whenSilent() } }
        let content = piece.bytes.isEmpty ? nil : Data(piece.bytes)
        onQueue { completion(content, .defaultMessage, piece.isLast, piece.error) }
    }

    func metadata(_ definition: NWProtocolDefinition) -> NWProtocolMetadata? {
        guard definition === NWProtocolTLS.definition else { return nil }
        return progress.withLock { $0.metadata }.map { NWProtocolTLS.Metadata($0) }
    }

    private func tell(_ state: NWConnection.State) {
        let handler = handler
        onQueue { handler?(state) }
    }

    /// Runs a callback on the queue. A connection that was not started has none, and calls nothing.
    private func onQueue(_ body: @escaping @Sendable () -> Void) {
        progress.withLock { $0.queue }?.async(execute: body)
    }
}
