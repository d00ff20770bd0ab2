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
        case .noSpace: "Make space, and try again; what was stored is still there."
        case .notSaved: "Look at what is stored, and try again: the new value may be there or not."
        case .busy, .timedOut, .abandoned: "Try again later; nothing was changed."
        case .cancelled: nil
        case .encoding, .keyName, .storeName, .directory, .tooLarge: "Give another value."
        case .otherTier: "Open the store with the same tier everywhere."
        }
    }
}

extension MigrationError: LocalizedError {
    public var errorDescription: String? { description }

    public var recoverySuggestion: String? {
        switch self {
        case .defaults(let reason), .oldValue(_, let reason), .store(let reason): reason.recoverySuggestion
        case .notWritten: "Run it again at the next launch; what was done is kept."
        case .unknownMarker: "Use the version of the app that wrote it, or a later one."
        case .ambiguous: "Name each key once."
        case .unsuitableStore: "Give two stores of one coding."
        case .noDefaults: "Give the migration the defaults that have the old values."
        case .shownInSettings: "Keep the setting in the defaults, and take it out of the migration."
        case .cancelled: "Run it again."
        }
    }
}
