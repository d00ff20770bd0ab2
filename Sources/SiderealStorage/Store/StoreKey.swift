import SiderealBase

/// The name and the type of a value in a store.
///
/// Declare each key once:
///
/// ```swift
/// nonisolated extension StoreKey<Bool> {
///     static var hasOnboarded: Self { .init("hasOnboarded") }
/// }
/// ```
///
/// The store encodes and decodes values on other threads. If your module isolates declarations to the main actor by
/// default, declare your own value types `nonisolated`: `nonisolated struct Session: Codable`. If code outside the main
/// actor uses a key, also declare the extension of `StoreKey` `nonisolated`.
///
/// The library reserves names that begin with `sidereal.`. If you set a value under such a name, the write throws.
///
/// If the type of the value is optional, `nil` is a stored value, and differs from an absent value. If you set a
/// nested optional, the write throws, because both kinds of `nil` have the same bytes.
public struct StoreKey<Value: Codable & Sendable>: Sendable, Hashable {
    /// The key's name, 1 to 255 bytes of UTF-8. Two keys are equal if the bytes of their names are equal.
    public var name: String { exactName.text }

    let exactName: ExactName

    /// Creates a key.
    ///
    /// - Parameter name: The key's name, 1 to 255 bytes of UTF-8. This initializer does not check the name. If the
    ///   name is invalid, writes to the key throw.
    public init(_ name: String) {
        exactName = ExactName(name)
    }

    func check() throws(StoreError) {
        guard (1...255).contains(name.utf8.count) else {
            throw StoreError(.invalidKeyName, "the key's name '\(name)' does not have 1 to 255 bytes")
        }
    }

    /// Throws if no value can be set under the name. A value that an older version allowed can still be removed.
    func checkForWriting() throws(StoreError) {
        try check()
        // Compare bytes, as `isOfMigration` does for the names of markers.
        if name.utf8.starts(with: "sidereal.".utf8) {
            throw StoreError(
                .invalidKeyName, "the key's name '\(name)' begins with 'sidereal.', a prefix that the library reserves")
        }
    }
}
