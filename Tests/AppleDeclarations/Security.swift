// https://developer.apple.com/documentation/security/keychain-services. The constants are `let` in the framework.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

@_exported import CoreFoundation

/// https://developer.apple.com/documentation/kernel/osstatus, from MacTypes.h of the C library's module.
public typealias OSStatus = Int32

private func stub() -> Never { fatalError("nothing of this runs") }

/// https://developer.apple.com/documentation/security/secitemcopymatching(_:_:)
@available(macOS 10.6, iOS 2.0, *)
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    stub()
}
/// https://developer.apple.com/documentation/security/secitemadd(_:_:)
@available(macOS 10.6, iOS 2.0, *)
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { stub() }
/// https://developer.apple.com/documentation/security/secitemupdate(_:_:)
@available(macOS 10.6, iOS 2.0, *)
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { stub() }
/// https://developer.apple.com/documentation/security/secitemdelete(_:)
@available(macOS 10.6, iOS 2.0, *)
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { stub() }

/// https://developer.apple.com/documentation/security/ksecclass
@available(macOS 10.6, iOS 2.0, *)
public var kSecClass: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecclassgenericpassword
@available(macOS 10.7, iOS 2.0, *)
public var kSecClassGenericPassword: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecusedataprotectionkeychain
@available(macOS 10.15, iOS 13.0, *)
public var kSecUseDataProtectionKeychain: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecattrservice
@available(macOS 10.6, iOS 2.0, *)
public var kSecAttrService: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecattraccount
@available(macOS 10.6, iOS 2.0, *)
public var kSecAttrAccount: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecattraccessgroup
@available(macOS 10.9, iOS 3.0, *)
public var kSecAttrAccessGroup: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecattraccessible
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessible: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlock
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessibleAfterFirstUnlock: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecattraccessibleafterfirstunlockthisdeviceonly
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecattraccessiblewhenunlocked
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessibleWhenUnlocked: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecattraccessiblewhenunlockedthisdeviceonly
@available(macOS 10.9, iOS 4.0, *)
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecattraccessiblewhenpasscodesetthisdeviceonly
@available(macOS 10.10, iOS 8.0, *)
public var kSecAttrAccessibleWhenPasscodeSetThisDeviceOnly: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecvaluedata
@available(macOS 10.6, iOS 2.0, *)
public var kSecValueData: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecreturndata
@available(macOS 10.6, iOS 2.0, *)
public var kSecReturnData: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecmatchlimit
@available(macOS 10.6, iOS 2.0, *)
public var kSecMatchLimit: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecmatchlimitone
@available(macOS 10.6, iOS 2.0, *)
public var kSecMatchLimitOne: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecmatchlimitall
@available(macOS 10.6, iOS 2.0, *)
public var kSecMatchLimitAll: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecreturnattributes
@available(macOS 10.6, iOS 2.0, *)
public var kSecReturnAttributes: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecattrsynchronizable
@available(macOS 10.9, iOS 7.0, *)
public var kSecAttrSynchronizable: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecuseauthenticationui
@available(macOS 10.11, iOS 9.0, *)
public var kSecUseAuthenticationUI: CFString { stub() }
/// https://developer.apple.com/documentation/security/ksecuseauthenticationuiskip
@available(macOS 10.11, iOS 9.0, *)
public var kSecUseAuthenticationUISkip: CFString { stub() }

/// https://developer.apple.com/documentation/security/errsecsuccess
public var errSecSuccess: OSStatus { 0 }
/// https://developer.apple.com/documentation/security/errsecduplicateitem
public var errSecDuplicateItem: OSStatus { -25299 }
