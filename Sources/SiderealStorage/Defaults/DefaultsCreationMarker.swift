package import SiderealSystem

/// A file that can be read before the first unlock, whose existence says that a domain's sentinel was written once.
package struct DefaultsCreationMarker: Sendable {
    /// False, too, where that can't be found out.
    package let isThere: @Sendable () -> Bool
    /// Makes it, if that can be done: without it less can be told, and nothing wrong.
    package let make: @Sendable () -> Void

    package init(isThere: @escaping @Sendable () -> Bool, make: @escaping @Sendable () -> Void) {
        self.isThere = isThere
        self.make = make
    }

    /// The record of a suite, or of the standard defaults, in a directory.
    package init(suite: String?, directory: String, fileSystem: any FileSystem) {
        let path = "\(directory)/\(Self.fileName(suite: suite))"
        self.init(
            isThere: { (try? fileSystem.identity(ofPath: path)) != nil },
            make: { try? Self.make(path, directory, fileSystem) })
    }

    /// `defaults-SUITE.born`; bytes that could mean something else in a path are written in hexadecimal.
    package static func fileName(suite: String?) -> String {
        guard let suite else { return "defaults.born" }
        var name = ""
        for byte in suite.utf8 {
            let scalar = Unicode.Scalar(byte)
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": name.unicodeScalars.append(scalar)
            default: name += byte < 16 ? "%0\(String(byte, radix: 16))" : "%\(String(byte, radix: 16))"
            }
        }
        return "defaults-\(name).born"
    }

    private static func make(_ path: String, _ directory: String, _ fileSystem: any FileSystem) throws(SystemError) {
        try fileSystem.makeDirectories(directory)
        fileSystem.close(try fileSystem.retrying { () throws(SystemError) in try fileSystem.open(path, .openOrCreate) })
        try fileSystem.syncDirectory(directory)
    }
}
