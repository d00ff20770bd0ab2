/// An operator of time servers that the app named, and its sources.
package struct KnownOperator: Sendable, Equatable {
    package let name: ExactName
    /// The sources, in the order in which they were named.
    package private(set) var sources: [KnownSource]

    package init(_ name: ExactName, _ sources: [KnownSource] = []) {
        self.name = name
        self.sources = sources
    }

    /// The most sources that one operator can have.
    package static let mostSources = 64

    /// A Boolean value that indicates whether the operator has an answer in this boot.
    package var isHeard: Bool { sources.contains { $0.said != nil } }

    /// Returns the operator's vote: the hull of its sources' bounds, if fewer than half of the sources are wrong.
    /// Returns `nil` if no source gives a bound. If the sources exclude every point, the hull has no bounds.
    package func vote(at state: ClockState, model: ClockModel) -> Hull? {
        let vote = Hull(
            of: sources.compactMap { $0.bounds(at: state, model: model) }, wrong: mostWrong,
            mayBePaused: model.mayBePaused)
        return vote.bounds == .unbounded ? nil : vote
    }

    /// The number of sources that may be wrong: zero if there are one or two sources, one if there are three or four.
    private var mostWrong: Int { max(0, sources.count - 1) / 2 }

    /// A Boolean value that indicates whether more than ``mostWrong`` sources contradicted themselves.
    fileprivate var contradictsItself: Bool { sources.count { $0.retracted != nil } > mostWrong }

    /// The operator without the bounds of sources whose Date has not advanced yet.
    fileprivate var running: KnownOperator { KnownOperator(name, sources.map { $0.running }) }

    /// The operator without its sources' retracted answers.
    fileprivate var acquitted: KnownOperator { KnownOperator(name, sources.map { $0.acquitted }) }

    fileprivate func denies(_ floor: Floor, at state: ClockState, model: ClockModel) -> Bool {
        sources.count { $0.denies(floor, at: state, model: model) } > mostWrong
    }

    // MARK: - Sources

    /// Returns the source of that name. If the app did not name this source, returns the entry for all other sources of
    /// the operator.
    package subscript(source: ExactName) -> KnownSource? { index(of: source).map { sources[$0] } }

    private func index(of source: ExactName) -> Int? {
        sources.firstIndex { $0.name == source } ?? sources.firstIndex { $0.name == "" }
    }

    /// Adds a source or renews its name. Returns false if the operator has too many sources.
    fileprivate mutating func name(_ source: ExactName, at instant: ElapsedInstant) -> Bool {
        if let index = sources.firstIndex(where: { $0.name == source }) {
            sources[index].nameAgain(at: instant)
        } else {
            guard sources.count < KnownOperator.mostSources else { return false }
            sources.append(KnownSource(source, at: instant))
        }
        return true
    }

    /// Records an answer. Returns whether the answer agrees with earlier answers, or `nil` if the app did not name its
    /// source.
    fileprivate mutating func receive(
        _ answer: Bounds, of sample: TimeSample, at state: ClockState, now: ClockState, model: ClockModel
    ) -> Bool? {
        guard let index = index(of: ExactName(sample.source)) else { return nil }
        guard answer != .unbounded else { return true }
        return sources[index].receive(
            answer, date: sample.isDate ? sample.earliest : nil, at: state, now: now, model: model)
    }

    fileprivate mutating func join(_ other: KnownOperator, addingNames: Bool, model: ClockModel) {
        for theirs in other.sources {
            if let index = sources.firstIndex(where: { $0.name == theirs.name }) {
                sources[index].join(theirs, model: model)
            } else if addingNames {
                sources.append(theirs)
            }
        }
    }

    fileprivate var withoutVotes: KnownOperator { KnownOperator(name, sources.map { $0.withoutVote }) }

    fileprivate func dated(by instant: ElapsedInstant) -> KnownOperator {
        KnownOperator(name, sources.map { $0.dated(by: instant) })
    }

    fileprivate func withoutLapsed(at instant: ElapsedInstant) -> KnownOperator {
        KnownOperator(name, sources.filter { !$0.hasLapsed(at: instant) })
    }
}

