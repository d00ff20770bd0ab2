#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The directories of this process, unless the caller names others.
package enum StandardDirectories {
    /// Returns a name that is valid for one directory, regardless of the process's name.
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
