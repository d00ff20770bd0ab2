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
    ///     clock.observe(from: url, status: response.status, sent: sent) { response.headers[$0] }
    ///
    /// A Date bounds the time from below. From above it does where no cache on the way may have kept it by the rules of
    /// RFC 9111: the answers to POST, PUT, PATCH and DELETE, and those that say `no-store`, `no-cache` or `private`.
    /// Caches that tell the age of what they keep let all others count, too: ``DateHeaderPremises/cachesTellAge``.
    ///
    /// The answer has to come over the network now. A cache of the app, as `URLSession` has one by default on all
    /// platforms, replays old answers with their old Date and no Age: set `urlCache` to nil in the configuration of
    /// such a session, or use `capture` on Apple platforms.
    ///
    /// While the bounds are tight enough it costs a fraction of a microsecond, and nothing is parsed.
    ///
    /// - Parameters:
    ///   - url: Whom the app asked, after redirects. Over https an answer counts as authenticated.
    ///   - method: The method of that request: after a redirect it may be GET where the app began with POST.
    ///   - status: The status of the final response; a 304 is passed over, since its Date may be old.
    ///   - sent: When the request left: ``stamp()``.
    ///   - received: When the response's headers had arrived; nil for now.
    ///   - header: The value of a header of the final response by its name, such as `Date` or `Cache-Control`, in
    ///     whatever letter case; several values joined by commas; nil where there is none. It is called before this
    ///     returns, for each header that counts.
    /// - Returns: What became of it. An app needn't act on it; in a log it shows why the clock learns nothing.
    @discardableResult
    public func observe(
        from url: URL, method: String = "GET", status: Int = 200, sent: ElapsedStamp, received: ElapsedStamp? = nil,
        header: (_ name: String) -> String?
    ) -> CaptureOutcome {
        if isPreciseEnough { return .notNeeded }
        let response = CapturedResponse(
            url: url, head: AnswerHead(method: method, status: status, value: header),
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
        guard let text = response.head.date else { return .ignored(.noDate) }
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
        let ends = policy.premises.ends(
            of: date.instant, resolution: date.resolution, age: policy.premises.age(of: response.head))
        let host = response.url.host()?.lowercased() ?? ""
        guard let source = policy.source(ofHost: host, isAuthenticated: response.isAuthenticated) else {
            return .ignored(.host)
        }
        let sample = TimeSample(
            source: source.name.isEmpty ? host : source.name, operator: source.operator,
            isAuthenticated: response.isAuthenticated,
            sent: sent, received: received, earliest: ends.earliest, latest: ends.latest, isDate: true)
        return shared.receive(sample).map { .rejected($0) } ?? .used
    }
}
