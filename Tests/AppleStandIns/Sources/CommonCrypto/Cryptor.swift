// Stands in for CommonCrypto: AES with keys of 128 bits in ECB mode, by OpenSSL.
//
// Models: a cryptor encrypts whole blocks at once, keeps the rest for the next call, and lasts until it is released.
// `CommonCryptoFaults` makes calls fail, or do less than they should.
//
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/CCCryptor.3cc.html
//
// Leaves out: all other options, which return kCCParamError.
import SiderealOpenSSL
import SiderealSystem
import Synchronization

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

final class Cryptor {
    // kCCParamError and kCCBufferTooSmall (CommonCryptoError.h)
    private static let (parameterError, bufferTooSmall) = (-4300, -4301)

    private let encrypt: @Sendable (_ blocks: [UInt8]) -> [UInt8]?
    private init(_ encrypt: @escaping @Sendable (_ blocks: [UInt8]) -> [UInt8]?) { self.encrypt = encrypt }

    static func create(
        _ operation: CCOperation, _ algorithm: CCAlgorithm, _ options: CCOptions, _ key: UnsafeRawBufferPointer,
        _ cryptor: UnsafeMutablePointer<CCCryptorRef?>
    ) -> Int {
        guard operation == kCCEncrypt, algorithm == kCCAlgorithmAES, options == kCCOptionECBMode,
            let secret = SecretBytes(
                count: key.count,
                fill: { bytes in
                    bytes.copyMemory(from: key)
                    return true
                }), let encrypt = OpenSSL.blockCipher(secret)
        else { return parameterError }
        cryptor.pointee = OpaquePointer(Unmanaged.passRetained(Cryptor(encrypt)).toOpaque())
        // The output of a failed call has to be ignored.
        return CommonCryptoFaults.current.creates ? kCCSuccess : parameterError
    }

    static func update(
        _ cryptor: CCCryptorRef, _ input: UnsafeRawBufferPointer, _ output: UnsafeMutableRawBufferPointer,
        _ moved: UnsafeMutablePointer<Int>
    ) -> Int {
        let faults = CommonCryptoFaults.current
        let cryptor = Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer(cryptor)).takeUnretainedValue()
        let count = max(0, input.count / 16 * 16 - (faults.holdsBack ? 16 : 0))
        guard output.count >= count else { return bufferTooSmall }
        guard let bytes = cryptor.encrypt(Array(input.prefix(count))) else { return parameterError }
        output.copyBytes(from: bytes)
        moved.pointee = count
        return faults.updates ? kCCSuccess : parameterError
    }

    static func release(_ cryptor: CCCryptorRef) -> Int {
        Unmanaged<Cryptor>.fromOpaque(UnsafeRawPointer(cryptor)).release()
        CommonCryptoFaults.releases.add(1, ordering: .relaxed)
        return kCCSuccess
    }
}
