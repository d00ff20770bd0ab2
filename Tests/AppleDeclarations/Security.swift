// https://developer.apple.com/documentation/security/keychain-services. The constants are `let` in the framework.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

#if os(Linux)
    public import Foundation
#else
    @_exported import CoreFoundation
#endif

/// https://developer.apple.com/documentation/kernel/osstatus, from MacTypes.h of the C library's module.
public typealias OSStatus = Int32

/// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
@available(macOS 10.6, iOS 2.0, *)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.copyMatching(query, result)
}
/// https://developer.apple.com/documentation/security/secitemadd(_:_:)
@available(macOS 10.6, iOS 2.0, *)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Keychain.add(attributes)
}
/// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
@available(macOS 10.6, iOS 2.0, *)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    Keychain.update(query, to: attributesToUpdate)
}
/// https://developer.apple.com/documentation/security/secitemdelete(_:)
@available(macOS 10.6, iOS 2.0, *)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { Keychain.delete(query) }

/// https://developer.apple.com/documentation/security/ksecclass
@available(macOS 10.6, iOS 2.0, *)
public var kSecClass: CFString { "class" }
/// https://developer.apple.com/documentation/security/ksecclassgenericpassword
@available(macOS 10.7, iOS 2.0, *)
public var kSecClassGenericPassword: CFString { "genp" }
/// https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain
@available(macOS 10.15, iOS 13.0, *)
public var kSecUseDataProtectionKeychain: CFString { "nleg" }
/// https://developer.apple.com/documentation/security/ksecattrservice
@available(macOS 10.6, iOS 2.0, *)
public var kSecAttrService: CFString { "svce" }
/// https://developer.apple.com/documentation/security/ksecattraccount
@available(macOS 10.6, iOS 2.0, *)
public var kSecAttrAccount: CFString { "acct" }
/// https://developer.apple.com/documentation/security/ksecattraccessgroup
@available(macOS 10.9, iOS 3.0, *)
public var kSecAttrAccessGroup: CFString { "agrp" }
/// https://developer.apple.com/documentation/security/ksecattraccessible
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessible: CFString { "pdmn" }
/// https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlock
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessibleAfterFirstUnlock: CFString { "ck" }
/// https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { "cku" }
/// https://developer.apple.com/documentation/security/ksecattraccessiblewhenunlocked
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessibleWhenUnlocked: CFString { "ak" }
/// https://developer.apple.com/documentation/security/ksecattraccessiblewhenunlockedthisdeviceonly
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { "aku" }
/// https://developer.apple.com/documentation/security/ksecattraccessiblewhenpasscodesetthisdeviceonly
@available(macOS 10.10, iOS 8.0, *)
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { "akpu" }
/// https://developer.apple.com/documentation/security/ksecvaluedata
@available(macOS 10.6, iOS 2.0, *)
public var kSecValueData: CFString { "v_Data" }
/// https://developer.apple.com/documentation/security/ksecreturndata
@available(macOS 10.6, iOS 2.0, *)
public var kSecReturnData: CFString { "r_Data" }
/// https://developer.apple.com/documentation/security/ksecmatchlimit
@available(macOS 10.6, iOS 2.0, *)
public var kSecMatchLimit: CFString { "m_Limit" }
/// https://developer.apple.com/documentation/security/ksecmatchlimitone
@available(macOS 10.6, iOS 2.0, *)
public var kSecMatchLimitOne: CFString { "m_LimitOne" }
/// https://developer.apple.com/documentation/security/ksecmatchlimitall
@available(macOS 10.6, iOS 2.0, *)
public var kSecMatchLimitAll: CFString { "m_LimitAll" }
/// https://developer.apple.com/documentation/security/ksecreturnattributes
@available(macOS 10.6, iOS 2.0, *)
public var kSecReturnAttributes: CFString { "r_Attributes" }
/// https://developer.apple.com/documentation/security/ksecattrsynchronizable
@available(macOS 10.9, iOS 7.0, *)
public var kSecAttrSynchronizable: CFString { "sync" }
/// https://developer.apple.com/documentation/security/ksecuseauthenticationui
@available(macOS 10.11, iOS 9.0, *)
public var kSecUseAuthenticationUI: CFString { "u_AuthUI" }
/// https://developer.apple.com/documentation/security/ksecuseauthenticationuiskip
@available(macOS 10.11, iOS 9.0, *)
public var kSecUseAuthenticationUISkip: CFString { "u_AuthUIS" }

/// https://developer.apple.com/documentation/security/errsecsuccess
public var errSecSuccess: OSStatus { 0 }
/// https://developer.apple.com/documentation/security/errsecduplicateitem
public var errSecDuplicateItem: OSStatus { -25299 }
