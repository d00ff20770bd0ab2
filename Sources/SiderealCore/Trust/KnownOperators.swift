/// An operator of time servers that the app named, and its sources.
package struct KnownOperator: Sendable, Equatable {
    package let name: ExactName
    /// In the order in which they were named.
    package private(set) var sources: [KnownSource]

    package init(_ name: ExactName, _ sources: [KnownSource] = []) {
        self.name = name
        self.sources = sources
    }

    /// How many sources of one operator are told apart.
    package static let mostSources = 64

    /// Whether anything that it said in this boot is known.
    package var isHeard: Bool { sources.contains { $0.said != nil } }

    /// Its vote: the hull of what its sources say, of which fewer than half may be wrong; nil where these exclude every
    /// point, or say nothing.
    package func vote(at state: ClockState, model: ClockModel) -> Hull? {
        let vote = Hull(
            of: sources.compactMap { $0.bounds(at: state, model: model) }, wrong: mostWrong,
            mayBePaused: model.mayBePaused)
        return vote.bounds == .unbounded ? nil : vote
    }

    /// Of one or two sources none, of three or four one.
    private var mostWrong: Int { max(0, sources.count - 1) / 2 }

    /// Whether more of its sources contradicted themselves than may be wrong.
    fileprivate var contradictsItself: Bool { sources.count { $0.retracted != nil } > mostWrong }

    /// The same, without the sources whose Date was not seen to run.
    fileprivate var running: KnownOperator { KnownOperator(name, sources.map { $0.running }) }

    /// What its sources say now, whatever they said before.
    fileprivate var acquitted: KnownOperator { KnownOperator(name, sources.map { $0.acquitted }) }

    fileprivate func denies(_ floor: Floor, at state: ClockState, model: ClockModel) -> Bool {
        sources.count { $0.denies(floor, at: state, model: model) } > mostWrong
    }

    // MARK: - Sources

    /// A source of that name; else the one that stands for all that were not named one by one.
    package subscript(source: ExactName) -> KnownSource? { index(of: source).map { sources[$0] } }

    private func index(of source: ExactName) -> Int? {
        sources.firstIndex { $0.name == source } ?? sources.firstIndex { $0.name == "" }
    }

    /// False where it has too many.
    fileprivate mutating func name(_ source: ExactName) -> Bool {
        if let index = sources.firstIndex(where: { $0.name == source }) {
            sources[index].nameAgain()
        } else {
            guard sources.count < KnownOperator.mostSources else { return false }
            sources.append(KnownSource(source))
        }
        return true
    }

    /// Nil where nobody named the source.
    fileprivate mutating func receive(
        _ answer: Bounds, of sample: TimeSample, at state: ClockState, now: ClockState, model: ClockModel
    ) -> Bool? {
        guard let index = index(of: ExactName(sample.source)) else { return nil }
        guard answer != .unbounded else { return true }
        return sources[index].receive(
            answer, date: sample.isDate ? sample.earliest : nil, at: state, now: now, model: model)
    }

    fileprivate mutating func join(_ other: KnownOperator, model: ClockModel) {
        for theirs in other.sources {
            if let index = sources.firstIndex(where: { $0.name == theirs.name }) {
                sources[index].join(theirs, model: model)
            } else {
                sources.append(theirs)
            }
        }
    }

    fileprivate func withoutVotes(by instant: ElapsedInstant) -> KnownOperator {
        KnownOperator(name, sources.map { $0.withoutVote(by: instant) })
    }

    fileprivate func dated(at instant: ElapsedInstant) -> KnownOperator {
        KnownOperator(name, sources.map { $0.dated(at: instant) })
    }

    fileprivate func withoutLapsed(at instant: ElapsedInstant) -> KnownOperator {
        KnownOperator(name, sources.filter { !$0.hasLapsed(at: instant) })
    }
}

