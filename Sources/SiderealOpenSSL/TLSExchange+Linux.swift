#if canImport(Glibc)
    import CSiderealOpenSSL
    package import SiderealNetwork
    package import SiderealSystem

    /// One request and its answer over TLS 1.3. After the exchange, the client and the server share keys.
    package struct TLSExchange: Sendable {
        /// The server's name or numeric address. The server's certificate must be valid for this name or address.
        package var host: String
        /// The protocol that both sides must use (ALPN).
        package var protocolName: String
        package var question: [UInt8]
        /// The maximum number of bytes in an answer.
        package var mostBytes: Int
        /// The PEM file of the trusted certificate authorities, or `nil` for OpenSSL's own authorities.
        package var authorities: String?

        package init(
            host: String, protocolName: String, question: [UInt8], mostBytes: Int, authorities: String? = nil
        ) {
            self.host = host
            self.protocolName = protocolName
            self.question = question
            self.mostBytes = mostBytes
            self.authorities = authorities
        }

        /// Sends the request over an open connection, and reads until the answer is complete. Then this method calls
        /// `finish` with the answer and an object that exports keys. This method blocks its thread.
        ///
        /// - Throws: The network's error, `timedOut`, or `woken`. If TLS fails, this method does not throw: the result
        ///   contains the failure.
        package func run<Value: Sendable>(
            over connection: TCPConnection, until deadline: Deadline, unless wakeUp: WakeUp,
            isWhole: ([UInt8]) -> Bool, finish: ([UInt8], TLSKeyExport) -> Value
        ) throws(NetworkError) -> Result<Value, TLSFailure> {
            do throws(TLSTrouble) {
                let session = try TLSSession(self, connection, deadline, wakeUp)
                let answer = try session.ask(isWhole)
                return .success(finish(answer, TLSKeyExport(session: session)))
            } catch {
                switch error {
                case .network(let error): throw error
                case .tls(let failure): return .failure(failure)
                }
            }
        }
    }

    /// Derives keys from a TLS session, as RFC 5705 describes.
    package struct TLSKeyExport {
        fileprivate let session: TLSSession

        /// Returns a key, or `nil` if OpenSSL fails.
        package func key(label: String, context: [UInt8], count: Int) -> SecretBytes? {
            session.key(label: label, context: context, count: count)
        }
    }

    /// The reason that there is no trusted connection, or no complete answer.
    package enum TLSFailure: Error, Hashable, Sendable {
        case noLibrary
        /// According to this machine's clock, the certificate is expired or not yet valid. The text comes from OpenSSL.
        case date(String)
        /// The certificate is invalid, the two sides have no version or cipher in common, or the server ended the
        /// connection with an alert. The text comes from OpenSSL.
        case handshake(String)
        /// The server uses TLS, but does not support the requested protocol.
        case otherProtocol
        /// The connection ended before the complete answer had arrived. The value is the number of received bytes of
        /// the answer, or `nil` if the connection ended during the handshake.
        case closed(after: Int?)
        /// The answer is longer than allowed.
        case tooLong
        /// The server sent more bytes than allowed, but no complete answer.
        case flood
    }

    private enum TLSTrouble: Error {
        case network(NetworkError)
        case tls(TLSFailure)
    }

    /// OpenSSL's pointers for one connection.
    private final class TLSSession {
        private let tls: UnsafePointer<sidereal_tls_library>
        private let crypto: UnsafePointer<sidereal_crypto_library>
        private let context: UnsafeMutableRawPointer
        private let session: UnsafeMutableRawPointer
        /// The buffers for bytes from the network and to the network. OpenSSL has no access to the socket, because
        /// OpenSSL would keep reading as long as bytes arrive, even past the deadline.
        private let incoming: UnsafeMutableRawPointer
        private let outgoing: UnsafeMutableRawPointer
        private var received = 0
        private let exchange: TLSExchange
        private let connection: TCPConnection
        private let deadline: Deadline
        private let wakeUp: WakeUp

        init(
            _ exchange: TLSExchange, _ connection: TCPConnection, _ deadline: Deadline, _ wakeUp: WakeUp
        ) throws(TLSTrouble) {
            guard let tls = OpenSSL.tls, let crypto = OpenSSL.crypto else { throw .tls(.noLibrary) }
            guard let context = tls.pointee.SSL_CTX_new(tls.pointee.TLS_client_method()) else {
                throw .tls(.handshake("OpenSSL can't create a context"))
            }
            // A new session copies the settings of its context. Later changes to the context have no effect on the
            // session.
            if let problem = Self.prepare(context, exchange, tls) {
                tls.pointee.SSL_CTX_free(context)
                throw .tls(.handshake(problem))
            }
            guard let session = tls.pointee.SSL_new(context) else {
                tls.pointee.SSL_CTX_free(context)
                throw .tls(.handshake("OpenSSL can't create a session"))
            }
            guard let (incoming, outgoing) = Self.buffers(crypto) else {
                tls.pointee.SSL_free(session)
                tls.pointee.SSL_CTX_free(context)
                throw .tls(.handshake("OpenSSL can't create its buffers"))
            }
            // After this call, the session owns the buffers.
            tls.pointee.SSL_set_bio(session, incoming, outgoing)
            (self.incoming, self.outgoing) = (incoming, outgoing)
            (self.tls, self.crypto, self.context, self.session) = (tls, crypto, context, session)
            (self.exchange, self.connection, self.deadline, self.wakeUp) = (exchange, connection, deadline, wakeUp)
            // If one of these calls throws, `deinit` frees the session and the context.
            try prepare()
            try shakeHands()
        }

        private static func buffers(
            _ crypto: UnsafePointer<sidereal_crypto_library>
        ) -> (UnsafeMutableRawPointer, UnsafeMutableRawPointer)? {
            guard let incoming = crypto.pointee.BIO_new(crypto.pointee.BIO_s_mem()) else { return nil }
            guard let outgoing = crypto.pointee.BIO_new(crypto.pointee.BIO_s_mem()) else {
                _ = crypto.pointee.BIO_free(incoming)
                return nil
            }
            return (incoming, outgoing)
        }

        deinit {
            tls.pointee.SSL_free(session)
            tls.pointee.SSL_CTX_free(context)
            crypto.pointee.ERR_clear_error()
        }

        /// Configures a context for TLS 1.3 with trusted certificates only. Returns a description of the problem, or
        /// `nil` if there is no problem.
        private static func prepare(
            _ context: UnsafeMutableRawPointer, _ exchange: TLSExchange, _ tls: UnsafePointer<sidereal_tls_library>
        ) -> String? {
            tls.pointee.SSL_CTX_set_verify(context, Int32(sidereal_tls_verify_peer), nil)
            let oldest = Int(sidereal_tls_version_3)
            guard tls.pointee.SSL_CTX_ctrl(context, Int32(sidereal_tls_set_minimum), oldest, nil) == 1 else {
                return "OpenSSL is too old for TLS 1.3"
            }
            guard let authorities = exchange.authorities else {
                let isFound = tls.pointee.SSL_CTX_set_default_verify_paths(context) == 1
                return isFound ? nil : "OpenSSL finds no certificate authorities"
            }
            let isRead = tls.pointee.SSL_CTX_load_verify_locations(context, authorities, nil) == 1
            return isRead ? nil : "OpenSSL can't read the certificate authorities in \(authorities)"
        }

        private func prepare() throws(TLSTrouble) {
            crypto.pointee.ERR_clear_error()
            let name = exchange.protocolName.utf8
            let list = [UInt8(truncatingIfNeeded: name.count)] + name
            let isReady =
                tls.pointee.SSL_set_alpn_protos(session, list, UInt32(list.count)) == 0 && isForHost()
            guard isReady else { throw .tls(.handshake(reason)) }
        }

        /// Sets the name or the address for which the certificate must be valid. TLS sends a name to the server, but
        /// not an address (RFC 6066, section 3).
        private func isForHost() -> Bool {
            let host = exchange.host
            if let parameters = tls.pointee.SSL_get0_param(session),
                crypto.pointee.X509_VERIFY_PARAM_set1_ip_asc(parameters, host) == 1
            {
                return true
            }
            crypto.pointee.ERR_clear_error()
            // OpenSSL must not accept the subject's common name as a host name (RFC 9525, section 2).
            tls.pointee.SSL_set_hostflags(session, UInt32(sidereal_tls_strict_names))
            guard tls.pointee.SSL_set1_host(session, host) == 1 else { return false }
            return host.withCString { name in
                tls.pointee.SSL_ctrl(
                    session, Int32(sidereal_tls_set_name), 0, UnsafeMutableRawPointer(mutating: name)) == 1
            }
        }

        private func shakeHands() throws(TLSTrouble) {
            try untilDone(nil) {
                tls.pointee.SSL_connect(session)
            } failure: {
                let verified = tls.pointee.SSL_get_verify_result(session)
                guard verified != 0, let text = crypto.pointee.X509_verify_cert_error_string(verified) else {
                    return .handshake(reason)
                }
                let isOfDates = verified == sidereal_tls_not_yet_valid || verified == sidereal_tls_expired
                return isOfDates ? .date(String(cString: text)) : .handshake(String(cString: text))
            }
            guard tls.pointee.SSL_get_verify_result(session) == 0 else {
                throw .tls(.handshake("the certificate was not verified"))
            }
            var name: UnsafePointer<UInt8>?
            var count: UInt32 = 0
            tls.pointee.SSL_get0_alpn_selected(session, &name, &count)
            let chosen = UnsafeBufferPointer(start: name, count: name == nil ? 0 : Int(count))
            guard chosen.elementsEqual(exchange.protocolName.utf8) else { throw .tls(.otherProtocol) }
        }

        func ask(_ isWhole: ([UInt8]) -> Bool) throws(TLSTrouble) -> [UInt8] {
            let question = exchange.question
            try untilDone(0) {
                tls.pointee.SSL_write(session, question, Int32(clamping: question.count))
            } failure: {
                .closed(after: 0)
            }
            var answer: [UInt8] = []
            while true {
                // A server may send the answer byte by byte. So the loop reads all bytes that have come before it
                // examines the answer.
                let end = try readOn(&answer)
                if isWhole(answer) { return answer }
                if let end { throw .tls(end) }
                try fill(answer.count)
            }
        }

        /// Reads the bytes that have arrived. Returns `nil` if more bytes can arrive, or the reason that no more bytes
        /// can arrive.
        ///
        /// With TLS 1.3, a server that demands a client certificate reports this only after the handshake, with an
        /// alert.
        private func readOn(_ answer: inout [UInt8]) throws(TLSTrouble) -> TLSFailure? {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                crypto.pointee.ERR_clear_error()
                let count = tls.pointee.SSL_read(session, &buffer, Int32(clamping: buffer.count))
                let code = tls.pointee.SSL_get_error(session, count)
                let text = code == Int32(sidereal_tls_is_broken) ? reason : nil
                // A read can produce bytes to send, for example if the server requests a new key.
                try flush()
                guard count > 0 else {
                    if code == Int32(sidereal_tls_wants_read) { return nil }
                    return text.map { .handshake($0) } ?? .closed(after: answer.count)
                }
                answer += buffer.prefix(Int(count))
                guard answer.count <= exchange.mostBytes else { throw .tls(.tooLong) }
            }
        }

        func key(label: String, context bytes: [UInt8], count: Int) -> SecretBytes? {
            SecretBytes(count: count) { key in
                let out = key.bindMemory(to: UInt8.self)
                return tls.pointee.SSL_export_keying_material(
                    session, out.baseAddress, count, label, label.utf8.count, bytes, bytes.count, 1) == 1
            }
        }

        /// Repeats a call to OpenSSL each time bytes arrive, until the call returns a positive result.
        ///
        /// `answered` is the number of answer bytes received so far. The error contains this number if the connection
        /// ends.
        @discardableResult
        private func untilDone(
            _ answered: Int?, _ call: () -> Int32, failure: () -> TLSFailure
        ) throws(TLSTrouble) -> Int32 {
            while true {
                crypto.pointee.ERR_clear_error()
                let result = call()
                let code = tls.pointee.SSL_get_error(session, result)
                let failed = result > 0 || code == Int32(sidereal_tls_wants_read) ? nil : failure()
                try flush()
                if let failed { throw .tls(failed) }
                if result > 0 { return result }
                try fill(answered)
            }
        }

        /// The maximum number of bytes that a server may send: its certificates, its answer, and the overhead of TLS.
        private static let mostReceived = 1 << 17

        /// Passes the next bytes from the network to OpenSSL.
        private func fill(_ answered: Int?) throws(TLSTrouble) {
            guard received < Self.mostReceived else { throw .tls(.flood) }
            let bytes: [UInt8]
            do throws(NetworkError) {
                bytes = try connection.receive(16_384, until: deadline, unless: wakeUp)
            } catch .system(.receive, _, let number) where number.isOfLostConnection {
                throw .tls(.closed(after: answered))
            } catch {
                throw .network(error)
            }
            guard !bytes.isEmpty else { throw .tls(.closed(after: answered)) }
            received += bytes.count
            guard crypto.pointee.BIO_write(incoming, bytes, Int32(clamping: bytes.count)) == bytes.count else {
                throw .tls(.handshake("OpenSSL can't store the received bytes"))
            }
        }

        /// Sends the bytes that OpenSSL has produced for the network.
        private func flush() throws(TLSTrouble) {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            while true {
                let count = crypto.pointee.BIO_read(outgoing, &buffer, Int32(clamping: buffer.count))
                guard count > 0 else { return }
                do throws(NetworkError) {
                    try connection.send(Array(buffer.prefix(Int(count))), until: deadline, unless: wakeUp)
                } catch .system(.send, _, let number) where number.isOfLostConnection {
                    // Ignore the error and keep reading, because the server's earlier bytes can contain the reason.
                    return
                } catch {
                    throw .network(error)
                }
            }
        }

        /// OpenSSL's own text for the latest error.
        private var reason: String {
            let number = crypto.pointee.ERR_get_error()
            guard number != 0, let text = crypto.pointee.ERR_reason_error_string(number) else {
                return "the connection broke"
            }
            return String(cString: text)
        }
    }
#endif
