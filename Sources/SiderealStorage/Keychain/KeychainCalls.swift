/// Whose generic passwords are meant.
package struct KeychainService: Sendable, Hashable {
    package let name: String
    /// Nil: all groups of the app are searched, and items are added to its first one.
    package let accessGroup: String?
    /// Whether iCloud takes the items to the owner's other devices. An item that it takes and one that it does not are
    /// two, even under the same account.
    package let isSynchronizable: Bool

    package init(name: String, accessGroup: String? = nil, isSynchronizable: Bool = false) {
        self.name = name
        self.accessGroup = accessGroup
        self.isSynchronizable = isSynchronizable
    }
}

/// Which generic password is meant. How accessible it is is no part of that: an item that was written otherwise has to
/// be found all the same.
package struct KeychainQuery: Sendable, Hashable {
    package let service: KeychainService
    package let account: String

    package init(service: KeychainService, account: String) {
        self.service = service
        self.account = account
    }
}

/// When a keychain item can be read, and whether backups take it to another device.
public enum KeychainAccessibility: Sendable, Hashable, CaseIterable {
    /// From the first unlock after a restart on.
    case afterFirstUnlock
    /// From the first unlock after a restart on; never leaves this device.
    case afterFirstUnlockThisDeviceOnly
    /// Only while the device is unlocked.
    case whenUnlocked
    /// Only while the device is unlocked; never leaves this device.
    case whenUnlockedThisDeviceOnly
}

/// The keychain's calls, each answering with its OSStatus.
package struct KeychainCalls: Sendable {
    /// The item's bytes; nil where there is no item, or it has none. An item whose access control asks for its owner is
    /// left out, unless the call may ask.
    package let copy: @Sendable (KeychainQuery, _ mayAsk: Bool) -> (status: Int32, bytes: [UInt8]?)
    /// Whether there is an item, whatever its access control: what is no secret of it is looked at, and nobody asked.
    package let find: @Sendable (KeychainQuery) -> Int32
    /// The accounts of all items.
    package let accounts: @Sendable (KeychainService) -> (status: Int32, accounts: [String])
    package let add: @Sendable (KeychainQuery, [UInt8], KeychainAccessibility) -> Int32
    /// Without an accessibility the item keeps its own, and with it its access control.
    package let update: @Sendable (KeychainQuery, [UInt8], KeychainAccessibility?) -> Int32
    package let delete: @Sendable (KeychainQuery) -> Int32

    package init(
        copy: @escaping @Sendable (KeychainQuery, _ mayAsk: Bool) -> (status: Int32, bytes: [UInt8]?),
        find: @escaping @Sendable (KeychainQuery) -> Int32,
        accounts: @escaping @Sendable (KeychainService) -> (status: Int32, accounts: [String]),
        add: @escaping @Sendable (KeychainQuery, [UInt8], KeychainAccessibility) -> Int32,
        update: @escaping @Sendable (KeychainQuery, [UInt8], KeychainAccessibility?) -> Int32,
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
