// Stands in for Security: generic passwords in the data protection keychain.
//
// Models:
// - The access group, the service, the account and the synchronization by iCloud identify an item. A new item enters
//   the app's first group unless the call names a group. A search covers all of the app's groups.
// - An item keeps its accessibility. If the item can't be decrypted now, a call returns errSecInteractionNotAllowed.
//   Before the first unlock this is every item, and while the device is locked, every item of WhenUnlocked. A write
//   into a class without its key returns the same error.
// - A missing item returns errSecItemNotFound, and a second addition errSecDuplicateItem. The keychain outlives
//   processes and reboots.
// - With `seemsEmptyBeforeFirstUnlock`, each item returns errSecItemNotFound before the first unlock, as developers
//   have reported.
// - Every answer omits items that can't be decoded, and items whose entitlement the app lacks.
// - An item with an access control returns its bytes after its owner has agreed. kSecUseAuthenticationUISkip omits the
//   item if the caller asks for its bytes (SecItemDb.c and SecItemServer.c: s3dl_query_row, q_skip_acl_items).
// - An update with an accessibility replaces the access control (SecDbQuery.c: query_add_attribute).
//
// https://developer.apple.com/documentation/security/keychain-services
// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
// https://developer.apple.com/documentation/security/secitemadd(_:_:)
// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
// https://developer.apple.com/documentation/security/secitemdelete(_:)
// https://developer.apple.com/documentation/security/restricting-keychain-item-accessibility
// https://developer.apple.com/documentation/security/errsecinteractionnotallowed
//
// No page states two assumptions: deleting needs no key, and adding beside an omitted item is a duplicate.
// Leaves out: backups, and all other classes, attributes and results. An unknown attribute returns errSecParam.
import Foundation

/// The system's side: the keychain of one device.
public final class Keychain: Sendable {
    public static let shared = Keychain()

    public enum Lock: Sendable {
        case beforeFirstUnlock
        case locked
        case unlocked
    }

    struct Identity: Hashable {
        let group: String
        let service: String
        let account: String
        let isSynchronizable: Bool
    }

    struct Item {
        var data: Data?
        var accessibility: String
        var hiding: Hiding?
        var needsOwner = false
    }

    /// The reason for which the keychain leaves an item out of its answers.
    public enum Hiding: Sendable {
        case damaged
        case needsEntitlement
    }

    private struct State {
        var items: [Identity: Item] = [:]
        var lock = Lock.unlocked
        var groups = ["app"]
        var seemsEmpty = false
        var prompts = 0
    }

    private let mutex = NSLock()
    nonisolated(unsafe) private var state = State()

    /// Erases the device: it is unlocked, and its keychain is empty.
    public func erase() { mutex.withLock { state = State() } }

    public var lock: Lock {
        get { mutex.withLock { state.lock } }
        set { mutex.withLock { state.lock = newValue } }
    }

    /// The groups to which the app is entitled. Items go to the first.
    public var groups: [String] {
        get { mutex.withLock { state.groups } }
        set { mutex.withLock { state.groups = newValue } }
    }

    public var seemsEmptyBeforeFirstUnlock: Bool {
        get { mutex.withLock { state.seemsEmpty } }
        set { mutex.withLock { state.seemsEmpty = newValue } }
    }

    /// Returns the accessibility of an item, regardless of locks.
    public func accessibility(service: String, account: String) -> String? {
        mutex.withLock {
            state.items.first { $0.key.service == service && $0.key.account == account }?.value.accessibility
        }
    }

    /// Leaves an item out of all answers from now on.
    public func hide(service: String, account: String, _ hiding: Hiding) {
        mutex.withLock {
            for identity in state.items.keys where identity.service == service && identity.account == account {
                state.items[identity]?.hiding = hiding
            }
        }
    }

    /// Gives an item an access control that asks for its owner.
    public func requireOwner(service: String, account: String) {
        mutex.withLock {
            for identity in state.items.keys where identity.service == service && identity.account == account {
                state.items[identity]?.needsOwner = true
            }
        }
    }

    /// The number of prompts to the owner, who always agrees.
    public var promptCount: Int { mutex.withLock { state.prompts } }

    public var itemCount: Int { mutex.withLock { state.items.count } }

    // MARK: - The four calls

    func copy(_ query: Query) -> (OSStatus, [(account: String, data: Data?)]) {
        mutex.withLock {
            var found: [(account: String, data: Data?)] = []
            for identity in matching(query) {
                guard let item = state.items[identity] else { continue }
                guard canUse(item.accessibility) else { return (errSecInteractionNotAllowed, []) }
                if item.needsOwner, query.returnsData {
                    if query.skipsOwner { continue }
                    state.prompts += 1
                }
                found.append((identity.account, item.data))
                if !query.returnsAll { break }
            }
            return found.isEmpty ? (errSecItemNotFound, []) : (errSecSuccess, found)
        }
    }

