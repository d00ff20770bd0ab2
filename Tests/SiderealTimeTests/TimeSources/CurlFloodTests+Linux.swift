#if os(Linux)
    import Foundation
    import SiderealTime
    import SiderealSystem
    import TestSupport
    import Testing

    /// A TLS library reads as long as bytes come, and so does libcurl.
    @Suite("a server that floods its TLS greeting", .usesSockets, .timeLimit(Patience.ofATest)) struct CurlFloodTests {
        /// Sends records that TLS libraries skip, until the other side has gone.
        final class Server: Sendable {
            let port: UInt16
            private let listener: Int32
            private let counts = Lock((begun: 0, ended: 0))

            init() throws {
                guard let (listener, port) = LoopbackServer.listen(backlog: 8) else { throw POSIXError(.EADDRNOTAVAIL) }
                (self.listener, self.port) = (listener, port)
                Thread.detachNewThread { [self] in
                    while true {
                        let connection = accept(listener, nil, nil)
                        guard connection >= 0 else { break }
                        counts.withLock { $0.begun += 1 }
                        Thread.detachNewThread { [self] in flood(connection) }
                    }
                    close(listener)
                }
            }

            /// Sends HelloRequests, which TLS 1.3 no longer has: clients ignore them.
            private func flood(_ connection: Int32) {
                let record: [UInt8] = [0x16, 3, 3, 0, 4, 0, 0, 0, 0]
                let records = [UInt8]((0..<1_000).flatMap { _ in record })
                while send(connection, records, records.count, Int32(MSG_NOSIGNAL)) > 0 {}
                close(connection)
                counts.withLock { $0.ended += 1 }
            }

            var begun: Int { counts.withLock { $0.begun } }
            /// The number of connections that the other side has ended.
            var ended: Int { counts.withLock { $0.ended } }

            func stop() { shutdown(listener, Int32(SHUT_RDWR)) }
        }

        @Test("a request ends at its deadline, and so does its connection")
        func deadline() async throws {
            let server = try Server()
            defer { server.stop() }
            // A busy machine may not even connect within the time of the first poll.
            var timeout = Patience.untilATimeout
            repeat {
                let network = VirtualNetwork()
                let source = try RealServerTests.source("https://127.0.0.1:\(server.port)/")
                #expect(await failure(of: source, network.poll(source, timeout: timeout)) == .timedOut)
                timeout *= 2
            } while server.begun == 0
            await until { server.ended == server.begun }
        }

        @Test("a cancelled request ends at once, and so does its connection")
        func cancelled() async throws {
            let server = try Server()
            defer { server.stop() }
            let network = VirtualNetwork()
            let source = try RealServerTests.source("https://127.0.0.1:\(server.port)/")
            let poll = network.poll(source, timeout: Patience.forAnAnswer)
            let task = Task.on(.talking) { await failure(of: source, poll) }
            await until { server.begun == 1 }
            task.cancel()
            #expect(await task.value == .cancelled)
            await until { server.ended == 1 }
        }
    }
#endif
