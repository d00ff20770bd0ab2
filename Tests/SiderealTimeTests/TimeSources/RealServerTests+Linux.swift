#if os(Linux)
    import Foundation
    import SiderealTime
    import SiderealCore
    import SiderealSystem
    import TestSupport
    import Testing

    /// Real sockets under the standard transport, on virtual time: the system's library and the servers' answers.
    /// Libcurl here; the stand-ins for Apple's platforms run the same tests over a URL session.
    @Suite("HTTP servers on real sockets", .usesSockets) struct RealServerTests {
        typealias Reply = LoopbackServer.Reply

        static let date = "Wed, 06 Nov 2030 08:49:37 GMT"
        static let next = "Wed, 06 Nov 2030 08:49:38 GMT"
        static let instant = TrueInstant(nanoseconds: 1_920_185_377_000_000_000)

        static func answer(_ status: String = "200 OK", _ fields: String...) -> String {
            (["HTTP/1.1 \(status)"] + fields + ["Content-Length: 0", "", ""]).joined(separator: "\r\n")
        }

        static func source(
            _ server: LoopbackServer, most: Int = 1, premises: DateHeaderPremises = .exact
        ) throws -> HTTPDateSource {
            try source("http://127.0.0.1:\(server.port)/", most: most, premises: premises)
        }

        static func source(
            _ url: String, most: Int = 1, premises: DateHeaderPremises = .exact
        ) throws -> HTTPDateSource {
            try HTTPDateSource(#require(URL(string: url)), premises: premises, maximumRequests: most)
        }

        /// Whole heads, with anything after them, and whether the Date is fresh if all caches report its age. Without
        /// this premise, a single answer has no upper end.
        @Test(
            "a complete head gives its own Date, whatever its status and whatever follows",
            arguments: [
                (Reply(parts: [answer("200 OK", "Date: \(date)")]), true),
                (Reply(parts: [answer("200 OK", "date: \(date)")]), true),
                (Reply(parts: [answer("200 OK", "Date:   \(date)  ")]), true),
                (Reply(parts: [answer("200 OK", "Date: \(date)", "Date: \(date)")]), true),
                (Reply(parts: [answer("404 Not Found", "Date: \(date)")]), true),
                (Reply(parts: [answer("405 Method Not Allowed", "Date: \(date)")]), true),
                (Reply(parts: [answer("302 Found", "Date: \(date)", "Location: /elsewhere")]), true),
                (Reply(parts: [answer("301 Moved", "Date: \(date)", "Location: http://127.0.0.1:1/")]), true),
                (
                    Reply(parts: [answer("401 Unauthorized", "Date: \(date)", "WWW-Authenticate: Basic realm=\"a\"")]),
                    true
                ),
                (Reply(parts: [answer("401 Unauthorized", "Date: \(date)", "WWW-Authenticate: Bearer")]), true),
                (Reply(parts: [answer("200 OK", "Age: 12", "Date: \(date)")]), false),
                (Reply(parts: [answer("200 OK", "Age: 0", "Date: \(date)")]), false),
                (Reply(parts: ["HTTP/1.1 304 Not Modified\r\nDate: \(date)\r\n\r\n"]), false),
                (
                    Reply(parts: [
                        "HTTP/1.1 103 Early Hints\r\nDate: \(next)\r\n\r\n", answer("200 OK", "Date: \(date)"),
                    ]), true
                ),
                (
                    Reply(parts: ["HTTP/1.1 103 Early Hints\r\nAge: 5\r\n\r\n" + answer("200 OK", "Date: \(date)")]),
                    true
                ),
                (Reply(parts: ["HTTP/1.1 200 OK\r\nDate: \(date)\r\nContent-Length: 5\r\n\r\nhello"]), true),
                (
                    Reply(parts: ["HTTP/1.1 200 OK\r\nDate: \(date)\r\nContent-Length: 500000\r\n\r\n"], then: .hold),
                    true
                ),
                (Reply(parts: ["HTTP/1.0 200 OK\r\nDate: \(date)\r\n\r\n"], then: .close), true),
            ] as [(Reply, Bool)])
        func aWholeAnswerTellsItsOwnDate(answer: (Reply, Bool)) async throws {
            let (reply, isFresh) = answer
            let server = try LoopbackServer { _ in reply }
            defer { server.stop() }
            let network = VirtualNetwork()
            let premises = DateHeaderPremises(lag: .milliseconds(20), serverError: .zero, cachesSendAge: true)
            let source = try Self.source(server, premises: premises)
            let poll = network.poll(source, timeout: Patience.forAnAnswer)
            try await source.ask(poll)
            let sample = try #require(network.now.heard.first)
            #expect(network.now.heard.count == 1 && server.requests.count == 1)
            #expect(sample.earliest == Self.instant)
            #expect((sample.latest == Self.instant + .milliseconds(1_020)) == isFresh)
            #expect(sample.sent < sample.received && !sample.isAuthenticated)
        }

        @Test(
            "each kind of unusable answer fails with its own cause",
            arguments: [
                (Reply(parts: [answer()]), .noDate),
                (Reply(parts: ["HTTP/1.1 103 Early Hints\r\nDate: \(next)\r\n\r\n", answer()]), .noDate),
                (Reply(parts: ["HTTP/1.1 103 Early Hints\r\nDate: \(next)\r\n\r\n"], then: .close), .connectionLost),
                (Reply(parts: ["SSH-2.0-OpenSSH\r\n\r\n"], then: .close), .badAnswer),
                (Reply(parts: ["HTTP/9.9 200 OK\r\nDate: \(date)\r\n\r\n"], then: .close), .badAnswer),
                (Reply(parts: ["HTTP/1.1 what\r\nDate: \(date)\r\n\r\n"], then: .close), .badAnswer),
                (Reply(parts: ["HTTP/1.1 200 OK\r\nDate: \(date)\r\nno colon\r\n\r\n"], then: .close), .badAnswer),
                (
                    Reply(
                        parts: ["HTTP/1.1 200 OK\r\n"]
                            + Array(repeating: "X: " + String(repeating: "x", count: 9_999) + "\r\n", count: 60),
                        then: .close), .badAnswer
                ),
                (Reply(parts: [], then: .close), .connectionLost),
                (Reply(parts: [], then: .reset), .connectionLost),
            ] as [(Reply, TimeSourceError.Cause)])
        func otherAnswersAreToldApart(answer: (Reply, TimeSourceError.Cause)) async throws {
            let (reply, cause) = answer
            let server = try LoopbackServer { _ in reply }
            defer { server.stop() }
            let network = VirtualNetwork()
            let source = try Self.source(server)
            #expect(await failure(of: source, network.poll(source, timeout: Patience.forAnAnswer)) == cause)
            #expect(network.now.heard.isEmpty)
        }

        @Test("a server that closes the connection at HEAD is asked with GET")
        func getInsteadOfHead() async throws {
            let head = "HTTP/1.1 200 OK\r\nDate: \(Self.date)\r\nContent-Length: 100000\r\n\r\n"
            let whole = head + String(repeating: "x", count: 100_000)
            let server = try LoopbackServer { Reply(parts: $0 == 0 ? [] : [whole], then: .close) }
            defer { server.stop() }
            let network = VirtualNetwork()
            let source = try Self.source(server, most: 2)
            try await source.ask(network.poll(source, timeout: Patience.forAnAnswer))
            #expect(server.requests.map { $0.prefix { $0 != " " } } == ["HEAD", "GET", "GET"])
            #expect(network.now.heard.count == 2 && network.now.heard.allSatisfy { $0.earliest == Self.instant })
        }

        @Test("a search for the moment when the second changes uses one connection")
        func theSearchStaysOnOneConnection() async throws {
            let network = VirtualNetwork()
            let server = try LoopbackServer { _ in Reply(parts: [Self.answer("200 OK", "Date: \(network.dateField)")]) }
            defer { server.stop() }
            let source = try Self.source(server, most: 8)
            let poll = network.poll(source, timeout: Patience.forAnAnswer)
            try await source.ask(poll)
            #expect(poll.result.samples >= 4 && server.connections == 1)
            #expect(poll.result.offset?.contains(Nanoseconds(VirtualNetwork.offset)) == true)
            #expect(poll.result.offset.map { $0.width < .milliseconds(50) } == true)
            #expect(server.requests.allSatisfy { $0.hasPrefix("HEAD /?sidereal=") && !$0.contains("Cookie") })
        }

        @Test("a port without a server refuses the connection")
        func aPortWithoutAServerRefuses() async throws {
            let network = VirtualNetwork()
            let source = try Self.source("http://127.0.0.1:1/")
            #expect(await failure(of: source, network.poll(source, timeout: Patience.forAnAnswer)) == .refused)
        }

        @Test("a server that stops in the middle of its head times out")
        func aServerThatSaysNothingTimesOut() async throws {
            let server = try LoopbackServer { _ in Reply(parts: ["HTTP/1.1 200 OK\r\nDate:"], then: .hold) }
            defer { server.stop() }
            let network = VirtualNetwork()
            let source = try Self.source(server)
            #expect(await failure(of: source, network.poll(source, timeout: Patience.untilATimeout)) == .timedOut)
        }

        @Test("a cancelled request ends even if the server keeps the connection open")
        func aCancelledQuestionEndsAtOnceAndLeavesTheConnection() async throws {
            let server = try LoopbackServer { _ in Reply(parts: ["HTTP/1.1 200 OK\r\nDate:"], then: .hold) }
            defer { server.stop() }
            let network = VirtualNetwork()
            let source = try Self.source(server)
            let poll = network.poll(source, timeout: Patience.forAnAnswer)
            let task = Task.on(.talking) { await failure(of: source, poll) }
            await server.requestArrived()
            task.cancel()
            #expect(await task.value == .cancelled)
        }

        /// The moment at which a request is cancelled.
        enum Moment: CaseIterable {
            /// Before it is sent.
            case start
            /// Once the server has it, and is about to answer: cancellation and answer race, and the request ends once.
            case request
            /// Once the answer has given its sample.
            case sample
        }

        @Test(
            "a request that is cancelled at any moment fails as cancelled, or gives its sample",
            arguments: Moment.allCases)
        func questionsCanBeCalledOffAtAnyMoment(moment: Moment) async throws {
            let (start, cancel) = (Gate(), Lock<(@Sendable () -> Void)?>(nil))
            let reached = { @Sendable (now: Moment) in
                let cancel = cancel.withLock { $0 }
                if now == moment { cancel?() }
            }
            let server = try LoopbackServer { _ in
                reached(.request)
                return Reply(parts: [Self.answer("200 OK", "Date: \(Self.date)")])
            }
            defer { server.stop() }
            let network = VirtualNetwork { _ in
                reached(.sample)
                return nil
            }
            let source = try Self.source(server)
            let isFirst = Lock(true)
            let poll = network.poll(source, timeout: Patience.forAnAnswer) {
                let isStart = isFirst.withLock { isFirst in
                    defer { isFirst = false }
                    return isFirst
                }
                if isStart { reached(.start) }
            }
            let task = Task.on(.talking) {
                await start.wait()
                return await failure(of: source, poll)
            }
            cancel.withLock { $0 = { task.cancel() } }
            start.open()
            let cause = await task.value
            switch moment {
            case .start: #expect(cause == .cancelled && server.requests.isEmpty)
            case .request: #expect(cause == nil || cause == .cancelled)
            case .sample: #expect(cause == nil)
            }
            #expect(network.now.heard.count == (cause == nil ? 1 : 0))
        }
    }
#endif
