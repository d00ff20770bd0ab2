import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TrustedClock {
    /// Learns from a request that the app made with any HTTP stack.
    ///
    ///     let sent = clock.timestamp()
    ///     let response = try await client.execute(request)
    ///     clock.observe(from: url, status: response.status, sent: sent) { response.headers[$0] }
    ///
    /// A Date always bounds the time from below. It bounds the time from above, too, if RFC 9111 allows no cache on the
    /// way to have kept the answer: an answer to POST, PUT, PATCH or DELETE, or one with `no-store`, `no-cache` or
    /// `private`. If all caches on the way state the age of their answers, set ``DateHeaderPremises/cachesSendAge``:
    /// then all other answers bound the time from above, too.
    ///
    /// The answer must come over the network now. A cache of the app replays old answers with their old Date and no
    /// Age, and `URLSession` has one by default on all platforms. Set `urlCache` to nil in the configuration of such a
    /// session, or use `capture` on Apple platforms.
    ///
    /// While the bounds are tight enough, a call takes a fraction of a microsecond and parses nothing.
    ///
    /// - Parameters:
    ///   - url: The requested URL, after redirects. An answer over https counts as authenticated.
    ///   - method: The method of that request. After a redirect it may be GET even if the app began with POST.
    ///   - status: The status of the final response. A 304 is ignored, because its Date may be old.
    ///   - sent: The reading of the elapsed clock when the request left: ``timestamp()``.
    ///   - received: The reading when the response's headers had arrived, or `nil` for now.
    ///   - header: Returns the value of a header of the final response by its name, such as `Date` or `Cache-Control`,
    ///     in any letter case. Several values are joined by commas; a missing header is `nil`. The closure is called
    ///     before this method returns, for each header that counts.
    /// - Returns: The result of the observation. You need not act on it; in a log it shows why the clock learns
    ///   nothing.
    @discardableResult
    public func observe(
        from url: URL, method: String = "GET", status: Int = 200, sent: TrustedClock.Timestamp,
        received: TrustedClock.Timestamp? = nil,
        header: (_ name: String) -> String?
    ) -> TrustedClock.CaptureOutcome {
        if meetsTargetUncertainty { return .notNeeded }
        let response = CapturedResponse(
            url: url, head: AnswerHead(method: method, status: status, value: header),
            isAuthenticated: url.scheme?.lowercased() == "https")
        return take(response) { (sent.elapsed, received?.elapsed ?? self.shared.elapsed()) }
    }

    /// Indicates whether the bounds are tight enough. If they are, requests are ignored.
    public var meetsTargetUncertainty: Bool {
        let basis = basis.accepts(.unauthenticated) ? basis : basis.requiring(.proven)
        guard let width = shared.trusted(basis).width else { return false }
        let enough = Nanoseconds(clamping: policy.targetUncertainty)
        return width <= enough + enough
    }

    /// Learns from a response whose times were read from the wall clock.
    func take(timedByWall response: CapturedResponse, start: Date?, end: Date?) -> TrustedClock.CaptureOutcome {
        take(response) {
            guard let start, let end else { return nil }
            return self.shared.span(from: WallInstant(clamping: start), to: WallInstant(clamping: end))
        }
    }

    private func take(
        _ response: CapturedResponse, times: () -> (ElapsedInstant, ElapsedInstant)?
    ) -> TrustedClock.CaptureOutcome {
        if let reason = policy.objection(to: response) { return .ignored(reason) }
        if !response.isAuthenticated, !basis.accepts(.unauthenticated) { return .ignored(.unauthenticated) }
        guard let text = response.head.date else { return .ignored(.noDate) }
        let date: HTTPDate
        do throws(HTTPDateError) {
            date = try HTTPDate(sentNow: text.utf8)
        } catch {
            return .ignored(.badDate(error.reason))
        }
        // An answer from the future would bound the time by clocks that were not read.
        guard let (sent, received) = times(), sent <= received, received <= shared.elapsed() else {
            return .ignored(.unknownTimes)
        }
        guard received - sent <= Nanoseconds(clamping: policy.maximumRoundTrip) else { return .ignored(.roundTrip) }
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
