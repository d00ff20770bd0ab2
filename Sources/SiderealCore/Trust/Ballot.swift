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
    package var name: String
    package var `operator`: OperatorKey
    package var offset: CarriedBounds
    package var lastHeard: ElapsedInstant
}

/// One vote of each operator: of those heard in this launch, what they said in it; of the others that stand behind what
/// was carried over, just that.
package struct Ballot: Sendable {
    package enum Result: Sendable, Hashable {
        /// The hull of what more than half agree on, and the least offset that holds even if one of two lies.
        case majority(Bounds, leastOffset: Nanoseconds)
        /// No point has more than half: only the smallest earliest end is certain, unless all lie.
        case none(smallestEarliest: Nanoseconds?)
    }

    private struct Vote {
        var key: OperatorKey
        /// Nil where the operator's own sources contradict each other: it still counts as a voice.
        var offset: Bounds?
        var earliest: Nanoseconds
        /// Empty where the operator was not heard in this launch.
        var sources: [String]

        var isFresh: Bool { !sources.isEmpty }
    }

    private var votes: [Vote] = []

    package init(
        _ sources: [SourceEvidence], carried: Bounds?, by operators: [OperatorKey], at state: ClockState,
        model: ClockModel
    ) {
        for source in sources {
            guard let bounds = source.offset.bounds(at: state, model: model) else { continue }
            if let index = votes.firstIndex(where: { $0.key == source.operator }) {
                votes[index].offset = votes[index].offset?.intersection(bounds)
                votes[index].earliest = min(votes[index].earliest, bounds.lower)
                votes[index].sources.append(source.name)
            } else {
                votes.append(
                    Vote(key: source.operator, offset: bounds, earliest: bounds.lower, sources: [source.name]))
            }
        }
        guard let carried else { return }
        // A newcomer must not narrow by itself what several agreed on.
        for key in operators where !votes.contains(where: { $0.key == key }) {
            votes.append(Vote(key: key, offset: carried, earliest: carried.lower, sources: []))
        }
    }

    private var hull: Bounds? {
        majorityHull(of: votes.compactMap { $0.offset }, threshold: votes.count / 2 + 1)
    }

    private var fresh: [Vote] { votes.filter { $0.isFresh } }

    package var result: Result {
        let smallest = votes.map { $0.earliest }.min()
        guard let hull else { return .none(smallestEarliest: smallest.flatMap { $0 == .min ? nil : $0 }) }
        return .majority(hull, leastOffset: votes.count == 2 ? (smallest ?? hull.lower) : hull.lower)
    }

    /// What more than half of those heard in this launch agree on, if they are more than half of so many operators, heard
    /// or not; nil otherwise.
    package func freshMajority(of operators: Int) -> (hull: Bounds, leastOffset: Nanoseconds)? {
        let votes = fresh
        let offsets = votes.compactMap { $0.offset }
        guard majorityHull(of: offsets, threshold: max(operators, votes.count) / 2 + 1) != nil,
            let hull = majorityHull(of: offsets, threshold: votes.count / 2 + 1)
        else { return nil }
        let smallest = votes.map { $0.earliest }.min() ?? hull.lower
        return (hull, votes.count == 2 ? smallest : hull.lower)
    }

    package func supporters(of hull: Bounds) -> [OperatorKey] {
        votes.filter { $0.offset?.meets(hull) == true }.map { $0.key }.sorted()
    }

    /// Whether an operator voted, and its vote excludes the bounds.
    package func misses(_ bounds: Bounds, _ key: OperatorKey) -> Bool {
        guard let vote = fresh.first(where: { $0.key == key }) else { return false }
        return vote.offset.map { !$0.meets(bounds) } ?? true
    }

    package var outvotedSources: [String] {
        guard let hull else { return [] }
        return votes.filter { $0.offset?.meets(hull) != true }.flatMap { $0.sources }
    }
}
