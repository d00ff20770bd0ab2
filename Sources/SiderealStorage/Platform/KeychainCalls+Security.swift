#if canImport(Security)
    import Foundation
    import Security

    extension KeychainCalls {
        /// The keychain of the system; on macOS the data protection keychain, as on its siblings.
        package static var system: KeychainCalls {
            KeychainCalls(
                copy: { query, mayAsk in
                    var attributes = query.attributes
                    attributes[kSecReturnData as String] = true
                    attributes[kSecMatchLimit as String] = kSecMatchLimitOne
                    if !mayAsk { attributes[kSecUseAuthenticationUI as String] = kSecUseAuthenticationUISkip }
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

        private static func content(_ bytes: [UInt8], _ accessibility: KeychainAccessibility?) -> [String: Any] {
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

    extension KeychainAccessibility {
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
        /// The passwords of a service in this system's keychain: the app's own, or those that an access group shares.
        ///
        /// - Parameters:
        ///   - service: The service of the items.
        ///   - accessGroup: The group of the items; nil to search all groups of the app, and to add to its first one.
        ///   - accessibility: When what is set from now on can be read.
        ///   - isSynchronizable: Which items are meant: those that iCloud takes to the owner's other devices, or those
        ///     that it does not. The others are not found, and are left alone. iCloud takes none that never leaves this
        ///     device: setting one is `refused`.
        ///   - mayAsk: Whether a call may ask the owner for a face, a finger or the passcode, where the access control
        ///     of an item demands it, and block until there is an answer. Without it such an item is
        ///     `unavailable(.needsAuthentication)`.
        ///   - gate: What tells that the device was unlocked.
        public init(
            service: String, accessGroup: String? = nil, accessibility: KeychainAccessibility = .afterFirstUnlock,
            isSynchronizable: Bool = false, mayAsk: Bool = false, gate: FirstUnlockGate = .shared
        ) {
            self.init(
                service: KeychainService(
                    name: service, accessGroup: accessGroup, isSynchronizable: isSynchronizable),
                accessibility: accessibility, mayAsk: mayAsk, calls: .system, gate: gate)
        }
    }
#endif
