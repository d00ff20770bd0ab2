/// A name that is compared byte by byte, as file systems and servers compare names.
///
/// `String` treats two spellings of a character as equal, such as "é" and "e" with a combining accent. A dictionary
/// with `String` keys would confuse one file, store, key or observer with another.
package struct ExactName: Hashable, Comparable, Sendable, ExpressibleByStringLiteral {
    package let text: String

    package init(_ text: String) { self.text = text }

    package init(stringLiteral text: String) { self.text = text }

    /// Compares Unicode scalars. The scalars are equal if and only if the bytes are equal, and comparing scalars is
    /// faster.
    package static func == (left: ExactName, right: ExactName) -> Bool {
        left.text.unicodeScalars.elementsEqual(right.text.unicodeScalars)
    }

    package static func < (left: ExactName, right: ExactName) -> Bool {
        left.text.utf8.lexicographicallyPrecedes(right.text.utf8)
    }

    /// Hashes the text. Two spellings of a name have the same hash, which costs only an additional comparison.
    package func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }
}
