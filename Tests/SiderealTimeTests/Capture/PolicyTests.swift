import Foundation
import SiderealCore
import SiderealTime
import TestSupport
import Testing

@Suite("capture policies") struct PolicyTests {
    let device = StoryDevice()
    static let a = TrustedClock.CapturePolicy(hosts: [.exact("a.example")])

    func outcome(
        _ policy: TrustedClock.CapturePolicy, _ url: String, method: String = "GET", status: Int = 200,
        alsoAccepting acceptance: TrustedTime.Acceptance = []
    ) throws -> TrustedClock.CaptureOutcome {
        let clock = try TrustedClock(device.launch(), policy: policy, alsoAccepting: acceptance)
        let outcome = device.capture(clock, from: url, method: method, status: status)
        #expect((clock.now().kind != .unknown) == (outcome == .used))
        return outcome
    }

    @Test(
        "a request counts only if its host matches the policy",
        arguments: [
            (.exact("example.com"), "https://example.com/", true),
            (.exact("Example.COM"), "https://eXample.com:8443/a?b=c", true),
            (.exact("example.com"), "https://www.example.com/", false),
            (.exact("example.com"), "https://example.com.evil.example/", false),
            (.exact("example.com"), "https://evil.example/example.com", false),
            (.exact("example.com"), "https://example.com@evil.example/", false),
            (.domain("example.com"), "https://example.com/", true),
            (.domain("example.com"), "https://a.b.EXAMPLE.com/", true),
            (.domain(".example.com"), "https://www.example.com/", true),
            (.domain("EXAMPLE.com"), "https://www.example.com/", true),
            (.domain("example.com"), "https://badexample.com/", false),
            (.domain("example.com"), "https://example.com.evil.example/", false),
            (.domain("example.com"), "https://example.co/", false),
            (.domain("*.example.com"), "https://www.example.com/", true),
            (.domain("*.example.com"), "https://badexample.com/", false),
            (.domain("https://example.com"), "https://www.example.com/", true),
            (.domain("example.com:443"), "https://www.example.com/", true),
            (.domain("example.com/"), "https://example.com/", true),
            (.exact("api.example.com."), "https://api.example.com/", true),
            (.exact("https://api.example.com:8443/v1"), "https://api.example.com/", true),
            (.exact("HTTP://api.example.com?a=b#c"), "https://api.example.com/", true),
            (.exact("api.example.com?a=b"), "https://api.example.com/", true),
            (.exact("https://api.example.com"), "https://www.example.com/", false),
            (.exact("::1"), "https://[::1]/", true),
            (.exact("https://[::1]:8443/"), "https://[::1]/", true),
            (.exact("192.0.2.1"), "https://192.0.2.1/", true),
        ] as [(TrustedClock.CapturePolicy.Host, String, Bool)])
    func hosts(host: TrustedClock.CapturePolicy.Host, url: String, isTaken: Bool) throws {
        #expect(try outcome(TrustedClock.CapturePolicy(hosts: [host]), url) == (isTaken ? .used : .ignored(.host)))
        let other = TrustedClock.CapturePolicy(hosts: [.exact("other.example"), host])
        #expect(try outcome(other, url) == (isTaken ? .used : .ignored(.host)))
    }

    /// Operators that the app listens to count, whether they have answered or not.
    @Test(
        "a policy's hosts determine the named operators",
        arguments: [
            ([], []), ([.exact("api.example.com")], ["example.com"]), ([.exact("Example.COM.")], ["example.com"]),
            ([.domain("example.com")], ["example.com"]), ([.domain(".Example.co.uk")], ["co.uk"]),
            ([.domain("https://*.example.com/")], ["example.com"]), ([.domain("com")], ["com"]),
            ([.exact("192.0.2.1"), .domain("a.example")], ["192.0.2.1", "a.example"]),
            ([.exact("a.example.com"), .exact("b.example.com"), .domain("uk")], ["example.com", "uk"]),
            (
                [.exact("a.example.com", operator: "site a"), .domain("b.example.com", operator: "site b")],
                ["site a", "site b"]
            ),
        ] as [([TrustedClock.CapturePolicy.Host], [String])])
    func hostsAreNamed(hosts: [TrustedClock.CapturePolicy.Host], names: [String]) throws {
        let clock = try TrustedClock(device.launch(), policy: TrustedClock.CapturePolicy(hosts: hosts))
        let known = clock.observatory.keeper.authenticated.all
        #expect(known.map { $0.name } == names.map { ExactName($0) })
    }

    @Test(
        "a clock refuses a policy with a host that would match nothing",
        arguments: [
            .exact(""), .exact("https://"), .exact("https://me@a.example/"), .exact("me:secret@a.example"),
            .exact("ftp://a.example"), .exact("a.example:0"), .exact("a.example:http"), .exact("a example"),
            .exact("*.a.example"), .exact(".a.example"), .exact("."), .exact("[::1"), .domain(""), .domain("."),
            .domain("*"), .domain("*."), .domain("..a.example"), .domain("a.*.example"),
        ] as [TrustedClock.CapturePolicy.Host])
    func invalidHosts(host: TrustedClock.CapturePolicy.Host) throws {
        let policy = TrustedClock.CapturePolicy(hosts: [.exact("a.example"), host])
        let observatory = try device.launch()
        let error = #expect(throws: ObservatoryError.self) { _ = try TrustedClock(observatory, policy: policy) }
        #expect(error?.cause == .invalidServer)
        #expect(observatory.keeper.authenticated.all.isEmpty)
    }

