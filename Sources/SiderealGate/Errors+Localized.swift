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
        case .notReadYet: "Wait until the view has read the value."
        case .beforeFirstUnlock, .locked: "Unlock the device, and try again."
        case .indeterminate where !isTemporary:
            "Remove the cause, such as a full or read-only disk, and try again. Nothing was lost."
        case .unreadable where !isTemporary: "Check that the app may read the file."
        case .indeterminate, .unreadable, .busy: "Try again later. Nothing was lost."
        case .lost, .damaged: "Call resetIfUnrecoverable() to discard the stored values and start again."
        case .newerVersion: "Use the version of the library that wrote the value, or a later version."
        case .undecodable: "Read or set the value with its stored type."
        case .stale, .unproven: "Launch the app again. Nothing was lost."
        case .notMigrated: "Run the migration first."
        case .needsAuthentication: "Read the value with a keychain that may ask the user to authenticate."
        case .refused where isTemporary: "Try again later. Nothing was lost."
        case .refused: "Look up the status with SecCopyErrorMessageString."
        }
    }
}
