import SiderealCore
package import SiderealStorage
import SiderealSystem

/// The keychain of a simulated device. Its items stay after the apps that wrote them are removed.
package final class SimulatedKeychain: Sendable {
    package struct Item: Sendable {
        package var bytes: [UInt8]
        package var accessibility: GatedKeychain.Accessibility
        /// A Boolean value that indicates whether the item's access control requires the owner.
        package var needsOwner: Bool

        package init(bytes: [UInt8], accessibility: GatedKeychain.Accessibility, needsOwner: Bool = false) {
            self.bytes = bytes
            self.accessibility = accessibility
            self.needsOwner = needsOwner
        }

        var isInBackups: Bool { accessibility == .afterFirstUnlock || accessibility == .whenUnlocked }
    }

    private let contents = Lock<[KeychainQuery: Item]>([:])
    private let failing = Lock<Int32?>(nil)

    package init() {}

    /// The status that each call returns, or `nil` if the keychain works.
    package var failure: Int32? {
        get { failing.withLock { $0 } }
        set { failing.withLock { $0 = newValue } }
    }

    package var items: [KeychainQuery: Item] {
        get { contents.withLock { $0 } }
        set { contents.withLock { $0 = newValue } }
    }

    /// Returns a process's view of the keychain. All calls fail after the process has ended, and while ``failure`` is
    /// set.
    func calls(of life: ProcessLife, lock: @escaping @Sendable () -> DeviceLock?) -> KeychainCalls {
        let calls = calls(lock: lock)
        let refusal: @Sendable (Bool) -> Int32? = { isAlive in
            isAlive ? self.failure : Unavailability.noSuchProcessOfKeychain
        }
        return KeychainCalls(
            copy: { query, allowsPrompt in refusal(life.isAlive).map { ($0, nil) } ?? calls.copy(query, allowsPrompt) },
            find: { query in refusal(life.isAlive) ?? calls.find(query) },
            accounts: { service in refusal(life.isAlive).map { ($0, []) } ?? calls.accounts(service) },
            add: { query, bytes, accessibility in
                refusal(life.beginsChange()) ?? calls.add(query, bytes, accessibility)
            },
            update: { query, bytes, accessibility in
                refusal(life.beginsChange()) ?? calls.update(query, bytes, accessibility)
            },
            delete: { query in refusal(life.beginsChange()) ?? calls.delete(query) })
    }

    /// Returns the calls of the keychain. The state of the device's lock decides which items these calls can read.
    package func calls(lock: @escaping @Sendable () -> DeviceLock?) -> KeychainCalls {
        KeychainCalls(
            copy: { query, allowsPrompt in
                self.contents.withLock { items in
                    let item = items[query].flatMap { $0.needsOwner && !allowsPrompt ? nil : $0 }
                    let status = Self.status(of: item, lock())
                    return (status, status == KeychainAnswer.Status.success ? item?.bytes : nil)
                }
            },
            find: { query in self.contents.withLock { Self.status(of: $0[query], lock()) } },
            accounts: { service in
                self.contents.withLock { items in
                    let found = items.filter { $0.key.service == service }
                    for item in found.values {
                        let status = Self.status(of: item, lock())
                        if status != KeychainAnswer.Status.success { return (status, []) }
                    }
                    return found.isEmpty
                        ? (KeychainAnswer.Status.itemNotFound, [])
                        : (KeychainAnswer.Status.success, found.keys.map { $0.account })
                }
            },
            add: { query, bytes, accessibility in
                self.contents.withLock { items in
                    guard items[query] == nil else { return KeychainAnswer.Status.duplicateItem }
                    let item = Item(bytes: bytes, accessibility: accessibility)
                    if query.service.isSynchronizable, !item.isInBackups { return KeychainAnswer.Status.parameter }
                    guard accessibility.isReadable(during: lock()) else {
                        return KeychainAnswer.Status.interactionNotAllowed
                    }
                    items[query] = item
                    return KeychainAnswer.Status.success
                }
            },
            update: { query, bytes, accessibility in
                self.change(query, lock()) { items in
                    items[query]?.bytes = bytes
                    guard let accessibility else { return }
                    items[query]?.accessibility = accessibility
                    // A new accessibility replaces the item's access control (SecDbQuery.c, query_add_attribute).
                    items[query]?.needsOwner = false
                }
            },
            delete: { query in self.change(query, lock()) { $0[query] = nil } })
    }

    private func change(
        _ query: KeychainQuery, _ lock: DeviceLock?, _ body: @Sendable (inout [KeychainQuery: Item]) -> Void
    ) -> Int32 {
        contents.withLock { items in
            let status = Self.status(of: items[query], lock)
            if status == KeychainAnswer.Status.success { body(&items) }
            return status
        }
    }

    private static func status(of item: Item?, _ lock: DeviceLock?) -> Int32 {
        guard let item else { return KeychainAnswer.Status.itemNotFound }
        return item.accessibility.isReadable(during: lock)
            ? KeychainAnswer.Status.success : KeychainAnswer.Status.interactionNotAllowed
    }
}

extension GatedKeychain.Accessibility {
    /// Returns true if an app can read an item while the device's lock is in the given state. The lock is `nil` on a
    /// device without protection classes.
    package func isReadable(during lock: DeviceLock?) -> Bool {
        switch self {
        case .afterFirstUnlock, .afterFirstUnlockThisDeviceOnly: lock != .beforeFirstUnlock
        case .whenUnlocked, .whenUnlockedThisDeviceOnly: lock == .unlocked || lock == nil
        }
    }
}
