import Foundation
import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

/// Old values in the keychain, and in files.
@Suite("a migration from the keychain and from files") struct OldPlacesTests {
    static let hasAccount = StoreKey<Bool>("hasAccount")
    static let user = StoreKey<String>("user")
    static let profile = StoreKey<String>("profile")
    struct Unreadable: Error {}

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    struct Version {
        let app: SimulatedApp
        let store: ProtectedStore
        let keychain: GatedKeychain
        let migration: StoreMigration

        init(_ device: SimulatedDevice, leaving: Bool = false) throws {
            app = try device.launch()
            store = try app.store()
            keychain = app.keychain(accessibility: .whenUnlocked)
            migration = StoreMigration(
                "account",
                items: [
                    .init(keychain, has: "session", to: hasAccount),
                    .init(keychain, account: "user", to: user) { (name: String) in name.uppercased() },
                    .init(app.file("profile.txt"), to: profile) { data in
                        guard let text = String(bytes: data, encoding: .utf8) else { throw Unreadable() }
                        return text
                    },
                ], to: store, keepingOldValues: leaving)
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    static func device(
        session: String? = "token", profile: Data? = Data("Ada".utf8), tier: ProtectionTier = .afterFirstUnlock
    ) throws -> SimulatedDevice {
        let device = SimulatedDevice()
        if let session {
            let keychain = try device.launch().keychain(accessibility: .whenUnlocked)
            try keychain.set(session, for: "session")
            try keychain.set("ada", for: "user")
        }
        if let profile { device.putFile("profile.txt", holding: profile, tier: tier) }
        return device
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("the converted values are in the store, and the old values stay", arguments: [true, false])
    func stay(_ leaving: Bool) throws {
        let device = try Self.device()
        let version = try Version(device, leaving: leaving)
        #expect(version.store.read(Self.hasAccount) == .unavailable(.notMigrated))
        let report = try device.run { try await version.migration.run() }
        #expect(report.moved.isEmpty && report.kept.isEmpty)
        #expect(report.copied == ["keychain:session", "keychain:user", "file:profile.txt"])
        #expect(version.store.read(Self.hasAccount) == .value(true))
        #expect(version.store.read(Self.profile) == .value("Ada") && version.store.read(Self.user) == .value("ADA"))
        #expect(version.keychain.readString("session") == .value("token"))
        #expect(version.app.file("profile.txt").read() == .value(Data("Ada".utf8)))
        #expect(try device.run { try await version.migration.run() }.wasDone)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("if there are no old values, the keys are absent")
    func none() throws {
        let device = try Self.device(session: nil, profile: nil)
        let version = try Version(device)
        #expect(try device.run { try await version.migration.run() }.wasDone)
        #expect(version.store.read(Self.hasAccount) == .absent && version.store.read(Self.profile) == .absent)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "the migration waits for the unlock that each item needs, and no value is absent until then",
        arguments: [true, false])
    func waits(_ isLockedAgain: Bool) throws {
        let device = try Self.device(tier: .whenUnlocked)
        if !isLockedAgain { device.reboot() }
        let version = try Version(device)
        if isLockedAgain {
            _ = version.app.gate.state
            device.lock()
        }
        try device.run {
            try await version.migration.run()
        } whileWaiting: {
            device.advance(by: .seconds(600))
            #expect(version.store.read(Self.hasAccount) == .unavailable(.notMigrated))
            device.unlock()
        }
        #expect(version.store.read(Self.hasAccount) == .value(true))
        #expect(version.store.read(Self.profile) == .value("Ada"))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an item that appears later is copied in the next run", arguments: [true, false])
    func foundLater(_ leaving: Bool) throws {
        let device = try Self.device(session: nil, profile: nil)
        let version = try Version(device, leaving: leaving)
        try device.run { try await version.migration.run() }
        #expect(version.store.read(Self.hasAccount) == .absent)
        try version.keychain.set("token", for: "session")
        #expect(try device.run { try await version.migration.run() }.copied == ["keychain:session"])
        #expect(version.store.read(Self.hasAccount) == .value(true))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an item that needs its owner counts as present, and blocks only its own key if its value is required")
    func unavailable() throws {
        let device = try Self.device()
        device.requireOwner(forKeychainItem: "session")
        device.requireOwner(forKeychainItem: "user")
        let version = try Version(device)
        #expect(throws: StoreMigration.Failure.oldValue(name: "keychain:user", .needsAuthentication)) {
            try device.run { try await version.migration.run() }
        }
        #expect(version.store.read(Self.hasAccount) == .value(true))
        #expect(version.store.read(Self.profile) == .value("Ada"))
        #expect(version.store.read(Self.user) == .unavailable(.needsAuthentication))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "the report lists a file that can't be converted, and an old value whose key has another value",
        arguments: [true, false])
    func kept(_ leaving: Bool) throws {
        let device = try Self.device(profile: Data([0xff]))
        let version = try Version(device, leaving: leaving)
        try device.run { try await version.store.set("GRACE", for: Self.user) }
        let report = try device.run { try await version.migration.run() }
        #expect(
            report.kept == ["keychain:user": .storeHasOther, "file:profile.txt": .notConverted(reason: "Unreadable()")])
        guard case .unavailable(.undecodable) = version.store.read(Self.profile) else {
            Issue.record("\(version.store.read(Self.profile))")
            return
        }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test(
        "a later login in the earlier version is copied, a changed user name isn't, and no secret is stored",
        arguments: [false, true])
    func loggedInMeanwhile(hasRunBetween: Bool) throws {
        let device = try Self.device()
        let first = try Version(device)
        try device.run {
            try await first.migration.run()
            // The newer version logs out.
            try first.keychain.remove("session")
            try await first.store.set(false, for: Self.hasAccount)
        }
        if hasRunBetween {
            #expect(try device.run { try await first.migration.run() }.wasDone)
            #expect(first.store.read(Self.hasAccount) == .value(false))
        }
        first.app.kill()
        let old = try device.launch()
        try old.keychain(accessibility: .whenUnlocked).set("another", for: "session")
        try old.keychain(accessibility: .whenUnlocked).set("grace", for: "user")
        device.putFile("profile.txt", holding: Data("Grace".utf8))
        old.kill()
        let second = try Version(device)
        #expect(
            try device.run { try await second.migration.run() }.copied == ["keychain:session", "file:profile.txt"])
        #expect(second.store.read(Self.hasAccount) == .value(true) && second.store.read(Self.user) == .value("ADA"))
        #expect(second.store.read(Self.profile) == .value("Grace"))
        let bytes = device.disk.contents(of: "/store/settings.store") ?? []
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(#""keychain:user":1"#) && !text.contains("another") && !text.contains("token"))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an item whose value is required is copied again when it reappears")
    func anotherUser() throws {
        let device = try Self.device()
        let version = try Version(device, leaving: true)
        try device.run { try await version.migration.run() }
        try version.keychain.remove("user")
        #expect(try device.run { try await version.migration.run() }.gone == ["keychain:user"])
        #expect(version.store.read(Self.user) == .value("ADA"))
        try version.keychain.set("grace", for: "user")
        #expect(try device.run { try await version.migration.run() }.copied == ["keychain:user"])
        #expect(version.store.read(Self.user) == .value("GRACE"))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("if a process can't see an item, other processes don't count the item as absent")
    func seesNothing() throws {
        let device = try Self.device()
        let widget = try device.launch("widget", isExtension: true)
        let store = try widget.store()
        let blind = StoreMigration(
            "account", items: [.init(widget.keychain(service: "another"), has: "session", to: Self.hasAccount)],
            to: store)
        try device.run { try await blind.run() }
        #expect(store.read(Self.hasAccount) == .absent)
        let app = try device.launch()
        let migration = StoreMigration(
            "account", items: [.init(app.keychain(), has: "session", to: Self.hasAccount)], to: try app.store())
        #expect(try app.store().read(Self.hasAccount) == .unavailable(.notMigrated))
        try device.run { try await migration.run() }
        #expect(try app.store().read(Self.hasAccount) == .value(true))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an item that waits for an unlock doesn't block other items, even if their names are equal")
    func besideEachOther() throws {
        let device = try Self.device()
        let app = try device.launch()
        _ = app.gate.state
        device.lock()
        let store = try app.store()
        let migration = StoreMigration(
            "account",
            items: [
                .init(app.keychain(), has: "session", to: Self.hasAccount),
                .init(app.keychain(), account: "session", to: Self.user) { (name: String) in name },
                .init(app.file("profile.txt"), to: Self.profile) { String(decoding: $0, as: UTF8.self) },
            ], to: store)
        try device.run {
            try await migration.run()
        } whileWaiting: {
            device.advance(by: .seconds(10))
            #expect(store.read(Self.profile) == .value("Ada"))
            #expect(store.read(Self.user) == .unavailable(.notMigrated))
            device.unlock()
        }
        #expect(store.read(Self.user) == .value("token") && store.read(Self.hasAccount) == .value(true))
    }
}
