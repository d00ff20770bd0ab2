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
        throw ObservatoryError(.stateDirectory, StandardDirectories.stateReason)
    }

    /// Whose checkpoint this process compares with, unless it says otherwise: the app's bundle identifier, or the name
    /// of the executable.
    static var standardObserver: String { StandardDirectories.applicationName }
}
