/// Returns a line that describes how the bytes differ from the expected bytes, or `nil` if they are equal.
///
/// `#expect(bytes == expected)` prints both sides when it fails. For a file, that output fills many pages.
package func difference(_ bytes: [UInt8]?, from expected: [UInt8]?) -> String? {
    guard bytes != expected else { return nil }
    guard let bytes else { return "there are no bytes" }
    guard let expected else { return "there are \(bytes.count) bytes" }
    let place = zip(bytes, expected).enumerated().first { $1.0 != $1.1 }.map { "at \($0): \($1.0) instead of \($1.1)" }
    return "\(bytes.count) bytes instead of \(expected.count), they differ \(place ?? "at the end")"
}
