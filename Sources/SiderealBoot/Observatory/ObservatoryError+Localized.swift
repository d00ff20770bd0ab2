#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ObservatoryError: LocalizedError {
    public var errorDescription: String? { description }

    public var recoverySuggestion: String? {
        switch cause {
        case .clocks: nil
        case .stateDirectory: "Check that the app may write to the directory, and that the disk has room."
        // These are ENOENT, EACCES and ENOTDIR. A locked file fails with other numbers.
        case .recordUnreadable where errno.map { [2, 13, 20].contains($0) } == true:
            "Nothing was lost. See why the file can't be read, as at a path that leads elsewhere."
        case .recordUnreadable: "Try again after the first unlock; nothing was lost."
        case .lockBusy, .aboutToBeSuspended: "Try again later; nothing was lost."
        case .newerVersion: "Use the version of the library that wrote the record, or a later one."
        case .journal: "Check that the app may write to the journal's directory, and that the disk has room."
        case .observerName, .drift, .server: "Give another value."
        case .neverSatisfied: "Name other sources, or make the clock accept what these can give."
        case .conflictingOptions:
            "Open the directory with the same options everywhere, or name them where it is opened first."
        case .tooManyObservers: "Use one observer for each app or extension, not for each launch."
        }
    }
}