/// The operators that are known in one boot: those that prove who they are, or the others.
///
/// Only those count that an app named, whether they answer or not: which ones answer must not decide. What anybody else
/// says leaves no trace.
package struct KnownOperators: Sendable, Equatable {
    /// In the order in which they were named.
    package private(set) var all: [KnownOperator]

    package static let most = 64

    package init(_ all: [KnownOperator] = []) { self.all = all }

    package subscript(name: ExactName) -> KnownOperator? { all.first { $0.name == name } }

    // MARK: - What comes in

    /// Names a source of an operator. False where too many are named already.
    package mutating func name(_ source: ExactName, of name: ExactName) -> Bool {
        if let index = index(of: name) { return all[index].name(source) }
        guard all.count < KnownOperators.most else { return false }
        all.append(KnownOperator(name, [KnownSource(source)]))
        return true
    }

    /// Takes an answer; why it is not taken as it is, or nil.
    package mutating func receive(
        _ answer: Bounds, of sample: TimeSample, at state: ClockState, now: ClockState, model: ClockModel
    ) -> AnswerRejection? {
        guard let index = index(of: ExactName(sample.operator)),
            let agrees = all[index].receive(answer, of: sample, at: state, now: now, model: model)
        else { return .notNamed }
        return agrees ? nil : .contradictsItself
    }

    /// Takes in whom others named, and what they know of them. None is refused.
    package mutating func join(_ others: KnownOperators, model: ClockModel) {
        for other in others.all {
            if let index = index(of: other.name) {
                all[index].join(other, model: model)
            } else {
                all.append(other)
            }
        }
    }

    /// The same operators, and nothing that they said, as known at an instant of another boot, perhaps.
    package func withoutVotes(by instant: ElapsedInstant) -> KnownOperators {
        KnownOperators(all.map { $0.withoutVotes(by: instant) })
    }

    /// The same, with what was named since the last reading dated by this one.
    package func dated(at instant: ElapsedInstant) -> KnownOperators {
        KnownOperators(all.map { $0.dated(at: instant) })
    }

    /// The same without names that nobody has heard, and nobody has named for long.
    package func withoutLapsed(at instant: ElapsedInstant) -> KnownOperators {
        KnownOperators(all.map { $0.withoutLapsed(at: instant) }.filter { !$0.sources.isEmpty })
    }

    private func index(of name: ExactName) -> Int? { all.firstIndex { $0.name == name } }

    // MARK: - What it proves

    /// What the votes prove at a state of the boot, each carried there from where it was learned.
    package func judgement(at state: ClockState, model: ClockModel) -> Judgement {
        believed(at: state, model: model).judgementOfVotes(at: state, model: model)
    }

    /// The operators as they are judged: what they said before is void where it is this machine's clock that was wrong.
    package func believed(at state: ClockState, model: ClockModel) -> KnownOperators {
        acquitted(at: state, model: model) ?? self
    }

    /// Whether more contradict themselves than may be wrong, and agree now. Then it is the elapsed clock, which carries
    /// their words, that jumped, stood still while the machine was paused, or runs faster or slower than its bound.
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

    /// The votes on which something lasting may rest. The Date of a lone operator is one only once it was seen to run:
    /// until then another of its machines may tell another time.
    package func firmVotes(at state: ClockState, model: ClockModel) -> [Bounds] {
        let firm = all.count == 1 ? all.map { $0.running } : all
        return firm.compactMap { $0.vote(at: state, model: model)?.firmBounds }
    }

    /// The bounds at a state, each end only where it may raise a floor or prove a boot: corroborated, or that of a
    /// lone operator.
    package func bindingBounds(at state: ClockState, model: ClockModel) -> Bounds? {
        let judgement = judgement(at: state, model: model)
        guard let bounds = judgement.bounds else { return nil }
        let lower = judgement.lowerSupport == .uncorroborated ? .min : bounds.lower
        let upper = judgement.upperSupport == .uncorroborated ? .max : bounds.upper
        return lower == .min && upper == .max ? nil : Bounds(lower: lower, upper: upper)
    }

    /// Raises the floor that the votes prove at a state: that of a lone operator, or the corroborated one.
    package func raise(_ floors: inout Floors, at state: ClockState, model: ClockModel) {
        guard let bounds = bindingBounds(at: state, model: model),
            let proven = Floor(offset: bounds.lower, at: state),
            // What sources say since they contradicted themselves would take it back at once.
            !deny(proven, at: state, model: model)
        else { return }
        if Judgement.support(of: all.count) == .corroborated {
            floors.corroborated.rise(to: proven, model: model)
        } else {
            floors.lone.rise(to: proven, model: model)
        }
    }

    /// Whether more operators than may be wrong put the true time before a floor of the same state.
    package func deny(_ floor: Floor, at state: ClockState, model: ClockModel) -> Bool {
        all.count { $0.denies(floor, at: state, model: model) } > Judgement.mostWrong(of: all.count)
    }
}
