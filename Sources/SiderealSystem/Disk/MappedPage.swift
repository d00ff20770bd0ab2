import CSiderealSystem

/// The first page of a file, mapped for reading until the value goes.
final class MappedPage: Sendable {
    /// As a number: pointers are not `Sendable`, and what this one points to is only read, atomically.
    private let address: UInt

    /// Nil, and the error's number set, where the system refuses.
    init?(_ descriptor: Int32) {
        guard let address = Syscalls.map(descriptor) else { return nil }
        self.address = address
    }

    deinit { Syscalls.unmap(address) }

    /// The first eight bytes.
    var word: UInt64 { UInt64(sidereal_word_at(address)) }
}
