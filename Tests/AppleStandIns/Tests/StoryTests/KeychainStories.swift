import Foundation
import Phone
import Security
import SiderealCore
import SiderealStorage
import SiderealTesting
import Testing

extension Stories {
    /// The keychain's answers, through its four calls, read by `GatedKeychain`.
    @Suite @MainActor struct PasswordStories {
        static let token = Data([1, 2, 3])

        static func keychain(
            of app: SimulatedApp, _ accessibility: GatedKeychain.Accessibility = .afterFirstUnlock, group: String? = nil
        ) -> GatedKeychain {
            GatedKeychain(service: "service", accessGroup: group, accessibility: accessibility, gate: app.gate)
        }

        /// Makes a phone whose keychain has a token of each kind, restarted.
        static func restartedPhone(seemsEmpty: Bool) throws -> Phone {
            let phone = Phone()
            let app = try phone.launch()
            for accessibility in GatedKeychain.Accessibility.allCases {
                try keychain(of: app, accessibility).set(token, for: "\(accessibility)")
            }
            phone.reboot()
            Keychain.shared.seemsEmptyBeforeFirstUnlock = seemsEmpty
            return phone
        }

        /// No item is absent before the first unlock, whether the system answers "not allowed" or "not found".
        @Test(
            "the keychain has a correct answer in each state of the device",
            arguments: GatedKeychain.Accessibility.allCases, [false, true])
        func everyStateOfTheDevice(accessibility: GatedKeychain.Accessibility, seemsEmpty: Bool) throws {
            let account = "\(accessibility)"
            let phone = try Self.restartedPhone(seemsEmpty: seemsEmpty)
            let early = try phone.launch()
            let keychain = Self.keychain(of: early, accessibility)
            #expect(keychain.read(account) == .unavailable(.beforeFirstUnlock))
            #expect(keychain.read("nobody") == .unavailable(.beforeFirstUnlock), "not even what really is")
            #expect(throws: Unavailability.beforeFirstUnlock) { try keychain.set(Data([9]), for: account) }
            #expect(throws: Unavailability.beforeFirstUnlock) { try keychain.remove(account) }
            phone.unlock()
            #expect(keychain.read(account) == .value(Self.token))
            #expect(keychain.read("nobody") == .notFound)
            phone.lock()
            let isReadable = accessibility == .afterFirstUnlock || accessibility == .afterFirstUnlockThisDeviceOnly
            let locked: GatedKeychain.Reading<Data> = isReadable ? .value(Self.token) : .unavailable(.locked)
            #expect(keychain.read(account) == locked)
            #expect(keychain.read("nobody") == .notFound)
            phone.end(early)
            let late = Self.keychain(of: try phone.launch(), accessibility)
            #expect(late.read(account) == locked)
            phone.unlock()
            try late.set(Data([4]), for: account)
            #expect(late.read(account) == .value(Data([4])))
            #expect(Keychain.shared.itemCount == 4)
            try late.remove(account)
            #expect(late.read(account) == .notFound)
            try late.remove(account)
            #expect(Keychain.shared.itemCount == 3)
        }

        /// The calls that skip items which need their owner, and those that don't.
        @Test("an item that needs its owner is read only by a keychain that may ask for the owner") func needsItsOwner()
            throws
        {
            let phone = Phone()
            let app = try phone.launch()
            let keychain = Self.keychain(of: app)
            try keychain.set(Self.token, for: "pin")
            Keychain.shared.requireOwner(service: "service", account: "pin")
            #expect(keychain.read("pin") == .unavailable(.needsAuthentication))
            #expect(throws: Unavailability.needsAuthentication) { try keychain.set(Data([9]), for: "pin") }
            #expect(try keychain.accounts() == ["pin"])
            #expect(keychain.read("nobody") == .notFound)
            #expect(Keychain.shared.promptCount == 0)
            let asking = GatedKeychain(service: "service", allowsPrompt: true, gate: app.gate)
            #expect(asking.read("pin") == .value(Self.token))
            #expect(Keychain.shared.promptCount == 1)
            try asking.set(Data([9]), for: "pin")
            #expect(asking.read("pin") == .value(Data([9])))
            #expect(Keychain.shared.promptCount == 3)
        }

        @Test("synchronized and other items with the same name are separate") func synchronized() throws {
            let phone = Phone()
            let app = try phone.launch()
            let everywhere = GatedKeychain(service: "service", isSynchronizable: true, gate: app.gate)
            try Self.keychain(of: app).set(Data([1]), for: "a")
            #expect(everywhere.read("a") == .notFound)
            try everywhere.set(Data([2]), for: "b")
            #expect(try everywhere.accounts() == ["b"])
            #expect(try Self.keychain(of: app).accounts() == ["a"])
        }

