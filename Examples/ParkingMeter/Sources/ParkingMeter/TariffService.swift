import Foundation
import Sidereal

/// Loads tariffs, with whatever HTTP stack the app has, and lets the clock learn from the answers.
public struct TariffService: Sendable {
    /// What it needs of an answer.
    public struct Answer: Sendable {
        let status: Int
        let headers: [String: String]

        public init(status: Int, headers: [String: String]) {
            self.status = status
            self.headers = headers
        }
    }

    private let clock: TrustedClock

    public init(clock: TrustedClock) { self.clock = clock }

    /// Whether the server answered with tariffs.
    public func refresh(from url: URL, by load: @Sendable (URL) async throws -> Answer) async throws -> Bool {
        let sent = clock.timestamp()
        let answer = try await load(url)
        clock.observe(from: url, status: answer.status, sent: sent) { answer.headers[$0] }
        return answer.status == 200
    }
}
