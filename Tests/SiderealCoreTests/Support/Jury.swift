import SiderealCore

/// A consensus that hears sources at one instant, by a clock without drift: bounds of the offset in plain numbers.
struct Jury {
    var consensus: Consensus
    var floor: Nanoseconds?
    var now = ElapsedInstant(nanoseconds: 0) + .seconds(1_000_000)
    var slept = Nanoseconds.zero
    var suspends: Int64 = 0
    let model = ClockModel.linux.withDrift(.partsPerMillion(0))

    init(known: [KnownOperator] = []) { consensus = Consensus(known: known) }

    var state: ClockState { ClockState(elapsed: now, slept: slept, suspendCount: suspends) }

    /// Nil while nothing is claimed.
    var agreed: ClosedRange<Int64>? {
        consensus.offset(at: state, model: model).map { $0.lower.count...$0.upper.count }
    }

    var least: Int64? { consensus.leastOffset(at: state, model: model)?.count }

    /// Who answers is the operator's letter, then the host's number: `a`, or `a1`, `a2` of one operator.
    @discardableResult
    mutating func hear(_ source: String, _ bounds: ClosedRange<Int64>) -> Consensus.Outcome {
        let sample = TimeSample(
            source: source, operator: String(source.prefix(1)), isAuthenticated: true, sent: now, received: now,
            earliest: nil, latest: nil)
        let fresh = Bounds(lower: Nanoseconds(bounds.lowerBound), upper: Nanoseconds(bounds.upperBound)) ?? .unbounded
        let outcome = consensus.hear(sample, fresh: fresh, at: state, floor: floor, model: model)
        if let least = outcome.leastOffset { floor = outcome.replaced ? least : max(floor ?? .min, least) }
        return outcome
    }

    /// The clocks count so much of a sleep; a hibernation adds nothing to the count of suspensions.
    mutating func sleep(counting span: Nanoseconds, isHibernation: Bool = false) {
        now = now + span
        slept = slept + span
        if !isHibernation { suspends += 1 }
    }

    /// Takes what earlier launches of this boot agreed on.
    mutating func carry(_ bounds: ClosedRange<Int64>, by operators: String, isDisputed: Bool = false) {
        let offset = Bounds(lower: Nanoseconds(bounds.lowerBound), upper: Nanoseconds(bounds.upperBound)) ?? .unbounded
        let anchor = Consensus.Anchor(
            offset: CarriedBounds(offset, at: state), operators: operators.map { OperatorKey(String($0)) }.sorted(),
            toleratesLiar: operators.count != 2)
        consensus.join(.init(anchor: anchor, isDisputed: isDisputed), at: state, model: model)
    }

    /// Operators that were heard some time ago in this boot.
    static func known(_ operators: String, ago: Nanoseconds?) -> [KnownOperator] {
        let now = Jury().now
        return operators.map { KnownOperator(key: OperatorKey(String($0)), lastHeard: ago.map { now - $0 }) }
    }
}

extension Consensus.Outcome {
    var reasons: [SampleRejection] { rejections.map { $0.reason } }
    var named: [String] { rejections.map { $0.source.text } }
}
