import Foundation
import Sidereal
import SiderealTesting
import Testing

@testable import MainActorApp

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The protocol for the transport of the app's requests.
protocol Transport: Sendable {
    func data(for request: URLRequest) async throws -> (Data, URLResponse)
}

/// The app's HTTP client, with one hook for all of its requests.
struct HookedClient: Sendable {
    let transport: any Transport
    let clock: TrustedClock

    func get(_ url: URL) async throws -> Data {
        let sent = clock.timestamp()
        let (data, response) = try await transport.data(for: URLRequest(url: url))
        if let response = response as? HTTPURLResponse {
            clock.captureResponse(from: response.url ?? url, status: response.statusCode, sent: sent) {
                response.value(forHTTPHeaderField: $0)
            }
        }
        return data
    }
}

@available(iOS 18, macOS 15, *)
struct SimulatedTransport: Transport {
    let app: SimulatedApp

    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
        guard let url = request.url else { throw URLError(.badURL) }
        let answer: SimulatedServer.Response
        do throws(TimeSourceError) {
            answer = try await app.response(to: url, method: request.httpMethod ?? "GET")
        } catch {
            // The error that URLSession throws for this cause.
            switch error.cause {
            case .network: throw URLError(.notConnectedToInternet)
            case .nameResolution: throw URLError(.cannotFindHost)
            case .timedOut: throw URLError(.timedOut)
            case .connectionLost: throw URLError(.networkConnectionLost)
            case .tls: throw URLError(.serverCertificateHasBadDate)
            case .refused: throw URLError(.cannotConnectToHost)
            case .cancelled where app.isAlive: throw URLError(.cancelled)
            default: throw error  // The test's own mistake: the process has ended, for example.
            }
        }
        guard
            let response = HTTPURLResponse(
                url: answer.url, statusCode: answer.status, httpVersion: nil, headerFields: answer.headers)
        else { throw URLError(.badServerResponse) }
        return (Data(), response)
    }
}

@Suite("An app's own client on a simulated network")
struct TransportTests {
    static let server = SimulatedServer.https("api.example.com")

    @available(iOS 18, macOS 15, *)
    func client(on device: SimulatedDevice) throws -> (client: HookedClient, url: URL) {
        let app = try device.launch()
        let clock = try app.clock(asking: [], policy: TrustedClock.CapturePolicy(hosts: [.exact("api.example.com")]))
        let client = HookedClient(transport: SimulatedTransport(app: app), clock: clock)
        return (client, try #require(URL(string: "https://api.example.com/items")))
    }

    @available(iOS 18, macOS 15, *)
    @Test func oneHookTellsThatTheClockIsWrong() throws {
        let device = SimulatedDevice(.iPhone, servers: [Self.server])
        let (client, url) = try client(on: device)
        device.setClock(.forward(.seconds(3_600)))
        #expect(try client.clock.systemClockVerdict().answer == .unknown)
        for _ in 0..<2 {
            _ = try device.run { try await client.get(url) }
            device.advance(by: .seconds(1))
        }
        #expect(try client.clock.systemClockVerdict(tolerance: .seconds(30)).answer == .ahead)
    }

    @available(iOS 18, macOS 15, *)
    @Test(
        arguments: [
            (.refused, .cannotConnectToHost), (.silent, .timedOut), (.untrusted, .serverCertificateHasBadDate),
            (.noName, .cannotFindHost),
        ] as [(SimulatedServer.Failure, URLError.Code)])
    func itFailsLikeURLSession(failure: SimulatedServer.Failure, code: URLError.Code) throws {
        let device = SimulatedDevice(.iPhone, servers: [Self.server.gone(failure)])
        let (client, url) = try client(on: device)
        let error = #expect(throws: URLError.self) { try device.run { try await client.get(url) } }
        #expect(error?.code == code)
    }

    @available(iOS 18, macOS 15, *)
    @Test func offlineItFailsLikeURLSession() throws {
        let device = SimulatedDevice(.iPhone, servers: [Self.server])
        let (client, url) = try client(on: device)
        device.isOnline = false
        let error = #expect(throws: URLError.self) { try device.run { try await client.get(url) } }
        #expect(error?.code == .notConnectedToInternet)
    }

    @available(iOS 18, macOS 15, *)
    @Test func cancelledItFailsLikeURLSession() throws {
        let device = SimulatedDevice(.iPhone, servers: [Self.server.gone(.silent)])
        let (client, url) = try client(on: device)
        let error = try device.run { () -> URLError? in
            await withTaskGroup { group in
                group.addTask { () -> URLError? in
                    do { _ = try await client.get(url) } catch { return error as? URLError }
                    return nil
                }
                group.cancelAll()
                return await group.next() ?? nil
            }
        }
        #expect(error?.code == .cancelled)
        #expect(error.map { TrialObstacle($0) } == .some(nil), "what was shown stays")
    }

    @available(iOS 18, macOS 15, *)
    @Test func inAnEndedProcessItSaysSo() throws {
        let device = SimulatedDevice(.iPhone, servers: [Self.server])
        let (client, url) = try client(on: device)
        device.reboot()
        device.unlock()
        let error = #expect(throws: TimeSourceError.self) { try device.run { try await client.get(url) } }
        #expect(error?.description.contains("launch the app again") == true)
    }

    /// The app's own request and the clock's request lead to the same obstacle.
    @available(iOS 18, macOS 15, *)
    @Test(arguments: [.refused, .silent, .untrusted, .noName, nil] as [SimulatedServer.Failure?])
    func theTrialNamesTheSameObstacle(failure: SimulatedServer.Failure?) async throws {
        let device = SimulatedDevice(.iPhone, servers: [failure.map { Self.server.gone($0) } ?? Self.server])
        device.isOnline = failure != nil
        let (client, url) = try client(on: device)
        let error = try #require(throws: URLError.self) { try device.run { try await client.get(url) } }
        let app = try device.launch()
        let clock = try app.clock()
        let trial = Trial(observatory: app.observatory, keychain: app.keychain())
        let keeper = TrialKeeper(trial: trial, clock: clock, gate: app.gate)
        try device.run { _ = try await keeper.start() }
        #expect(try device.run { await keeper.obstacle } == TrialObstacle(error))
    }
}
