extension TrustedTime {
    /// The evidence that a clock accepts in addition to its standard evidence. The standard evidence comes from
    /// authenticated sources, and from a boot that is proven to be the present boot.
    public struct Acceptance: OptionSet, Sendable, Hashable {
        public let rawValue: UInt8

        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Answers from sources that don't prove their identity (NTP, plain http). Such answers may narrow the bounds
        /// of authenticated sources, but never correct these bounds.
        public static let unauthenticated = TrustedTime.Acceptance(rawValue: 1)
        /// Trusted time from before this launch, even if it is only probable that the device has not rebooted since
        /// then.
        public static let probableBoot = TrustedTime.Acceptance(rawValue: 2)
    }
}

extension TrustedTime {
    /// The evidence that an answer must rest on. Each case is stricter than the previous case: it excludes more kinds
    /// of evidence.
    public enum Requirement: Sendable, Hashable, Comparable, CaseIterable, BitwiseCopyable {
        /// Allows only the standard evidence, even if the clock accepts more: ``TrustedTime/Acceptance``.
        case authenticated
        /// Also excludes bounds with the support ``TrustedTime/Support/uncorroborated``. The remaining bounds hold if
        /// the premise of ``TrustedTime/Support`` is true.
        case proven
        /// Also excludes bounds with the support ``TrustedTime/Support/lone``. The remaining bounds hold even if up to
        /// half of the known operators (rounded down) are wrong.
        case corroborated
    }

    /// The number of operators that gave one end of the bounds, compared with the number that may be wrong.
    ///
    /// The library relies on one premise: in this boot, at most half of the known operators, rounded down, have given a
    /// false answer. The premise must hold each time the library combines answers. A known operator is an operator
    /// that the app has named since the last proven reboot.
    public enum Support: Sendable, Hashable, BitwiseCopyable {
        /// The end holds even if up to half of the known operators (rounded down) are wrong. The end may raise the
        /// floor (the latest lower bound that survives reboots). The end may also prove or exclude a reboot.
        case corroborated
        /// Only one operator is known, and it gave the end. The library uses the end like a `corroborated` end.
        case lone
        /// Too few of the known operators gave the end. The end holds only if fewer operators are wrong than the
        /// premise allows. This case also covers an end from the only known operator, if its `Date` header has not
        /// advanced yet. The end can't raise the floor, or prove or exclude a reboot. To exclude such ends from an
        /// answer, require ``TrustedTime/Requirement/proven``.
        case uncorroborated
        /// The date of this software gave the end. The true time is certainly not earlier than this date.
        case software
    }
}

/// The evidence that an answer may rest on.
package struct TrustBasis: Sendable, Hashable {
    /// The evidence that the basis accepts in addition to authenticated sources in a boot that is proven to be the
    /// same.
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
