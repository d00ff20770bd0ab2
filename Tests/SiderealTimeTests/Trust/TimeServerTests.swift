import Foundation
import SiderealCore
import SiderealTime
import Testing

@Suite("time servers that an app names") struct TimeServerTests {
    @Test(
        "a server has the name, the operator and the authentication of its source",
        arguments: [
            (.https("api.example.com"), "https://api.example.com", "example.com", true),
            (.https("api.example.com:8443"), "https://api.example.com:8443", "example.com", true),
            (.https("status.example.org", operator: "example.com"), "https://status.example.org", "example.com", true),
            (.ntp("time.example.net"), "ntp://time.example.net:123", "example.net", false),
            (.ntp("time.example.net", operator: "somebody"), "ntp://time.example.net:123", "somebody", false),
        ] as [(TimeServer, String, String, Bool)])
    func aServerIsItsSource(server: TimeServer, name: String, operator: String, isAuthenticated: Bool) throws {
        let source = try server.makeSource()
        #expect(source.name == name)
        #expect(source.operator == `operator`)
        #expect(source.isAuthenticated == isAuthenticated)
    }

    @Test(
        "an invalid host name is refused when the clock is made, and no request is sent",
        arguments: [.https(""), .https("two words"), .https("[::1"), .ntp("")] as [TimeServer])
    func noHostIsRefused(server: TimeServer) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "sidereal-servers-\(UUID())")
        defer { try? FileManager.default.removeItem(at: directory) }
        let observatory = try Observatory(directory: directory, observer: "tests", savesAutomatically: false)
        let error = #expect(throws: ObservatoryError.self) { try TrustedClock(server, observatory: observatory) }
        #expect(error?.cause == .invalidServer)
        #expect(error?.description.isEmpty == false)
    }
}