        /// Items that can be written while locked are those that can be read then.
        @Test("on a locked device, an item can be written only if it can be read") func writesWhileLocked() throws {
            let phone = Phone()
            let app = try phone.launch()
            try Self.keychain(of: app, .whenUnlocked).set(Data([1]), for: "old")
            phone.lock()
            for (accessibility, isWritable) in [
                (.afterFirstUnlock, true), (.afterFirstUnlockThisDeviceOnly, true), (.whenUnlocked, false),
                (.whenUnlockedThisDeviceOnly, false),
            ] as [(GatedKeychain.Accessibility, Bool)] {
                let keychain = Self.keychain(of: app, accessibility)
                if isWritable {
                    try keychain.set(Data([2]), for: "new")
                    #expect(keychain.read("new") == .value(Data([2])))
                } else {
                    #expect(throws: Unavailability.locked) { try keychain.set(Data([2]), for: "new") }
                }
                #expect(throws: Unavailability.locked) { try keychain.set(Data([2]), for: "old") }
            }
        }

        /// Each accessibility has its constant, and a later write replaces the item's.
        @Test("an item gets the accessibility of its last write") func accessibilityIsHandedOn() throws {
            let phone = Phone()
            let app = try phone.launch()
            let constants: [(GatedKeychain.Accessibility, CFString)] = [
                (.afterFirstUnlock, kSecAttrAccessibleAfterFirstUnlock),
                (.afterFirstUnlockThisDeviceOnly, kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly),
                (.whenUnlocked, kSecAttrAccessibleWhenUnlocked),
                (.whenUnlockedThisDeviceOnly, kSecAttrAccessibleWhenUnlockedThisDeviceOnly),
            ]
            for (accessibility, constant) in constants {
                try Self.keychain(of: app, accessibility).set(Data([1]), for: "one")
                #expect(Keychain.shared.accessibility(service: "service", account: "one") == constant as String)
            }
            #expect(Keychain.shared.itemCount == 1)
        }

        @Test("items of different groups are separate") func groupsAreApart() throws {
            let phone = Phone()
            Keychain.shared.groups = ["app", "shared"]
            let app = try phone.launch()
            try Self.keychain(of: app, group: "shared").set(Data([1]), for: "one")
            #expect(Self.keychain(of: app, group: "app").read("one") == .notFound)
            #expect(Self.keychain(of: app).read("one") == .value(Data([1])), "without a group all are searched")
            #expect(Self.keychain(of: app, group: "shared").read("one") == .value(Data([1])))
            let stranger = Self.keychain(of: app, group: "stranger")
            let refusal = Unavailability.refused(status: errSecMissingEntitlement)
            #expect(throws: refusal) { try stranger.set(Data([1]), for: "one") }
        }

        /// The keychain leaves out damaged items and those that need another entitlement. Its answer is the same as for
        /// an item that was never stored, so it is not proof.
        @Test(
            "an item that the keychain hides is not proven absent",
            arguments: [Keychain.Hiding.damaged, .needsEntitlement])
        func hiddenItems(hiding: Keychain.Hiding) throws {
            let phone = Phone()
            let keychain = Self.keychain(of: try phone.launch())
            try keychain.set(Self.token, for: "one")
            Keychain.shared.hide(service: "service", account: "one", hiding)
            #expect(keychain.read("one") == .notFound)
            #expect(keychain.read("one") == keychain.read("nobody"))
            #expect(throws: Unavailability.refused(status: errSecDuplicateItem)) {
                try keychain.set(Data([9]), for: "one")
            }
            try keychain.remove("one")
            #expect(Keychain.shared.itemCount == 1, "it says that it found none, and keeps it")
        }

        /// An item without data is an empty password, not a missing one.
        @Test("an item without data is an empty value") func anItemWithoutData() throws {
            let phone = Phone()
            let app = try phone.launch()
            let attributes: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "service",
                kSecAttrAccount as String: "bare",
            ]
            #expect(SecItemAdd(attributes as CFDictionary, nil) == errSecSuccess)
            #expect(SecItemAdd(attributes as CFDictionary, nil) == errSecDuplicateItem)
            #expect(Self.keychain(of: app).read("bare") == .value(Data()))
        }
    }
}