    @Test(
        "a request without a host is ignored",
        arguments: ["file:///etc/hosts", "https:///a", "about:blank", "example.com"])
    func withoutAHostNothingIsTaken(url: String) throws {
        #expect(
            try outcome(Self.a, url, alsoAccepting: .unauthenticated) == .ignored(.host))
    }

    @Test(
        "a request counts only if its path has one of the policy's prefixes",
        arguments: [
            ("https://a.example/api/time", true), ("https://a.example/api/", true), ("https://a.example/api", false),
            ("https://a.example/apis/", false), ("https://a.example/", false), ("https://a.example", false),
            ("https://a.example/x/api/", false), ("https://a.example/?/api/", false),
            ("https://a.example/health", true),
        ] as [(String, Bool)])
    func paths(url: String, isTaken: Bool) throws {
        let policy = TrustedClock.CapturePolicy(hosts: [.exact("a.example")], pathPrefixes: ["/api/", "/health"])
        #expect(try outcome(policy, url) == (isTaken ? .used : .ignored(.path)))
    }

    @Test(
        "a request counts only if the policy allows its method",
        arguments: [("GET", true), ("HEAD", true), ("POST", false), ("", false)] as [(String, Bool)])
    func methods(method: String, isTaken: Bool) throws {
        let outcome = try outcome(
            TrustedClock.CapturePolicy(hosts: [.exact("a.example")], methods: ["GET", "HEAD"]), "https://a.example/",
            method: method)
        #expect(outcome == (isTaken ? .used : .ignored(.method)))
        #expect(try self.outcome(Self.a, "https://a.example/", method: method) == .used)
    }

    @Test(
        "an answer counts only if the policy allows its status, and never with status 304",
        arguments: [
            (200, true), (204, true), (301, true), (404, true), (500, true), (599, true), (304, false), (103, false),
            (199, false), (600, false), (0, false), (-1, false),
        ] as [(Int, Bool)])
    func statuses(status: Int, isTaken: Bool) throws {
        let outcome = try outcome(Self.a, "https://a.example/", status: status)
        #expect(outcome == (isTaken ? .used : .ignored(.status)))
        let narrow = TrustedClock.CapturePolicy(hosts: [.exact("a.example")], statuses: 200...299)
        let isIn = (200...299).contains(status)
        #expect(
            try self.outcome(narrow, "https://a.example/", status: status) == (isIn ? .used : .ignored(.status)))
        // A 304 never counts, whatever the policy.
        #expect(
            try self.outcome(
                TrustedClock.CapturePolicy(hosts: [.exact("a.example")], statuses: 304...304), "https://a.example/",
                status: 304)
                != .used)
    }

    @Test(
        "only HTTPS counts as authenticated",
        arguments: [("http", false), ("HTTPS", true), ("ftp", false)] as [(String, Bool)])
    func onlyHTTPSIsAuthenticated(scheme: String, isTaken: Bool) throws {
        let url = scheme + "://a.example/"
        #expect(try outcome(Self.a, url) == (isTaken ? .used : .ignored(.unauthenticated)))
        let clock = try TrustedClock(device.launch(), policy: Self.a, alsoAccepting: .unauthenticated)
        #expect(device.capture(clock, from: url) == .used)
        #expect(clock.now().isAuthenticated == isTaken)
    }

    @Test(
        "a round trip that is negative or longer than 5 s is ignored",
        arguments: [
            (0, .used), (5_000, .used), (5_001, .ignored(.roundTrip)), (100_000, .ignored(.roundTrip)),
            (-1, .ignored(.unknownTimes)),
        ] as [(Int64, TrustedClock.CaptureOutcome)])
    func roundTrips(milliseconds: Int64, outcome: TrustedClock.CaptureOutcome) throws {
        let clock = try TrustedClock(device.launch(), policy: Self.a)
        let url = try #require(URL(string: "https://a.example/"))
        let received = clock.timestamp()
        let sent = TrustedClock.Timestamp(received.elapsed - .milliseconds(milliseconds))
        #expect(clock.captureResponse(from: url, sent: sent, received: received, header: device.headers()) == outcome)
    }

    /// Impossible values: a round trip longer than the range of numbers, and an answer from the future.
    @Test(
        "an answer with impossible times is refused",
        arguments: [(.min, .max), (.min, 0), (.max, .max)] as [(Int64, Int64)])
    func absurdTimes(sent: Int64, received: Int64) throws {
        let clock = try TrustedClock(device.launch(), policy: Self.a)
        let url = try #require(URL(string: "https://a.example/"))
        let outcome = clock.captureResponse(
            from: url, sent: TrustedClock.Timestamp(ElapsedInstant(nanoseconds: sent)),
            received: TrustedClock.Timestamp(ElapsedInstant(nanoseconds: received)), header: device.headers())
        #expect(outcome != .used)
        #expect(clock.now().allows(device.truth))
    }

    @Test(
        "an answer with a missing or unreadable Date is ignored, with the reason",
        arguments: [nil, "yesterday"] as [String?])
    func datesThatSayNothing(date: String?) throws {
        let clock = try TrustedClock(device.launch(), policy: Self.a)
        let url = try #require(URL(string: "https://a.example/"))
        let outcome = clock.captureResponse(from: url, sent: clock.timestamp()) { ["Date": date][$0] ?? nil }
        guard case .ignored(let reason) = outcome else { throw Unexpected(outcome) }
        if date == nil {
            #expect(reason == .noDate)
        } else if case .badDate = reason {
        } else {
            throw Unexpected(reason)
        }
        #expect(clock.now().kind == .unknown)
    }
}
