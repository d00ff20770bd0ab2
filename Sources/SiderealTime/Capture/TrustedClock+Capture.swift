import SiderealCore
import SiderealSystem

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension TrustedClock {
    /// Uses the `Date` header of a response to bound the true time. The app can use any HTTP stack.
    ///
    /// ```swift
    /// let sent = clock.timestamp()
    /// let response = try await client.execute(request)
    /// clock.captureResponse(from: url, status: response.status, sent: sent) { response.headers[$0] }
    /// ```
    ///
    /// A `Date` header always bounds the time from below. The header also bounds the time from above if RFC 9111
    /// forbids every cache on the way to send a stored copy. RFC 9111 forbids stored copies for POST, PUT, PATCH and
    /// DELETE, and for responses with `no-store`, `no-cache` or `private`. If all caches on the way send an `Age`
    /// header with their responses, set ``DateHeaderPremises/cachesSendAge``. With this premise, all other responses
    /// also bound the time from above.
    ///
    /// The response must come over the network, not from a cache of the app. A cache of the app returns an old response
    /// with the old `Date` header and without an `Age` header. A `URLSession` has a cache by default on all platforms.
    /// Set `urlCache` to nil in the session's configuration, or use `capture` on Apple platforms.
    ///
    /// While ``meetsTargetUncertainty`` is true, a call takes less than a microsecond and does not parse the response.
    ///
    /// - Parameters:
    ///   - url: The URL of the last request, after redirects. A response over https counts as authenticated.
    ///   - method: The method of the last request. After a redirect, the method can be GET even if the app sent a POST
    ///     request.
    ///   - status: The status of the final response. The clock ignores the status 304, because the `Date` header of
    ///     such a response may be old.
    ///   - sent: The reading of the elapsed clock right before the app sent the request: ``timestamp()``.
    ///   - received: The reading of the elapsed clock after the response's headers had arrived, or `nil` for now.
    ///   - header: A closure that returns the value of a header of the final response, or `nil` if the header is
    ///     missing. The closure's argument is the header's name, such as `Date` or `Cache-Control`, in any letter case.
    ///     Join several values of one header with commas. This method calls the closure only before it returns.
    /// - Returns: The clock's decision about the request. Log this decision to see why the clock does not use a
    ///   request.
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

    /// A Boolean value that indicates whether the bounds are at most twice as wide as the policy's
    /// ``CapturePolicy/targetUncertainty``. While the value is true, the clock ignores the app's requests.
    public var meetsTargetUncertainty: Bool {
        let basis = basis.accepts(.unauthenticated) ? basis : basis.requiring(.proven)
        guard let width = shared.trusted(basis).width else { return false }
        let enough = Nanoseconds(clamping: policy.targetUncertainty)
        return width <= enough + enough
    }

    /// Uses a response to bound the true time. The times of the response come from the wall clock.
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
        // The sample needs times that are not later than the present elapsed time.
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
