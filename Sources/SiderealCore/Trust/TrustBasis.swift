extension TrustedTime {
    /// The evidence that a clock accepts in addition to authenticated sources in a boot proven to be the same. Each
    /// member adds evidence that the clock's answers may rest on.
    public struct Acceptance: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Sources that don't prove who answered (NTP, plain http). They may narrow the bounds of authenticated
        /// sources, but never correct them.
        public static let unauthenticated = TrustedTime.Acceptance(rawValue: 1)
        /// Time trusted before this launch, although it is only probable that the device has not rebooted since.
        public static let probableBoot = TrustedTime.Acceptance(rawValue: 2)
    }
}

extension TrustedTime {
    /// The requirement for an answer. Each case narrows the allowed evidence further than the cases before it.
    public enum Requirement: Sendable, Hashable, Comparable, CaseIterable, BitwiseCopyable {
        /// Only authenticated sources in a boot proven to be the same, even if the clock accepts more.
        case authenticated
        /// Also excludes every ``TrustedTime/Support/uncorroborated`` end. The other ends are true if the premise of
        /// ``TrustedTime/Support`` holds.
        case proven
        /// Also excludes every ``TrustedTime/Support/lone`` end. The other ends are true even if half of the known
        /// operators, rounded down, are wrong.
        case corroborated
    }

    /// The support of one end of trusted bounds.
    ///
    /// Premise: in this boot, at most half of the known operators, rounded down, have given a false answer. The premise
    /// must hold at each judgement. A known operator is one that the app has named since the last proven reboot.
    public enum Support: Sendable, Hashable, BitwiseCopyable {
        /// The end holds even if half of the known operators, rounded down, are wrong. It may raise the floor and prove
        /// a boot.
        case corroborated
        /// The only known operator gave the end. It may raise the floor and prove a boot.
        case lone
        /// Too few of the known operators gave the end, so it is true only if fewer operators are wrong than the
        /// premise allows. Or a lone operator gave the end with a Date that has not advanced yet. The end may decide an
        /// answer unless you require ``TrustedTime/Requirement/proven``. It can't raise the floor or prove a boot.
        case uncorroborated
        /// The date of this software gave the end: the true time is certainly not earlier.
        case software
    }
}

/// The evidence that an answer may rest on.
package struct TrustBasis: Sendable, Hashable {
    /// The evidence that counts in addition to authenticated sources in a boot that is proven to be the same.
    package let also: TrustedTime.Acceptance
    package let requirement: TrustedTime.Requirement

    package init(also: TrustedTime.Acceptance = [], requirement: TrustedTime.Requirement = .authenticated) {
        self.also = also
        self.requirement = requirement
    }

    /// Authenticated sources in a boot that is proven to be the same, with the support of each end.
    package static let standard = TrustBasis()
    package static let proven = TrustBasis(requirement: .proven)
    package static let corroborated = TrustBasis(requirement: .corroborated)
    /// The standard evidence, and also unauthenticated sources.
    package static let unauthenticated = TrustBasis(also: .unauthenticated)

    /// Returns the basis narrowed to a requirement, or the same basis without a requirement.
    package func requiring(_ more: TrustedTime.Requirement?) -> TrustBasis {
        more.map { TrustBasis(requirement: max(requirement, $0)) } ?? self
    }

    package func accepts(_ what: TrustedTime.Acceptance) -> Bool { also.contains(what) }

    package func admits(_ support: TrustedTime.Support) -> Bool {
        switch support {
        case .corroborated, .software: true
        case .lone: requirement < .corroborated
        case .uncorroborated: requirement < .proven
        }
    }
}
