#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension StoreError: LocalizedError {
    public var errorDescription: String? { description }

    public var recoverySuggestion: String? {
        switch cause {
        case .unavailable(let why): why.recoverySuggestion
        case .noSpace:
            "The store has either the old or the new value. Free space on the disk, and read the value. "
                + "If it is the old value, repeat the write."
        case .notSaved:
            "The store has either the old or the new value. Read the value. If it is the old value, repeat the write."
        case .busy, .timedOut: "Try again later. Nothing was changed."
        case .abandoned: "The closure cancelled the transaction. Nothing was changed."
        case .cancelled: nil
        case .directoryUnusable: "Check the app's entitlement for the group, or pass a directory."
        case .notEncodable, .invalidKeyName, .invalidStoreName, .tooLarge: "Correct the value or the name in the call."
        case .otherTier: "Open the store with the same tier everywhere."
        }
    }
}

extension StoreMigration.Failure: LocalizedError {
    public var errorDescription: String? { description }

    public var recoverySuggestion: String? {
        switch self {
        case .defaults(let reason), .oldValue(_, let reason), .store(let reason): reason.recoverySuggestion
        case .notWritten: "Run the migration again at the next launch. It continues where it stopped."
        case .unknownMarker: "Use the version of the app that wrote the marker, or a later version."
        case .ambiguous: "Name each key once."
        case .unsuitableStore: "Use two stores with the same coding."
        case .noDefaults: "Pass the migration the defaults that have the old values."
        case .shownInSettings: "Keep the setting in the defaults, and remove it from the migration."
        case .cancelled: "Run the migration again."
        }
    }
}
