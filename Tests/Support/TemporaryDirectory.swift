package import Foundation

/// A new directory that is removed when the object is released.
package final class TemporaryDirectory: Sendable {
    package let path = "/tmp/sidereal-\(UUID().uuidString)"
    package var url: URL { URL(filePath: path) }

    package init() throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