    func add(_ query: Query) -> OSStatus {
        mutex.withLock {
            guard let group = query.group ?? state.groups.first, state.groups.contains(group) else {
                return errSecMissingEntitlement
            }
            let identity = Identity(
                group: group, service: query.service ?? "", account: query.account ?? "",
                isSynchronizable: query.isSynchronizable)
            let accessibility = query.accessibility ?? (kSecAttrAccessibleWhenUnlocked as String)
            if query.isSynchronizable, accessibility.hasSuffix("u") { return errSecParam }
            guard canUse(accessibility) else { return errSecInteractionNotAllowed }
            guard state.items[identity] == nil else { return errSecDuplicateItem }
            state.items[identity] = Item(data: query.data, accessibility: accessibility)
            return errSecSuccess
        }
    }

    func update(_ query: Query, to change: Query) -> OSStatus {
        mutex.withLock {
            let found = matching(query)
            guard !found.isEmpty else { return errSecItemNotFound }
            for identity in found {
                guard canUse(state.items[identity]?.accessibility), change.accessibility.map(canUse) ?? true else {
                    return errSecInteractionNotAllowed
                }
            }
            for identity in found {
                if state.items[identity]?.needsOwner == true, change.data != nil { state.prompts += 1 }
                if let data = change.data { state.items[identity]?.data = data }
                if let accessibility = change.accessibility {
                    state.items[identity]?.accessibility = accessibility
                    state.items[identity]?.needsOwner = false
                }
            }
            return errSecSuccess
        }
    }

    func delete(_ query: Query) -> OSStatus {
        mutex.withLock {
            let found = matching(query)
            for identity in found { state.items[identity] = nil }
            return found.isEmpty ? errSecItemNotFound : errSecSuccess
        }
    }

    private func matching(_ query: Query) -> [Identity] {
        if state.seemsEmpty, state.lock == .beforeFirstUnlock { return [] }
        return state.items.keys.filter { identity in
            state.items[identity]?.hiding == nil && state.groups.contains(identity.group)
                && query.group.map { $0 == identity.group } ?? true
                && query.service.map { $0 == identity.service } ?? true
                && query.account.map { $0 == identity.account } ?? true
                && query.isSynchronizable == identity.isSynchronizable
        }
        .sorted { ($0.group, $0.service, $0.account) < ($1.group, $1.service, $1.account) }
    }

    /// Returns whether the key of a class is available.
    private func canUse(_ accessibility: String?) -> Bool {
        switch state.lock {
        case .unlocked: true
        case .beforeFirstUnlock: false
        case .locked:
            accessibility == kSecAttrAccessibleAfterFirstUnlock as String
                || accessibility == kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly as String
        }
    }
}

/// The meaning of a query dictionary, or `nil` if the keychain doesn't understand it.
struct Query {
    var service: String?
    var account: String?
    var group: String?
    var accessibility: String?
    var data: Data?
    var returnsData = false
    var returnsAttributes = false
    var returnsAll = false
    var isSynchronizable = false
    var skipsOwner = false

    init?(_ dictionary: CFDictionary, isChange: Bool = false) {
        guard var rest = dictionary as? [String: Any] else { return nil }
        var isUnderstood = true
        func take<Value>(_ key: CFString, as: Value.Type = Value.self) -> Value? {
            guard let value = rest.removeValue(forKey: key as String) else { return nil }
            isUnderstood = isUnderstood && value is Value
            return value as? Value
        }
        let itemClass = take(kSecClass, as: String.self)
        service = take(kSecAttrService)
        account = take(kSecAttrAccount)
        group = take(kSecAttrAccessGroup)
        accessibility = take(kSecAttrAccessible)
        data = take(kSecValueData)
        returnsData = take(kSecReturnData) ?? false
        returnsAttributes = take(kSecReturnAttributes) ?? false
        isSynchronizable = take(kSecAttrSynchronizable) ?? false
        let authentication = take(kSecUseAuthenticationUI, as: String.self)
        skipsOwner = authentication == kSecUseAuthenticationUISkip as String
        let limit = take(kSecMatchLimit, as: String.self)
        returnsAll = limit == kSecMatchLimitAll as String
        _ = take(kSecUseDataProtectionKeychain, as: Bool.self)
        guard isUnderstood, rest.isEmpty, returnsAll || limit.map({ $0 == kSecMatchLimitOne as String }) ?? true,
            skipsOwner || authentication == nil
        else { return nil }
        guard isChange ? itemClass == nil : itemClass == kSecClassGenericPassword as String else { return nil }
    }
}
