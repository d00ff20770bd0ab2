// What the README shows, in its order. `Scripts/snippets-check` compares.
import Foundation
import Sidereal

nonisolated extension StoreKey<Bool> {
    static var hasOnboarded: Self { .init("hasOnboarded") }
}

enum Screen: Equatable {
    case welcome
    case home
    case launching(Unavailability)
    case trouble(Unavailability)
}

func whatTheReadmeShows(
    saleEnds: Date, saleBegins: Date, show: (Screen) -> Void
) async throws {
    // At launch. Waits for no lock, no sync and no network.
    let verdict = try Observatory().bootVerdict
    _ = verdict.didReboot
    _ = verdict.reason
    _ = verdict.wasClockSet

    let observatory = try Observatory()
    let mark = try observatory.moment()
    let parked = try observatory.elapsed(since: mark)
    _ = parked.atLeast
    _ = parked.atMost
    _ = try observatory.verdict(since: mark).wasClockSet

    let clock = try TrustedClock(.https("api.example.com"), .nts("time.cloudflare.com"))
    await clock.synchronize()

    print(clock.now())
    print(try clock.checkSystemClock())
    _ = clock.status(of: saleEnds)
    try await clock.sleep(until: saleBegins)

    let store = try ProtectedStore()
    switch store.read(.hasOnboarded) {
    case .value(let done): show(done ? .home : .welcome)
    case .absent: show(.welcome)
    case .unavailable(let why) where why.isTemporary: show(.launching(why))
    case .unavailable(let why): show(.trouble(why))
    }
    try await store.set(true, for: .hasOnboarded)
    try await FirstUnlockGate.shared.waitForFirstUnlock()
}

#if canImport(Darwin)
    final class SessionDelegate: NSObject, URLSessionTaskDelegate {
        let clock: TrustedClock

        init(_ clock: TrustedClock) { self.clock = clock }

        func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics)
        {
            clock.capture(metrics, in: session)
        }
    }

    func whatTheSessionShows(_ clock: TrustedClock) -> URLSession {
        let session = URLSession(configuration: .default, delegate: SessionDelegate(clock), delegateQueue: nil)
        return session
    }
#endif

func whatListeningShows(_ observatory: Observatory) throws -> TrustedClock {
    let clock = try TrustedClock(observatory: observatory, policy: CapturePolicy(hosts: [.suffix("example.com")]))
    return clock
}
