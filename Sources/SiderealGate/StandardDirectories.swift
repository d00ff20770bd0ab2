#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where this process keeps things, unless the caller says otherwise.
package enum StandardDirectories {
    /// A name as that of one directory, whatever the process calls itself.
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
