extension SystemClockVerdict {
    /// A localization key, such as `sidereal.clock.agrees`, for the sentence that your app shows to people.
    ///
    /// The key ends in the name of the ``answer``. A translation can include the amount from ``offsetMagnitude``.
    public var messageKey: String {
        switch answer {
        case .agrees: "sidereal.clock.agrees"
        case .ahead: "sidereal.clock.ahead"
        case .behind: "sidereal.clock.behind"
        case .unknown: "sidereal.clock.unknown"
        }
    }

    /// The English sentence that your app shows if it has no translation for ``messageKey``.
    public var message: String {
        let least = offsetMagnitude.atLeast.map { " by at least \(Formatting.length(Nanoseconds(clamping: $0)))" } ?? ""
        return switch answer {
        case .agrees: "The clock of your device is right."
        case .ahead: "The clock of your device is ahead\(least)."
        case .behind: "The clock of your device is behind\(least)."
        case .unknown: "The app can't check the clock of your device now."
        }
    }
}

extension BootVerdict {
    /// A localization key, such as `sidereal.boot.rebooted`, for the sentence that your app shows to people.
    ///
    /// Each key stands for one sentence. The key of a verdict that is not proven ends in `.probable`. If the record is
    /// unavailable, the key is that of the ``Unavailability``. ``description`` is the sentence for developers and logs.
    public var messageKey: String {
        switch answer {
        case .firstObservation: "sidereal.boot.firstObservation"
        case .sameBoot: isProven ? "sidereal.boot.sameBoot" : "sidereal.boot.sameBoot.probable"
        case .rebooted: isProven ? "sidereal.boot.rebooted" : "sidereal.boot.rebooted.probable"
        case .indeterminate: "sidereal.boot.indeterminate"
        case .unavailable(let why): why.messageKey
        case .damaged: "sidereal.boot.damaged"
        }
    }

    /// The English sentence that your app shows if it has no translation for ``messageKey``.
    public var message: String {
        switch answer {
        case .firstObservation: "This is the app's first check for restarts."
        case .sameBoot: isProven ? "Your device did not restart." : "Your device probably did not restart."
        case .rebooted: isProven ? "Your device restarted." : "Your device probably restarted."
        case .indeterminate, .damaged: "The app can't determine whether your device restarted."
        case .unavailable(let why): why.message
        }
    }
}
