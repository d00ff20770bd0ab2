import SiderealBase

/// The name and the type of a value in a store.
///
/// Declare each once:
///
///     nonisolated extension StoreKey<Bool> {
///         static var hasOnboarded: Self { .init("hasOnboarded") }
///     }
///
/// Values are coded on other threads. If your module isolates to the main actor by default, declare your own value
/// types `nonisolated`: `nonisolated struct Session: Codable`. Do the same for the extension of a key that other actors
/// use.
///
/// Names that begin with `sidereal.` are reserved for the library: setting a value under such a name throws. For an
/// optional type, `nil` is a value, and differs from absent. An optional of an optional is refused, since its bytes
/// equal those of an optional.
public struct StoreKey<Value: Codable & Sendable>: Sendable, Hashable {
    /// 1 to 255 bytes of UTF-8. Keys are equal if their bytes are.
    public var name: String { exactName.text }

    let exactName: ExactName

    /// Creates a key.
    ///
    /// - Parameter name: The key's name, 1 to 255 bytes of UTF-8. The initializer doesn't check the name: a write under
    ///   an invalid one throws.
    public init(_ name: String) {
        exactName = ExactName(name)
    }

    func check() throws(StoreError) {
        guard (1...255).contains(name.utf8.count) else {
            throw StoreError(.keyName, "the key's name '\(name)' is not of 1 to 255 bytes")
        }
    }

    /// Throws if no value can be set under the name. Values that an older version allowed can still be removed.
    func checkForWriting() throws(StoreError) {
        try check()
        // Compare bytes, as for a migration's marker.
        if name.utf8.starts(with: "sidereal.".utf8) {
            throw StoreError(.keyName, "the key's name '\(name)' begins with 'sidereal.', which is the library's own")
        }
    }
}
