import Foundation
import Sidereal

/// The app's own time source, which uses the protocol of the app's server.
public struct OwnServer: TimeSource {
    public let name: String
    public let isAuthenticated = true
    private let time: @Sendable () async throws -> Date

    public init(_ name: String, time: @escaping @Sendable () async throws -> Date) {
        self.name = name
        self.time = time
    }

    public func ask(_ poll: TimePoll) async throws {
        let sent = poll.willSend()
        let seconds = try await time().timeIntervalSince1970.rounded(.down)
        let received = poll.didReceive()
        let (second, next) = (Date(timeIntervalSince1970: seconds), Date(timeIntervalSince1970: seconds + 1))
        poll.receive(TimePoll.Answer(sent: sent, received: received, earliest: second, latest: next))
    }
}
