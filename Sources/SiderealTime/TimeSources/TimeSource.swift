/// A source of the time: a web server, an NTP server, or any other service that an app can reach.
///
/// Those of ``TimeServer`` come with the library. A source of your own asks its server, and passes on each answer as
/// bounds:
///
///     struct PartnerTime: TimeSource {
///         let name = "partner"
///         let isAuthenticated = true
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
    /// The source's operator; by default its name. Sources of one operator share one vote.
    var `operator`: String { get }
    /// Indicates whether an exchange proves the identity of the server, as TLS does.
    var isAuthenticated: Bool { get }

    /// Asks the server as often as it takes to bound the time well, and passes each answer to the poll.
    ///
    /// The method must end early when its task is cancelled. An error that it throws is reported, and earlier answers
    /// still count. Throw a ``TimeSourceError`` if one of its causes fits.
    func ask(_ poll: TimePoll) async throws
}

extension TimeSource {
    public var `operator`: String { name }

    var named: NamedSource { NamedSource(name, of: `operator`, isAuthenticated: isAuthenticated) }
}
