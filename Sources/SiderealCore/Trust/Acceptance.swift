/// What a caller accepts beyond the word of authenticated sources in a boot that is proven to be the same.
public struct Acceptance: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Nothing beyond: what is answered is proven under the stated premises.
    public static let provenOnly: Acceptance = []
    /// Sources that do not prove who answered (NTP, plain http). They may narrow what the others say, never correct it.
    public static let unauthenticated = Acceptance(rawValue: 1)
    /// What was trusted before this launch, although it is only probable that the device has not rebooted since.
    public static let probableBoot = Acceptance(rawValue: 2)
}
