#if canImport(Security)
    import Foundation
    import Security

    extension KeychainCalls {
        /// The calls of the system's keychain. On macOS, these calls use the data protection keychain, as on other
        /// Apple platforms.
        package static var system: KeychainCalls {
            KeychainCalls(
                copy: { query, allowsPrompt in
                    var attributes = query.attributes
                    attributes[kSecReturnData as String] = true
                    attributes[kSecMatchLimit as String] = kSecMatchLimitOne
                    if !allowsPrompt { attributes[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUISkip }
                    var found: CFTypeRef?
                    let status = unsafe SecItemCopyMatching(attributes as CFDictionary, &found)
                    return (status, (found as? Data).map { [UInt8]($0) })
                },
                find: { query in
                    var attributes = query.attributes
                    attributes[kSecMatchLimit as String] = kSecMatchLimitOne
                    attributes[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUISkip
                    return SecItemCopyMatching(attributes as CFDictionary, nil)
                },
                accounts: { service in
                    var attributes = service.attributes
                    attributes[kSecReturnAttributes as String] = true
                    attributes[kSecMatchLimit as String] = kSecMatchLimitAll
                    attributes[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUISkip
                    var found: CFTypeRef?
                    let status = unsafe SecItemCopyMatching(attributes as CFDictionary, &found)
                    let items = found as? [[String: Any]] ?? []
                    return (status, items.compactMap { $0[kSecAttrAccount as String] as? String })
                },
                add: { query, bytes, accessibility in
                    let attributes = query.attributes.merging(content(bytes, accessibility)) { $1 }
                    return SecItemAdd(attributes as CFDictionary, nil)
                },
                update: { query, bytes, accessibility in
                    SecItemUpdate(query.attributes as CFDictionary, content(bytes, accessibility) as CFDictionary)
                },
                delete: { SecItemDelete($0.attributes as CFDictionary) })
        }

        private static func content(_ bytes: [UInt8], _ accessibility: GatedKeychain.Accessibility?) -> [String: Any] {
            var content: [String: Any] = [kSecValueData as String: Data(bytes)]
            if let accessibility { content[kSecAttrAccessible as String] = accessibility.attribute }
            return content
        }
    }

    extension KeychainService {
        fileprivate var attributes: [String: Any] {
            var attributes: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecUseDataProtectionKeychain as String: true,
                kSecAttrService as String: name,
                kSecAttrSynchronizable as String: isSynchronizable,
            ]
            if let accessGroup { attributes[kSecAttrAccessGroup as String] = accessGroup }
            return attributes
        }
    }

    extension KeychainQuery {
        fileprivate var attributes: [String: Any] {
            service.attributes.merging([kSecAttrAccount as String: account]) { $1 }
        }
    }

    extension GatedKeychain.Accessibility {
        fileprivate var attribute: CFString {
            switch self {
            case .afterFirstUnlock: kSecAttrAccessibleAfterFirstUnlock
            case .afterFirstUnlockThisDeviceOnly: kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly
            case .whenUnlocked: kSecAttrAccessibleWhenUnlocked
            case .whenUnlockedThisDeviceOnly: kSecAttrAccessibleWhenUnlockedThisDeviceOnly
            }
        }
    }

    extension GatedKeychain {
        /// Opens the generic passwords of a service in the system's keychain. The passwords belong to the app alone, or
        /// to an access group.
        ///
        /// - Parameters:
        ///   - service: The service of the items.
        ///   - accessGroup: The access group of the items. If `accessGroup` is `nil`, calls search all access groups of
        ///     the app, and add new items to the app's first access group.
        ///   - accessibility: The accessibility of the items that you store through this keychain.
        ///   - isSynchronizable: If `true`, calls use only the items that iCloud syncs to the user's other devices. If
        ///     `false`, calls use only the items that iCloud does not sync. If `true`, don't use
        ///     `afterFirstUnlockThisDeviceOnly` or `whenUnlockedThisDeviceOnly`, because the keychain refuses each
        ///     write with `refused`.
        ///   - allowsPrompt: If `true`, a call may prompt the user for Face ID, Touch ID or the passcode if the item's
        ///     access control requires authentication. The call then blocks until the user responds. If `false`, a
        ///     read of an item with this access control returns `unavailable(.needsAuthentication)`.
        ///   - gate: The gate that reports the first unlock.
        public init(
            service: String, accessGroup: String? = nil, accessibility: GatedKeychain.Accessibility = .afterFirstUnlock,
            isSynchronizable: Bool = false, allowsPrompt: Bool = false, gate: FirstUnlockGate = .shared
        ) {
            self.init(
                service: KeychainService(
                    name: service, accessGroup: accessGroup, isSynchronizable: isSynchronizable),
                accessibility: accessibility, allowsPrompt: allowsPrompt, calls: .system, gate: gate)
        }
    }
#endif
