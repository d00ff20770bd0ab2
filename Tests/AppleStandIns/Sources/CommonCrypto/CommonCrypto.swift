// Stands in for CommonCrypto: AES with keys of 128 bits in ECB mode, by OpenSSL.
//
// Models: a cryptor encrypts whole blocks at once and holds back the rest of the last one; it lasts until it is
// released. `CommonCryptoFaults` has calls fail, or do less than they should.
//
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
//
// Leaves out: all else, which is kCCParamError.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import SiderealOpenSSL
import SiderealSystem
import Synchronization

public typealias CCCryptorRef = OpaquePointer
public typealias CCCryptorStatus = Int32
public typealias CCOperation = UInt32
public typealias CCAlgorithm = UInt32
public typealias CCOptions = UInt32

public var kCCSuccess: Int { 0 }
public var kCCParamError: Int { -4300 }
public var kCCBufferTooSmall: Int { -4301 }
public var kCCEncrypt: Int { 0 }
public var kCCAlgorithmAES: Int { 0 }
public var kCCOptionECBMode: Int { 2 }
public var kCCKeySizeAES128: Int { 16 }
public var kCCBlockSizeAES128: Int { 16 }

/// The faults of a test's task.
public struct CommonCryptoFaults: Sendable {
    public var creates = true
    public var updates = true
    /// A Boolean value that indicates whether the last block is held back.
    public var holdsBack = false

    public init() {}

    @TaskLocal public static var current = CommonCryptoFaults()
    fileprivate static let releases = Atomic(0)

    /// The number of released cryptors.
    public static var released: Int { releases.load(ordering: .relaxed) }
}

private final class Cryptor {
    let encrypt: @Sendable (_ blocks: [UInt8]) -> [UInt8]?
    init(_ encrypt: @escaping @Sendable (_ blocks: [UInt8]) -> [UInt8]?) { self.encrypt = encrypt }
}

public func CCCryptorCreate(
    _ op: CCOperation, _ alg: CCAlgorithm, _ options: CCOptions, _ key: UnsafeRawPointer!, _ keyLength: Int,
    _ iv: UnsafeRawPointer!, _ cryptorRef: UnsafeMutablePointer<CCCryptorRef?>!
) -> CCCryptorStatus {
    guard op == kCCEncrypt, alg == kCCAlgorithmAES, options == kCCOptionECBMode,
        let secret = SecretBytes(
            count: keyLength,
            fill: { bytes in
                bytes.copyMemory(from: UnsafeRawBufferPointer(start: key, count: keyLength))
                return true
            }), let encrypt = OpenSSL.blockCipher(secret)
    else { return CCCryptorStatus(kCCParamError) }
    cryptorRef.pointee = OpaquePointer(Unmanaged.passRetained(Cryptor(encrypt)).toOpaque())
    // The output of a failed call has to be ignored.
    return CCCryptorStatus(CommonCryptoFaults.current.creates ? kCCSuccess : kCCParamError)
}

public func CCCryptorUpdate(
    _ cryptorRef: CCCryptorRef!, _ dataIn: UnsafeRawPointer!, _ dataInLength: Int, _ dataOut: UnsafeMutableRawPointer!,
    _ dataOutAvailable: Int, _ dataOutMoved: UnsafeMutablePointer<Int>!
) -> CCCryptorStatus {
    let faults = CommonCryptoFaults.current
    let cryptor = Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer(cryptorRef)).takeUnretainedValue()
    let count = max(0, dataInLength / 16 * 16 - (faults.holdsBack ? 16 : 0))
    guard dataOutAvailable >= count else { return CCCryptorStatus(kCCBufferTooSmall) }
    guard let out = cryptor.encrypt(Array(UnsafeRawBufferPointer(start: dataIn, count: count))) else {
        return CCCryptorStatus(kCCParamError)
    }
    UnsafeMutableRawBufferPointer(start: dataOut, count: dataOutAvailable).copyBytes(from: out)
    dataOutMoved.pointee = count
    return CCCryptorStatus(faults.updates ? kCCSuccess : kCCParamError)
}

public func CCCryptorRelease(_ cryptorRef: CCCryptorRef!) -> CCCryptorStatus {
    Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer(cryptorRef)).release()
    CommonCryptoFaults.releases.add(1, ordering: .relaxed)
    return CCCryptorStatus(kCCSuccess)
}
