import Foundation
import Sidereal

/// Loads tariffs with the app's HTTP stack, and gives the answers to the clock.
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

    /// Loads the tariffs. Returns a Boolean value that indicates whether the server answered with tariffs.
    public func refresh(from url: URL, by load: @Sendable (URL) async throws -> Answer) async throws -> Bool {
        let sent = clock.timestamp()
        let answer = try await load(url)
        clock.captureResponse(from: url, status: answer.status, sent: sent) { answer.headers[$0] }
        return answer.status == 200
    }
}
