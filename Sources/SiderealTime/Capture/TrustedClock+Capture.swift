import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TrustedClock {
    /// Bounds the time by the Date of an answer that the app received through any HTTP stack.
    ///
    ///     let sent = clock.timestamp()
    ///     let response = try await client.execute(request)
    ///     clock.captureResponse(from: url, status: response.status, sent: sent) { response.headers[$0] }
    ///
    /// A Date always bounds the time from below. It also bounds the time from above if RFC 9111 does not let a cache on
    /// the way answer with a stored copy. That holds for an answer to POST, PUT, PATCH or DELETE, and for an answer
    /// with `no-store`, `no-cache` or `private`. If all caches on the way send an Age with their answers, set
    /// ``DateHeaderPremises/cachesSendAge``. Then all other answers also bound the time from above.
    ///
    /// The answer must come over the network, not from a cache of the app. Such a cache returns an old answer with its
    /// old Date and without an Age. A `URLSession` has a cache by default on all platforms. Set `urlCache` to nil in
    /// the session's configuration, or use `capture` on Apple platforms.
    ///
    /// While the bounds are tight enough, a call takes less than a microsecond and does not parse the answer.
    ///
    /// - Parameters:
    ///   - url: The URL of the last request, after redirects. An answer over https counts as authenticated.
    ///   - method: The method of that request. After a redirect it may be GET even if the app began with POST.
    ///   - status: The status of the final response. The clock ignores a 304, because its Date may be old.
    ///   - sent: The reading of the elapsed clock when the request left: ``timestamp()``.
    ///   - received: The reading of the elapsed clock after the response's headers had arrived, or `nil` for now.
    ///   - header: A closure that returns the value of a header of the final response, or `nil` if the header is
    ///     missing. Its argument is the header's name, such as `Date` or `Cache-Control`, in any letter case. Join
    ///     several values with commas. This method calls the closure before it returns.
    /// - Returns: The clock's decision about the request. You can ignore it. In a log, it shows why the clock does not
    ///   use a request.
    @discardableResult
    public func captureResponse(
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

    /// Indicates whether the bounds are tight enough. If they are, the clock ignores the app's requests.
    public var meetsTargetUncertainty: Bool {
        let basis = basis.accepts(.unauthenticated) ? basis : basis.requiring(.proven)
        guard let width = shared.trusted(basis).width else { return false }
        let enough = Nanoseconds(clamping: policy.targetUncertainty)
        return width <= enough + enough
    }

    /// Bounds the time by a response whose times come from the wall clock.
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
        // The sample needs times that the elapsed clock has already shown.
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
