import SiderealStorage

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Where the record is kept, unless the caller says otherwise.
package enum StateDirectory {
    /// The standard state directory of this system.
    package static func standard(environment: [String: String] = ProcessInfo.processInfo.environment)
        throws(ObservatoryError)
        -> String
    {
        if let directory = StandardDirectories.state(environment: environment) { return directory }
        #if canImport(Darwin)
            throw ObservatoryError(.stateDirectory, "there is no Application Support directory")
        #else
            throw ObservatoryError(
                .stateDirectory, "no state directory: neither XDG_STATE_HOME nor HOME is absolute")
        #endif
    }

    /// One name for a directory, however it is written.
    static func canonical(_ path: String) -> String {
        URL(filePath: path, directoryHint: .isDirectory).standardizedFileURL.resolvingSymlinksInPath().path
    }

    /// Whose checkpoint this process compares with, unless it says otherwise: the app's bundle identifier, or the name
    /// of the executable.
    static var standardObserver: String { StandardDirectories.applicationName }
}
