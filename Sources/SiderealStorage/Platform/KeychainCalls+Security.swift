#if canImport(Security)
    import Foundation
    import Security

    extension KeychainCalls {
        /// The keychain of the system; on macOS the data protection keychain, as on its siblings.
        package static var system: KeychainCalls {
            KeychainCalls(
                copy: { query in
                    var attributes = query.attributes
                    attributes[kSecReturnData as String] = true
                    attributes[kSecMatchLimit as String] = kSecMatchLimitOne
                    var found: CFTypeRef?
                    let status = unsafe SecItemCopyMatching(attributes as CFDictionary, &found)
                    return (status, (found as? Data).map { [UInt8]($0) })
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

        private static func content(_ bytes: [UInt8], _ accessibility: KeychainAccessibility) -> [String: Any] {
            [kSecValueData as String: Data(bytes), kSecAttrAccessible as String: accessibility.attribute]
        }
    }

    extension KeychainQuery {
        fileprivate var attributes: [String: Any] {
            var attributes: [String: Any] = [
                kSecClass as String: kSecClassGenericPassword,
                kSecUseDataProtectionKeychain as String: true,
                kSecAttrService as String: service,
                kSecAttrAccount as String: account,
            ]
            if let accessGroup { attributes[kSecAttrAccessGroup as String] = accessGroup }
            return attributes
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
        /// What is set from now on can be read as the accessibility says.
        public init(
            service: String, accessGroup: String? = nil, accessibility: KeychainAccessibility = .afterFirstUnlock,
            gate: FirstUnlockGate = .shared
        ) {
            self.init(
                service: service, accessGroup: accessGroup, accessibility: accessibility, calls: .system,
                gate: { gate.state })
        }
    }
#endif
