/// What a set of sources agrees on: the offset of true time against the elapsed clock, carried through drift and sleep.
///
/// Two are kept apart: one of authenticated sources, one of the others.
package struct Consensus: Sendable {
    /// The agreed bounds, as tight as all evidence so far allows.
    package struct Anchor: Sendable, Hashable {
        package var offset: CarriedBounds
        /// Whose agreement stands behind it, sorted.
        package var operators: [OperatorKey]

        package init(offset: CarriedBounds, operators: [OperatorKey]) {
            self.offset = offset
            self.operators = operators
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
            package var source: String
            package var reason: SampleRejection
        }
    }

    package private(set) var anchor: Anchor?
    /// While the sources heard lately contradict the anchor, or each other, nothing is claimed from it.
    package private(set) var isDisputed: Bool
    package private(set) var known: [KnownOperator]
    /// What is certain while nothing is agreed: the smallest earliest end that any of them named.
    private var least: (offset: Nanoseconds, at: ClockState)?
    package private(set) var sources: [SourceEvidence] = []
    private var outvoted: [String] = []
    /// Whether the anchor rests on what earlier launches heard, too: that cannot be counted again.
    private var holdsEarlier = false

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

    /// The least offset while the sources disagree; nil where nothing is certain.
    package func leastOffset(at state: ClockState, model: ClockModel) -> Nanoseconds? {
        guard isDisputed, let least else { return nil }
        let carried = Bounds.exactly(least.offset) + model.offsetChange(from: least.at, to: state)
        return carried.hasLower ? carried.lower : nil
    }

    package var isCorroborated: Bool { (anchor?.operators.count ?? 0) >= 2 }

    private func carriedAnchor(to state: ClockState, model: ClockModel) -> Bounds? {
        anchor?.offset.bounds(at: state, model: model)
    }

    /// Adds operators that were heard before this launch.
    package mutating func remember(_ operators: [KnownOperator]) {
        for operatorBefore in operators where !known.contains(where: { $0.key == operatorBefore.key }) {
            if known.count < KnownOperator.most { known.append(operatorBefore) }
        }
    }

    /// Takes what was saved earlier in this same boot. Ignored where it contradicts what is known by now.
    package mutating func join(_ saved: SavedAnchor, at state: ClockState, model: ClockModel) {
        if anchor == nil { isDisputed = saved.isDisputed }
        guard var current = anchor else {
            anchor = saved.anchor
            holdsEarlier = true
            return
        }
        if current.offset.tighten(with: saved.anchor.offset, at: state, model: model) {
            current.operators = OperatorKey.union(saved.anchor.operators, current.operators)
            anchor = current
            holdsEarlier = true
        }
    }

    /// Takes a sample of a source; `fresh` are its bounds at `state`, `floor` the least offset known at that state.
    package mutating func hear(
        _ sample: TimeSample, fresh: Bounds, at state: ClockState, floor: Nanoseconds?, model: ClockModel
    ) -> Outcome {
        var outcome = Outcome()
        if !record(sample, fresh: fresh, at: state, model: model) {
            outcome.rejections.append(.init(source: sample.source, reason: .contradictsItself))
        }
        let carried = carriedAnchor(to: state, model: model)
        let ballot = Ballot(sources, carried: carried, by: anchor?.operators ?? [], at: state, model: model)
        let standing = floor.flatMap { (carried ?? .unbounded).atLeast($0) } ?? carried
        if let standing, let fresh = ballot.freshMajority(of: known.count), !fresh.hull.meets(standing) {
            anchor = Anchor(
                offset: CarriedBounds(fresh.hull, at: state), operators: ballot.supporters(of: fresh.hull))
            holdsEarlier = false
            isDisputed = false
            outcome.leastOffset = fresh.leastOffset
            outcome.replaced = true
        } else {
            settle(ballot, carried: carried, standing: standing, sample, at: state, model: model, &outcome)
        }
        nameOutvoted(ballot, &outcome)
        return outcome
    }

    /// Agrees with what stands, or disputes it.
    private mutating func settle(
        _ ballot: Ballot, carried: Bounds?, standing: Bounds?, _ sample: TimeSample, at state: ClockState,
        model: ClockModel, _ outcome: inout Outcome
    ) {
        let contested = standing.map { isContested($0, by: ballot, at: state) } ?? false
        switch ballot.result {
        case .majority(let hull, let leastOffset) where hull.meets(standing ?? .unbounded):
            agree(on: hull, supporters: ballot.supporters(of: hull), at: state, model: model)
            isDisputed = contested
            if !contested { outcome.leastOffset = leastOffset }
        case .majority:
            // What contradicts what stands must not raise the floor.
            isDisputed = contested
            outcome.rejections.append(.init(source: sample.source, reason: .disagreesWithAnchor))
        case .none(let smallestEarliest):
            isDisputed = standing == nil || carried == nil || contested
            if isDisputed {
                least = smallestEarliest.map { ($0, state) }
                outcome.leastOffset = smallestEarliest
                outcome.rejections.append(.init(source: sample.source, reason: .outvoted))
            }
        }
    }

    private mutating func agree(
        on hull: Bounds, supporters: [OperatorKey], at state: ClockState, model: ClockModel
    ) {
        var agreed = anchor?.offset ?? CarriedBounds(hull, at: state)
        if !agreed.tighten(with: hull, at: state, model: model) { agreed = CarriedBounds(hull, at: state) }
        // What a liar narrowed while few had been heard, a majority of more gives back.
        if !holdsEarlier { agreed.widen(to: hull, at: state, model: model) }
        anchor = Anchor(offset: agreed, operators: OperatorKey.union(anchor?.operators ?? [], supporters))
    }

    /// Whether some operator misses what stands, and those who do are at least half of those heard in the last day.
    private func isContested(_ standing: Bounds, by ballot: Ballot, at state: ClockState) -> Bool {
        let heard = known.filter { $0.wasHeard(within: .seconds(86_400), of: state.elapsed) }.map { $0.key }
        let missing = heard.filter { ballot.misses(standing, $0) }
        return !missing.isEmpty && missing.count * 2 >= heard.count
    }

    /// False where the source contradicts what it said before, which then counts no more.
    private mutating func record(
        _ sample: TimeSample, fresh: Bounds, at state: ClockState, model: ClockModel
    ) -> Bool {
        let key = OperatorKey(sample.operator)
        KnownOperator.hear(key, at: state.elapsed, in: &known)
        guard let index = sources.firstIndex(where: { $0.name == sample.source && $0.operator == key }) else {
            if sources.count >= Consensus.mostSources,
                let stalest = sources.indices.min(by: { sources[$0].lastHeard < sources[$1].lastHeard })
            {
                sources.remove(at: stalest)
            }
            sources.append(
                SourceEvidence(
                    name: sample.source, operator: key, offset: CarriedBounds(fresh, at: state),
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
