// The functions and constants of SecItem.h and SecBase.h that the library uses. CFString and NSString, CFDictionary and
// NSDictionary are bridged toll-free (https://developer.apple.com/documentation/corefoundation/cfstring); here they are
// one.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

public typealias OSStatus = Int32
public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary

public var errSecSuccess: OSStatus { 0 }
public var errSecParam: OSStatus { -50 }
public var errSecDuplicateItem: OSStatus { -25299 }
public var errSecItemNotFound: OSStatus { -25300 }
public var errSecInteractionNotAllowed: OSStatus { -25308 }
public var errSecMissingEntitlement: OSStatus { -34018 }

public var kSecClass: CFString { "class" }
public var kSecClassGenericPassword: CFString { "genp" }
public var kSecUseDataProtectionKeychain: CFString { "nleg" }
public var kSecAttrService: CFString { "svce" }
public var kSecAttrAccount: CFString { "acct" }
public var kSecAttrAccessGroup: CFString { "agrp" }
public var kSecAttrAccessible: CFString { "pdmn" }
public var kSecAttrAccessibleWhenUnlocked: CFString { "ak" }
public var kSecAttrAccessibleAfterFirstUnlock: CFString { "ck" }
public var kSecAttrAccessibleWhenUnlockedThisDeviceOnly: CFString { "aku" }
public var kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly: CFString { "cku" }
public var kSecValueData: CFString { "v_Data" }
public var kSecReturnData: CFString { "r_Data" }
public var kSecMatchLimit: CFString { "m_Limit" }
public var kSecMatchLimitOne: CFString { "m_LimitOne" }
public var kSecMatchLimitAll: CFString { "m_LimitAll" }
public var kSecReturnAttributes: CFString { "r_Attributes" }
public var kSecAttrSynchronizable: CFString { "sync" }
public var kSecUseAuthenticationUI: CFString { "u_AuthUI" }
public var kSecUseAuthenticationUISkip: CFString { "u_AuthUIS" }

public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    guard let asked = Query(query) else { return errSecParam }
    let (status, found) = Keychain.shared.copy(asked)
    guard status == errSecSuccess else { return status }
    if asked.returnsData {
        result?.pointee = found.first?.data.map { $0 as NSData }
    } else if asked.returnsAttributes {
        result?.pointee = found.map { ["acct": $0.account] as NSDictionary } as NSArray
    }
    return status
}

public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
    Query(attributes).map { Keychain.shared.add($0) } ?? errSecParam
}

public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus {
    guard let asked = Query(query), let change = Query(attributesToUpdate, isChange: true) else { return errSecParam }
    return Keychain.shared.update(asked, to: change)
}

public func SecItemDelete(_ query: CFDictionary) -> OSStatus {
    Query(query).map { Keychain.shared.delete($0) } ?? errSecParam
}
