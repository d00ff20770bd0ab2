import Foundation
import SiderealBase
import SiderealStorage
import SiderealTesting
import Testing

/// Items whose access control asks for their owner, and items that iCloud synchronizes.
@Suite("items that need their owner or are synchronized") struct KeychainOwnerTests {
    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an item that needs its owner reads as unavailable, not missing, and the owner is not asked")
    func needsOwner() {
        let world = KeychainWorld()
        world.put("pin", [1], needsOwner: true)
        let keychain = world.keychain()
        #expect(keychain.read("pin") == .unavailable(.needsAuthentication))
        #expect(world.calls == ["copy pin", "find pin", "copy pin"])
        #expect(throws: Unavailability.needsAuthentication) { try keychain.set(Data([2]), for: "pin") }
        #expect(world.bytes(of: "pin") == [1])
        #expect(!world.calls.contains { $0.hasPrefix("ask") || $0.hasPrefix("update") })
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("on a locked device, an item that needs its owner is locked, and a read can wait for the unlock")
    func lockedFirst() {
        let world = KeychainWorld()
        world.put("pin", [1], .whenUnlocked, needsOwner: true)
        world.lock(.locked)
        #expect(world.keychain().read("pin") == .unavailable(.locked))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a keychain that allows prompts reads and sets an item that needs its owner, and keeps its access control")
    func allowsPrompt() throws {
        let world = KeychainWorld()
        world.put("pin", [1], needsOwner: true)
        let keychain = world.keychain(allowsPrompt: true)
        #expect(keychain.read("pin") == .value(Data([1])))
        #expect(world.calls == ["ask pin"])
        try keychain.set(Data([2]), for: "pin")
        #expect(keychain.read("pin") == .value(Data([2])))
        #expect(world.keychain().read("pin") == .unavailable(.needsAuthentication))
        try keychain.remove("pin")
        #expect(keychain.read("pin") == .notFound)
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("an item that is added between two calls is read")
    func addedMeanwhile() {
        let world = KeychainWorld()
        world.afterNextCall { world.put("a", [3]) }
        #expect(world.keychain().read("a") == .value(Data([3])))
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("a synchronized item and a local item with the same name are separate")
    func synchronizable() throws {
        let app = try SimulatedDevice().launch()
        let (own, everywhere) = (app.keychain(), app.keychain(isSynchronizable: true))
        try own.set("here", for: "session")
        #expect(everywhere.readString("session") == .notFound)
        try everywhere.set("everywhere", for: "session")
        #expect(own.readString("session") == .value("here"))
        try own.remove("session")
        #expect(everywhere.readString("session") == .value("everywhere"))
        let wrong = app.keychain(accessibility: .whenUnlockedThisDeviceOnly, isSynchronizable: true)
        #expect(throws: Unavailability.refused(status: -50)) { try wrong.set("x", for: "other") }
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("`accounts` lists the accounts with a prefix, including items that need their owner")
    func accounts() throws {
        let device = SimulatedDevice()
        let keychain = try device.launch().keychain()
        #expect(try keychain.accounts() == [])
        for account in ["token.b", "token.a", "pin"] { try keychain.set(account, for: account) }
        device.requireOwner(forKeychainItem: "token.a")
        #expect(try keychain.accounts(beginningWith: "token.") == ["token.a", "token.b"])
        #expect(try keychain.accounts() == ["pin", "token.a", "token.b"])
        device.keychainFailure = -34_018
        #expect(throws: Unavailability.refused(status: -34_018)) { try keychain.accounts() }
        device.keychainFailure = nil
        device.reboot()
        let early = try device.launch().keychain()
        #expect(throws: Unavailability.beforeFirstUnlock) { try early.accounts() }
        device.unlock()
        #expect(try early.accounts(beginningWith: "p") == ["pin"])
    }

    @available(macOS 15, iOS 18, watchOS 11, tvOS 18, visionOS 2, *)
    @Test("while the device is locked, `accounts` throws instead of omitting unreadable items")
    func lockedAccounts() throws {
        let device = SimulatedDevice()
        let keychain = try device.launch().keychain(accessibility: .whenUnlocked)
        try keychain.set("x", for: "session")
        device.lock()
        #expect(throws: Unavailability.locked) { try keychain.accounts() }
    }
}
