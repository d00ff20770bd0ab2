// The code under "After" in MigratingFromKronos.md. `Scripts/snippets-check` compares both.
public import Foundation
public import Sidereal

/// The app's only clock. The app makes it at launch, and passes it on.
public struct AppTime: Sendable {
    public let observatory: Observatory
    public let clock: TrustedClock

    public init(servers: [String]) throws {
        observatory = try Observatory()
        clock = try TrustedClock(
            [.ntp("time.apple.com")] + servers.map { .https($0) }, observatory: observatory,
            alsoAccepting: .unauthenticated)
    }

    /// Creates a clock with the sources of a test.
    public init(observatory: Observatory, clock: TrustedClock) {
        self.observatory = observatory
        self.clock = clock
    }
}

extension AppTime {
    public func synchronize() async {
        let outcome = await clock.synchronize(timeout: .seconds(15))
        for source in outcome.outcomes { print(source.source, source.result) }
    }

    /// For a label: the middle of the bounds, nil unless both ends are known.
    public var shown: Date? { clock.date }

    /// The bounds of the true time, for a log.
    public var logged: String {
        let now = clock.now()
        guard now.kind != .unknown, let earliest = now.earliestDate else { return "unknown" }
        guard let latest = now.latestDate else { return "not before \(earliest)" }
        return "\(earliest)...\(latest), \(now.isAuthenticated ? "authenticated" : "by NTP alone")"
    }

    public func mayUse(until licenceEnds: Date) -> Bool {
        switch clock.status(of: licenceEnds, requiring: .authenticated) {
        case .pending: true
        case .passed: false
        case .undetermined: true  // your decision: no answer is proven
        }
    }

    /// A Boolean value that indicates whether the system clock is wrong. This also works offline.
    public func isClockWrong() throws -> Bool {
        switch try clock.systemClockVerdict(tolerance: .seconds(60), requiring: .authenticated).answer {
        case .ahead, .behind: true
        case .agrees, .unknown: false
        }
    }

    /// Makes a request of the app with any HTTP stack, and gives the clock the answer. The clock must ask this server
    /// over https, or the clock's policy must name it.
    public func load(_ url: URL, by ask: (URL) async throws -> Answer) async throws -> Answer {
        let sent = clock.timestamp()
        let answer = try await ask(url)
        clock.captureResponse(from: url, sent: sent) { answer.headers[$0] }
        return answer
    }

    public func forgetKronos(in defaults: GatedDefaults) throws {
        try defaults.remove("KronosStableTime")
    }
}

/// An answer of the app's HTTP stack.
public struct Answer: Sendable {
    public var body: [UInt8]
    public var headers: [String: String]

    public init(body: [UInt8], headers: [String: String]) {
        self.body = body
        self.headers = headers
    }
}
