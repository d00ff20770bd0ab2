/// Which generic password is meant. How accessible it is is no part of that: an item that was written otherwise has to
/// be found all the same.
package struct KeychainQuery: Sendable, Hashable {
    package let service: String
    package let account: String
    /// Nil: all groups of the app are searched, and items are added to its first one.
    package let accessGroup: String?

    package init(service: String, account: String, accessGroup: String?) {
        self.service = service
        self.account = account
        self.accessGroup = accessGroup
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

/// The keychain's four calls, each answering with its OSStatus.
package struct KeychainCalls: Sendable {
    /// The item's bytes; nil where there is no item, or it has none.
    package let copy: @Sendable (KeychainQuery) -> (status: Int32, bytes: [UInt8]?)
    package let add: @Sendable (KeychainQuery, [UInt8], KeychainAccessibility) -> Int32
    package let update: @Sendable (KeychainQuery, [UInt8], KeychainAccessibility) -> Int32
    package let delete: @Sendable (KeychainQuery) -> Int32

    package init(
        copy: @escaping @Sendable (KeychainQuery) -> (status: Int32, bytes: [UInt8]?),
        add: @escaping @Sendable (KeychainQuery, [UInt8], KeychainAccessibility) -> Int32,
        update: @escaping @Sendable (KeychainQuery, [UInt8], KeychainAccessibility) -> Int32,
        delete: @escaping @Sendable (KeychainQuery) -> Int32
    ) {
        self.copy = copy
        self.add = add
        self.update = update
        self.delete = delete
    }
}
