/// One that tells the time, as far as it is known in this boot.
package struct KnownOperator: Sendable, Hashable {
    package var key: OperatorKey
    /// Whether the app named it: then it counts even while it says nothing.
    package var isNamed: Bool
    /// Its vote: its greatest earliest and its least latest time; nil where it has said neither.
    package var vote: CarriedBounds?

    package init(key: OperatorKey, isNamed: Bool, vote: CarriedBounds? = nil) {
        self.key = key
        self.isNamed = isNamed
        self.vote = vote
    }

    /// Takes another word of it. False where that contradicts the vote, and replaces it.
    ///
    /// Whether it does shows where the word was said; which ends are better, where they are used from now on.
    fileprivate mutating func hear(
        _ word: Bounds, at state: ClockState, now: ClockState, model: ClockModel
    ) -> Bool {
        let said = CarriedBounds(word, at: state)
        guard vote?.bounds(at: state, model: model)?.meets(word) == true,
            vote?.tighten(with: said, at: now, model: model) == true
        else {
            defer { vote = said }
            return vote == nil
        }
        return true
    }

    /// Takes what another process knows of it; where the votes contradict each other, the newer one stays.
    fileprivate mutating func join(_ other: KnownOperator, model: ClockModel) {
        isNamed = isNamed || other.isNamed
        guard let theirs = other.vote else { return }
        guard let mine = vote else { return vote = theirs }
        let newer = mine.learned.elapsed >= theirs.learned.elapsed ? mine : theirs
        var both = mine
        vote = both.tighten(with: theirs, at: newer.learned, model: model) ? both : newer
    }
}

/// The operators that are known in one boot, one vote for each: those who prove who they are, or the others.
///
/// In whose favour the app decides must not depend on who is heard: where the app named some, only these count, heard
/// or not.
package struct KnownOperators: Sendable, Hashable {
    /// All of them, named or overheard, in the order in which they became known.
    package private(set) var all: [KnownOperator]

    package static let most = 64

    package init(_ all: [KnownOperator] = []) { self.all = all }

    package var hasNamed: Bool { all.contains { $0.isNamed } }

    /// Those who count: the named ones and, where nobody is named, those who were overheard.
    package var counted: [KnownOperator] { hasNamed ? all.filter { $0.isNamed } : all }

    package subscript(key: OperatorKey) -> KnownOperator? { all.first { $0.key == key } }

    // MARK: - What comes in

    /// Names an operator. False where too many are named already.
    package mutating func name(_ key: OperatorKey) -> Bool {
        if self[key]?.isNamed == true { return true }
        guard all.count(where: { $0.isNamed }) < KnownOperators.most else { return false }
        if let index = index(of: key) {
            all[index].isNamed = true
        } else {
            all.append(KnownOperator(key: key, isNamed: true))
        }
        return true
    }

    /// Takes a word of an operator; why it is not taken as it is, or nil.
    package mutating func hear(
        _ word: Bounds, of key: OperatorKey, at state: ClockState, now: ClockState, model: ClockModel
    ) -> SampleRejection? {
        // Who says nothing is not known by that.
        guard word != .unbounded else { return nil }
        if let index = index(of: key) {
            return all[index].hear(word, at: state, now: now, model: model) ? nil : .contradictsItself
        }
        // Who was overheard counts from then on, even where a sleep takes away what it said.
        guard all.count < KnownOperators.most else { return .tooManyOperators }
        all.append(KnownOperator(key: key, isNamed: false, vote: CarriedBounds(word, at: state)))
        return nil
    }

    /// Takes in what others of this boot know. A named one is never refused.
    package mutating func join(_ others: [KnownOperator], model: ClockModel) {
        for other in others {
            if let index = index(of: other.key) {
                all[index].join(other, model: model)
            } else if other.isNamed || all.count < KnownOperators.most {
                all.append(other)
            }
        }
    }

    /// Takes out those who do not count since some are named.
    package mutating func removeUncounted() -> [KnownOperator] {
        guard hasNamed else { return [] }
        let uncounted = all.filter { !$0.isNamed }
        all.removeAll { !$0.isNamed }
        return uncounted
    }

    /// The same operators where they were named, and nothing that they said.
    package var withoutVotes: KnownOperators {
        KnownOperators(all.filter { $0.isNamed }.map { KnownOperator(key: $0.key, isNamed: true) })
    }

    private func index(of key: OperatorKey) -> Int? { all.firstIndex { $0.key == key } }

    // MARK: - What it proves

    /// What the votes prove at a state of the boot, each carried there from where it was learned.
    package func judgement(at state: ClockState, model: ClockModel) -> Judgement {
        let counted = counted
        return Judgement(of: counted.compactMap { $0.vote?.bounds(at: state, model: model) }, known: counted.count)
    }

    /// The bounds at a state, each end only where it may raise the floor or prove a boot: corroborated, or that of a
    /// lone operator which the app named.
    package func bindingBounds(at state: ClockState, model: ClockModel) -> Bounds? {
        let judgement = judgement(at: state, model: model)
        guard isBinding, let bounds = judgement.bounds else { return nil }
        let lower = judgement.lowerSupport == .uncorroborated ? .min : bounds.lower
        let upper = judgement.upperSupport == .uncorroborated ? .max : bounds.upper
        return lower == .min && upper == .max ? nil : Bounds(lower: lower, upper: upper)
    }

    /// The floor that the votes prove at a state: the lower of these bounds; nil where there is none.
    package func floor(at state: ClockState, model: ClockModel) -> Floor? {
        guard let bounds = bindingBounds(at: state, model: model) else { return nil }
        return Floor(offset: bounds.lower, at: state, isLone: counted.count == 1)
    }

    /// Whether more of those who count than may be wrong say that it is earlier than a floor of the same state.
    package func deny(_ floor: Floor, at state: ClockState, model: ClockModel) -> Bool {
        let counted = counted
        let denying = counted.count { $0.vote?.bounds(at: state, model: model)?.isBefore(floor, at: state) == true }
        return isBinding && denying > Judgement.mostWrong(of: counted.count)
    }

    /// Whether what they prove may last: one alone must have been named, or whoever is heard first would have its way.
    private var isBinding: Bool { hasNamed || all.count > 1 }
}
