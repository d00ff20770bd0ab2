#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension ObservatoryError: LocalizedError {
    public var errorDescription: String? { description }

    public var recoverySuggestion: String? {
        switch cause {
        case .clocksUnreadable: nil
        case .directoryUnusable: "Check that the app may write to the directory, and that the disk has free space."
        // The numbers are ENOENT, EACCES and ENOTDIR. A locked file fails with other numbers.
        case .recordUnreadable where errno.map { [2, 13, 20].contains($0) } == true:
            "Check the path and the permissions of the file. Nothing was lost."
        case .recordUnreadable: "Try again after the first unlock. Nothing was lost."
        case .busy, .aboutToBeSuspended: "Try again later. Nothing was lost."
        case .newerVersion: "Use the version of the library that wrote the record, or a later version."
        case .journalUnwritable:
            "Check that the app may write to the journal's directory, and that the disk has free space."
        case .invalidObserverName, .invalidDrift, .invalidServer: "Pass a valid value."
        case .unsatisfiableRequirement: "Name other sources, or configure the clock to accept these sources."
        case .conflictingOptions:
            "Pass the same options wherever the app opens the directory."
        case .tooManyObservers: "Use one observer for each app or extension, not for each launch."
        }
    }
}
