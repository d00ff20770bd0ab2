import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TrustedClock {
    /// Learns from a request that the app made with whatever HTTP stack it uses.
    ///
    ///     let sent = clock.stamp()
    ///     let response = try await client.execute(request)
    ///     clock.observe(
    ///         date: response.headers["date"], age: response.headers["age"], from: url, status: response.status,
    ///         sent: sent)
    ///
    /// The answer has to come over the network now. A cache of the app, as `URLSession` has one by default on all
    /// platforms, replays old answers with their old Date and no Age. Such a one is told only by a fresh answer of the
    /// same operator before it, and taken where it is the first: set `urlCache` to nil in the configuration of such a
    /// session, or use `capture` on Apple platforms.
    ///
    /// While the bounds are tight enough it costs a fraction of a microsecond, and nothing is parsed.
    ///
    /// - Parameters:
    ///   - date: The value of the Date header of the final response; nil where there is none.
    ///   - age: The value of its Age header, if it has one: such an answer bounds the time from below only.
    ///   - url: Whom the app asked, after redirects. Over https an answer counts as authenticated.
    ///   - method: The method of the request.
    ///   - status: The status of the response; a 304 is passed over, since its Date may be old.
    ///   - sent: When the request left: ``stamp()``.
    ///   - received: When the response's headers had arrived; nil for now.
    /// - Returns: What became of it. An app needn't act on it; in a log it shows why the clock learns nothing.
    @discardableResult
    public func observe(
        date: String?, age: String? = nil, from url: URL, method: String = "GET", status: Int = 200,
        sent: ElapsedStamp, received: ElapsedStamp? = nil
    ) -> CaptureOutcome {
        if isPreciseEnough { return .notNeeded }
        let response = CapturedResponse(
            url: url, method: method, status: status, date: date, age: age,
            isAuthenticated: url.scheme?.lowercased() == "https")
        return take(response) { (sent.elapsed, received?.elapsed ?? self.shared.elapsed()) }
    }

    /// Whether the bounds are tight enough, so that requests are passed over.
    public var isPreciseEnough: Bool {
        let basis = basis.accepts(.unauthenticated) ? basis : basis.requiring(.proven)
        guard let width = shared.trusted(basis).width else { return false }
        let enough = Nanoseconds(clamping: policy.tightEnough)
        return width <= enough + enough
    }

    /// Learns from a response whose times another timed by the wall clock.
    func take(timedByWall response: CapturedResponse, start: Date?, end: Date?) -> CaptureOutcome {
        take(response) {
            guard let start, let end else { return nil }
            return self.shared.span(from: WallInstant(clamping: start), to: WallInstant(clamping: end))
        }
    }

    private func take(
        _ response: CapturedResponse, times: () -> (ElapsedInstant, ElapsedInstant)?
    ) -> CaptureOutcome {
        if let reason = policy.objection(to: response) { return .ignored(reason) }
        if !response.isAuthenticated, !basis.accepts(.unauthenticated) { return .ignored(.unauthenticated) }
        guard let text = response.date else { return .ignored(.noDate) }
        let date: HTTPDate
        do throws(HTTPDateError) {
            date = try HTTPDate(sentNow: text.utf8)
        } catch {
            return .ignored(.badDate(error.reason))
        }
        // What has not come yet would bound the time by clocks that were not read.
        guard let (sent, received) = times(), sent <= received, received <= shared.elapsed() else {
            return .ignored(.unknownTimes)
        }
        guard received - sent <= Nanoseconds(clamping: policy.longestRoundTrip) else { return .ignored(.roundTrip) }
        let ends = policy.premises.ends(of: date.instant, resolution: date.resolution, isFresh: response.isFresh)
        let host = response.url.host()?.lowercased() ?? ""
        guard let source = policy.source(ofHost: host, isAuthenticated: response.isAuthenticated) else {
            return .ignored(.host)
        }
        let sample = TimeSample(
            source: source.name.isEmpty ? host : source.name, operator: source.operator,
            isAuthenticated: response.isAuthenticated,
            sent: sent, received: received, earliest: ends.earliest, latest: ends.latest, isDate: true)
        return shared.receive(sample, isCaptured: true).map { .rejected($0) } ?? .used
    }
}
