/// What a clock counts beside authenticated sources in a boot that is proven to be the same: each member widens what
/// its answers may rest on.
public struct Acceptance: OptionSet, Sendable, Hashable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Sources that do not prove who answered (NTP, plain http). They may narrow what the others say, never correct it.
    public static let unauthenticated = Acceptance(rawValue: 1)
    /// What was trusted before this launch, although it is only probable that the device has not rebooted since.
    public static let probableBoot = Acceptance(rawValue: 2)
}

extension TrustedTime {
    /// What is demanded of an answer: each case narrows what it may rest on further than those before it.
    public enum Requirement: Sendable, Hashable, Comparable, CaseIterable, BitwiseCopyable {
        /// Nothing that the clock accepts beside authenticated sources in a boot that is proven to be the same.
        case authenticated
        /// Nor an end that is ``TrustedTime/Support/uncorroborated``: what is left is true wherever the premise holds.
        case proven
        /// Nor one that is ``TrustedTime/Support/lone``: what is left is true even where half of the known operators,
        /// rounded down, are wrong.
        case corroborated
    }

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
        /// Or a lone one has, by a Date that was not yet seen to run.
        /// It may decide unless ``TrustedTime/Requirement/proven`` is required, and nothing that lasts rests on it.
        case uncorroborated
        /// No operator gave it: it is not earlier than this software, for certain.
        case software
    }
}

/// What an answer may rest on.
package struct TrustBasis: Sendable, Hashable {
    /// What counts beside authenticated sources in a boot that is proven to be the same.
    package let also: Acceptance
    package let requirement: TrustedTime.Requirement

    package init(also: Acceptance = [], requirement: TrustedTime.Requirement = .authenticated) {
        self.also = also
        self.requirement = requirement
    }

    /// Authenticated sources in a boot that is proven to be the same, each end flagged by its support.
    package static let standard = TrustBasis()
    package static let proven = TrustBasis(requirement: .proven)
    package static let corroborated = TrustBasis(requirement: .corroborated)
    /// Unauthenticated sources, too.
    package static let unauthenticated = TrustBasis(also: .unauthenticated)

    /// The same, narrowed to what a question requires; nil where it requires no more.
    package func requiring(_ more: TrustedTime.Requirement?) -> TrustBasis {
        more.map { TrustBasis(requirement: max(requirement, $0)) } ?? self
    }

    package func accepts(_ what: Acceptance) -> Bool { also.contains(what) }

    package func admits(_ support: TrustedTime.Support) -> Bool {
        switch support {
        case .corroborated, .software: true
        case .lone: requirement < .corroborated
        case .uncorroborated: requirement < .proven
        }
    }
}
