import Foundation
import Sidereal
import SiderealTesting
import Testing

/// An app's code that makes its clock from the names of servers runs unchanged on a simulated device.
@Suite("servers that an app names, on a simulated device") struct NamedServerTests {
    static let key = "2O3mkkheDExCuhG+ZNIoWmO/IdCdLzADgUn8SnC4hME="

    static let pairs: [(TimeServer, SimulatedServer)] = [
        (.https("api.example"), .https("api.example")), (.https("API.example:8443"), .https("api.example:8443")),
        (.https("api.example/time"), .https("api.example")), (.https("[::1]:8443"), .https("[::1]:8443")),
        (.http("api.example:8080"), .http("api.example:8080")), (.http("http://api.example/"), .http("api.example")),
        (.ntp("time.example"), .ntp("time.example")),
        (.nts("time.example"), .nts("time.example")),
        (.roughtime("time.example:2002", publicKey: key), .roughtime("time.example")),
    ]

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the clock asks the device's server that has the given name", arguments: pairs)
    func theDevicesServerIsAsked(named: TimeServer, simulated: SimulatedServer) throws {
        let device = SimulatedDevice(.iPhone, servers: [simulated])
        let app = try device.launch()
        let clock = try TrustedClock(named, observatory: app.observatory, alsoAccepting: .unauthenticated)
        let report = try device.run { await clock.synchronize() }
        #expect(report.outcomes.map(\.result) == [.used])
        #expect(device.requestCount(of: simulated) > 0)
        let now = clock.now()
        let (earliest, latest) = (try #require(now.earliest?.date), try #require(now.latest?.date))
        #expect((earliest...latest).contains(device.trueTime))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a server's operator is the operator that the app names, or else the guessed operator")
    func theOperatorIsTheApps() throws {
        let app = try SimulatedDevice(.iPhone).launch()
        let clock = try TrustedClock(
            .https("a.example.com"), .nts("b.example.com", operator: "us"), observatory: app.observatory)
        #expect(clock.sources.map(\.operator) == ["example.com", "us"])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a name doesn't resolve if the device has no server of that name, and no other server is asked",
        arguments: pairs.map(\.0))
    func otherNamesDoNotResolve(named: TimeServer) throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("one.example")])
        let app = try device.launch()
        let clock = try TrustedClock(named, observatory: app.observatory, alsoAccepting: .unauthenticated)
        let report = try device.run { await clock.synchronize() }
        #expect(report.outcomes.map { $0.error?.cause } == [.nameResolution])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "an invalid host name is refused as on a real device",
        arguments: [
            .https("two words"), .ntp(""), .https("http://api.example"), .http("https://api.example"),
        ] as [TimeServer])
    func noHostIsRefused(server: TimeServer) throws {
        let app = try SimulatedDevice(.iPhone).launch()
        let error = #expect(throws: ObservatoryError.self) { try TrustedClock(server, observatory: app.observatory) }
        #expect(error?.cause == .invalidServer)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "the app's options for a server apply on the device, too",
        arguments: [
            (.https("a.example", maximumRequests: 1), .https("a.example")),
            (.http("a.example", maximumRequests: 1), .http("a.example")),
            (.ntp("a.example", maximumRequests: 1), .ntp("a.example")),
            (.nts("a.example", maximumRequests: 1), .nts("a.example")),
        ] as [(TimeServer, SimulatedServer)])
    func optionsHold(named: TimeServer, simulated: SimulatedServer) throws {
        let device = SimulatedDevice(.iPhone, servers: [simulated])
        let app = try device.launch()
        let clock = try TrustedClock(named, observatory: app.observatory, alsoAccepting: .unauthenticated)
        let report = try device.run { await clock.synchronize() }
        #expect(report.outcomes.map(\.requests) == [1])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the app's premises about a server apply on the device, too")
    func premisesHold() throws {
        let device = SimulatedDevice(.iPhone, servers: [.https("a.example")])
        let app = try device.launch()
        let premises = DateHeaderPremises(lag: .milliseconds(20))
        let clock = try TrustedClock(.https("a.example", premises: premises), observatory: app.observatory)
        #expect((clock.sources.first as? HTTPDateSource)?.premises == premises)
    }

    struct OwnSource: TimeSource {
        let name = "own"
        let isAuthenticated = true

        func ask(_ poll: TimePoll) {}
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an app's own source is used unchanged")
    func anOwnSourceIsLeft() throws {
        let app = try SimulatedDevice(.iPhone).launch()
        let clock = try TrustedClock(.source(OwnSource()), observatory: app.observatory)
        #expect(clock.sources.first is OwnSource)
    }
}
