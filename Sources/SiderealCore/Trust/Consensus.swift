/// What a set of sources agrees on: the offset of true time against the elapsed clock, carried through drift and sleep.
///
/// Two are kept apart: one of authenticated sources, one of the others.
package struct Consensus: Sendable {
    /// Agreed bounds.
    package struct Anchor: Sendable, Hashable {
        package var offset: CarriedBounds
        /// Whose agreement stands behind it, sorted.
        package var operators: [OperatorKey]
        /// Whether the lower end holds even if one of them lies: then it raises the floor.
        package var toleratesLiar: Bool

        package init(offset: CarriedBounds, operators: [OperatorKey], toleratesLiar: Bool) {
            self.offset = offset
            self.operators = operators
            self.toleratesLiar = toleratesLiar
        }

        init(_ majority: Ballot.Majority) {
            self.init(
                offset: majority.evidence, operators: majority.supporters, toleratesLiar: majority.toleratesLiar)
        }
    }

    package struct SavedAnchor: Sendable, Hashable {
        package var anchor: Anchor
        package var isDisputed: Bool

        package init(anchor: Anchor, isDisputed: Bool) {
            self.anchor = anchor
            self.isDisputed = isDisputed
        }
    }

    /// What one hearing changed.
    package struct Outcome: Sendable {
        /// A floor of the offset that holds even if one of two operators lies; nil where nothing new is certain.
        package var leastOffset: Nanoseconds?
        /// A majority of all known operators replaced anchor and floor.
        package var replaced = false
        package var rejections: [Rejection] = []
        package struct Rejection: Sendable, Hashable {
            package var source: ExactName
            package var reason: SampleRejection
        }
    }

    /// What is agreed on now.
    package private(set) var anchor: Anchor?
    /// What was agreed on earlier in this boot, by an earlier launch.
    private var carriedOver: Anchor?
    /// While the sources heard lately contradict the anchor, or each other, nothing is claimed from it.
    package private(set) var isDisputed: Bool
    package private(set) var known: [KnownOperator]
    /// What is certain while nothing is agreed: the smallest earliest end that any of them named.
    private var smallestEarliest: (offset: Nanoseconds, at: ClockState)?
    package private(set) var sources: [SourceEvidence] = []
    private var outvoted: [ExactName] = []
    /// Who was heard last, where the next one is still awaited before what was said is judged.
    private var unjudged: ExactName?

    package static let mostSources = 64

    package init(known: [KnownOperator] = []) {
        isDisputed = false
        self.known = known
    }

    /// What to save of it; nil while there is nothing.
    package var saved: SavedAnchor? { anchor.map { SavedAnchor(anchor: $0, isDisputed: isDisputed) } }

    /// The agreed bounds at a state of the same boot; nil while there are none, or they are disputed.
    package func offset(at state: ClockState, model: ClockModel) -> Bounds? {
        guard !isDisputed else { return nil }
        return carriedAnchor(to: state, model: model)
    }

    /// What is agreed on, as a mark made at that state keeps it.
    package func marked(at state: ClockState, model: ClockModel) -> MarkedTrust? {
        guard let anchor, let bounds = offset(at: state, model: model), bounds != .unbounded else { return nil }
        return MarkedTrust(offset: bounds, operators: anchor.operators, toleratesLiar: anchor.toleratesLiar)
    }

    /// What is certain while the sources disagree; nil while they agree.
    package var least: (offset: Nanoseconds, at: ClockState)? { isDisputed ? smallestEarliest : nil }

    /// The least offset while the sources disagree; nil where nothing is certain.
    package func leastOffset(at state: ClockState, model: ClockModel) -> Nanoseconds? {
        guard let least else { return nil }
        let carried = Bounds.exactly(least.offset) + model.offsetChange(from: least.at, to: state)
        return carried.hasLower ? carried.lower : nil
    }

    package var isCorroborated: Bool { (anchor?.operators.count ?? 0) >= 2 }

    private func carriedAnchor(to state: ClockState, model: ClockModel) -> Bounds? {
        anchor?.offset.bounds(at: state, model: model)
    }

    /// What is agreed on, as bounds at an earlier state: each vote is carried back before they are counted.
    ///
    /// The ends of what is agreed on now may be those of a liar, true here by what drift and sleep have added to them since:
    /// carried back they would lose that again.
    package func offset(backAt state: ClockState, model: ClockModel) -> Bounds? {
        guard let now = offset(at: state, model: model) else { return nil }
        if sources.isEmpty { return now }
        return Ballot(sources, carriedOver: carriedOver, at: state, model: model).majority?.hull
    }

    /// Adds operators that were heard before this launch.
    package mutating func remember(_ operators: [KnownOperator]) {
        for operatorBefore in operators where !known.contains(where: { $0.key == operatorBefore.key }) {
            if known.count < KnownOperator.most { known.append(operatorBefore) }
        }
    }

    /// Takes what was saved earlier in this same boot. Ignored where it contradicts what is known by now.
    package mutating func join(_ saved: SavedAnchor, at state: ClockState, model: ClockModel) {
        carriedOver = Consensus.tighter(carriedOver, saved.anchor, at: state, model: model)
        if anchor == nil { isDisputed = saved.isDisputed }
        anchor = Consensus.tighter(anchor, saved.anchor, at: state, model: model)
    }

    private static func tighter(
        _ current: Anchor?, _ earlier: Anchor, at state: ClockState, model: ClockModel
    ) -> Anchor? {
        guard var current else { return earlier }
        guard current.offset.tighten(with: earlier.offset, at: state, model: model) else { return current }
        current.operators = OperatorKey.union(earlier.operators, current.operators)
        current.toleratesLiar = current.toleratesLiar && earlier.toleratesLiar
        return current
    }

    /// The least offset that holds even if one of two operators lies; nil where nothing is agreed on.
    package func liarProofOffset(at state: ClockState, model: ClockModel) -> Nanoseconds? {
        guard anchor?.toleratesLiar == true, let bounds = offset(at: state, model: model) else { return nil }
        return bounds.hasLower ? bounds.lower : nil
    }

    /// Takes a sample of a source; `fresh` are its bounds at `state`, `floor` the least offset known at that state.
    package mutating func hear(
        _ sample: TimeSample, fresh: Bounds, at state: ClockState, floor: Nanoseconds?, model: ClockModel
    ) -> Outcome {
        var outcome = Outcome()
        let source = ExactName(sample.source)
        if !record(sample, of: source, fresh: fresh, at: state, model: model) {
            outcome.rejections.append(.init(source: source, reason: .contradictsItself))
        }
        unjudged = source
        guard !sample.isJudgedWithNext else { return outcome }
        judge(source, at: state, floor: floor, model: model, &outcome)
        return outcome
    }

    /// Judges what was to be judged with a sample that was then refused; nil where there is nothing.
    package mutating func judgeRest(at state: ClockState, floor: Nanoseconds?, model: ClockModel) -> Outcome? {
        guard let unjudged else { return nil }
        var outcome = Outcome()
        judge(unjudged, at: state, floor: floor, model: model, &outcome)
        return outcome
    }

    private mutating func judge(
        _ source: ExactName, at state: ClockState, floor: Nanoseconds?, model: ClockModel, _ outcome: inout Outcome
    ) {
        unjudged = nil
        let ballot = Ballot(sources, carriedOver: carriedOver, at: state, model: model)
        let current = carriedAnchor(to: state, model: model)
        let standing = floor.flatMap { (current ?? .unbounded).atLeast($0) } ?? current
        if let standing, let fresh = ballot.freshMajority(of: known.count, replacing: standing) {
            anchor = Anchor(fresh)
            carriedOver = nil
            isDisputed = false
            outcome.leastOffset = fresh.leastOffset
            outcome.replaced = true
        } else {
            settle(ballot, standing: standing, source, at: state, &outcome)
        }
        nameOutvoted(ballot, &outcome)
    }

    /// Agrees with what stands, or disputes it.
    private mutating func settle(
        _ ballot: Ballot, standing: Bounds?, _ source: ExactName, at state: ClockState, _ outcome: inout Outcome
    ) {
        let contested = standing.map { isContested($0, by: ballot, at: state) } ?? false
        guard let majority = ballot.majority else {
            isDisputed = anchor == nil || contested
            if isDisputed {
                smallestEarliest = ballot.smallestEarliest.map { ($0, state) }
                outcome.leastOffset = ballot.smallestEarliest
                outcome.rejections.append(.init(source: source, reason: .outvoted))
            }
            return
        }
        isDisputed = contested
        if majority.hull.meets(standing ?? .unbounded) {
            anchor = Anchor(majority)
            if !contested { outcome.leastOffset = majority.leastOffset }
        } else {
            // What contradicts what stands must not raise the floor.
            outcome.rejections.append(.init(source: source, reason: .disagreesWithAnchor))
        }
    }

    /// Whether some operator misses what stands, and those who do are at least half of those heard in the last day.
    private func isContested(_ standing: Bounds, by ballot: Ballot, at state: ClockState) -> Bool {
        let heard = known.filter { $0.wasHeard(within: .seconds(86_400), of: state.elapsed) }.map { $0.key }
        let missing = heard.filter { ballot.misses(standing, $0) }
        return !missing.isEmpty && missing.count * 2 >= heard.count
    }

    /// False where the source contradicts what it said before, which then counts no more.
    private mutating func record(
        _ sample: TimeSample, of source: ExactName, fresh: Bounds, at state: ClockState, model: ClockModel
    ) -> Bool {
        let key = OperatorKey(sample.operator)
        KnownOperator.hear(key, at: state.elapsed, in: &known)
        guard let index = sources.firstIndex(where: { $0.name == source && $0.operator == key }) else {
            if sources.count >= Consensus.mostSources,
                let stalest = sources.indices.min(by: { sources[$0].lastHeard < sources[$1].lastHeard })
            {
                sources.remove(at: stalest)
            }
            sources.append(
                SourceEvidence(
                    name: source, operator: key, offset: CarriedBounds(fresh, at: state),
                    lastHeard: state.elapsed))
            return true
        }
        sources[index].lastHeard = state.elapsed
        if sources[index].offset.tighten(with: fresh, at: state, model: model) { return true }
        sources[index].offset = CarriedBounds(fresh, at: state)
        return false
    }

    /// Names each source once when it falls out of the majority.
    private mutating func nameOutvoted(_ ballot: Ballot, _ outcome: inout Outcome) {
        let names = ballot.outvotedSources
        for name in names where !outvoted.contains(name) {
            if outcome.rejections.contains(where: { $0.source == name }) { continue }
            outcome.rejections.append(.init(source: name, reason: .outvoted))
        }
        outvoted = names
    }
}
