extension Unavailability {
    /// The localization key of the sentence that your app shows to its users, such as
    /// `sidereal.unavailable.beforeFirstUnlock`.
    ///
    /// ```swift
    /// let text = NSLocalizedString(why.messageKey, value: why.message, comment: "")
    /// ```
    ///
    /// Each key stands for one sentence. For the causes `indeterminate`, `unreadable` and `refused`, which may be
    /// temporary, there is a second key, such as `sidereal.unavailable.refused.temporary`. In logs, use ``description``
    /// instead of the sentence.
    public var messageKey: String {
        switch self {
        case .indeterminate, .unreadable, .refused:
            "sidereal.unavailable.\(caseName)" + (isTemporary ? ".temporary" : "")
        default: "sidereal.unavailable.\(caseName)"
        }
    }

    /// The English sentence that your app shows to its users if the app has no translation for ``messageKey``.
    ///
    /// The sentence tells users what happened or what to do next. The sentence omits causes that only a developer
    /// understands.
    public var message: String {
        switch self {
        case .notReadYet, .notMigrated: "The app is loading your data."
        case .beforeFirstUnlock, .locked: "Unlock your device to continue."
        case .needsAuthentication: "Confirm your identity to continue."
        case .busy: "Your data is in use. Try again in a moment."
        case .indeterminate, .unreadable, .refused:
            isTemporary
                ? "Your data isn't available. Try again in a moment."
                : "Your data isn't available. Make sure that your device has free space, and restart the app."
        case .stale, .unproven: "Restart the app to continue."
        case .newerVersion: "Update the app to continue."
        case .lost, .damaged: "Your data is damaged."
        case .undecodable: "This version of the app can't read your data."
        }
    }

    /// The name of the case, without its associated value.
    package var caseName: String {
        switch self {
        case .notReadYet: "notReadYet"
        case .beforeFirstUnlock: "beforeFirstUnlock"
        case .locked: "locked"
        case .indeterminate: "indeterminate"
        case .lost: "lost"
        case .damaged: "damaged"
        case .newerVersion: "newerVersion"
        case .unreadable: "unreadable"
        case .busy: "busy"
        case .undecodable: "undecodable"
        case .stale: "stale"
        case .unproven: "unproven"
        case .notMigrated: "notMigrated"
        case .needsAuthentication: "needsAuthentication"
        case .refused: "refused"
        }
    }
}
