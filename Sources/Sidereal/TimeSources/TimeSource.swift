public import SiderealCore

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
///             let second = TrueInstant(nanoseconds: 0) + .seconds(seconds)   // saturates, whatever a server says
///             poll.receive(TimeAnswer(sent: sent, received: received, earliest: second, latest: second + .seconds(1)))
///         }
///     }
public protocol TimeSource: Sendable {
    /// What is asked: a URL, a host. It names the source in events and reports.
    var name: String { get }
    /// Who runs it: sources of one operator count as one voice. By default the name.
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
}

/// One exchange with a source: when the question left and the answer arrived, and what that says.
public struct TimeAnswer: Sendable, Hashable {
    /// When the question left, on the elapsed clock: ``TimePoll/willSend()``.
    public var sent: ElapsedInstant
    /// When the answer had arrived, on the elapsed clock: ``TimePoll/didReceive()``.
    public var received: ElapsedInstant
    /// The true time at ``received`` is at least this; nil where the answer does not bound it.
    public var earliest: TrueInstant?
    /// The true time at ``sent`` is at most this; nil where it is not known how old the answer is.
    public var latest: TrueInstant?

    /// An answer that bounds the true time.
    public init(sent: ElapsedInstant, received: ElapsedInstant, earliest: TrueInstant?, latest: TrueInstant?) {
        self.sent = sent
        self.received = received
        self.earliest = earliest
        self.latest = latest
    }
}
