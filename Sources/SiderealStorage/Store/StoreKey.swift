import SiderealBase

/// The name and the type of a value in a store.
///
/// Declare each once:
///
///     nonisolated extension StoreKey<Bool> {
///         static var hasOnboarded: Self { .init("hasOnboarded") }
///     }
///
/// Values are coded on other threads. In a module that is of the main actor by default, a type of the app's own says
/// that it is not: `nonisolated struct Session: Codable`; so does the extension of a key that other actors use.
///
/// Names that begin with `sidereal.` are the library's own: nothing can be set under them. Of an optional type nil is a
/// value, and not the same as absent; an optional of an optional has the same bytes as an optional, and is
/// refused.
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

    /// Whether a value can be set under it. What an older version let an app set can still be removed.
    func checkForWriting() throws(StoreError) {
        try check()
        // By bytes, as a migration's marker is recognised.
        if name.utf8.starts(with: "sidereal.".utf8) {
            throw StoreError(.keyName, "the key's name '\(name)' begins with 'sidereal.', which is the library's own")
        }
    }
}
