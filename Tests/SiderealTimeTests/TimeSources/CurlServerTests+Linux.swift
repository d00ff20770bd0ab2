#if os(Linux)
    import Foundation
    import SiderealTime
    import SiderealCore
    import SiderealCurl
    import SiderealSystem
    import TestSupport
    import Testing

    /// Answers that only direct use of libcurl tolerates, or reports in full.
    @Suite("HTTP servers over libcurl", .usesSockets, .timeLimit(Patience.ofATest)) struct CurlServerTests {
        typealias Reply = LoopbackServer.Reply

        static let date = RealServerTests.date
        static let next = RealServerTests.next

        static func answer(_ status: String = "200 OK", _ fields: String...) -> String {
            (["HTTP/1.1 \(status)"] + fields + ["", ""]).joined(separator: "\r\n")
        }

        @Test("libcurl can be loaded")
        func libcurlIsThere() { #expect(HTTPExchange.curl() != nil) }

        @Test(
            "each malformed, truncated or endless answer fails with its own cause",
            arguments: [
                // The open-source Foundation ends the process here.
                (Reply(parts: ["HTTP/1.1 200 OK\r\nDate: \(date)\r\n"], then: .close), .connectionLost),
                (Reply(parts: ["HTTP/1.1 200 OK\r\nDate: Sun, 06 N"], then: .close), .connectionLost),
                (Reply(parts: ["HTTP/1.1 200 OK\r\n"], then: .close), .connectionLost),
                (Reply(parts: ["HTTP/1.1 200 OK\r\nDate: \(date)\r\n"], then: .reset), .connectionLost),
                (Reply(parts: ["HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\n"], then: .close), .connectionLost),
                (Reply(parts: [answer("200 OK", " Date: \(date)")]), .badAnswer),
                (Reply(parts: [answer("200 OK", "Date : \(date)")]), .badAnswer),
                (Reply(parts: [answer("200 OK", ": \(date)")]), .badAnswer),
                (Reply(parts: [answer("2000 OK", "Date: \(date)")], then: .close), .badAnswer),
                (Reply(parts: [answer("101 Switching Protocols", "Date: \(date)")], then: .close), .badAnswer),
                (Reply(parts: ["\u{16}\u{3}\u{1}\u{2}garbage, and no end of it"], then: .close), .badAnswer),
                (Reply(parts: ["<html>Hello</html>"], then: .close), .badAnswer),
                (
                    Reply(parts: ["HTTP/1.1 200 OK\r\n"], then: .dribble(String(repeating: "X: y\r\n", count: 9_999))),
                    .badAnswer
                ),
                (Reply(parts: [], then: .dribble("HTTP/1.1 103 Early Hints\r\nX: y\r\n\r\n")), .timedOut),
                (Reply(parts: ["HTTP/1.1 200 OK\r\n"], then: .dribble("X: y\r\n")), .timedOut),
                (Reply(parts: ["HTTP/1.1 200 OK\r\nX: "], then: .dribble("y")), .timedOut),
                (Reply(parts: [], then: .hold), .timedOut),
            ] as [(Reply, TimeSourceError.Cause)])
        func noAnswerBringsItDown(reply: Reply, cause: TimeSourceError.Cause) async throws {
            let server = try LoopbackServer { _ in reply }
            defer { server.stop() }
            let network = VirtualNetwork()
            let source = try RealServerTests.source(server)
            let timeout: Duration = cause == .timedOut ? Patience.untilATimeout : Patience.forAnAnswer
            #expect(await failure(of: source, network.poll(source, timeout: timeout)) == cause)
            #expect(network.now.heard.isEmpty)
        }

        /// On one connection an unwanted body would count as the next answer.
        @Test("a body never counts as the next answer", arguments: [false, true])
        func aBodyIsNeverTakenForAnAnswer(comesLater: Bool) async throws {
            let lie = Self.answer("200 OK", "Date: \(Self.next)", "Content-Length: 0")
            let network = VirtualNetwork()
            let server = try LoopbackServer { _ in
                let field = "Date: \(network.dateField)"
                let head = Self.answer("200 OK", field, "Content-Length: \(lie.utf8.count)")
                return Reply(parts: comesLater ? [head, lie] : [head + lie])
            }
            defer { server.stop() }
            let source = try RealServerTests.source(server, most: 4)
            let poll = network.poll(source, timeout: Patience.forAnAnswer)
            try await source.ask(poll)
            #expect(poll.result.requests == 4 && poll.result.rejection == nil)
            #expect(server.connections == 4)
        }

        @Test("a numeric IPv6 address gets a request", .enabled(if: LoopbackServer.hasIPv6))
        func addressesInDigitsOfIPv6AreAsked() async throws {
            let server = try LoopbackServer(overIPv6: true) { _ in
                Reply(parts: [Self.answer("200 OK", "Date: \(Self.date)")])
            }
            defer { server.stop() }
            let network = VirtualNetwork()
            let source = try RealServerTests.source("http://[::1]:\(server.port)/")
            try await source.ask(network.poll(source, timeout: Patience.forAnAnswer))
            #expect(network.now.heard.count == 1)
        }

        @Test("a request contains no user, password or cookie")
        func whatIsAskedHoldsNoSecrets() async throws {
            let server = try LoopbackServer { _ in
                Reply(parts: [
                    Self.answer(
                        "401 Unauthorized", "Date: \(Self.date)", "WWW-Authenticate: Basic realm=\"a\"",
                        "Set-Cookie: a=b")
                ])
            }
            defer { server.stop() }
            let network = VirtualNetwork()
            let source = try RealServerTests.source("http://me:secret@127.0.0.1:\(server.port)/a?b=c#d", most: 2)
            try await source.ask(network.poll(source, timeout: Patience.forAnAnswer))
            #expect(server.requests.count == 2)
            for request in server.requests {
                #expect(
                    request.hasPrefix("HEAD /a?b=c&sidereal=") && request.contains("Cache-Control: no-cache\r\n"))
                #expect(!request.contains("Authorization") && !request.contains("Cookie"))
            }
        }

        @Test("the body of an answer to GET is not read")
        func noBodyIsRead() async throws {
            let head = "HTTP/1.1 200 OK\r\nDate: \(Self.date)\r\nContent-Length: 100000000\r\n\r\n"
            let server = try LoopbackServer {
                Reply(parts: $0 == 0 ? [] : [head + "x"], then: $0 == 0 ? .close : .hold)
            }
            defer { server.stop() }
            let network = VirtualNetwork()
            let source = try RealServerTests.source(server, most: 2)
            try await source.ask(network.poll(source, timeout: Patience.forAnAnswer))
            #expect(server.requests.map { $0.prefix { $0 != " " } } == ["HEAD", "GET", "GET"])
        }

        @Test("a request is timed from the moment when its connection is open, and the connection is reused")
        func requestIsTimedOnAnOpenConnection() async throws {
            let server = try LoopbackServer { _ in Reply(parts: [Self.answer("200 OK", "Date: \(Self.date)")]) }
            defer { server.stop() }
            let network = VirtualNetwork()
            let poll = network.poll(try RealServerTests.source(server), timeout: Patience.forAnAnswer)
            let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
            let exchange = try #require(HTTPExchange.curl())
            let before = network.now.now
            for round in 1...3 {
                let answer = try await exchange.ask(.head, url, Nanoseconds(clamping: Patience.forAnAnswer), poll)
                // The virtual clock advances by a microsecond with each read: the first is at the request's start.
                #expect(answer.isWarm)
                #expect(round > 1 || answer.sent.nanoseconds > before + 1_000)
                #expect(answer.sent < answer.received && poll.result.requests == round)
            }
            exchange.close()
            #expect(server.connections == 1)
            await #expect(throws: TimeSourceError.self) {
                try await exchange.ask(.head, url, Nanoseconds(clamping: Patience.forAnAnswer), poll)
            }
        }

        // MARK: - The end of a request

        enum Phase: Sendable, CaseIterable {
            case connecting, handshaking, flooded, waiting, withinTheHead
        }

        /// HelloRequests, which TLS 1.3 no longer has. A TLS library skips them and reads as long as they come, and so
        /// does libcurl.
        private static let greetings = Array(
            [[UInt8]](repeating: [0x16, 3, 3, 0, 4, 0, 0, 0, 0], count: 1_000).joined())

        @Test("a request can be cancelled in each phase of its connection", arguments: Phase.allCases)
        func itIsCalledOffInEachPhase(phase: Phase) async throws {
            let network = VirtualNetwork()
            let server = try LoopbackServer(flooding: phase == .flooded ? Self.greetings : nil) { _ in
                Reply(parts: phase == .waiting ? [] : ["HTTP/1.1 200 OK\r\nDate:"], then: .hold)
            }
            // Accepts the first connections into its queue, and lets all further ones wait.
            let (full, port) = try #require(LoopbackServer.listen(backlog: 0))
            let queue = Self.fill(port)
            defer {
                server.stop()
                for descriptor in queue + [full] { close(descriptor) }
            }
            let source: HTTPDateSource =
                switch phase {
                case .connecting: try RealServerTests.source("http://127.0.0.1:\(port)/")
                case .handshaking, .flooded: try RealServerTests.source("https://127.0.0.1:\(server.port)/")
                case .waiting, .withinTheHead: try RealServerTests.source(server)
                }
            let poll = network.poll(source, timeout: Patience.forAnAnswer)
            let task = Task.on(.talking) { await failure(of: source, poll) }
            switch phase {
            case .connecting: await until { poll.result.requests > 0 }
            case .handshaking, .flooded: await until { server.connections > 0 }
            case .waiting, .withinTheHead: await server.requestArrived()
            }
            task.cancel()
            #expect(await task.value == .cancelled)
            if phase == .flooded { await until { server.ended == server.connections } }
        }

        private static func fill(_ port: UInt16) -> [Int32] {
            (0..<4).map { _ in
                let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue), 0)
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
                address.sin_port = port.bigEndian
                _ = withUnsafePointer(to: &address) {
                    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
                return descriptor
            }
        }

        @Test("a connection that isn't accepted times out")
        func aConnectionThatIsNotTakenTimesOut() async throws {
            let (full, port) = try #require(LoopbackServer.listen(backlog: 0))
            let queue = Self.fill(port)
            defer { for descriptor in queue + [full] { close(descriptor) } }
            let network = VirtualNetwork()
            let source = try RealServerTests.source("http://127.0.0.1:\(port)/")
            #expect(await failure(of: source, network.poll(source, timeout: Patience.untilATimeout)) == .timedOut)
        }

        /// Other tests run at the same time, so only a large number is significant: each request would leave at least
        /// one.
        @Test("requests leave neither file descriptors nor threads behind")
        func neitherDescriptorsNorThreadsAreLeft() async throws {
            let replies = [
                Reply(parts: [Self.answer("200 OK", "Date: \(Self.date)")]), Reply(parts: [], then: .reset),
                Reply(parts: ["HTTP/1.1 200 OK\r\n"], then: .hold), Reply(parts: ["HTTP/1.1 200 OK\r\n"], then: .close),
            ]
            let server = try LoopbackServer { replies[$0 % replies.count] }
            defer { server.stop() }
            for _ in 0..<400 {
                let network = VirtualNetwork()
                let source = try RealServerTests.source(server)
                _ = await failure(of: source, network.poll(source, timeout: Patience.whateverComes))
            }
            let patience = ContinuousClock.now + Patience.forThreadsToEnd
            var held = Self.held
            while held.contains(where: { $0 > 300 }), ContinuousClock.now < patience {
                await Task.yield()
                held = Self.held
            }
            #expect(held.allSatisfy { $0 > 0 && $0 <= 300 }, "\(held)")
        }

        private static var held: [Int] {
            ["/proc/self/fd", "/proc/self/task"].map {
                (try? FileManager.default.contentsOfDirectory(atPath: $0).count) ?? 0
            }
        }

        // MARK: - Errors

        @Test(
            "each error code of libcurl has its own cause, and keeps the errno and the host",
            arguments: [
                (0, .connectionLost), (1, .badAnswer), (3, .unsupported), (5, .nameResolution), (6, .nameResolution),
                (7, .network), (8, .badAnswer), (16, .connectionLost), (18, .connectionLost), (23, .badAnswer),
                (27, .badAnswer), (28, .timedOut), (35, .tls), (43, .badAnswer), (45, .network), (51, .tls),
                (52, .connectionLost),
                (53, .tls), (54, .tls), (55, .connectionLost), (56, .connectionLost), (58, .tls), (59, .tls),
                (60, .tls), (61, .badAnswer), (64, .tls), (66, .tls), (77, .tls), (80, .tls), (82, .tls), (83, .tls),
                (90, .tls), (91, .tls), (92, .connectionLost), (95, .connectionLost), (97, .network), (98, .tls),
                (100, .badAnswer), (-1, .network), (9_999, .network),
            ] as [(Int32, TimeSourceError.Cause)])
        func itsErrorsAreToldApart(code: Int32, cause: TimeSourceError.Cause) {
            let error = TimeSourceError(
                CurlFailure(code: code, text: "one\r\ntwo", number: ErrorNumber(rawValue: 101)), host: "a.example")
            #expect(error.cause == cause && error.errno == 101)
            #expect(error.description.contains("a.example") && !error.description.contains { $0.isNewline })
            #expect(!error.description.contains("device clock"))
        }

        @Test(
            "an error names the device's clock only if a certificate's dates are the reason",
            arguments: [
                ("SSL certificate problem: certificate has expired", true),
                ("SSL certificate problem: certificate is not yet valid", true),
                ("server certificate verification failed. The certificate chain uses expired certificate.", true),
                ("server certificate verification failed. The certificate chain uses not yet valid certificate.", true),
                ("certificate has expired; certificate not activated", true),
                ("SSL certificate problem: self-signed certificate", false),
                ("SSL: no alternative certificate subject name matches target host name 'a.example'", false),
                ("SSL certificate problem: unable to get local issuer certificate", false),
            ])
        func datesOfCertificates(text: String, isOfDates: Bool) {
            let error = TimeSourceError(CurlFailure(code: 60, text: text), host: "a.example")
            #expect(error.cause == .tls && error.description.contains(text))
            #expect(error.description.contains("device clock") == isOfDates)
            #expect(error.isOfCertificateDates == isOfDates)
            #expect(error.recoverySuggestion?.contains("date of this device") == isOfDates)
        }

        @Test(
            "an error about a failing proxy names the proxy, not the server",
            arguments: [
                (5, "Could not resolve proxy: nowhere.invalid", true),
                (7, "Failed to connect to 127.0.0.1 port 9 after 0 ms: Couldn't connect to server", true),
                (7, "Failed to connect to a.example port 443 after 0 ms: Couldn't connect to server", false),
                (7, "Failed to connect to a.example port 3128 after 0 ms: Couldn't connect to server", true),
                (56, "CONNECT tunnel failed, response 503", true),
                (56, "Recv failure: Connection reset by peer", false),
                (97, "no SOCKS", true), (6, "Could not resolve host: a.example", false),
            ] as [(Int32, String, Bool)])
        func proxies(code: Int32, text: String, isProxy: Bool) {
            let failure = CurlFailure(code: code, text: text)
            let error = TimeSourceError(failure, host: "a.example:443", hasProxy: true)
            #expect(error.description.contains("its proxy") == isProxy)
            #expect(!isProxy || error.description.contains(text))
            let direct = TimeSourceError(failure, host: "a.example:443", hasProxy: false)
            #expect(!direct.description.contains("its proxy"))
        }

        @Test("an error counts as a refused connection by its errno, not by its text")
        func aRefusalIsOneOnlyByTheNumberOfTheCall() {
            let failure = CurlFailure(code: 7, text: "no", number: .connectionRefused)
            #expect(TimeSourceError(failure, host: "a").cause == .refused)
            #expect(TimeSourceError(CurlFailure(code: 7, text: "Connection refused"), host: "a").cause == .network)
        }

        @Test(
            "a handshake that breaks counts as a lost connection, not as a TLS error",
            arguments: ["OpenSSL SSL_connect: SSL_ERROR_SYSCALL", "Connection reset by peer", "unexpected eof"])
        func aHandshakeThatBreaksIsNoBadCertificate(text: String) {
            #expect(TimeSourceError(CurlFailure(code: 35, text: text), host: "a").cause == .connectionLost)
        }

        @Test(
            "an error text that hides the cause is replaced or explained",
            arguments: [
                (
                    56, "getpeername() failed with errno 107: Transport endpoint is not connected", .connectionLost,
                    "the server closed the connection"
                ),
                (1, "Received HTTP/0.9 when not allowed", .badAnswer, "the answer is not HTTP"),
                (35, "error:0A00010B:SSL routines::wrong version number", .tls, "does not speak TLS"),
                (
                    56, "error:0A00045C:SSL routines::tlsv13 alert certificate required, errno 0", .tls,
                    "demands a certificate from its clients"
                ),
            ] as [(Int32, String, TimeSourceError.Cause, String)])
        func hiddenCauses(code: Int32, text: String, cause: TimeSourceError.Cause, reason: String) {
            let error = TimeSourceError(CurlFailure(code: code, text: text), host: "a.example")
            #expect(error.cause == cause && error.description.contains(reason), "\(error)")
        }

        /// The server speaks no TLS, and later doesn't answer at all.
        @Test(
            "a server without TLS fails an HTTPS request",
            arguments: [("HTTP/1.1 400 Bad Request\r\n\r\n", .tls), ("", .connectionLost)]
                as [(String, TimeSourceError.Cause)])
        func aServerWithoutTLSIsNotTrusted(text: String, cause: TimeSourceError.Cause) async throws {
            let (listener, port) = try #require(LoopbackServer.listen(backlog: 8))
            defer { close(listener) }
            Thread.detachNewThread {
                // A request whose connection breaks is tried once more, with GET.
                for _ in 0..<(cause == .connectionLost ? 2 : 1) {
                    let connection = accept(listener, nil, nil)
                    var bytes = [UInt8](repeating: 0, count: 4_096)
                    recv(connection, &bytes, bytes.count, 0)
                    _ = text.withCString { send(connection, $0, strlen($0), Int32(MSG_NOSIGNAL)) }
                    shutdown(connection, Int32(SHUT_WR))
                    while recv(connection, &bytes, bytes.count, 0) > 0 {}
                    close(connection)
                }
            }
            let network = VirtualNetwork()
            let source = try RealServerTests.source("https://127.0.0.1:\(port)/")
            #expect(await failure(of: source, network.poll(source, timeout: Patience.forAnAnswer)) == cause)
        }
    }
#endif
