/// The checksum XXH64, as its author published it. It has 64 bits, and is not cryptographic. The algorithm processes
/// several bytes in a clock cycle.
package enum XXH64 {
    private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
    private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
    private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
    private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

    /// Returns the checksum of the bytes after the first `skipped` bytes.
    package static func checksum(of bytes: [UInt8], skipping skipped: Int = 0, seed: UInt64 = 0) -> UInt64 {
        // The only unsafe code in this file: reading eight bytes at a time needs unaligned loads.
        unsafe bytes.withUnsafeBytes { buffer in
            let start = min(max(skipped, 0), buffer.count)
            return unsafe checksum(of: buffer, from: start, seed: seed)
        }
    }

    private static func checksum(of bytes: UnsafeRawBufferPointer, from start: Int, seed: UInt64) -> UInt64 {
        var offset = start
        let length = UInt64(bytes.count &- start)
        var hash: UInt64
        if length >= 32 {
            var lane1 = seed &+ prime1 &+ prime2
            var lane2 = seed &+ prime2
            var lane3 = seed
            var lane4 = seed &- prime1
            let last = bytes.count &- 32
            while offset <= last {
                lane1 = unsafe round(lane1, word(bytes, offset))
                lane2 = unsafe round(lane2, word(bytes, offset &+ 8))
                lane3 = unsafe round(lane3, word(bytes, offset &+ 16))
                lane4 = unsafe round(lane4, word(bytes, offset &+ 24))
                offset &+= 32
            }
            hash = rotate(lane1, 1) &+ rotate(lane2, 7) &+ rotate(lane3, 12) &+ rotate(lane4, 18)
            hash = merge(hash, lane1)
            hash = merge(hash, lane2)
            hash = merge(hash, lane3)
            hash = merge(hash, lane4)
        } else {
            hash = seed &+ prime5
        }
        hash &+= length

        while bytes.count &- offset >= 8 {
            hash = unsafe rotate(hash ^ round(0, word(bytes, offset)), 27) &* prime1 &+ prime4
            offset &+= 8
        }
        if bytes.count &- offset >= 4 {
            let half = unsafe UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
            hash = rotate(hash ^ (UInt64(half) &* prime1), 23) &* prime2 &+ prime3
            offset &+= 4
        }
        while offset < bytes.count {
            hash = unsafe rotate(hash ^ (UInt64(bytes[offset]) &* prime5), 11) &* prime1
            offset &+= 1
        }

        hash = (hash ^ (hash >> 33)) &* prime2
        hash = (hash ^ (hash >> 29)) &* prime3
        return hash ^ (hash >> 32)
    }

    @inline(__always)
    private static func word(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    @inline(__always)
    private static func rotate(_ value: UInt64, _ count: UInt64) -> UInt64 {
        (value &<< count) | (value &>> (64 &- count))
    }

    @inline(__always)
    private static func round(_ lane: UInt64, _ input: UInt64) -> UInt64 {
        rotate(lane &+ input &* prime2, 31) &* prime1
    }

    @inline(__always)
    private static func merge(_ hash: UInt64, _ lane: UInt64) -> UInt64 {
        (hash ^ round(0, lane)) &* prime1 &+ prime4
    }
}
