#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where the record is kept, unless the caller says otherwise.
package enum StateDirectory {
    /// Application Support on Apple platforms; elsewhere `$XDG_STATE_HOME/sidereal`, or `~/.local/state/sidereal` where
    /// that is unset or, against the XDG Base Directory Specification, not absolute.
    package static func standard(environment: [String: String] = ProcessInfo.processInfo.environment)
        throws(ObservatoryError)
        -> String
    {
        #if canImport(Darwin)
            let support = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
            guard let support else {
                throw ObservatoryError(.stateDirectory, "there is no Application Support directory")
            }
            return support.appendingPathComponent("sidereal", isDirectory: true).path
        #else
            if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/sidereal" }
            let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
            guard home.hasPrefix("/") else {
                throw ObservatoryError(
                    .stateDirectory, "no state directory: neither XDG_STATE_HOME nor HOME is absolute")
            }
            return home + "/.local/state/sidereal"
        #endif
    }

    /// One name for a directory, however it is written.
    static func canonical(_ path: String) -> String {
        URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Whose checkpoint this process compares with, unless it says otherwise: the app's bundle identifier, or the name
    /// of the executable.
    static var standardObserver: String {
        #if canImport(Darwin)
            if let identifier = Bundle.main.bundleIdentifier { return identifier }
        #endif
        let name = ProcessInfo.processInfo.processName
        return name.isEmpty ? "process" : name
    }
}
