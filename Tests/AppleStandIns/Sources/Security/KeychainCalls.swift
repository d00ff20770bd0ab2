// The four calls of SecItem.h, with the keychain's answers. CFString and NSString are bridged toll-free, and so are
// CFDictionary and NSDictionary (https://developer.apple.com/documentation/corefoundation/cfstring). Here each pair is
// one type.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import Foundation

public typealias CFTypeRef = AnyObject
public typealias CFString = NSString
public typealias CFDictionary = NSDictionary

// SecBase.h: what the sources know by their numbers
public var errSecParam: OSStatus { -50 }
public var errSecItemNotFound: OSStatus { -25300 }
public var errSecInteractionNotAllowed: OSStatus { -25308 }
public var errSecMissingEntitlement: OSStatus { -34018 }

extension Keychain {
    static func copyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus {
        guard let asked = Query(query) else { return errSecParam }
        let (status, found) = shared.copy(asked)
        guard status == errSecSuccess else { return status }
        if asked.returnsData {
            result?.pointee = found.first?.data.map { $0 as NSData }
        } else if asked.returnsAttributes {
            result?.pointee = found.map { ["acct": $0.account] as NSDictionary } as NSArray
        }
        return status
    }

    static func add(_ attributes: CFDictionary) -> OSStatus { Query(attributes).map(shared.add) ?? errSecParam }

    static func update(_ query: CFDictionary, to attributes: CFDictionary) -> OSStatus {
        guard let asked = Query(query), let change = Query(attributes, isChange: true) else { return errSecParam }
        return shared.update(asked, to: change)
    }

    static func delete(_ query: CFDictionary) -> OSStatus { Query(query).map(shared.delete) ?? errSecParam }
}
