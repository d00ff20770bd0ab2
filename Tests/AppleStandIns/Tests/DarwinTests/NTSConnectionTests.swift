import DarwinStandIn
import Network
import Security
import Sidereal
import SiderealCore
import SiderealNetwork
import SiderealSystem
import TestSupport
import Testing

/// Key exchanges of NTS with a scripted server.
@Suite("key exchanges over the Network framework", .timeLimit(Patience.ofATest)) struct NTSConnectionTests {
    typealias Piece = ScriptedServer.Piece

    /// Timers that fire when the test wants.
    ///
    /// A connection runs beside the code that sets its timer, so the test may fire a timer before it is set: then it
    /// fires as soon as it is set.
    final class Timers: Sendable {
        private struct State {
            var pending: [(delay: Nanoseconds, fire: @Sendable () -> Void)] = []
            var hasRung = false
        }

        private let state = Lock(State())
        var delays: [Nanoseconds] { state.withLock { $0.pending.map(\.delay) } }
        func add(_ delay: Nanoseconds, _ fire: @escaping @Sendable () -> Void) {
            let isLate = state.withLock { state in
                state.pending.append((delay, fire))
                return state.hasRung
            }
            if isLate { fire() }
        }
        func ring() {
            let pending = state.withLock { state in
                state.hasRung = true
                return state.pending
            }
            for timer in pending { timer.fire() }
        }
    }

    static let deadline = Deadline(ElapsedInstant(nanoseconds: 7_000_000_000)) { ElapsedInstant(nanoseconds: 0) }

    static func record(_ kind: UInt8, _ body: [UInt8]) -> [UInt8] {
        [0x80, kind, UInt8(body.count >> 8), UInt8(body.count & 0xff)] + body
    }

    static let answer =
        record(1, [0, 0]) + record(4, [0, 15]) + record(5, [1, 2, 3, 4]) + record(5, [5, 6, 7, 8]) + record(0, [])

    static func server(
        _ pieces: [Piece] = [Piece(answer)], states: [NWConnection.State] = [], sendError: NWError? = nil,
        whenSilent: @escaping @Sendable () -> Void = {}
    ) -> ScriptedServer {
        ScriptedServer(
            states: states, protocols: ["ntske/1"], sendError: sendError, pieces: pieces, whenSilent: whenSilent)
    }

    static func ask(
        _ server: ScriptedServer, timers: Timers = Timers(), until deadline: Deadline = deadline
    ) async -> Result<NTSKeys, TimeSourceError> {
        let establishment = NTSKeyEstablishment.overNetwork(timer: { timers.add($0, $1) })
        return await server.run { await result(establishment, deadline) }
    }

    /// Expects that the connection was cancelled once, and released.
    static func expectEnd(
        of server: ScriptedServer, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        #expect(server.now.places == ["time.example:4460"], sourceLocation: sourceLocation)
        await until(sourceLocation: sourceLocation) { server.now.released == 1 }
        #expect(server.now.cancelled == 1, sourceLocation: sourceLocation)
    }

    /// Exchanges keys, until the connection ends.
    static func exchange(
        _ server: ScriptedServer, timers: Timers = Timers(), until deadline: Deadline = deadline,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async -> Result<NTSKeys, TimeSourceError> {
        let result = await ask(server, timers: timers, until: deadline)
        await expectEnd(of: server, sourceLocation: sourceLocation)
        return result
    }

    static func result(
        _ establishment: NTSKeyEstablishment, _ deadline: Deadline
    ) async -> Result<NTSKeys, TimeSourceError> {
        do throws(TimeSourceError) {
            return .success(try await establishment.establish("time.example", 4460, "nts://time.example", deadline))
        } catch {
            return .failure(error)
        }
    }

    static func error(
        _ server: ScriptedServer, sourceLocation: SourceLocation = #_sourceLocation
    ) async -> TimeSourceError? {
        guard case .failure(let error) = await exchange(server, sourceLocation: sourceLocation) else { return nil }
        return error
    }

    // MARK: - Keys

    @Test("an exchange sends the request and derives keys for both directions")
    func keys() async throws {
        let server = Self.server()
        let keys = try await Self.exchange(server).get()
        #expect(Array(server.now.sent) == NTSKeyExchange.question)
        #expect(keys.answer.cookies == [[1, 2, 3, 4], [5, 6, 7, 8]])
        let nonce = [UInt8](repeating: 9, count: 16)
        func expected(_ direction: UInt8) throws -> AuthenticatedCipher? {
            let label = UInt8("EXPORTER-network-time-security".utf8.count)
            let key = (0..<32).map { UInt8($0) &+ label ^ direction }
            return NTSAlgorithm.aesSIV.cipher(try #require(SecretBytes(copying: key))) { KeyedAES.blockCipher($0) }
        }
        let (toServer, toClient) = (try #require(try expected(0)), try #require(try expected(1)))
        #expect(keys.questions.seal([1, 2], nonce, [3]) == toServer.seal([1, 2], nonce, [3]))
        #expect(keys.answers.seal([1, 2], nonce, [3]) == toClient.seal([1, 2], nonce, [3]))
        #expect(toServer.seal([1, 2], nonce, [3]) != toClient.seal([1, 2], nonce, [3]))
    }

    @Test("the label is the RFC's, and the context contains protocol, algorithm and direction")
    func exports() async throws {
        let asked = Lock<[String]>([])
        let server = ScriptedServer(
            protocols: ["h2", "ntske/1"], pieces: [Piece(Self.answer)],
            export: { label, context, count in
                asked.withLock { $0.append("\(label) \(context) \(count)") }
                return [UInt8](repeating: 1, count: count)
            })
        _ = try await Self.exchange(server).get()
        let label = "EXPORTER-network-time-security"
        #expect(asked.withLock { $0 } == ["\(label) [0, 0, 0, 15, 0] 32", "\(label) [0, 0, 0, 15, 1] 32"])
    }

    @Test("an answer in pieces is assembled, and an error that comes with its last bytes is ignored")
    func pieces() async throws {
        let bytes = Self.answer.map { Piece([$0]) }
        let keys = try await Self.exchange(Self.server(bytes)).get()
        #expect(keys.answer.cookies.count == 2)
        let ends = [Piece(Array(Self.answer.dropLast(3))), Piece(Array(Self.answer.suffix(3)), isLast: true)]
        #expect(try await Self.exchange(Self.server(ends)).get().answer.cookies.count == 2)
        // An error that comes with the last bytes doesn't discard them.
        let reset = [Piece(Self.answer, error: .posix(.ECONNRESET))]
        #expect(try await Self.exchange(Self.server(reset)).get().answer.cookies.count == 2)
    }

    @Test("a secret that is missing or has the wrong length gives no keys", arguments: [nil, 0, 31, 33])
    func secretsRefused(_ count: Int?) async throws {
        let server = ScriptedServer(
            protocols: ["ntske/1"], pieces: [Piece(Self.answer)],
            export: { _, _, _ in count.map { [UInt8](repeating: 1, count: $0) } })
        #expect(await Self.error(server)?.cause == .unsupported)
    }

    // MARK: - No connection

    @Test("a server that speaks another protocol, or no protocol, gets no request", arguments: [[], ["h2"]])
    func otherProtocol(_ protocols: [String]) async {
        let server = ScriptedServer(protocols: protocols, pieces: [Piece(Self.answer)])
        let error = await Self.error(server)
        #expect(error?.cause == .badAnswer)
        #expect(error?.description.contains("not the NTS key exchange") == true)
        #expect(server.now.sent.isEmpty)
    }

    @Test("a server without TLS 1.3 is refused")
    func oldServer() async {
        let server = ScriptedServer(newest: .TLSv12, protocols: ["ntske/1"], pieces: [Piece(Self.answer)])
        #expect(await Self.error(server)?.cause == .tls)
    }

    static let failures: [(NWError, TimeSourceError.Cause, Int32?)] = [
        (.dns(-65_554), .nameResolution, nil),
        (.posix(.ECONNREFUSED), .refused, 61),
        (.posix(.ETIMEDOUT), .timedOut, 60),
        (.posix(.ECONNRESET), .connectionLost, 54),
        (.posix(.ECONNABORTED), .connectionLost, 53),
        (.posix(.ENOTCONN), .connectionLost, 57),
        (.posix(.EPIPE), .connectionLost, 32),
        (.posix(.ENETDOWN), .network, 50),
        (.tls(-9807), .tls, nil),
        (.tls(-9805), .connectionLost, nil),
        (.tls(-9806), .connectionLost, nil),
        (.tls(-9816), .connectionLost, nil),
        (.wifiAware(1), .network, nil),
    ]

    @Test("a connection that fails, or waits for another network, reports the reason", arguments: failures)
    func failure(_ reason: NWError, _ cause: TimeSourceError.Cause, _ number: Int32?) async {
        for state in [NWConnection.State.failed(reason), .waiting(reason)] {
            let server = Self.server(states: [state])
            let error = await Self.error(server)
            #expect(error?.cause == cause)
            #expect(error?.errno == number)
            #expect(error?.description.hasPrefix("can't ask nts://time.example: ") == true)
            #expect(server.now.sent.isEmpty)
        }
        // The same if the request can't be sent, or no answer can be received.
        #expect(await Self.error(Self.server([], sendError: reason))?.cause == cause)
        #expect(await Self.error(Self.server([Piece(error: reason)]))?.cause == cause)
    }

    @Test(
        "only an expired or not yet valid certificate points at the device's clock",
        arguments: [(-9814, true), (-9815, true), (-9807, false)] as [(Int32, Bool)])
    func datesOfCertificates(status: Int32, isOfDates: Bool) async {
        let error = await Self.error(Self.server(states: [.failed(.tls(status))]))
        #expect(error?.cause == .tls && error?.isOfCertificateDates == isOfDates)
        #expect(error?.description.contains("device clock") == isOfDates)
    }

    // MARK: - No answer

    @Test("a truncated answer is refused", arguments: [0, 1, 12])
    func cutOff(_ count: Int) async {
        for pieces in [
            [Piece(Array(Self.answer.prefix(count)), isLast: true)],
            [Piece(Array(Self.answer.prefix(count))), Piece(isLast: true)],
        ] {
            // An empty piece that isn't the last one changes nothing.
            let error = await Self.error(Self.server(pieces))
            #expect(error?.cause == .connectionLost)
            #expect(error?.description.contains("after \(count) bytes") == true)
        }
    }

    @Test("an endless answer is abandoned, and an answer of any allowed length is read")
    func tooLong() async {
        // An unknown record that isn't critical.
        let padding = [0] + Self.record(9, [UInt8](repeating: 0, count: 1_020)).dropFirst()
        let endless = (0..<40).map { _ in Piece(padding) }
        let error = await Self.error(Self.server(endless))
        #expect(error?.cause == .badAnswer)
        #expect(error?.description.contains("16384") == true)
        let long = endless.prefix(15).flatMap(\.bytes) + Self.answer
        #expect(await Self.error(Self.server([Piece(long)])) == nil)
    }

    @Test("an answer that breaks a rule causes an error that names the rule")
    func badAnswer() async {
        let refusal = Self.record(2, [0, 1]) + Self.record(0, [])
        #expect(await Self.error(Self.server([Piece(refusal)]))?.cause == .badAnswer)
    }

    // MARK: - Ends

    @Test("the deadline ends the wait for a connection and for an answer")
    func silence() async {
        for states in [[], [NWConnection.State.setup]] {
            let timers = Timers()
            let server = Self.server([], states: states) { timers.ring() }
            if !states.isEmpty {
                async let result = Self.exchange(server, timers: timers)
                await until { !timers.delays.isEmpty }
                timers.ring()
                #expect(Self.cause(await result) == .timedOut)
            } else {
                #expect(Self.cause(await Self.exchange(server, timers: timers)) == .timedOut)
            }
            #expect(timers.delays == [.seconds(7)])
        }
    }

    @Test("a timer that fires after the end changes nothing")
    func lateTimer() async throws {
        let timers = Timers()
        let server = Self.server()
        _ = try await Self.exchange(server, timers: timers).get()
        timers.ring()
        #expect(server.now.cancelled == 1)
    }

    @Test("a deadline in the past ends the exchange at once, with a real timer")
    func passed() async {
        let establishment = NTSKeyEstablishment.ofPlatform()
        let passed = Deadline(ElapsedInstant(nanoseconds: 0)) { ElapsedInstant(nanoseconds: 1) }
        let server = Self.server([], states: [.setup])
        #expect(Self.cause(await server.run { await Self.result(establishment, passed) }) == .timedOut)
        #expect(server.now.cancelled == 1)
    }

    @Test("cancelling the task ends the exchange")
    func cancelled() async {
        let task = Lock<Task<Result<NTSKeys, TimeSourceError>, Never>?>(nil)
        let server = Self.server([]) { task.withLock { $0 }?.cancel() }
        let gate = AsyncStream.makeStream(of: Void.self)
        let asking = Task {
            for await _ in gate.stream { break }
            return await Self.ask(server)
        }
        task.withLock { $0 = asking }
        gate.continuation.yield()
        #expect(Self.cause(await asking.value) == .cancelled)
        await Self.expectEnd(of: server)
    }

    @Test("a task that is already cancelled sends no request")
    func cancelledBefore() async {
        let server = Self.server()
        let asking = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Self.ask(server)
        }
        #expect(Self.cause(await asking.value) == .cancelled)
        await Self.expectEnd(of: server)
        #expect(server.now.sent.isEmpty)
    }

    @Test("if a file of certificate authorities is given, no request is sent")
    func authorities() async {
        let server = Self.server()
        let establishment = NTSKeyEstablishment.ofPlatform(authorities: "/etc/ssl/cert.pem")
        #expect(Self.cause(await server.run { await Self.result(establishment, Self.deadline) }) == .unsupported)
        #expect(server.now.places.isEmpty)
    }

    static func cause(_ result: Result<NTSKeys, TimeSourceError>) -> TimeSourceError.Cause? {
        guard case .failure(let error) = result else { return nil }
        return error.cause
    }
}
