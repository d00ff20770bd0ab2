/// The service that generic passwords belong to.
package struct KeychainService: Sendable, Hashable {
    package let name: String
    /// The access group. If it is `nil`, calls search all groups of the app, and add items to the app's first group.
    package let accessGroup: String?
    /// A Boolean value that indicates whether iCloud syncs the items to the user's other devices. A synced and an
    /// unsynced item are two items, even under the same account.
    package let isSynchronizable: Bool

    package init(name: String, accessGroup: String? = nil, isSynchronizable: Bool = false) {
        self.name = name
        self.accessGroup = accessGroup
        self.isSynchronizable = isSynchronizable
    }
}

/// The identity of a generic password. The identity does not include the accessibility, so a search also finds an item
/// with another accessibility.
package struct KeychainQuery: Sendable, Hashable {
    package let service: KeychainService
    package let account: String

    package init(service: KeychainService, account: String) {
        self.service = service
        self.account = account
    }
}

extension GatedKeychain {
    /// A rule that decides when a keychain item can be read, and whether a backup can move the item to another device.
    public enum Accessibility: Sendable, Hashable, CaseIterable {
        /// The item can be read once the device has been unlocked after a restart.
        case afterFirstUnlock
        /// The item can be read once the device has been unlocked after a restart. The item never leaves this device.
        case afterFirstUnlockThisDeviceOnly
        /// The item can be read only while the device is unlocked.
        case whenUnlocked
        /// The item can be read only while the device is unlocked. The item never leaves this device.
        case whenUnlockedThisDeviceOnly
    }
}

/// The keychain's calls, each of which returns an OSStatus.
package struct KeychainCalls: Sendable {
    /// Returns the item's bytes, or `nil` if the item is missing or has no bytes. If the access control demands
    /// authentication and the call must not prompt, the keychain skips the item.
    package let copy: @Sendable (KeychainQuery, _ allowsPrompt: Bool) -> (status: Int32, bytes: [UInt8]?)
    /// Searches for an item regardless of its access control. The search reads no secret, and does not prompt the user.
    package let find: @Sendable (KeychainQuery) -> Int32
    /// Returns the accounts of all items.
    package let accounts: @Sendable (KeychainService) -> (status: Int32, accounts: [String])
    package let add: @Sendable (KeychainQuery, [UInt8], GatedKeychain.Accessibility) -> Int32
    /// Updates an item. If the accessibility is `nil`, the item keeps its accessibility and its access control.
    package let update: @Sendable (KeychainQuery, [UInt8], GatedKeychain.Accessibility?) -> Int32
    package let delete: @Sendable (KeychainQuery) -> Int32

    package init(
        copy: @escaping @Sendable (KeychainQuery, _ allowsPrompt: Bool) -> (status: Int32, bytes: [UInt8]?),
        find: @escaping @Sendable (KeychainQuery) -> Int32,
        accounts: @escaping @Sendable (KeychainService) -> (status: Int32, accounts: [String]),
        add: @escaping @Sendable (KeychainQuery, [UInt8], GatedKeychain.Accessibility) -> Int32,
        update: @escaping @Sendable (KeychainQuery, [UInt8], GatedKeychain.Accessibility?) -> Int32,
        delete: @escaping @Sendable (KeychainQuery) -> Int32
    ) {
        self.copy = copy
        self.find = find
        self.accounts = accounts
        self.add = add
        self.update = update
        self.delete = delete
    }
}
