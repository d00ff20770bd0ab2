import Foundation
import SiderealCore
import SiderealTime

extension [TrustedClock.CapturePolicy.Host] {
    /// The app's own hosts.
    static var own: Self { [.domain("example.com")] }
}

extension TrustedClock.CapturePolicy {
    static var own: TrustedClock.CapturePolicy { TrustedClock.CapturePolicy(hosts: .own) }
}

extension StoryDevice {
    /// Returns the Date header that a server sends now, if its clock is off by so much.
    func dateHeader(offBy error: Nanoseconds = .zero) -> String { HTTPDate.text(of: truth + error) }

    /// Passes a clock a request that was answered at once. There are two answers, because a Date bounds from above only
    /// once it was seen to advance.
    func observeTwice(
        _ clock: TrustedClock, offBy error: Nanoseconds = .zero, from url: String = "https://www.example.com/a"
    ) -> [TrustedClock.CaptureOutcome] {
        let first = capture(clock, offBy: error, from: url)
        pass(seconds: 1)
        return [first, capture(clock, offBy: error, from: url)]
    }

    func capture(
        _ clock: TrustedClock, offBy error: Nanoseconds = .zero, age: String? = nil, cacheControl: String? = "no-store",
        from url: String = "https://www.example.com/a", method: String = "GET", status: Int = 200
    ) -> TrustedClock.CaptureOutcome {
        let sent = clock.timestamp()
        guard let url = URL(string: url) else { return .ignored(.host) }
        return clock.captureResponse(
            from: url, method: method, status: status, sent: sent,
            header: headers(offBy: error, age: age, cacheControl: cacheControl))
    }

    /// Returns the head of an answer of now. By default no cache may have kept it.
    func headers(
        offBy error: Nanoseconds = .zero, age: String? = nil, cacheControl: String? = "no-store"
    ) -> (String) -> String? {
        let all = ["Date": dateHeader(offBy: error), "Age": age, "Cache-Control": cacheControl].compactMapValues { $0 }
        return { all[$0] }
    }
}
