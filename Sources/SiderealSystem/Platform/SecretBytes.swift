#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Secret bytes at a fixed address in memory. This object overwrites the bytes when it is released.
package final class SecretBytes: Sendable {
    package let count: Int
    /// The address of the memory, as a number, because a number is `Sendable`.
    private let address: UInt

    /// Creates bytes that `fill` writes, or returns `nil` if `fill` returns `false`.
    package init?(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Bool) {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 0), alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        self.count = bytes.count
        address = UInt(bitPattern: bytes.baseAddress)
        // If `fill` fails, the object is already initialized, so its deinitializer wipes the bytes.
        guard fill(bytes) else { return nil }
    }

    deinit {
        guard let start = UnsafeMutableRawPointer(bitPattern: address) else { return }
        Syscalls.wipe(UnsafeMutableRawBufferPointer(start: start, count: count))
        start.deallocate()
    }

    /// Calls `body` with a pointer to the bytes.
    package func withBytes<Value>(_ body: (UnsafePointer<UInt8>) -> Value) -> Value {
        // The pointer is valid while the object exists.
        withExtendedLifetime(self) {
            guard let start = UnsafePointer<UInt8>(bitPattern: address) else { return body([]) }
            return body(start)
        }
    }

    /// Returns a copy of the bytes from `start` on, or `nil` if the range exceeds the bytes.
    package func part(from start: Int, count: Int) -> SecretBytes? {
        guard start >= 0, count >= 0, start <= self.count, count <= self.count - start else { return nil }
        return SecretBytes(count: count) { part in
            withBytes { part.copyMemory(from: UnsafeRawBufferPointer(start: $0 + start, count: count)) }
            return true
        }
    }
}

extension SecretBytes {
    /// Creates a copy of an array's bytes. The owner of the array must wipe the array.
    package convenience init?(copying bytes: [UInt8]) {
        self.init(count: bytes.count) {
            $0.copyBytes(from: bytes)
            return true
        }
    }

    /// Overwrites an array's bytes with zeros, in place if there is no other copy of the array.
    package static func wipe(_ bytes: inout [UInt8]) {
        bytes.withUnsafeMutableBytes { Syscalls.wipe($0) }
    }
}

extension Syscalls {
    /// Writes zeros with a function that the compiler does not optimize away: memset_s(3) or explicit_bzero(3).
    static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        #if canImport(Darwin)
            _ = memset_s(start, bytes.count, 0, bytes.count)
        #else
            explicit_bzero(start, bytes.count)
        #endif
    }
}
