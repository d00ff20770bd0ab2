// What LockedIsNotMissing.md shows; its views are in SwiftUIPreviews. `Scripts/snippets-check` compares.
import Foundation
import Sidereal

extension StoreKey<Int> {
    static var points: Self { .init("points") }
}

extension StoreKey<Bool> {
    static var hasBadge: Self { .init("hasBadge") }
}

extension StoreKey<String> {
    static var token: Self { .init("token") }
    static var theme: Self { .init("theme") }
}

enum Page {
    case waiting(Unavailability)
    case full
}

func whatReadingShows(
    _ store: ProtectedStore, resume: (String) -> Void, showLogin: () -> Void, apply: (StoreReading<String>) -> Void
) async throws {
    switch try await store.value(.token, timeout: .seconds(5)) {
    case .value(let token): resume(token)
    case .absent: showLogin()
    }
    for await reading in store.changes(of: .theme) { apply(reading) }
}

func whatWritingShows(_ store: ProtectedStore) async throws -> Int {
    try await store.set(true, for: .hasOnboarded)
    let launches = try await store.update(.launches) { value -> Int in
        value = (value ?? 0) + 1
        return value ?? 0
    }
    try await store.transaction { transaction throws(StoreError) in
        let points = try transaction.value(.points) ?? 0
        guard points >= 10 else { throw .abandoned }
        try transaction.set(points - 10, for: .points)
        try transaction.set(true, for: .hasBadge)
    }
    return launches
}

func whatErrorsShow(_ store: ProtectedStore, show: (Page) -> Void, report: (StoreError) -> Void) async {
    do {
        try await store.set(true, for: .hasOnboarded)
    } catch {
        switch error.cause {
        case .unavailable(let why): show(.waiting(why))
        case .noSpace: show(.full)
        default: report(error)
        }
    }
}

func whatSharingShows(groupContainer: URL) throws -> ProtectedStore {
    let store = try ProtectedStore("shared", directory: groupContainer)
    return store
}

func whatTheGateShows(openDatabase: () -> Void, startSync: @escaping @Sendable () -> Void) async throws {
    try await FirstUnlockGate.shared.waitForFirstUnlock()
    openDatabase()

    FirstUnlockGate.shared.onFirstUnlock { startSync() }
}

func whatTheDefaultsShow(show: (Screen) -> Void) {
    guard let defaults = GatedDefaults() else { return }
    switch defaults.read("hasOnboarded", as: Bool.self) {
    case .value(let done): show(done ? .home : .welcome)
    case .absent: show(.welcome)
    case .unavailable(let why): show(.launching(why))
    }
}

#if canImport(Darwin)
    func whatTheKeychainShows(
        token: String, resume: (String) -> Void, askForPassword: () -> Void, show: (Screen) -> Void
    ) throws {
        let keychain = GatedKeychain(service: "com.example.app")
        try keychain.set(token, for: "session")
        switch keychain.readString("session") {
        case .value(let token): resume(token)
        case .notFound: askForPassword()
        case .unavailable(let why): show(.launching(why))
        }
    }
#endif

struct Preferences: Codable, Sendable {
    var theme: String
}

extension StoreKey<Preferences> {
    static var preferences: Self { .init("preferences") }
}

struct Settings: Sendable {
    let store: ProtectedStore
    let migration: DefaultsMigration

    init(_ store: ProtectedStore, _ defaults: GatedDefaults) {
        self.store = store
        migration = DefaultsMigration(
            "2026-settings",
            items: [
                .init("hasOnboarded", to: .hasOnboarded),
                .init("preferences", to: .preferences) { (data: Data) in
                    try JSONDecoder().decode(Preferences.self, from: data)
                },
            ], from: defaults, to: store)
    }

    func whatMigratingShows() async throws -> MigrationReport {
        try await FirstUnlockGate.shared.waitForFirstUnlock()
        let report = try await migration.run()
        return report
    }
}

func whatTheOverviewOfStorageShows(show: (Screen) -> Void) throws {
    let store = try ProtectedStore("settings")
    switch store.read(.hasOnboarded) {
    case .value(let done): show(done ? .home : .welcome)
    case .absent: show(.welcome)
    case .unavailable(let why): show(.launching(why))
    }
}