/// The operators that are known in one boot: either the authenticated operators, or all others.
///
/// Every operator that an app named is known, even without an answer. So the number of answers doesn't change the
/// number of operators that may be wrong. The library ignores answers from other operators.
package struct KnownOperators: Sendable, Equatable {
    /// The operators, in the order in which they were named.
    package private(set) var all: [KnownOperator]

    package static let most = 64

    package init(_ all: [KnownOperator] = []) { self.all = all }

    package subscript(name: ExactName) -> KnownOperator? { all.first { $0.name == name } }

    // MARK: - Input

    /// Adds a source of an operator or renews its name. Returns false if there are too many operators or sources.
    package mutating func name(_ source: ExactName, of name: ExactName, at instant: ElapsedInstant) -> Bool {
        if let index = index(of: name) { return all[index].name(source, at: instant) }
        guard all.count < KnownOperators.most else { return false }
        all.append(KnownOperator(name, [KnownSource(source, at: instant)]))
        return true
    }

    /// Records an answer. Returns a reason if the app did not name the answer's source, or if the answer contradicts
    /// earlier answers. Otherwise returns `nil`.
    package mutating func receive(
        _ answer: Bounds, of sample: TimeSample, at state: ClockState, now: ClockState, model: ClockModel
    ) -> TrustedTime.Rejection? {
        guard let index = index(of: ExactName(sample.operator)),
            let agrees = all[index].receive(answer, of: sample, at: state, now: now, model: model)
        else { return .notNamed }
        return agrees ? nil : .contradictsItself
    }

    /// Adopts the operators that other processes named, with their answers. The limit ``most`` does not apply. If
    /// `addingNames` is false, adopts only the answers and dates of names that are known here.
    package mutating func join(_ others: KnownOperators, addingNames: Bool = true, model: ClockModel) {
        for other in others.all {
            if let index = index(of: other.name) {
                all[index].join(other, addingNames: addingNames, model: model)
            } else if addingNames {
                all.append(other)
            }
        }
    }

    /// The operators without their answers, which may come from another boot.
    package var withoutVotes: KnownOperators { KnownOperators(all.map { $0.withoutVotes }) }

    /// Returns the operators as if they were named, and last answered, at `instant` at the latest.
    package func dated(by instant: ElapsedInstant) -> KnownOperators {
        KnownOperators(all.map { $0.dated(by: instant) })
    }

    /// The number of sources of all operators.
    package var sourceCount: Int { all.reduce(0) { $0 + $1.sources.count } }

    /// Returns the operators without names that never answered and were last named long ago.
    package func withoutLapsed(at instant: ElapsedInstant) -> KnownOperators {
        KnownOperators(all.map { $0.withoutLapsed(at: instant) }.filter { !$0.sources.isEmpty })
    }

    private func index(of name: ExactName) -> Int? { all.firstIndex { $0.name == name } }

    // MARK: - Judgement

    /// Returns the judgement of the votes at a state of the boot. Carries each vote to that state.
    package func judgement(at state: ClockState, model: ClockModel) -> Judgement {
        believed(at: state, model: model).judgementOfVotes(at: state, model: model)
    }

    /// Returns the operators to judge. If the elapsed clock was wrong, returns the operators without their retracted
    /// answers.
    package func believed(at state: ClockState, model: ClockModel) -> KnownOperators {
        acquitted(at: state, model: model) ?? self
    }

    /// Returns whether more than f operators (``Judgement/mostWrong(of:)``) contradict themselves, and agree with each
    /// other now. If so, the elapsed clock, which carries their answers, was wrong. It jumped, stood still while the
    /// machine was paused, or ran faster or slower than its bound allows.
    package func blameElapsedClock(at state: ClockState, model: ClockModel) -> Bool {
        acquitted(at: state, model: model) != nil
    }

    private func acquitted(at state: ClockState, model: ClockModel) -> KnownOperators? {
        guard all.count > 1, all.count(where: { $0.contradictsItself }) > Judgement.mostWrong(of: all.count) else {
            return nil
        }
        let acquitted = KnownOperators(all.map { $0.acquitted })
        return acquitted.judgementOfVotes(at: state, model: model).bounds == nil ? nil : acquitted
    }

    private func judgementOfVotes(at state: ClockState, model: ClockModel) -> Judgement {
        Judgement(
            of: all.compactMap { $0.vote(at: state, model: model) }, firm: firmVotes(at: state, model: model),
            known: all.count, mayBePaused: model.mayBePaused)
    }

    /// Returns the votes that may raise a floor or prove a boot verdict. If a lone operator gives a Date, its vote is
    /// firm only after the Date has advanced. Until then, another machine of that operator may give another time.
    package func firmVotes(at state: ClockState, model: ClockModel) -> [Bounds] {
        let firm = all.count == 1 ? all.map { $0.running } : all
        return firm.compactMap { $0.vote(at: state, model: model)?.firmBounds }
    }

    /// Returns the bounds at a state, with only the ends that may raise a floor or prove a boot verdict: corroborated
    /// ends, or the ends of a lone operator.
    package func bindingBounds(at state: ClockState, model: ClockModel) -> Bounds? {
        let judgement = judgement(at: state, model: model)
        guard let bounds = judgement.bounds else { return nil }
        let lower = judgement.lowerSupport == .uncorroborated ? .min : bounds.lower
        let upper = judgement.upperSupport == .uncorroborated ? .max : bounds.upper
        return lower == .min && upper == .max ? nil : Bounds(lower: lower, upper: upper)
    }

    /// Raises a floor to the time that the votes prove at a state: the corroborated floor, or the floor of a lone
    /// operator.
    package func raise(_ floors: inout Floors, at state: ClockState, model: ClockModel) {
        guard let bounds = bindingBounds(at: state, model: model),
            let proven = Floor(offset: bounds.lower, at: state),
            // If sources contradicted themselves, their newer answers may deny this floor at once. In that case don't
            // raise it.
            !deny(proven, at: state, model: model)
        else { return }
        if Judgement.support(of: all.count) == .corroborated {
            floors.corroborated.rise(to: proven, model: model)
        } else {
            floors.lone.rise(to: proven, model: model)
        }
    }

    /// Returns whether more than f operators (``Judgement/mostWrong(of:)``) put the true time before a floor of the
    /// same state.
    package func deny(_ floor: Floor, at state: ClockState, model: ClockModel) -> Bool {
        all.count { $0.denies(floor, at: state, model: model) } > Judgement.mostWrong(of: all.count)
    }
}
