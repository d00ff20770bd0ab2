import Foundation
import Sidereal

/// Loads tariffs, with whatever HTTP stack the app has, and lets the clock learn from the answers.
public struct TariffService: Sendable {
    /// What it needs of an answer.
    public struct Answer: Sendable {
        let status: Int
        let date: String?
        let age: String?

        public init(status: Int, date: String?, age: String?) {
            self.status = status
            self.date = date
            self.age = age
        }
    }

    private let clock: TrustedClock

    public init(clock: TrustedClock) { self.clock = clock }

    /// Whether the server answered with tariffs.
    public func refresh(from url: URL, by load: @Sendable (URL) async throws -> Answer) async throws -> Bool {
        let sent = clock.stamp()
        let answer = try await load(url)
        clock.observe(date: answer.date, age: answer.age, from: url, status: answer.status, sent: sent)
        return answer.status == 200
    }
}
