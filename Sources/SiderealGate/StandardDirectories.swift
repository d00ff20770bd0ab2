#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The default directories of this process.
package enum StandardDirectories {
    /// Returns a valid directory name for any process name.
    package static func directoryName(_ name: String) -> String {
        let name = String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "/" || $0 == "\0" ? "_" : $0 }))
        return name.isEmpty || name == "." || name == ".." ? "process" : name
    }

    /// The name of the executable.
    static var processName: String {
        let name = ProcessInfo.processInfo.processName
        return name.isEmpty ? "process" : name
    }
}
