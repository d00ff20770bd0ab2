/// Something that can be asked for the time: a web server, an NTP server, or whatever an app can talk to.
///
/// ``HTTPDateSource`` and ``NTPSource`` come with the library. One of your own asks its server, and hands each answer
/// on, as bounds:
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
///             poll.receive(TimeAnswer(sent: sent, received: received, earliest: second, latest: next))
///         }
///     }
public protocol TimeSource: Sendable {
    /// What is asked: a URL, a host. It names the source in events and reports.
    var name: String { get }
    /// Who runs it: sources of one operator share one vote. By default the name.
    var `operator`: String { get }
    /// Whether an exchange proves who answered, as TLS does.
    var isAuthenticated: Bool { get }

    /// Asks once, or as often as it takes to bound the time well, and hands each answer to the poll.
    ///
    /// It ends early when its task is cancelled. What it throws is reported; answers that it gave before count. Throw
    /// ``TimeSourceError`` where that says what happened.
    func ask(_ poll: TimePoll) async throws
}

extension TimeSource {
    public var `operator`: String { name }

    var named: NamedSource { NamedSource(name, of: `operator`, isAuthenticated: isAuthenticated) }
}
