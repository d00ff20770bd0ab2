#if canImport(Darwin)
    import Dispatch
    import Foundation
    import Network
    import Security
    package import SiderealCore
    import SiderealNetwork
    import SiderealSystem
    import SiderealTime

    /// One key exchange over one connection. The exchange ends with the answer, an error, the deadline, or the
    /// cancellation of its task, whichever comes first. When the exchange ends, this object cancels the connection.
    package final class NTSConnection: Sendable {
        /// Calls `fire` once after a delay.
        package typealias Timer = @Sendable (_ delay: Nanoseconds, _ fire: @escaping @Sendable () -> Void) -> Void

        private struct State: Sendable {
            var waiting: CheckedContinuation<Result<NTSKeys, TimeSourceError>, Never>?
            var answer: [UInt8] = []
            var isOver = false
        }

        private let name: String
        private let connection: NWConnection
        /// The serial queue that runs all callbacks of the connection.
        private let queue = DispatchQueue(label: "sidereal.nts")
        private let state = Lock(State())

        init(to host: String, port: UInt16, name: String) {
            let tls = NWProtocolTLS.Options()
            sec_protocol_options_set_min_tls_protocol_version(tls.securityProtocolOptions, .TLSv13)
            sec_protocol_options_add_tls_application_protocol(
                tls.securityProtocolOptions, NTSKeyExchange.protocolName)
            self.name = name
            // The server's certificate must be valid for the host. TLS also sends the host to the server as its name
            // (SNI).
            connection = NWConnection(
                host: NWEndpoint.Host(host), port: NWEndpoint.Port(integerLiteral: port),
                using: NWParameters(tls: tls))
        }

        func keys(until deadline: Deadline, timer: Timer) async throws(TimeSourceError) -> NTSKeys {
            let cancelled = TimeSourceError(.cancelled, asking: name, TimeSourceError.reason(.cancelled))
            let result = await withTaskCancellationHandler {
                await withCheckedContinuation { waiting in
                    let isOver = state.withLock { state in
                        if !state.isOver { state.waiting = waiting }
                        return state.isOver
                    }
                    guard !isOver else { return waiting.resume(returning: .failure(cancelled)) }
                    start(until: deadline, timer: timer)
                }
            } onCancel: {
                end(.failure(cancelled))
            }
            return try result.get()
        }

        private func start(until deadline: Deadline, timer: Timer) {
            // `keys` keeps this object alive until the end. With a strong reference here, the connection would keep the
            // object forever.
            connection.stateUpdateHandler = { [weak self] in self?.didChange(to: $0) }
            connection.start(queue: queue)
            timer(deadline.left) { [weak self] in self?.expire() }
        }

        /// A timer whose clock stops while the device sleeps. A wait for a socket uses the same clock.
        package static let dispatchTimer: Timer = { delay, fire in
            // An Int has 32 bits on some watches. Such an Int can hold weeks in milliseconds, but only seconds in
            // nanoseconds.
            let milliseconds = Int(clamping: max(0, delay.count) / 1_000_000)
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(milliseconds), execute: fire)
        }

        private func expire() {
            end(.failure(TimeSourceError(.timedOut, asking: name, TimeSourceError.reason(.timedOut))))
        }

        /// Handles a change of the connection's state.
        ///
        /// A connection is `waiting` if the server refused it, or if there is no address or no network. The framework
        /// would try again after the network changes. This method treats `waiting` as a failure, because the next
        /// poll tries again. See
        /// https://developer.apple.com/documentation/network/nwconnection/state-swift.enum/waiting(_:)
        private func didChange(to state: NWConnection.State) {
            switch state {
            case .ready: ask()
            case .waiting(let error), .failed(let error): end(.failure(TimeSourceError(error, of: name)))
            default: break
            }
        }

        private func ask() {
            guard chosenProtocol == NTSKeyExchange.protocolName else {
                return end(.failure(.otherProtocol(asking: name)))
            }
            let completion = NWConnection.SendCompletion.contentProcessed { [weak self, name] error in
                if let error { self?.end(.failure(TimeSourceError(error, of: name))) }
            }
            connection.send(content: Data(NTSKeyExchange.question), completion: completion)
            receive()
        }

        private func receive() {
            connection.receive(minimumIncompleteLength: 1, maximumLength: 4_096) { [weak self] in
                self?.didReceive($0, isLast: $2, $3)
            }
        }

        /// Receives bytes. The bytes can arrive together with the end of the stream, or with an error.
        private func didReceive(_ bytes: Data?, isLast: Bool, _ error: NWError?) {
            let answer = state.withLock { state in
                if let bytes { state.answer += bytes }
                return state.answer
            }
            if NTSKeyExchangeAnswer.isWhole(answer) {
                end(keys(answer))
            } else if answer.count >= NTSKeyExchange.mostBytes {
                end(.failure(.tooLong(asking: name)))
            } else if let error {
                end(.failure(TimeSourceError(error, of: name)))
            } else if isLast {
                end(.failure(.closed(after: answer.count, asking: name)))
            } else {
                receive()
            }
        }

        private func keys(_ answer: [UInt8]) -> Result<NTSKeys, TimeSourceError> {
            Result { () throws(TimeSourceError) in
                try NTSKeys(
                    answer, from: name, key: { exportedKey(context: $0, count: $1) },
                    blockCipher: { KeyedAES.blockCipher($0) })
            }
        }

        private func end(_ result: Result<NTSKeys, TimeSourceError>) {
            let waiting = state.withLock { state in
                defer { (state.waiting, state.isOver) = (nil, true) }
                return state.waiting
            }
            connection.cancel()
            waiting?.resume(returning: result)
        }

        // MARK: - TLS

        /// The connection's TLS metadata, or `nil` until the connection is ready.
        private var metadata: sec_protocol_metadata_t? {
            (connection.metadata(definition: NWProtocolTLS.definition) as? NWProtocolTLS.Metadata)?
                .securityProtocolMetadata
        }

        /// The chosen protocol, or `nil` if the server does not support ALPN. The handshake also succeeds without ALPN.
        private var chosenProtocol: String? {
            guard let metadata else { return nil }
            // The metadata owns the text, so it must stay alive here. (Since iOS 18.5, a newer function returns a
            // copy.)
            return withExtendedLifetime(metadata) {
                sec_protocol_metadata_get_negotiated_protocol(metadata).map { String(cString: $0) }
            }
        }

        /// Exports a key as RFC 8446, section 7.5 describes. This method can't wipe the framework's own copy, because
        /// dispatch data is read-only: see https://developer.apple.com/documentation/dispatch/dispatch_data_t.
        private func exportedKey(context: [UInt8], count: Int) -> SecretBytes? {
            let label = NTSKeyExchange.exporterLabel
            guard let metadata,
                let secret = sec_protocol_metadata_create_secret_with_context(
                    metadata, label.utf8.count, label, context.count, context, count)
            else { return nil }
            let bytes = secret as DispatchData
            guard bytes.count == count else { return nil }
            return SecretBytes(count: count) { key in
                bytes.copyBytes(to: key, count: count)
                return true
            }
        }
    }
#endif
