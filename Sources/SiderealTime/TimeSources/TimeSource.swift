/// A source of the time, such as a web server, an NTP server, or another service that your app can reach.
///
/// ``TimeServer`` creates the library's own sources. You can also write your own source. Your source requests the time
/// from its server, and passes each answer to the poll as bounds:
///
/// ```swift
/// struct PartnerTime: TimeSource {
///     let name = "partner"
///     let isAuthenticated = true
/// ```
///
///         func ask(_ poll: TimePoll) async throws {
///             let sent = poll.willSend()
///             let seconds = try await partner.serverTime()
///             let received = poll.didReceive()
///             let second = Date(timeIntervalSince1970: seconds)
///             let next = second.addingTimeInterval(1)
///             poll.receive(TimePoll.Answer(sent: sent, received: received, earliest: second, latest: next))
///         }
///     }
public protocol TimeSource: Sendable {
    /// The source's name in events and reports, such as a URL or a host.
    var name: String { get }
    /// The source's operator. By default, the operator is the source's name. Sources of one operator share one vote.
    var `operator`: String { get }
    /// A Boolean value that indicates whether an exchange with the server proves the server's identity, as TLS does.
    var isAuthenticated: Bool { get }

    /// Requests the time, once or several times, and passes each answer to the poll.
    ///
    /// Your method must end early if its task is cancelled. If your method throws an error, the clock reports the
    /// error, and still uses the answers that it received before. Throw a ``TimeSourceError`` if one of its causes
    /// fits.
    func ask(_ poll: TimePoll) async throws
}

extension TimeSource {
    public var `operator`: String { name }

    var named: NamedSource { NamedSource(name, of: `operator`, isAuthenticated: isAuthenticated) }
}
