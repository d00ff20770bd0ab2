// The code in the comments of the main types. `Scripts/snippets-check` compares both.
import Foundation
import Sidereal

func whatObservatoryShows(forgetWhatWasRunning: () -> Void) throws {
    let observatory = try Observatory()
    if observatory.bootVerdict.didReboot == true { forgetWhatWasRunning() }

    let began = try observatory.moment()
    // Later, in any launch:
    print(try observatory.elapsed(since: began))
}

func whatBootVerdictShows(
    resume: () -> Void, resumeAfterReboot: () -> Void, resumeWithoutProof: (String) -> Void
) throws {
    let verdict = try Observatory().bootVerdict
    switch verdict.didReboot {
    case true?: resumeAfterReboot()
    case false?: resume()
    case nil: resumeWithoutProof(verdict.reason)
    }
}

func whatFirstUnlockGateShows(showLaunchScreen: () -> Void, openDatabase: () -> Void) async throws {
    if FirstUnlockGate.shared.state != .unlocked { showLaunchScreen() }
    try await FirstUnlockGate.shared.waitForFirstUnlock()
    openDatabase()
}

func whatGatedDefaultsShows(show: (Bool) -> Void, showLaunchScreen: (Unavailability) -> Void) throws {
    let defaults = try GatedDefaults()
    switch defaults.read("isMuted", as: Bool.self) {
    case .value(let isMuted): show(isMuted)
    case .absent: show(false)
    case .unavailable(let why): showLaunchScreen(why)
    }
}

#if canImport(Security)
    func whatGatedKeychainShows(
        resume: (String) -> Void, askForPassword: () -> Void, showLaunchScreen: (Unavailability) -> Void
    ) {
        let keychain = GatedKeychain(service: "com.example.app")
        switch keychain.readString("session") {
        case .value(let token): resume(token)
        case .notFound: askForPassword()
        case .unavailable(let why): showLaunchScreen(why)
        }
    }
#endif

func whatStoreMigrationShows(store: ProtectedStore) async throws -> [String] {
    let migration = StoreMigration(
        "2026-settings", items: [.init("hasOnboarded", to: .hasOnboarded)], from: try GatedDefaults(), to: store)
    // At each launch:
    let report = try await migration.run()
    return report.moved
}

func whatTrustedTimeShows(clock: TrustedClock, saleEnds: Date, hideSale: () -> Void, log: (String) -> Void) {
    let time = clock.now()
    if time.status(of: saleEnds) == .passed { hideSale() }
    if let earliest = time.earliestDate { log("It is \(earliest) or later.") }
}

func whatSystemClockVerdictShows(clock: TrustedClock, warn: (String) -> Void) throws {
    let verdict = try clock.systemClockVerdict()
    switch verdict.answer {
    case .agrees, .unknown: break
    case .ahead, .behind: warn(NSLocalizedString(verdict.messageKey, value: verdict.message, comment: ""))
    }
}

func whatCapturePolicyShows() throws -> TrustedClock {
    var policy = TrustedClock.CapturePolicy(hosts: [.domain("example.com")])
    policy.pathPrefixes = ["/api/"]
    let clock = try TrustedClock(policy: policy)
    return clock
}
