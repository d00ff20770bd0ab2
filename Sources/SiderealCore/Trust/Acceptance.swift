/// What a caller accepts of what is known.
public struct Acceptance: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// The usual: authenticated sources in a boot that is proven to be the same, each end flagged by its
    /// ``TrustedTime/Support``.
    public static let standard: Acceptance = []
    /// Sources that do not prove who answered (NTP, plain http). They may narrow what the others say, never correct it.
    public static let unauthenticated = Acceptance(rawValue: 1)
    /// What was trusted before this launch, although it is only probable that the device has not rebooted since.
    public static let probableBoot = Acceptance(rawValue: 2)
    /// No end that is ``TrustedTime/Support/uncorroborated``: what is left is true wherever the premise holds.
    public static let provenOnly = Acceptance(rawValue: 4)
    /// Nor one that is ``TrustedTime/Support/lone``: what is left is true even where half of the known operators,
    /// rounded down, are wrong.
    public static let corroboratedOnly = Acceptance(rawValue: 12)

    /// What an Apple device's power management clock counted since the true time was last known, as after a reboot
    /// offline. It may narrow either end of what the others say, never correct it.
    ///
    /// Its premise: that clock runs within 100 ppm of the true time, also while the power is off; and where it started
    /// anew, the app looked at it, and saved that, before it reached its old value again. Whether devices keep that is
    /// not known yet. It has an effect only where the clock is read (`readsPowerManagementClock`), and on the time only
    /// where a ``TrustedTime/Support/lone`` end is accepted.
    public static let powerManagementClock = Acceptance(rawValue: 16)

    package func admits(_ support: TrustedTime.Support) -> Bool {
        switch support {
        case .corroborated, .software: true
        case .lone: !contains(.corroboratedOnly)
        case .uncorroborated: !contains(.provenOnly)
        }
    }
}

extension TrustedTime {
    /// What one end of trusted bounds rests on.
    ///
    /// The premise: at each judgement, of the operators that are known then (those that the app has named since the
    /// last proven reboot), at most half, rounded down, have said anything false in this boot, and one alone nothing.
    public enum Support: Sendable, Hashable, BitwiseCopyable {
        /// It holds even where half of the known operators, rounded down, are wrong. It may raise the floor and prove a
        /// boot.
        case corroborated
        /// There is one known operator, and it says so. It may raise the floor and prove a boot.
        case lone
        /// Too few of the known operators have given this end: it holds where those that did include fewer wrong ones.
        /// It may decide where the caller accepts that, which is the default, and nothing that lasts rests on it.
        case uncorroborated
        /// No operator gave it: it is not earlier than this software, for certain.
        case software
    }
}
