// The code in LockedIsNotMissing.md and ExistingStorage.md. `Scripts/snippets-check` compares both.
public import Foundation
public import Sidereal

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

func whatReadingShows(
    _ store: ProtectedStore, resume: (String) -> Void, showLogin: () -> Void, apply: (ProtectedReading<String>) -> Void
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

func whatMovingAStoreShows(shared: ProtectedStore) throws -> [StoreMigration] {
    let move = StoreMigration("to the group", from: try ProtectedStore(), to: shared)
    let wait = StoreMigration("to the group", from: nil, to: shared)
    return [move, wait]
}

func whatAFileShows(
    databaseURL: URL, openDatabase: () -> Void, createDatabase: () -> Void, show: (Screen) -> Void
) async throws {
    let file = ProtectedFile(databaseURL, alongside: ["-wal", "-shm", "-journal"])
    switch file.readState() {
    case .readable: openDatabase()
    case .missing: createDatabase()  // proven
    case .unavailable(let why) where why.isTemporary: show(.launching(why))
    case .unavailable(let why): show(.trouble(why))
    }

    let isThere = try await file.waitUntilReadable()
    if isThere { openDatabase() } else { createDatabase() }
}

func whatADatabaseShows(databaseURL: URL, openDatabase: (_ isNew: Bool) throws -> Database) async throws -> Database {
    let file = ProtectedFile(databaseURL, alongside: ["-wal", "-shm"])
    let isThere = try await file.waitUntilReadable()
    let database = try openDatabase(!isThere)
    return database
}

struct Database {}

func whatTheGateShows(openDatabase: () -> Void, startSync: @escaping @Sendable () -> Void) async throws {
    try await FirstUnlockGate.shared.waitForFirstUnlock()
    openDatabase()

    FirstUnlockGate.shared.onFirstUnlock { startSync() }
}

extension StoreKey<Bool> {
    static var hasAccount: Self { .init("hasAccount") }
}

/// The account of the current user. Its tests are in the tests of this package.
public struct Account: Sendable {
    public enum Start: Sendable, Hashable {
        case welcome
        case session(String)
        case askForPassword
    }

    let store: ProtectedStore
    let keychain: GatedKeychain
    let migration: StoreMigration

    public init(store: ProtectedStore, keychain: GatedKeychain) {
        self.store = store
        self.keychain = keychain
        migration = StoreMigration("account", items: [.init(keychain, has: "session", to: .hasAccount)], to: store)
    }

    /// Waits for the first unlock, and for the present one where the item needs it.
    public func start() async throws -> Start {
        try await migration.run()
        switch try await store.value(.hasAccount) {
        case .absent, .value(false): return .welcome
        case .value(true): break
        }
        guard let token = try await keychain.value("session", as: String.self) else {
            return .askForPassword  // the account's data stay
        }
        return .session(token)
    }

    public func logIn(_ token: String) async throws {
        try keychain.set(token, for: "session")  // a String as UTF-8, Data as it is, other types as JSON
        try await store.set(true, for: .hasAccount)
    }

    public func logOut() async throws {
        try keychain.remove("session")  // first: while it is there, the migration sets the flag
        try await store.set(false, for: .hasAccount)
    }
}

extension StoreKey<Int> {
    static var balance: Self { .init("balance") }
}

public func entry(of store: ProtectedStore) -> (text: String, isPlaceholder: Bool) {
    switch store.read(.balance) {
    case .value(let balance): ("\(balance) points", false)
    case .absent: ("No points yet", false)  // proven
    case .unavailable: ("", true)  // redacted; reload after 15 minutes
    }
}

public func text(of message: Data, with keychain: GatedKeychain, decrypt: (Data, Data) -> String?) -> String {
    switch keychain.read("messageKey") {
    case .value(let key): decrypt(message, key) ?? "You may have new messages"
    case .notFound, .unavailable: "You may have new messages"
    }
}

struct Preferences: Codable, Sendable {
    var theme: String
}

extension StoreKey<Preferences> {
    static var preferences: Self { .init("preferences") }
}

struct Settings: Sendable {
    let store: ProtectedStore
    let migration: StoreMigration

    init(_ store: ProtectedStore, _ defaults: GatedDefaults) {
        self.store = store
        migration = StoreMigration(
            "2026-settings",
            items: [
                .init("hasOnboarded", to: .hasOnboarded),
                .init("preferences", to: .preferences) { (data: Data) in
                    try JSONDecoder().decode(Preferences.self, from: data)
                },
            ], from: defaults, to: store)
    }

    init(leaving store: ProtectedStore, _ defaults: GatedDefaults) {
        self.store = store
        migration = StoreMigration(
            "2026-settings", items: [.init("hasOnboarded", to: .hasOnboarded)], from: defaults, to: store,
            keepingOldValues: true)
    }
}
