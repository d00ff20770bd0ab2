/// A short stand-in for an operator's name, so that saved state stays small.
package struct OperatorKey: Sendable, Hashable, Comparable {
    package let hash: UInt64

    package init(hash: UInt64) { self.hash = hash }

    package init(_ name: String) { hash = XXH64.checksum(of: Array(name.utf8)) }

    package static func < (left: OperatorKey, right: OperatorKey) -> Bool { left.hash < right.hash }

    package static func union(_ one: [OperatorKey], _ other: [OperatorKey]) -> [OperatorKey] {
        (one + other.filter { !one.contains($0) }).sorted()
    }
}

/// An operator that was heard at some time: it has a voice in whether the anchor may be replaced.
package struct KnownOperator: Sendable, Hashable {
    package var key: OperatorKey
    /// When it was last heard in this boot; nil where that was in another one.
    package var lastHeard: ElapsedInstant?

    package static let most = 64

    package init(key: OperatorKey, lastHeard: ElapsedInstant?) {
        self.key = key
        self.lastHeard = lastHeard
    }

    package func wasHeard(within span: Nanoseconds, of now: ElapsedInstant) -> Bool {
        lastHeard.map { now - $0 <= span } ?? false
    }

    /// Notes that an operator was heard. Where there are too many, the one heard longest ago is forgotten.
    package static func hear(_ key: OperatorKey, at now: ElapsedInstant, in known: inout [KnownOperator]) {
        if let index = known.firstIndex(where: { $0.key == key }) {
            known[index].lastHeard = max(known[index].lastHeard ?? now, now)
            return
        }
        if known.count >= most, let stalest = known.indices.min(by: { known[$0].isStaler(than: known[$1]) }) {
            known.remove(at: stalest)
        }
        known.append(KnownOperator(key: key, lastHeard: now))
    }

    private func isStaler(than other: KnownOperator) -> Bool {
        switch (lastHeard, other.lastHeard) {
        case (nil, nil): key < other.key
        case (nil, _): true
        case (_, nil): false
        case (let mine?, let theirs?): mine < theirs
        }
    }
}

/// All that one source has said in this launch.
package struct SourceEvidence: Sendable, Hashable {
    package var name: ExactName
    package var `operator`: OperatorKey
    package var offset: CarriedBounds
    package var lastHeard: ElapsedInstant
}

