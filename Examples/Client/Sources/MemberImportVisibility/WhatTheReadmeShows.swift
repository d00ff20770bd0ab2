// The README's code, in the same order. `Scripts/snippets-check` compares both.
import Foundation
import Sidereal

nonisolated extension StoreKey<Bool> {
    static var hasOnboarded: Self { .init("hasOnboarded") }
}

nonisolated extension StoreKey<Bool> {
    static var isLoggedIn: Self { .init("isLoggedIn") }
}

enum Screen: Equatable {
    case welcome
    case home
    case launching(Unavailability)
    case trouble(Unavailability)
}

enum FirstScreen: Equatable {
    case login, home, launching, trouble
}

func whatTheReadmeShows(saleEnds: Date, show: (FirstScreen) -> Void) async throws {
    let store = try ProtectedStore()
    switch store.read(.isLoggedIn) {
    case .value(let isLoggedIn): show(isLoggedIn ? .home : .login)
    case .absent: show(.login)
    case .unavailable(let why) where why.isTemporary: show(.launching)
    case .unavailable: show(.trouble)
    }

    let clock = try TrustedClock(.https("api.example.com"))
    await clock.synchronize()

    print(clock.now())
    print(try clock.systemClockVerdict())
    _ = clock.status(of: saleEnds)

    let observatory = try Observatory()
    _ = observatory.bootVerdict.didReboot

    let began = try observatory.moment()
    let passed = try observatory.elapsed(since: began)
    print(passed.atLeast, passed.atMost as Any)
}

// MARK: - The page of SiderealStorage

func whatTheStoragePageShows(show: (Screen) -> Void) async throws {
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
