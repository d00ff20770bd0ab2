#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Bytes that nobody else may know: they stand in one place of the memory, and are wiped when they are let go.
package final class SecretBytes: Sendable {
    package let count: Int
    /// Of memory of its own; as a number, which any thread may have.
    private let address: UInt

    /// So many bytes, as a function fills them; nil where that fails.
    package init?(count: Int, fill: (UnsafeMutableRawBufferPointer) -> Bool) {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(count, 0), alignment: 16)
        bytes.initializeMemory(as: UInt8.self, repeating: 0)
        self.count = bytes.count
        address = UInt(bitPattern: bytes.baseAddress)
        // Should this fail, the object is whole by now: its end wipes the bytes.
        guard fill(bytes) else { return nil }
    }

    deinit {
        guard let start = UnsafeMutableRawPointer(bitPattern: address) else { return }
        Syscalls.wipe(UnsafeMutableRawBufferPointer(start: start, count: count))
        start.deallocate()
    }

    /// Lends the bytes.
    package func withBytes<Value>(_ body: (UnsafePointer<UInt8>) -> Value) -> Value {
        // Valid for as long as the object is.
        withExtendedLifetime(self) {
            guard let start = UnsafePointer<UInt8>(bitPattern: address) else { return body([]) }
            return body(start)
        }
    }

    /// The part that begins there, in memory of its own; nil where it is not all there.
    package func part(from start: Int, count: Int) -> SecretBytes? {
        guard start >= 0, count >= 0, start <= self.count, count <= self.count - start else { return nil }
        return SecretBytes(count: count) { part in
            withBytes { part.copyMemory(from: UnsafeRawBufferPointer(start: $0 + start, count: count)) }
            return true
        }
    }
}

extension SecretBytes {
    /// A copy of bytes that stand elsewhere, too: their owner wipes those.
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
    /// Zeros that no compiler leaves out: memset_s(3), explicit_bzero(3).
    static func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
        guard let start = bytes.baseAddress else { return }
        #if canImport(Darwin)
            _ = memset_s(start, bytes.count, 0, bytes.count)
        #else
            explicit_bzero(start, bytes.count)
        #endif
    }
}
