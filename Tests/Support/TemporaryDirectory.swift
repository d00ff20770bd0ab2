import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A new directory that is removed when the object is released.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/sidereal-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        remove(in: path)
    }

    private func remove(in directory: String) {
        if let stream = opendir(directory) {
            while let entry = readdir(stream) {
                let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
                }
                if name == "." || name == ".." { continue }
                let path = directory + "/" + name
                if unlink(path) != 0 { remove(in: path) }
            }
            closedir(stream)
        }
        rmdir(directory)
    }
}
