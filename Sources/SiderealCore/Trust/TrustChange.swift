/// What an input changed about what is trusted.
public enum TrustChange: Sendable, Hashable {
    case none
    /// The true time is bounded now, and was not before.
    case synchronized
    /// The bounds are narrower by a tenth or more.
    case tightened
    /// The bounds that were known are withheld: sources disagree, or a reading showed that they no longer hold.
    case withheld

    /// From what was known just before, and what is known now, of one moment.
    package init(from before: TrustedTime, to after: TrustedTime) {
        switch (before.width, after.width) {
        case (nil, nil): self = .none
        case (nil, _?): self = .synchronized
        case (_?, nil): self = .withheld
        case (let old?, let new?): self = new <= old - Nanoseconds(old.count / 10) && new < old ? .tightened : .none
        }
    }
}

extension TrustedTime {
    /// The distance between the ends; nil unless bounded.
    public var width: Nanoseconds? {
        latest.flatMap { latest in earliest.map { latest - $0 } }
    }
}
