import Foundation
import FoundationNetworking
import Sidereal
import TestSupport
import Testing

@Suite("a URL session of the caller", .usesSockets) struct CallersSessionTests {
    @Test("a caller's session stays open and is reused")
    func itIsLeftOpen() async throws {
        let answer = RealServerTests.answer("200 OK", "Date: \(RealServerTests.date)")
        let server = try LoopbackServer { _ in LoopbackServer.Reply(parts: [answer]) }
        defer { server.stop() }
        let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))
        let session = URLSession(configuration: .ephemeral)
        defer { session.invalidateAndCancel() }
        let network = VirtualNetwork()
        for _ in 0..<2 {
            let source = try HTTPDateSource(url, session: session, premises: .exact, maximumRequests: 1)
            try await source.ask(network.poll(source, timeout: Patience.forAnAnswer))
        }
        #expect(network.now.heard.count == 2 && server.connections == 1)
    }
}
