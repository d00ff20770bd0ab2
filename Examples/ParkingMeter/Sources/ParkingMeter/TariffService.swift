import Foundation
import Sidereal

/// Loads tariffs with the app's HTTP stack, and lets the clock learn from the answers.
public struct TariffService: Sendable {
    /// The parts of an answer that the service needs.
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

    /// Loads the tariffs. Returns whether the server answered with tariffs.
    public func refresh(from url: URL, by load: @Sendable (URL) async throws -> Answer) async throws -> Bool {
        let sent = clock.timestamp()
        let answer = try await load(url)
        clock.observe(from: url, status: answer.status, sent: sent) { answer.headers[$0] }
        return answer.status == 200
    }
}
