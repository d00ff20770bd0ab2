// <CommonCrypto/CommonCryptor.h>, <CommonCrypto/CommonCryptoError.h>: CCCryptor(3cc), a module in C. Its constants are
// members of enumerations without a name, which Swift imports as numbers of the type `Int`; its pointers have no
// annotations, so Swift imports them as implicitly unwrapped.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public typealias CCCryptorRef = OpaquePointer
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public typealias CCCryptorStatus = Int32
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public typealias CCOperation = UInt32
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public typealias CCAlgorithm = UInt32
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public typealias CCOptions = UInt32

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public var kCCSuccess: Int { 0 }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public var kCCEncrypt: Int { 0 }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public var kCCAlgorithmAES: Int { 0 }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public var kCCOptionECBMode: Int { 2 }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public var kCCKeySizeAES128: Int { 16 }
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
public var kCCBlockSizeAES128: Int { 16 }

/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptorCreate.3cc.html
@available(macOS 10.4, iOS 2.0, *)
public func CCCryptorCreate(
    _ op: CCOperation, _ alg: CCAlgorithm, _ options: CCOptions, _ key: UnsafeRawPointer!, _ keyLength: Int,
    _ iv: UnsafeRawPointer!, _ cryptorRef: UnsafeMutablePointer<CCCryptorRef?>!
) -> CCCryptorStatus {
    CCCryptorStatus(Cryptor.create(op, alg, options, UnsafeRawBufferPointer(start: key, count: keyLength), cryptorRef))
}
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptorUpdate.3cc.html
@available(macOS 10.4, iOS 2.0, *)
public func CCCryptorUpdate(
    _ cryptorRef: CCCryptorRef!, _ dataIn: UnsafeRawPointer!, _ dataInLength: Int, _ dataOut: UnsafeMutableRawPointer!,
    _ dataOutAvailable: Int, _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
    CCCryptorStatus(
        Cryptor.update(
            cryptorRef, UnsafeRawBufferPointer(start: dataIn, count: dataInLength),
            UnsafeMutableRawBufferPointer(start: dataOut, count: dataOutAvailable), dataOutMoved))
}
/// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptorRelease.3cc.html
@available(macOS 10.4, iOS 2.0, *)
public func CCCryptorRelease(_ cryptorRef: CCCryptorRef!) -> CCCryptorStatus {
    CCCryptorStatus(Cryptor.release(cryptorRef))
}
