public import SiderealBase

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension UnlockError: LocalizedError {
    public var errorDescription: String? { description }

    public var recoverySuggestion: String? { unavailability?.recoverySuggestion }
}

extension Unavailability: LocalizedError {
    public var errorDescription: String? { "The stored value is unavailable: \(description)" }

    public var failureReason: String? { description }

    public var recoverySuggestion: String? {
        switch self {
        case .notReadYet: "Wait a moment."
        case .beforeFirstUnlock, .locked: "Unlock the device, and try again."
        case .indeterminate where !isTemporary:
            "Remove the cause, such as a disk that is read-only, and try again; nothing was lost."
        case .unreadable where !isTemporary: "Check that the app may read the file."
        case .indeterminate, .unreadable, .busy: "Try again later; nothing was lost."
        case .lost, .damaged: "Call reset() to give up what was stored, and begin anew."
        case .newerVersion: "Use the version of the library that wrote it, or a later one."
        case .undecodable: "Read or set it as the type that it was stored as."
        case .stale, .unproven: "Launch the app again; nothing was lost."
        case .notMigrated: "Run the migration first."
        case .needsAuthentication: "Read it with a keychain that may ask the user."
        case .refused where isTemporary: "Try again later; nothing was lost."
        case .refused: "Look up the status, as with SecCopyErrorMessageString."
        }
    }
}
