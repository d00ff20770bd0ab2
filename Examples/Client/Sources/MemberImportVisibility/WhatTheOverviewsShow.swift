// The code on the first page of the documentation and in the comments of types. `Scripts/snippets-check` compares both.
import Foundation
import Sidereal

func whatTheOverviewOfAuthenticatedTimeShows() async throws {
    let clock = try TrustedClock(
        .nts("time.cloudflare.com"), .nts("nts.example.org"), .roughtime("roughtime.example.com", publicKey: "..."))
    await clock.synchronize()
}

func whatAMomentShows(_ observatory: Observatory) throws {
    let began = try observatory.moment()
    // Later, in any launch:
    print(try observatory.elapsed(since: began))
}

func whatElapsedMeterShows(_ observatory: Observatory) throws {
    var meter = try ElapsedMeter(startingAt: observatory)

    let passed = try meter.update(from: observatory)
    print(passed.atLeast, passed.atMost as Any)
}

enum Root {
    case home
    case onboarding
    case waiting(Unavailability)
    case trouble(Unavailability)
}

func whatProtectedStoreShows(show: (Root) -> Void) throws {
    let store = try ProtectedStore("settings")
    switch store.read(.hasOnboarded) {
    case .value(let done): show(done ? .home : .onboarding)
    case .absent: show(.onboarding)
    case .unavailable(let why) where why.isTemporary: show(.waiting(why))
    case .unavailable(let why): show(.trouble(why))
    }
}