/// One vote of each operator: of those heard in this launch, what they said in it; of the others that stand behind what
/// was carried over, just that.
package struct Ballot: Sendable {
    /// What more than half of the voters agree on.
    package struct Majority: Sendable {
        package var hull: Bounds
        /// The same, each end from where it was learned if it held there, and else from where it was counted.
        package var evidence: CarriedBounds
        /// The least offset that holds even if one of two lies.
        package var leastOffset: Nanoseconds
        /// Whether the hull's lower end is as good: so it is unless there are just two voters.
        package var toleratesLiar: Bool
        package var supporters: [OperatorKey]
    }

    fileprivate struct Vote {
        var key: OperatorKey
        /// What the operator says; nil where its own sources contradict each other. It still counts as a voice.
        var evidence: CarriedBounds?
        var offset: Bounds?
        var earliest: Nanoseconds
        /// Empty where the operator was not heard in this launch.
        var sources: [ExactName]

        var isFresh: Bool { !sources.isEmpty }
    }

    fileprivate var votes: [Vote] = []
    private let state: ClockState
    private let model: ClockModel

    package init(_ sources: [SourceEvidence], carriedOver: Consensus.Anchor?, at state: ClockState, model: ClockModel) {
        (self.state, self.model) = (state, model)
        for source in sources {
            guard let bounds = source.offset.bounds(at: state, model: model) else { continue }
            guard let index = votes.firstIndex(where: { $0.key == source.operator }) else {
                votes.append(
                    Vote(
                        key: source.operator, evidence: source.offset, offset: bounds, earliest: bounds.lower,
                        sources: [source.name]))
                continue
            }
            votes[index].earliest = min(votes[index].earliest, bounds.lower)
            votes[index].sources.append(source.name)
            votes[index].narrow(by: source.offset, else: nil, at: state, model: model)
        }
        guard let carriedOver, let bounds = carriedOver.offset.bounds(at: state, model: model) else { return }
        for key in carriedOver.operators {
            if let index = votes.firstIndex(where: { $0.key == key }) {
                // It stood behind what was carried over, so it says both; unless it has changed its mind.
                let fresh = votes[index].evidence
                votes[index].narrow(by: carriedOver.offset, else: fresh, at: state, model: model)
            } else {
                // A newcomer must not narrow by itself what several agreed on.
                votes.append(
                    Vote(
                        key: key, evidence: carriedOver.offset, offset: bounds, earliest: bounds.lower, sources: []))
            }
        }
    }

    /// What more than half of all voters agree on, or nil.
    package var majority: Majority? { majority(of: votes) }

    /// What more than half of those heard in this launch agree on, if it replaces what stands: where more than half of so
    /// many operators, heard or not, agree, and each of more than half excludes what stands; nil otherwise.
    ///
    /// That they agree on something else is not enough: who gives an earliest time only agrees with a liar, and with what
    /// stands.
    package func freshMajority(of operators: Int, replacing standing: Bounds) -> Majority? {
        let fresh = votes.filter { $0.isFresh }
        let voters = max(operators, fresh.count)
        let opponents = fresh.filter { $0.offset?.meets(standing) == false }
        guard opponents.count > voters / 2, Ballot.hull(of: fresh, among: voters) != nil,
            let majority = majority(of: fresh), !majority.hull.meets(standing)
        else { return nil }
        return majority
    }

    /// The smallest earliest end that anybody names: certain unless all lie.
    package var smallestEarliest: Nanoseconds? {
        votes.map { $0.earliest }.min().flatMap { $0 == .min ? nil : $0 }
    }

    /// Whether an operator was heard, and what it says excludes the bounds.
    package func misses(_ bounds: Bounds, _ key: OperatorKey) -> Bool {
        guard let vote = votes.first(where: { $0.key == key && $0.isFresh }) else { return false }
        return vote.offset.map { !$0.meets(bounds) } ?? true
    }

    package var outvotedSources: [ExactName] {
        guard let hull = Ballot.hull(of: votes, among: votes.count) else { return [] }
        return votes.filter { $0.offset?.meets(hull) != true }.flatMap { $0.sources }
    }

    fileprivate static func hull(of votes: [Vote], among voters: Int) -> Bounds? {
        majorityHull(of: votes.compactMap { $0.offset }, threshold: voters / 2 + 1)
    }

    private func majority(of votes: [Vote]) -> Majority? {
        guard let hull = Ballot.hull(of: votes, among: votes.count) else { return nil }
        let toleratesLiar = votes.count != 2
        let smallest = votes.map { $0.earliest }.min() ?? hull.lower
        return Majority(
            hull: hull, evidence: evidence(for: hull, votes),
            leastOffset: toleratesLiar ? hull.lower : smallest, toleratesLiar: toleratesLiar,
            supporters: votes.filter { $0.offset?.meets(hull) == true }.map { $0.key }.sorted())
    }

    /// The ends of a hull are ends of votes, which may be those of a liar, true here only by what sleep and drift have
    /// added to them since. Such an end must not be carried on from where it was learned: a sleep that follows adds less
    /// to it there than it takes.
    private func evidence(for hull: Bounds, _ votes: [Vote]) -> CarriedBounds {
        var evidence = CarriedBounds(hull, at: state)
        if let end = votes.first(where: { $0.offset?.lower == hull.lower })?.evidence?.lower,
            let there = self.hull(of: votes, backAt: end.at), there.lower >= end.offset
        {
            evidence.lower = end
        }
        if let end = votes.first(where: { $0.offset?.upper == hull.upper })?.evidence?.upper,
            let there = self.hull(of: votes, backAt: end.at), there.upper <= end.offset
        {
            evidence.upper = end
        }
        return evidence
    }

    private func hull(of votes: [Vote], backAt earlier: ClockState) -> Bounds? {
        majorityHull(
            of: votes.compactMap { $0.evidence?.bounds(at: earlier, model: model) }, threshold: votes.count / 2 + 1)
    }
}

extension Ballot.Vote {
    /// Takes on other bounds; where they contradict its own, the vote says something else.
    fileprivate mutating func narrow(
        by other: CarriedBounds, else otherwise: CarriedBounds?, at state: ClockState, model: ClockModel
    ) {
        guard var both = evidence else { return }
        let agrees = both.tighten(with: other, at: state, model: model)
        evidence = agrees ? both : otherwise
        offset = evidence?.bounds(at: state, model: model)
    }
}
