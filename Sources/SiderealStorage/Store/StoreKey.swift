import SiderealCore

/// The name and the type of a value in a store.
///
/// Declare each once:
///
///     extension StoreKey<Bool> {
///         static var hasOnboarded: Self { .init("hasOnboarded") }
///     }
///
/// Values are coded on other threads. In a module that is of the main actor by default, a type of the app's own says that it is
/// not: `nonisolated struct Session: Codable`; so does the extension of a key that other actors use.
public struct StoreKey<Value: Codable & Sendable>: Sendable, Hashable {
    /// 1 to 255 bytes of UTF-8. Keys are equal if their bytes are.
    public var name: String { exactName.text }

    let exactName: ExactName

    public init(_ name: String) {
        exactName = ExactName(name)
    }

    func check() throws(StoreError) {
        guard (1...255).contains(name.utf8.count) else {
            throw StoreError(.keyName, "the key's name '\(name)' is not of 1 to 255 bytes")
        }
    }
}
