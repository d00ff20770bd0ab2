#if canImport(Glibc)
    package import SiderealNetwork
    import SiderealOpenSSL
    import SiderealTime

    extension NTSKeyEstablishment {
        /// Returns a key establishment that uses OpenSSL's TLS. OpenSSL trusts the certificate authorities in a PEM
        /// file, or its own authorities if you pass no file.
        package static func ofPlatform(
            authorities: String? = nil, network: some BlockingDatagramNetwork = SystemNetwork()
        ) -> NTSKeyEstablishment {
            NTSKeyEstablishment { (host, port, name, deadline) async throws(TimeSourceError) in
                guard OpenSSL.hasTLS else { throw TimeSourceError(TLSFailure.noLibrary, of: name) }
                let keys: Result<NTSKeys, TimeSourceError>
                do throws(NetworkError) {
                    let wakeUp = try WakeUp()
                    keys = try await onOwnThread(wakeUp) { () throws(NetworkError) in
                        let addresses = try network.addresses(of: host, port: port, until: deadline, unless: wakeUp)
                        return Result { () throws(TimeSourceError) in
                            try first(of: addresses, until: deadline, name) {
                                (address, share) throws(TimeSourceError) in
                                try exchange(host, name, authorities, at: address, until: share, unless: wakeUp)
                            }
                        }
                    }
                } catch {
                    throw TimeSourceError(error, of: name)
                }
                return try keys.get()
            }
        }

        private static func exchange(
            _ host: String, _ name: String, _ authorities: String?, at address: NetworkAddress,
            until deadline: Deadline, unless wakeUp: WakeUp
        ) throws(TimeSourceError) -> NTSKeys {
            let exchange = TLSExchange(
                host: host, protocolName: NTSKeyExchange.protocolName, question: NTSKeyExchange.question,
                mostBytes: NTSKeyExchange.mostBytes, authorities: authorities)
            let result: Result<Result<NTSKeys, TimeSourceError>, TLSFailure>
            do throws(NetworkError) {
                let connection = try TCPConnection(to: address, until: deadline, unless: wakeUp)
                result = try exchange.run(
                    over: connection, until: deadline, unless: wakeUp, isWhole: NTSKeyExchangeAnswer.isWhole
                ) { answer, export in
                    Result { () throws(TimeSourceError) in
                        try NTSKeys(
                            answer, from: name,
                            key: { export.key(label: NTSKeyExchange.exporterLabel, context: $0, count: $1) },
                            blockCipher: { OpenSSL.blockCipher($0) })
                    }
                }
            } catch {
                throw TimeSourceError(error, of: name)
            }
            switch result {
            case .success(let keys): return try keys.get()
            case .failure(let failure): throw TimeSourceError(failure, of: name)
            }
        }
    }

    extension TimeSourceError {
        fileprivate init(_ failure: TLSFailure, of name: String) {
            switch failure {
            case .noLibrary: self.init(.unsupported, asking: name, OpenSSL.absence)
            case .date(let text): self.init(.tls, asking: name, failedWith: text, isOfDates: true)
            case .handshake(let text): self.init(.tls, asking: name, failedWith: text, isOfDates: false)
            case .otherProtocol: self = .otherProtocol(asking: name)
            case .closed(let count): self = .closed(after: count, asking: name)
            case .flood:
                self.init(.badAnswer, asking: name, "the server sent too many bytes without completing its answer")
            case .tooLong: self = .tooLong(asking: name)
            }
        }
    }
#endif
