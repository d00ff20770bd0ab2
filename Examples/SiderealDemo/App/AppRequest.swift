import Foundation
import Sidereal

/// A request like any app's: a session with a delegate, and one line for the clock.
nonisolated struct AppRequest: Sendable {
    private let clock: TrustedClock

    init(_ clock: TrustedClock) { self.clock = clock }

    /// Asks a web server for its page, and returns what the clock made of the answer.
    @concurrent
    func send() async -> [TrustedClock.CaptureOutcome] {
        let (outcomes, told) = AsyncStream.makeStream(of: [TrustedClock.CaptureOutcome].self)
        let session = URLSession(
            configuration: .ephemeral, delegate: MetricsDelegate(clock: clock, told: told), delegateQueue: nil)
        defer { session.finishTasksAndInvalidate() }
        guard let url = URL(string: "https://www.apple.com/robots.txt") else { return [] }
        // The body isn't read. A server that is out of reach shows in the metrics.
        _ = try? await session.data(for: URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData))
        for await outcome in outcomes { return outcome }
        return []
    }
}

/// Learns from every task of its session.
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
