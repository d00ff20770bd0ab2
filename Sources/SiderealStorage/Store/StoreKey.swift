/// The name and the type of a value in a store.
///
/// Declare each once:
///
///     extension StoreKey<Bool> {
///         static var hasOnboarded: Self { .init("hasOnboarded") }
///     }
public struct StoreKey<Value: Codable & Sendable>: Sendable, Hashable {
    /// 1 to 255 bytes of UTF-8.
    public let name: String

    public init(_ name: String) {
        self.name = name
    }

    func check() throws(StoreError) {
        guard (1...255).contains(name.utf8.count) else {
            throw StoreError(.keyName, "the key's name '\(name)' is not of 1 to 255 bytes")
        }
    }
}
