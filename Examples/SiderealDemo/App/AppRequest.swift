import Foundation
import Sidereal

/// A request like that of any app: a session with a delegate, and one line that gives the metrics to the clock.
nonisolated struct AppRequest: Sendable {
    private let clock: TrustedClock

    init(_ clock: TrustedClock) { self.clock = clock }

    /// Requests a web server's page, and returns the clock's outcome for the answer.
    @concurrent
    func send() async -> [TrustedClock.CaptureOutcome] {
        let (outcomes, told) = AsyncStream.makeStream(of: [TrustedClock.CaptureOutcome].self)
        let session = URLSession(
            configuration: .ephemeral, delegate: MetricsDelegate(clock: clock, told: told), delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        guard let url = URL(string: "https://www.apple.com/robots.txt") else { return [] }
        // The app doesn't read the body. The metrics show whether the server was out of reach.
        _ = try? await session.data(for: URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData))
        for await outcome in outcomes { return outcome }
        return []
    }
}

/// Gives the clock the metrics of every task of the session.
nonisolated final class MetricsDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    private let clock: TrustedClock
    private let told: AsyncStream<[TrustedClock.CaptureOutcome]>.Continuation

    init(clock: TrustedClock, told: AsyncStream<[TrustedClock.CaptureOutcome]>.Continuation) {
        self.clock = clock
        self.told = told
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
        told.yield(clock.capture(metrics, in: session))
        told.finish()
    }
}
